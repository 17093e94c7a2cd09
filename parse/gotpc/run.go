package gotpc

import (
	"fmt"
	"math"
	"time"

	"jitterlog/parse"
)

// A run is what is known so far of the run that is being read.
type run struct {
	summary     *parse.Summary
	load        bool // prepare or cleanup
	opened      bool // its header was yielded
	finished    bool // "Finished" was seen
	reported    bool // a row of the final report was seen
	interrupted bool
	startedAt   time.Time

	timing  timing
	seen    [len(opNames)]bool  // operations that were reported
	counted [len(opNames)]int64 // added up over the reports
	reports int
	total   [len(opNames)]int64 // of the final report, Absent if it has none

	stopped, died int64 // workers that ended at the end, and before
	tpmc          float64
	efficiency    float64
}

func newRun(line int) *run {
	run := &run{summary: parse.NewSummary(Format, tool, line), tpmc: math.NaN(), efficiency: math.NaN()}
	for k := range run.total {
		run.total[k] = parse.Absent
	}
	return run
}

// report stores a figure of the final report as it was printed.
func (r *run) report(name string, value []byte) { r.summary.Reported[name] = parse.Shown(value) }

// summaryRow takes a row of the final report.
func (r *run) summaryRow(w *row) {
	r.reported = true
	s := r.summary
	name := opNames[w.op]
	if w.waiting != "" {
		r.report(name+"."+w.waiting+"_avg_s", w.text[wait])
		return
	}
	if s.Errors == parse.Absent {
		s.Errors = 0
	}
	n := int64(w.number[count])
	if w.failed {
		name += "_err"
		s.Errors += min(n, math.MaxInt64-s.Errors)
	} else {
		r.total[w.op] = n
	}
	for f := range columns {
		if w.text[f] != nil {
			r.report(name+"."+columns[f].name, w.text[f])
		}
	}
	if !(s.ElapsedS >= w.number[takes]) {
		s.ElapsedS = w.number[takes]
	}
	if w.op == 0 && !w.failed {
		op := parse.NewOp(name)
		w.fill(&op)
		s.LatAvgMS, s.LatP95MS = op.AvgMS, op.P95MS
	}
}

// result takes one of the final figures.
func (r *reader) result(name string, text []byte) bool {
	c := parse.Cursor{Line: text}
	v, ok := c.Figure()
	percent := c.Byte('%')
	if !ok || !c.End() || percent != (name == "efficiency") {
		return false
	}
	run := r.need()
	run.report(name, text)
	run.reported = true
	switch name {
	case "tpmc":
		run.tpmc = v
	case "efficiency":
		run.efficiency = v
	}
	return true
}

// warehouses returns the scale that the efficiency was computed with, which
// is tpmC per 12.86 a warehouse, the most that the standard allows. It is Absent
// where the printed digits do not tell it.
func (r *run) warehouses() int64 {
	w := 100 * r.tpmc / (12.86 * r.efficiency)
	const digit = 0.051 // what rounding and a second look at the clock can change
	doubt := w * (digit/r.efficiency + digit/r.tpmc)
	if n := math.Round(w); n >= 1 && n < 1<<31 && doubt < 0.3 && math.Abs(w-n) <= doubt {
		return int64(n)
	}
	return parse.Absent
}

// finish fills the summary from all that was read.
func (r *run) finish() *parse.Summary {
	s := r.summary
	s.StartedAt = r.startedAt
	if r.load {
		s.Workload = "load"
		s.Complete = r.finished && !r.interrupted
		return s
	}
	s.Workload, s.HeadlineOp, s.Clock = "tpcc", opNames[0], parse.WallClock
	if r.timing.step > 0 {
		s.IntervalS = r.timing.step
	}
	s.TpmC = r.tpmc
	s.Scale = r.warehouses()
	if r.finished && r.stopped > 0 {
		s.Threads = r.stopped + r.died
	}
	s.Complete = !math.IsNaN(r.tpmc) && !r.interrupted
	return s
}

// contradictions returns what the figures of the run say against each other.
func (r *run) contradictions() []string {
	var found []string
	for k, name := range opNames {
		if r.reports > 0 && r.total[k] >= 0 && r.counted[k] > r.total[k] {
			found = append(found, fmt.Sprintf("the reports add up to %d %s transactions, the final report says %d", r.counted[k], name, r.total[k]))
		}
	}
	// The last interval is cut short and not reported.
	elapsed, step := r.summary.ElapsedS, r.timing.step
	if missing := elapsed - r.timing.end; r.reports > 0 && math.Abs(missing-step/2) > step {
		found = append(found, fmt.Sprintf("the reports cover %v s, the final report %v s: those without a transaction are not printed, and the times behind them are too early", r.timing.end, elapsed))
	}
	return found
}
