package sysbench

import (
	"bytes"

	"jitterlog/parse"
)

// A reader is the state of one source; what belongs to one run is in run.
type reader struct {
	in      *parse.Lines
	yield   func(parse.Record, error) bool
	stopped bool
	format  string
	run     *run // nil before the first

	interval parse.Interval // the record, used again and again
	shape    shape          // of its Ops
	rank     float64        // of the percentile that they hold
	sample   parse.Sample
	bucket   parse.Bucket

	broken     []byte // an interval line that ends early; the next may be its tail
	brokenLine int
	brokenAt   int // column where it ends
	brokenWant string

	json object
}

func (r *reader) read() {
	for line, ok := r.in.Next(); ok && !r.stopped; line, ok = r.in.Next() {
		if r.broken != nil && r.joined(line) {
			continue
		}
		if r.run != nil && r.run.message.open && r.continued(line) {
			continue
		}
		if len(line) > 0 && line[0] == '[' && r.bracket(line) {
			continue
		}
		r.text(line)
	}
	if r.stopped {
		return
	}
	if r.broken != nil {
		r.cut(r.brokenLine)
	}
	r.finish()
}

// cut says that the log ends inside a line or an object.
func (r *reader) cut(line int) {
	r.broken = nil
	r.begin(line)
	r.event(parse.Event{Line: line, Severity: parse.Warning, Kind: parse.Truncated, Message: "the log ends inside a report line", Count: 1})
}

// seen moves the end of the run to the current line.
func (r *reader) seen() {
	if r.run != nil {
		r.run.sum.LastLine = r.in.Number()
	}
}

// text reads a line that is no interval line.
func (r *reader) text(line []byte) {
	body := bytes.TrimRight(line, " \t")
	if len(body) == 0 {
		return
	}
	first := bytes.TrimLeft(body, " \t")[0]
	switch {
	case isBanner(body):
		r.banner(body)
	case r.messageLine(body):
	case first-'0' <= 9 && len(body) == len(bytes.TrimLeft(body, " \t")) && r.csv(body):
	case (first == '{' || first == '}' || first == ']' || first == '[' || first == '"') && r.jsonLine(body):
	case r.knownLine(body):
	case r.reportLine(body):
	case r.histogramRow(body):
	case r.embedded(body):
	default:
		r.reject(r.in.Number(), 0, body, "a line of a sysbench log")
		return
	}
	r.seen()
}

// emit yields a record of the run, the header before the first.
func (r *reader) emit(rec parse.Record) {
	r.announce()
	r.send(rec, nil)
}

func (r *reader) send(rec parse.Record, err error) {
	if !r.stopped && !r.yield(rec, err) {
		r.stopped = true
	}
}

func (r *reader) reject(number, column int, line []byte, want string) {
	r.send(nil, &parse.SyntaxError{Line: number, Column: column, Text: parse.Shown(line), Want: want})
}

// joined puts a broken interval line and the current one together, as terminals
// break them, and reads that. It returns false if the current line is to be
// read by itself.
func (r *reader) joined(line []byte) bool {
	head := r.broken
	r.broken = nil
	c := cursor{Cursor: parse.Cursor{Line: append(head, line...)}}
	if r.reports(&c, r.brokenLine) == "" {
		r.rest(&c)
		r.seen()
		return true
	}
	r.reject(r.brokenLine, r.brokenAt, head, r.brokenWant)
	return false
}

// bracket reads a line that begins with [. It returns false if that is not
// followed by a time.
func (r *reader) bracket(line []byte) bool {
	c := cursor{Cursor: parse.Cursor{Line: line}}
	want := r.reports(&c, r.in.Number())
	if want == "" {
		r.seen()
		if c.Pos < len(line) {
			r.rest(&c)
		}
		return true
	}
	if c.Pos == 0 {
		return false
	}
	r.incomplete(&c, 0, want)
	return true
}

// rest reads what follows an interval on the same line: nothing, or another
// interval where a line end was lost.
func (r *reader) rest(c *cursor) {
	for !c.End() && !r.stopped {
		c.Blanks()
		from := c.Pos
		if want := r.reports(c, r.in.Number()); want != "" {
			r.incomplete(c, from, want)
			return
		}
	}
}

const longestBroken = 400 // bytes; whole interval lines are shorter

// incomplete handles an interval line, or the part of a line from there, that
// could not be read to its end: where that is all that is wrong with it the
// next line may hold the rest.
func (r *reader) incomplete(c *cursor, from int, want string) {
	if c.cut && len(c.Line)-from < longestBroken {
		r.broken = append([]byte(nil), c.Line[from:]...)
		r.brokenLine, r.brokenAt, r.brokenWant = r.in.Number(), c.Column()-from, want
		return
	}
	r.reject(r.in.Number(), c.Column(), c.Line, want)
}

// embedded reads a line in whose middle an interval line begins, because what
// was printed before it had no line end.
func (r *reader) embedded(line []byte) bool {
	from := 0
	for {
		i := bytes.Index(line[from+1:], []byte("[ "))
		if i < 0 {
			return false
		}
		if from += 1 + i; isReportLine(line[from:]) {
			break
		}
	}
	// The return value of a Lua function, as sysbench-tpcc prints it.
	if front := string(bytes.TrimSpace(line[:from])); front != "nil)" {
		r.reject(r.in.Number(), 1, line, "an interval line at the line's beginning")
	}
	c := cursor{Cursor: parse.Cursor{Line: line, Pos: from}}
	r.rest(&c)
	return true
}
