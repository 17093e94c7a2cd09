package progress

import (
	"bytes"

	"jitterlog/parse"
)

// A reader is the state of one log.
type reader struct {
	in      *parse.Lines
	yield   func(parse.Record, error) bool
	stopped bool
	format  string
	pattern *pattern // nil: lines are found by their words
	shape   shape    // of the last line

	block    *block // nil between runs
	table    table
	title    string // the last text between runs
	interval parse.Interval
	ops      [1]parse.Op
}

func (r *reader) read() {
	r.ops[0] = parse.NewOp(headline)
	r.interval = parse.Interval{Phase: parse.Measure, Threads: 1}
	for !r.stopped {
		line, ok := r.in.Next()
		if !ok {
			break
		}
		if p, ok := r.shape.known(line); ok {
			r.point(line, p, &r.shape)
			continue
		}
		r.line(bytes.TrimSpace(line))
	}
	r.finish()
}

// line reads a line that is not of the last one's shape.
func (r *reader) line(line []byte) {
	if len(line) == 0 {
		return
	}
	if p, s, ok := r.parse(line); ok && !inColumns(line) {
		r.point(line, p, &s)
		if r.pattern == nil {
			r.shape = s
		}
		return
	}
	if heading(line) {
		r.finish()
		r.table.clear()
		return
	}
	switch setting, ok := cutRow(line); {
	case ok:
		r.finish()
		r.table.add(setting)
	case r.block != nil && r.block.announced:
		r.reject(line, "a count and a time, as on the lines before")
	case !frame(line):
		r.finish()
		r.title = parse.Shown(line)
	}
}

func (r *reader) parse(line []byte) (point, shape, bool) {
	if r.pattern != nil {
		return r.pattern.parse(line)
	}
	return parseLine(line)
}

func (r *reader) send(rec parse.Record, err error) {
	if !r.stopped && !r.yield(rec, err) {
		r.stopped = true
	}
}

func (r *reader) reject(line []byte, want string) {
	r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: want})
}

const wantTime = "a time that is not centuries after the start"

// possible says whether a run can last so long; a time without unit may turn out
// to be seconds.
func possible(time float64, u unit) bool {
	if u == noUnit {
		u = seconds
	}
	return time/float64(u) <= parse.MaxSeconds
}

// point takes a line of progress. A total is one only where the lines before it
// are different: some loops print "total count" on every line.
func (r *reader) point(line []byte, p point, s *shape) {
	if !possible(p.time, s.unit) {
		r.reject(line, wantTime)
		return
	}
	if r.block == nil {
		r.begin(line, p, s)
		return
	}
	b := r.block
	total := p.total && !s.same(&b.shape)
	if b.lines == 1 && !total && !s.alike(&b.shape) {
		r.finish() // text with two numbers, as in a heading
		r.begin(line, p, s)
		return
	}
	p = b.inUnit(p, s)
	if !possible(p.time, b.unit) || !possible(b.first.time, b.unit) {
		r.reject(line, wantTime)
		return
	}
	if p.count < b.last.count && (!total || p.time < b.last.time) {
		r.finish()
		r.begin(line, p, s)
		return
	}
	if !total && p.time < b.last.time {
		r.reject(line, "a time that is not before that of the line before")
		return
	}
	b.sum.LastLine = r.in.Number()
	if total {
		r.total(p)
		r.finish()
		return
	}
	b.lines++
	r.advance(p)
}
