package gotpc

import (
	"bytes"
	"math"

	"jitterlog/parse"
)

// A reader turns lines into records. After yield returned false it only goes on
// to the end of the line.
type reader struct {
	in       *parse.Lines
	yield    func(parse.Record, error) bool
	stopped  bool
	run      *run // nil before the first
	group    group
	row      row
	header   header // of the table that is read
	message  message
	panicked bool // a stack trace is being read
	interval parse.Interval
	sample   parse.Sample
}

// line reads one line of the log.
func (r *reader) line(b []byte) {
	b = bytes.TrimRight(b, " \t")
	if len(b) == 0 {
		return
	}
	if r.message.lines > 0 && r.continued(b) {
		r.touch()
		return
	}
	r.row = row{}
	known, ok := r.row.plain(b)
	column := 0
	switch {
	case known && ok:
		r.take()
	case known:
	case bytes.HasPrefix(b, []byte("[{")):
		column, ok = r.jsonLine(b)
	case b[0] == '|' || bytes.HasPrefix(b, []byte(bar)):
		ok = r.tableRow(b)
	case isFrame(b):
		ok = true
	default:
		ok = r.text(b)
	}
	switch {
	case ok:
		r.touch()
	case r.panicked && r.run != nil:
	default:
		r.reject(b, column)
	}
}

// touch makes the current line the last that is known to be of the run.
func (r *reader) touch() {
	if r.run != nil {
		r.run.summary.LastLine = r.in.Number()
	}
}

const finished = "Finished"

// text reads a line that is no report.
func (r *reader) text(b []byte) bool {
	if r.messageLine(b) {
		r.panicked = false
		return true
	}
	c := parse.Cursor{Line: b}
	switch {
	case string(b) == finished:
		run := r.need()
		r.closeGroup()
		run.finished = true
	case bytes.HasPrefix(b, []byte("tpmC: ")):
		return r.resultLine(b)
	case isLoadStep(b):
		r.load(true)
		r.loadStep(b)
	case c.Literal("panic: ") || c.Literal("Error: ") || c.Literal("Failed to "):
		r.panicked = b[0] == 'p'
		r.need()
		code, text := readable(string(c.Rest()))
		r.event(&parse.Event{Line: r.in.Number(), Severity: parse.Error, Kind: parse.Fatal, Code: code, Message: text, Count: 1})
	case c.Literal("real\t"):
		return r.shellTime(c.Rest())
	default:
		return isNoise(b)
	}
	return true
}

// take takes the row that was read.
func (r *reader) take() {
	w := &r.row
	final := w.section == summary || w.section == unmarked && r.run != nil && r.run.finished
	if final {
		run := r.need()
		r.closeGroup()
		run.summaryRow(w)
		return
	}
	if r.run == nil || r.run.load || r.run.finished || r.run.reported {
		r.begin(r.in.Number())
	}
	g := &r.group
	if w.waiting != "" {
		if len(g.waits) == len(waits)*len(opNames) {
			r.closeGroup()
		}
		if g.empty() {
			g.line = r.in.Number()
		}
		g.last = behindWaits
		g.waits = append(g.waits, parse.Sample{Line: r.in.Number(), Source: tool, Object: opNames[w.op], Metric: w.waiting, Unit: "s", Value: w.number[wait]})
		return
	}
	if !g.empty() && w.key() <= g.last {
		r.closeGroup()
	}
	if g.empty() {
		g.line = r.in.Number()
	}
	g.last = w.key()
	if !g.has[w.op] {
		g.has[w.op] = true
		g.ops[w.op] = parse.NewOp(opNames[w.op])
	}
	w.fill(&g.ops[w.op])
	// Of old versions, the TPM of failed transactions counts from their last.
	if !w.failed {
		g.elapsed = max(g.elapsed, w.elapsed())
	}
}

