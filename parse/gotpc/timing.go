package gotpc

import (
	"math"
	"slices"

	"jitterlog/parse"
)

// A group is one report: all of its rows are one interval.
type group struct {
	line    int
	last    int     // key of the last row, behindWaits after waiting times
	elapsed float64 // the longest of its rows
	has     [len(opNames)]bool
	ops     [len(opNames)]parse.Op
	waits   []parse.Sample
	events  []*parse.Event // that happened after it
}

// behindWaits is a key that none can follow in the same report.
const behindWaits = 2 * len(opNames)

func (g *group) empty() bool { return g.line == 0 }

// clear makes the group empty and keeps its memory.
func (g *group) clear() {
	*g = group{waits: g.waits[:0], events: g.events[:0]}
}

// heldGroups is how many reports are held back until the report interval is
// inferred.
const heldGroups = 3

// defaultInterval is that of --interval, in seconds.
const defaultInterval = 10

// timing gives the reports of a run their times. The tool reports by a ticker
// every --interval, but prints neither that nor a time. What a report tells is
// how long ago its first transaction ended: a little less than the interval, or
// much less after a stall, and more only where the client itself was frozen.
// The next tick comes when it would have come without that.
type timing struct {
	step float64 // the report interval, 0 until inferred
	end  float64 // of the last interval
	over float64 // by how much the last report was late
	held []*group
}

// infer sets the report interval: the middle one of what the held reports say.
func (t *timing) infer() {
	if len(t.held) == 0 {
		return
	}
	steps := make([]float64, 0, heldGroups)
	for _, g := range t.held {
		if g.elapsed > 0 {
			steps = append(steps, wholeInterval(g.elapsed))
		}
	}
	if t.step = defaultInterval; len(steps) > 0 {
		slices.Sort(steps)
		t.step = steps[len(steps)/2]
	}
}

// wholeInterval returns the interval that a report of that many seconds is
// likely of: whole seconds, or tenths below one.
func wholeInterval(elapsed float64) float64 {
	const late = 0.1 // seconds
	unit := 1.0
	if elapsed < 0.75 {
		unit = 0.1
	}
	n := math.Ceil((elapsed - late*unit) / unit)
	return max(n, 1) / math.Round(1/unit)
}

// next returns the interval of a report, and whether it is later than it
// should be.
func (t *timing) next(elapsed float64) (start, end float64, late bool) {
	tolerance := 0.05 + 0.1*t.step
	length := t.step
	if rest := max(t.step-t.over, 0.001); elapsed <= rest+tolerance {
		length = rest
	}
	t.over = 0
	if elapsed > length+tolerance {
		late = true
		length = math.Round(elapsed*1000) / 1000
		t.over = math.Mod(length, t.step)
	}
	start = t.end
	t.end = math.Round((start+length)*1000) / 1000
	return start, t.end, late
}

// closeGroup ends the report that is being read.
func (r *reader) closeGroup() {
	if r.group.empty() {
		return
	}
	t := &r.run.timing
	if t.step > 0 {
		r.place(&r.group)
		r.group.clear()
		return
	}
	held := r.group
	t.held = append(t.held, &held)
	r.group = group{}
	if len(t.held) == heldGroups {
		r.release()
	}
}

// release yields the reports that were held back.
func (r *reader) release() {
	t := &r.run.timing
	if t.step > 0 {
		return
	}
	t.infer()
	for _, g := range t.held {
		r.place(g)
	}
	t.held = nil
}

// place yields a report as an interval, and what happened after it.
func (r *reader) place(g *group) {
	run := r.run
	start, end, late := run.timing.next(g.elapsed)
	r.interval = parse.Interval{Line: g.line, Start: start, End: end, Phase: parse.Measure, Threads: parse.Absent, Ops: r.interval.Ops[:0]}
	for k := range opNames {
		run.seen[k] = run.seen[k] || g.has[k]
		if !run.seen[k] {
			continue
		}
		op := parse.NewOp(opNames[k])
		if g.has[k] {
			op = g.ops[k]
		}
		op.Count, op.Failed = max(op.Count, 0), max(op.Failed, 0)
		op.Rate = float64(op.Count) / (end - start)
		run.counted[k] += op.Count
		r.interval.Ops = append(r.interval.Ops, op)
	}
	if len(r.interval.Ops) == 0 { // a report of waiting times alone
		op := parse.NewOp(opNames[0])
		op.Count, op.Failed, op.Rate = 0, 0, 0
		r.interval.Ops = append(r.interval.Ops, op)
	}
	run.reports++
	r.emit(&r.interval)
	for i := range g.waits {
		r.sample = g.waits[i]
		r.sample.T = end
		r.emit(&r.sample)
	}
	if late {
		r.emit(&parse.Event{Line: g.line, T: end, Severity: parse.Warning, Kind: parse.LateReport, Message: "a report came late: the client was held up", Count: 1})
	}
	for _, ev := range g.events {
		ev.T = end
		r.emit(ev)
	}
}
