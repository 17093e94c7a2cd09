// Package tpccmysql reads what tpcc-mysql prints: the log of tpcc_start in every
// dialect of its history, its -f and -t files, and the output of tpcc_load.
//
// A report line counts ALL transactions of its interval; the number in brackets
// is how many of them were late. Times are the tool's labels, a count of
// alarms: if the whole client is frozen, an interval is longer than it says.
// Nothing is printed during ramp-up, so all intervals are of phase measure.
// Latencies of 2011 to early 2016 are CPU time of the client (see meaning).
package tpccmysql

import (
	"iter"
	"time"

	"jitterlog/parse"
)

// maxLabel is the greatest time a report line can have: the tool's is an int.
const maxLabel = 1<<31 - 1

// mostCounted bounds sums over counts of up to 18 digits.
const mostCounted = 1 << 62

// read returns a reader whose runs are of that format unless their own
// banner says something else.
func read(format string) func(*parse.Lines) iter.Seq2[parse.Record, error] {
	return func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) {
			r := &reader{in: in, format: format, yield: yield}
			for !r.stopped {
				line, ok := in.Next()
				if !ok {
					r.end()
					return
				}
				r.base = 0
				r.line(line)
			}
		}
	}
}

// A reader turns lines into records. After yield returned false it only goes on
// to the end of the line.
type reader struct {
	in       *parse.Lines
	format   string
	yield    func(parse.Record, error) bool
	stopped  bool
	run      *run
	troubles troubles
	base     int // where in the line the text that is read begins
	frame    int // number of the last line of asterisks
	orphan   int // number of the first line of an error that no run was begun for
	report   reportLine
	interval parse.Interval
	held     *heldInterval
	bucket   parse.Bucket
}

// A heldInterval is the first interval of a run whose report interval is not
// known before the second label is.
type heldInterval struct {
	line  int
	label int64
	ops   []parse.Op
}

func (r *reader) emit(rec parse.Record) {
	if !r.stopped {
		r.stopped = !r.yield(rec, nil)
	}
}

// line reads one line of the log.
func (r *reader) line(b []byte) {
	number, pos, kind := numbered(b, 0)
	switch kind {
	case trxLine, countLine:
		r.reportLine(b, number, pos, kind)
	case errorLine:
		r.serverError(number, b, pos)
	default:
		r.text(b)
	}
}

// reportLine reads a line of intervals: one, or many where printf broke them
// off without a line end.
func (r *reader) reportLine(b []byte, label int64, pos int, kind lineKind) {
	for {
		read := r.report.trx
		if kind == countLine {
			read = r.report.counts
		}
		end, ok := read(b, pos)
		if label < 1 || label > maxLabel {
			end, ok = skipBlanks(b, 0), false
		}
		if !ok {
			r.syntax(b, end, "a report line")
			return
		}
		rest := skipBlanks(b, end)
		if r.report.shape != cutShape {
			if rest < len(b) {
				r.syntax(b, end, "the end of a report line")
				return
			}
			r.take(label)
			return
		}
		if _, _, ok := context(b, end); rest == end && end < len(b) && !ok {
			r.syntax(b, end, `"%: " or the end of the line`)
			return
		}
		r.take(label)
		if rest == len(b) || r.stopped {
			return
		}
		if label, pos, kind = numbered(b, rest); kind != trxLine {
			r.rest(b, rest)
			return
		}
	}
}

// take yields the report line that was read as the interval that ends at label.
func (r *reader) take(label int64) {
	run := r.run
	if run == nil || run.load || run.stage > atStopping || label <= run.last {
		run = r.begin(r.format, r.in.Number())
	}
	r.open()
	run.summary.LastLine = r.in.Number()
	run.stage = max(run.stage, atMeasuring)
	run.shape = r.report.shape
	if at := r.in.At(); run.lines == 0 && run.summary.StartedAt.IsZero() && !at.IsZero() {
		run.summary.StartedAt = at.Add(-time.Duration(label) * time.Second)
	}
	if r.held != nil {
		run.step = label - run.last
		r.releaseHeld()
	}
	r.flushTroubles()
	head := &r.report.ops[0]
	run.counted.ok = min(run.counted.ok+head.Count, mostCounted)
	if head.Late < 0 {
		run.counted.late = parse.Absent
	} else {
		run.counted.late = min(run.counted.late+head.Late, mostCounted)
	}
	last := run.last
	run.lines++
	run.last = label
	if run.step == 0 {
		ops := append([]parse.Op(nil), r.report.ops[:r.report.shown]...)
		r.held = &heldInterval{line: r.in.Number(), label: label, ops: ops}
		return
	}
	if !run.asked {
		run.step = min(run.step, label-last)
	}
	run.gap = run.gap || label-last != run.step
	r.emitInterval(r.in.Number(), max(last, label-run.step), label, r.report.ops[:r.report.shown])
}

