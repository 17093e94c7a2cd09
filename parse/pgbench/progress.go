package pgbench

import (
	"math"
	"strconv"
	"time"

	"jitterlog/parse"
)

// A progress is one line of -P.
type progress struct {
	label                          float64
	tps, lat, stddev, lag          float64 // NaN where the line has none
	failed, skipped, retried, more int64   // more: retries; Absent where the line has none
}

// read takes a line apart. It returns what was expected where it stopped, or "",
// and is silent ("progress: ") for a line of another kind.
func (p *progress) read(line []byte) (want string) {
	c := parse.Cursor{Line: line}
	_, want = p.take(&c)
	return want
}

func (p *progress) take(c *parse.Cursor) (column int, want string) {
	nan := math.NaN()
	*p = progress{lat: nan, stddev: nan, lag: nan, failed: parse.Absent, skipped: parse.Absent, retried: parse.Absent, more: parse.Absent}
	if !c.Literal("progress: ") {
		return 0, "progress: "
	}
	var ok bool
	if p.label, ok = c.Figure(); !ok || !(p.label <= maxEpoch) || !c.Literal(" s, ") {
		return c.Column(), "seconds, such as 5.0 s"
	}
	if p.tps, ok = c.Figure(); !ok || !c.Literal(" tps") {
		return c.Column(), "a rate, such as 1234.5 tps"
	}
	for !c.End() {
		if !c.Literal(", ") {
			return c.Column(), "the end of the line, or a comma"
		}
		if !p.part(c) {
			return c.Column(), "lat, lag, failed, skipped, retried or retries"
		}
	}
	return 0, ""
}

// part takes one figure between commas.
func (p *progress) part(c *parse.Cursor) bool {
	switch {
	case c.Literal("lat "):
		lat, ok := c.Figure()
		if p.lat = lat; !ok || !c.Literal(" ms") {
			return false
		}
		if !c.Literal(" stddev ") {
			return true
		}
		p.stddev, ok = c.Figure()
		return ok
	case c.Literal("lag "):
		lag, ok := c.Figure()
		p.lag = lag
		return ok && c.Literal(" ms")
	}
	n, ok := c.Count()
	if !ok || n > 1<<50 {
		return false
	}
	switch {
	case c.Literal(" failed"):
		p.failed = n
	case c.Literal(" skipped"):
		p.skipped = n
	case c.Literal(" retried"):
		p.retried = n
	case c.Literal(" retries"):
		p.more = n
	default:
		return false
	}
	return true
}

// progress reads a progress line; it returns false if the line is no such one.
func (r *textReader) progress(line []byte) bool {
	c := parse.Cursor{Line: line}
	var p progress
	column, want := p.take(&c)
	if column == 0 && want != "" {
		return false
	}
	if want != "" {
		r.incomplete(line, column, want)
		return true
	}
	if r.run != nil && (r.run.reported || r.run.load || r.run.lines > 0 && p.label <= r.run.label) {
		r.finish()
	}
	if r.run == nil || r.run.lines == 0 {
		if p.label == 0 {
			r.incomplete(line, len("progress: ")+1, "seconds that have passed")
			return true
		}
	}
	run := r.begin()
	if run.lines == 0 && p.label >= minEpoch {
		run.held, run.heldLine = p, r.in.Number()
		run.lines, run.label = 1, p.label
		return true
	}
	if run.heldLine > 0 {
		run.origin = 2*run.label - p.label
		run.step = math.Round((p.label-run.label)*1000) / 1000
		r.report(&run.held, run.heldLine, run.label-run.step)
		run.heldLine = 0
	}
	if run.lines == 0 {
		run.step = p.label
	}
	r.report(&p, r.in.Number(), run.label)
	run.lines++
	run.label = p.label
	return true
}

// report yields a progress line as the interval that begins at the label
// before it.
func (r *textReader) report(p *progress, line int, before float64) {
	run := r.run
	start, end := before-run.origin, p.label-run.origin
	if run.origin > 0 {
		// Labels are rounded to milliseconds; float64 holds them less exactly.
		start, end = math.Round(start*1000)/1000, math.Round(end*1000)/1000
	}
	if !(start < end) {
		r.send(nil, &parse.SyntaxError{Line: line, Text: "progress: " + strconv.FormatFloat(p.label, 'f', -1, 64) + " s", Want: "a time that is milliseconds after the one before"})
		return
	}
	op := parse.NewOp("transaction")
	op.Rate = p.tps
	if p.tps > 0 {
		op.AvgMS = p.lat
	}
	if p.failed >= 0 || p.skipped >= 0 {
		op.Failed = max(p.failed, 0) + max(p.skipped, 0)
	}
	op.Retried = p.retried
	r.ops[0] = op
	r.interval = parse.Interval{Line: line, Start: start, End: end, Phase: parse.Measure, Threads: parse.Absent, Ops: r.ops[:]}
	r.emit(&r.interval)
	if end-start > 1.5*run.step {
		r.emit(&parse.Event{Line: line, T: end, Severity: parse.Warning, Kind: parse.LateReport, Message: "a progress line covers more than its interval", Count: 1})
	}
	if p.tps > 0 {
		r.measured("latency_stddev", "ms", p.stddev)
	}
	r.measured("schedule_lag_avg", "ms", p.lag)
	if p.more >= 0 {
		r.measured("retries", "tries", float64(p.more))
	}
}

func (r *textReader) measured(metric, unit string, value float64) {
	if math.IsNaN(value) {
		return
	}
	r.sample = parse.Sample{Line: r.interval.Line, T: r.interval.End, Source: tool, Metric: metric, Unit: unit, Value: value}
	r.emit(&r.sample)
}

// startedAt returns the wall clock time of the measuring start.
func (run *run) startedAt() time.Time {
	if run.origin == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(math.Round(run.origin * 1000))).UTC()
}
