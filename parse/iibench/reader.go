package iibench

import (
	"bytes"
	"math"

	"jitterlog/parse"
)

// A reader is the state of one source.
type reader struct {
	in      *parse.Lines
	out     func(parse.Record, error) bool
	stopped bool
	columns []column // of the last heading; nil before it
	first   int      // the line of the last heading
	run     *run     // nil before its first line

	interval parse.Interval
	ops      []parse.Op
	sample   parse.Sample
	bucket   parse.Bucket
}

// A run is what is known of the run that is being read.
type run struct {
	sum  *parse.Summary
	rows int
	last row
	step float64
	bare bool   // a histogram was seen that does not say of what
	seen []byte // the last histogram
	done bool
}

func (r *reader) read() {
	for line, ok := r.in.Next(); ok && !r.stopped; line, ok = r.in.Next() {
		line = bytes.TrimRight(line, " \t")
		if len(line) == 0 {
			continue
		}
		columns := heading(line)
		switch {
		case columns != nil:
			r.finish()
			r.columns, r.first = columns, r.in.Number()
		case r.columns != nil && line[0]-'0' <= 9 && !isBare(line):
			r.table(line)
		case r.totals(line), r.histogram(line), r.note(line), r.trouble(line), known(line):
		default:
			r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: "a line of iibench's output"})
			continue
		}
		if r.run != nil {
			r.run.sum.LastLine = r.in.Number()
		}
	}
	r.finish()
}

// begin makes sure that there is a run, which begins at the heading where that
// is its own.
func (r *reader) begin() *run {
	if r.run == nil {
		line := r.in.Number()
		if r.first > 0 {
			line, r.first = r.first, 0
		}
		r.run = &run{sum: parse.NewSummary(tool, tool, line)}
		r.send(&parse.Header{Line: line, Format: tool, Tool: tool}, nil)
	}
	return r.run
}

func (r *reader) finish() {
	run := r.run
	r.run = nil
	if run == nil {
		return
	}
	s := run.sum
	s.HeadlineOp, s.Workload, s.Clock, s.Complete = "insert", "insert", parse.WallClock, run.done
	if run.last[insertTotal] == 0 && run.last[queryTotal] > 0 {
		s.HeadlineOp = "query"
	}
	if run.step > 0 {
		s.IntervalS = run.step
	}
	r.send(s, nil)
}

// incomplete rejects a line of the table that is broken at a column; the last
// line of a log, where it ends too early, was cut off by whatever ended the log.
func (r *reader) incomplete(line []byte, at int, want string) {
	err := &parse.SyntaxError{Line: r.in.Number(), Column: at, Text: parse.Shown(line), Want: want}
	if at > len(line) && r.run != nil && r.in.Last() {
		r.send(parse.CutOff(err.Line, r.run.now()), nil)
		return
	}
	r.send(nil, err)
}

// now is the time of the last line of the table, NaN before the first.
func (run *run) now() float64 {
	if run.rows == 0 {
		return math.NaN()
	}
	return run.last[elapsed]
}

// totals reads "Totals: 30.1 secs, 31000.5 rows/sec, 930000 rows, 1 0 2
// insert-delete-query retry" and, of some versions, "..., 1 insert retry, 2
// query retry".
func (r *reader) totals(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("Totals: "))
	if !ok {
		return false
	}
	run := r.begin()
	reported := run.sum.Reported
	for part := range bytes.SplitSeq(rest, []byte(", ")) {
		value, what, _ := bytes.Cut(part, []byte(" "))
		switch string(what) {
		case "secs":
			reported["elapsed_s"] = parse.Shown(value)
			c := parse.Cursor{Line: value}
			if run.sum.ElapsedS, ok = c.Figure(); !ok || !c.End() {
				run.sum.ElapsedS = math.NaN()
				r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: "a number of seconds"})
			}
		case "rows/sec":
			reported["rows_per_s"] = parse.Shown(value)
		case "rows":
			reported["rows"] = parse.Shown(value)
		case "insert retry":
			reported["insert.retries"] = parse.Shown(value)
		case "query retry":
			reported["query.retries"] = parse.Shown(value)
		default:
			counts, all := bytes.CutSuffix(part, []byte(" insert-delete-query retry"))
			if words := bytes.Fields(counts); all && len(words) == len(works) {
				for i, work := range works {
					reported[work.op+".retries"] = parse.Shown(words[i])
				}
				continue
			}
			r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: "secs, rows/sec, rows and retries"})
		}
	}
	return true
}

// note reads the other lines that tell of the run.
func (r *reader) note(line []byte) bool {
	if rest, ok := bytes.CutPrefix(line, []byte("Created secondary indexes in ")); ok {
		r.begin().sum.Reported["secondary_indexes_s"] = parse.Shown(bytes.TrimSuffix(rest, []byte(" seconds")))
		return true
	}
	if string(line) == "Done" {
		if r.run != nil {
			r.run.done = true
		}
		return true
	}
	return false
}

// trouble reads an error.
func (r *reader) trouble(line []byte) bool {
	for _, text := range [...]string{"Ignoring MySQL exception", "Error on rollback", "Mongo error", "SQL error", "Insert error", "Query error", "Traceback (most recent call last)"} {
		if !bytes.HasPrefix(line, []byte(text)) {
			continue
		}
		run := r.begin()
		r.send(&parse.Event{Line: r.in.Number(), T: run.now(), Severity: parse.Error, Kind: parse.Failure, Message: parse.Shown(line), Count: 1}, nil)
		return true
	}
	return false
}

// knownLines are the lines that say nothing of a run, by how they begin.
var knownLines = []string{
	"Inserting initial tuples...", "Using Mongo w=", "get_min_trxid = ", "Rollback done", "Not supported: ",
	// The agent that watches over a server's vacuum.
	"Total: ", "Live tuple", "State: ", "Action: ", "PID output ", "Vacuuming table...", "===================> Time ", "Delay adjustments: ",
	"Loading model state from file...",
}

func known(line []byte) bool {
	for _, text := range knownLines {
		if bytes.HasPrefix(line, []byte(text)) {
			return true
		}
	}
	return false
}

func (r *reader) send(rec parse.Record, err error) {
	if !r.stopped && !r.out(rec, err) {
		r.stopped = true
	}
}
