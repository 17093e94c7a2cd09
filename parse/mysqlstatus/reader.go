package mysqlstatus

import (
	"bytes"
	"iter"
	"time"

	"jitterlog/parse"
)

func read(lines *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		r := &reader{in: lines, series: newSeries(yield)}
		for line, ok := lines.Next(); ok && !r.stopped; line, ok = lines.Next() {
			r.line(line)
		}
		r.endSnapshot()
	}
}

// A reader cuts the lines into snapshots.
type reader struct {
	in *parse.Lines
	*series
	next   time.Time // of the snapshot that follows
	inside bool      // a snapshot has begun
	key    bool      // within a value of many lines, a public key
}

func (r *reader) line(line []byte) {
	if at, ok := timeOf(line, r.in.Location()); ok {
		r.endSnapshot()
		r.next = at
		return
	}
	if r.key {
		r.key = !bytes.Contains(line, []byte("-----END"))
		return
	}
	name, value, ok := row(line)
	switch {
	case ok && string(name) == "Variable_name":
		r.endSnapshot()
		if r.next.IsZero() {
			r.next = r.in.At()
		}
		r.begin(r.in.Number(), r.next)
		r.next, r.inside = time.Time{}, true
	case ok && r.inside:
		r.key = bytes.HasPrefix(value, []byte("-----BEGIN")) && !bytes.Contains(value, []byte("-----END"))
		r.put(name, value)
	case !frame(line):
		r.notUnderstood(line)
	}
}

func (r *reader) notUnderstood(line []byte) {
	if !r.stopped {
		r.stopped = !r.yield(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line),
			Want: "a status variable's name and value, or the heading of the next snapshot"})
	}
}

func (r *reader) endSnapshot() {
	if r.inside {
		r.inside = false
		r.end()
	}
}
