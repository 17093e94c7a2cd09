package sysbench

import (
	"math"

	"jitterlog/parse"
)

// totals are the sums over the intervals of a run.
type totals struct {
	transactions float64 // rate x length
	highest      float64 // rate of transactions
	seconds      float64
	unknown      bool // some rate is not there
	queries      float64
	reads        float64 // statements, or bytes
	writes       float64
	fewer        bool // not all threads ran all the time
}

func (run *run) count(iv *parse.Interval, s shape) {
	t, length := &run.totals, iv.End-iv.Start
	t.seconds += length
	t.fewer = t.fewer || iv.Threads >= 0 && iv.Threads < run.sum.Threads
	ops := iv.Ops
	switch s {
	case files:
		t.reads += ops[0].Bytes
		t.writes += ops[1].Bytes
		return
	case statements:
		t.queries += ops[1].Rate
		t.reads += ops[2].Rate
		t.writes += ops[3].Rate
	case readWrite:
		t.reads += ops[1].Rate
		t.writes += ops[2].Rate
	}
	rate := ops[0].Rate
	if math.IsNaN(rate) {
		t.unknown = true
		return
	}
	t.transactions += rate * length
	t.highest = max(t.highest, rate)
}

// averages says whether a rate is the mean of all intervals, as that of the
// final report is.
func (run *run) averages(rate float64) bool {
	mean := run.totals.transactions / run.totals.seconds
	return math.Abs(rate-mean) <= 0.02*mean
}

// headline returns the operation that a run is judged by: transactions, or in
// autocommit mode, where there are none, writes or queries.
func (run *run) headline() string {
	t := &run.totals
	switch {
	case run.onlyLoads():
		return ""
	case run.kind == "fileio":
		if t.writes > 0 || t.reads == 0 && run.reported("fileio.writes_per_s") > 0 {
			return "write"
		}
		return "read"
	case run.isSQL:
		if run.reports == 0 || t.transactions > 0 || t.unknown {
			return "transaction"
		}
		switch {
		case t.writes > 0:
			return "write"
		case t.queries > 0:
			return "query"
		case t.reads > 0:
			return "read"
		}
		return "transaction"
	case run.reports > 0 || run.sum.Complete || run.kind != "":
		return "event"
	}
	return ""
}