// releaseHeld yields the first interval, if it is held back. Where no second
// one told its length it is taken to begin at 0.
func (r *reader) releaseHeld() {
	held, run := r.held, r.run
	if held == nil {
		return
	}
	r.held = nil
	if run.step == 0 {
		run.step = held.label
	}
	run.gap = run.gap || held.label != run.step
	r.emitInterval(held.line, max(0, held.label-run.step), held.label, held.ops)
}

// emitInterval yields (start, label], counted in seconds.
func (r *reader) emitInterval(line int, start, label int64, ops []parse.Op) {
	if start == 0 && r.run.summary.WarmupS > 0 && meaning[r.run.shape].rampUp {
		dropLatencies(ops)
	}
	length := float64(label - start)
	for k := range ops {
		ops[k].Rate = float64(ops[k].Count) / length
	}
	r.interval = parse.Interval{Line: line, Start: float64(start), End: float64(label), Phase: parse.Measure, Threads: parse.Absent, Ops: ops}
	r.emit(&r.interval)
}

// begin closes the run that is being read and begins another.
func (r *reader) begin(format string, line int) *run {
	r.close()
	r.orphan = 0
	r.run = newRun(format, line)
	return r.run
}

// need returns the run that is being read, begun if there is none, and opened.
func (r *reader) need() *run {
	if r.run == nil {
		r.begin(r.format, r.in.Number())
	}
	r.open()
	return r.run
}

// open yields the header of the run, which is held back until something says
// that more comes than a help text.
func (r *reader) open() {
	if r.run.opened {
		return
	}
	r.run.opened = true
	s := r.run.summary
	r.emit(&parse.Header{Line: s.FirstLine, Format: s.Format, Tool: tool})
}

// close yields what is left of the run and its summary.
func (r *reader) close() {
	run := r.run
	if run == nil {
		return
	}
	if run.usage && !run.opened {
		r.run, r.troubles = nil, troubles{}
		return
	}
	r.open()
	r.releaseHeld()
	r.flushBucket()
	r.flushTroubles()
	for _, ev := range run.verdicts() {
		r.emit(ev)
	}
	r.emit(run.finish())
	r.run = nil
	r.troubles.contexts = r.troubles.contexts[:0]
}

// end closes the last run. Errors that no run came for are a run that never
// began.
func (r *reader) end() {
	if r.run == nil && len(r.troubles.list) > 0 {
		r.begin(r.format, r.orphan)
		r.run.summary.LastLine = r.in.Number()
	}
	r.close()
}

// flushTroubles yields the errors since the last report line, if there is a
// run that they belong to: errors are not buffered as the banner is and may
// stand before it.
func (r *reader) flushTroubles() {
	if r.run == nil || !r.run.opened {
		return
	}
	for i := range r.troubles.list {
		r.emit(r.troubles.list[i].event(r.run.time()))
	}
	r.troubles.list = r.troubles.list[:0]
}

// trouble adds a line of the log that tells of an error.
func (r *reader) trouble(kind parse.Kind, text string, count int64) {
	r.room()
	r.touch()
	r.troubles.add(kind, -1, -1, []byte(text), r.in.Number(), count)
}

// room makes room for one more different trouble. Events may so be yielded
// before the first interval, which is still held back.
func (r *reader) room() {
	if !r.troubles.full() {
		return
	}
	if r.run == nil {
		r.begin(r.format, r.orphan)
	}
	r.open()
	r.flushTroubles()
}

// serverError reads "1213, 40001, Deadlock found ...", where i is at the state.
func (r *reader) serverError(code int64, b []byte, i int) {
	r.room()
	r.touch()
	r.troubles.server(code, b[skipBlanks(b, i+6):], r.in.Number())
}

// touch makes the current line the last that is known to be of the run.
func (r *reader) touch() {
	if r.run != nil {
		r.run.summary.LastLine = r.in.Number()
	} else if r.orphan == 0 {
		r.orphan = r.in.Number()
	}
}

const wholeLine = -1 // the position of what is wrong with a line as a whole

// syntax yields that the line is not understood at i. A last line that ends too
// early was cut off by whatever ended the log.
func (r *reader) syntax(b []byte, i int, want string) {
	err := &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(b), Want: want}
	switch {
	case i != wholeLine:
		err.Column = r.base + i + 1
	case r.base > 0:
		err.Column = r.base + 1
	}
	if i >= len(b) && r.in.Last() {
		r.trouble(parse.Truncated, "the last line is cut off", 1)
		return
	}
	if r.run != nil {
		r.open()
	}
	if !r.stopped {
		r.stopped = !r.yield(nil, err)
	}
}

// rest reads what stands behind i as a line of its own: errors are printed
// into unfinished lines. One line is taken apart once.
func (r *reader) rest(b []byte, i int) {
	if r.base > 0 {
		r.syntax(b, i, "the end of the line")
		return
	}
	r.base = i
	r.line(b[i:])
}