// begin closes the run that is being read and begins another.
func (r *reader) begin(line int) {
	r.close()
	r.run = newRun(line)
	if at := r.in.At(); !at.IsZero() {
		r.run.startedAt = at
	}
}

// need returns the run that is being read, begun if there is none.
func (r *reader) need() *run {
	if r.run == nil {
		r.begin(r.in.Number())
	}
	return r.run
}

// load makes sure that the run is one of the loader, or none of it.
func (r *reader) load(load bool) {
	run := r.need()
	if run.load == load {
		return
	}
	if run.load || run.finished || run.reported || run.reports > 0 || !r.group.empty() || len(run.timing.held) > 0 {
		r.begin(r.in.Number())
	}
	r.run.load = load
}

// maxEvents is how many events wait for the time of the report before them.
const maxEvents = 64

// event yields an event of the run, after the report that it follows.
func (r *reader) event(ev *parse.Event) {
	t := &r.run.timing
	switch {
	case !r.group.empty() && len(r.group.events) < maxEvents:
		r.group.events = append(r.group.events, ev)
		return
	case r.group.empty() && len(t.held) > 0 && len(t.held[len(t.held)-1].events) < maxEvents:
		last := t.held[len(t.held)-1]
		last.events = append(last.events, ev)
		return
	}
	ev.T = parse.NaN()
	if r.run.reports > 0 {
		ev.T = t.end
	}
	r.emit(ev)
}

// emit yields a record of the run, its header before the first.
func (r *reader) emit(rec parse.Record) {
	if s := r.run.summary; !r.run.opened {
		r.run.opened = true
		r.send(&parse.Header{Line: s.FirstLine, Format: s.Format, Tool: tool}, nil)
	}
	r.send(rec, nil)
}

func (r *reader) send(rec parse.Record, err error) {
	if !r.stopped {
		r.stopped = !r.yield(rec, err)
	}
}

// reject yields that the line is not understood. A last line that does not end
// was cut off by whatever ended the log.
func (r *reader) reject(b []byte, column int) {
	known := b[0] == '[' || b[0] == '|' || bytes.HasPrefix(b, []byte(bar))
	err := &parse.SyntaxError{Line: r.in.Number(), Column: column, Text: parse.Shown(b), Want: "a line of go-tpc"}
	if known && r.run != nil && r.in.Last() {
		r.touch()
		r.event(parse.CutOff(err.Line, parse.NaN()))
		return
	}
	r.send(nil, err)
}

// close yields what is left of the run and its summary.
func (r *reader) close() {
	run := r.run
	if run == nil {
		return
	}
	r.closeMessage()
	r.closeGroup()
	r.release()
	s := run.finish()
	for _, text := range run.contradictions() {
		r.emit(&parse.Event{Line: s.LastLine, T: parse.NaN(), Severity: parse.Warning, Kind: parse.Mismatch, Message: text, Count: 1})
	}
	r.emit(s)
	r.run, r.panicked = nil, false
	r.group.clear()
}

// loadStep reads the number of the warehouse that is loaded: the largest is
// the scale.
func (r *reader) loadStep(b []byte) {
	const word = "warehouse "
	if i := bytes.LastIndex(b, []byte(word)); i >= 0 {
		c := parse.Cursor{Line: b, Pos: i + len(word)}
		if n, ok := c.Int(); ok {
			r.run.summary.Scale = max(r.run.summary.Scale, n)
		}
	}
}

// shellTime reads "4m15.557s" of the shell's time. Of a load it is the only
// time there is.
func (r *reader) shellTime(b []byte) bool {
	c := parse.Cursor{Line: b}
	m, ok := c.Count()
	if !ok || !c.Byte('m') {
		return false
	}
	s, ok := c.Figure()
	if !ok || math.IsNaN(s) || !c.Byte('s') || !c.End() {
		return false
	}
	if r.run != nil {
		r.run.report("real", b)
		if r.run.load {
			r.run.summary.ElapsedS = 60*float64(m) + s
		}
	}
	return true
}
