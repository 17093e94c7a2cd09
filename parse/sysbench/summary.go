package sysbench

import (
	"math"
	"strconv"
	"strings"

	"jitterlog/parse"
)

// parts puts the reports of checkpoints together.
type parts struct {
	at     float64 // time of the last checkpoint
	counts map[string]float64
	min    float64
	max    float64
}

// figure takes a figure of a report, as it is printed.
func (r *reader) figure(name, text string) {
	run := r.run
	if run.checkpoints > 0 {
		r.partFigure(name, text)
	}
	if !run.block.checkpoint {
		run.sum.Reported[name] = text
	}
}

// counted are the figures that add up over checkpoints.
var counted = []string{"sql.read", "sql.write", "sql.other", "sql.total", "transactions", "queries", "deadlocks",
	"read_write_requests", "other_operations", "ignored_errors", "reconnects", "events", "operations", "execution_time_s", "lat.sum_ms"}

func (r *reader) partFigure(name, text string) {
	c := cursor{Cursor: parse.Cursor{Line: []byte(text)}}
	value, ok := c.Float()
	if !ok || math.IsNaN(value) {
		return
	}
	p := &r.run.parts
	at := p.at
	if !r.run.block.checkpoint {
		at = r.run.now()
	}
	r.measured(r.in.Number(), at, "checkpoint", name, value)
	if p.counts == nil {
		p.counts = map[string]float64{}
		p.min, p.max = math.Inf(1), 0
	}
	switch name {
	case "lat.min_ms":
		p.min = min(p.min, value)
	case "lat.max_ms":
		p.max = max(p.max, value)
	default:
		for _, c := range counted {
			if c == name {
				p.counts[name] += value
			}
		}
	}
}

// combine makes the figures of the last block, which cover the time since the
// last checkpoint, those of the whole run.
func (run *run) combine() {
	reported := run.sum.Reported
	elapsed := run.reported("total_time_s")
	for name := range reported {
		switch base := strings.TrimSuffix(name, "_per_s"); {
		case name == "total_time_s":
		case name == "lat.min_ms":
			reported[name] = strconv.FormatFloat(run.parts.min, 'f', 2, 64)
		case name == "lat.max_ms":
			reported[name] = strconv.FormatFloat(run.parts.max, 'f', 2, 64)
		case name == "lat.avg_ms":
			reported[name] = strconv.FormatFloat(run.parts.counts["lat.sum_ms"]/run.parts.counts["events"], 'f', 2, 64)
		case base != name && run.parts.has(base) && elapsed > 0:
			reported[name] = strconv.FormatFloat(run.parts.counts[base]/elapsed, 'f', 2, 64)
		case name == "lat.sum_ms":
			reported[name] = strconv.FormatFloat(run.parts.counts[name], 'f', 2, 64)
		case name == "execution_time_s":
			reported[name] = strconv.FormatFloat(run.parts.counts[name], 'f', 4, 64)
		case run.parts.has(name):
			reported[name] = strconv.FormatFloat(run.parts.counts[name], 'f', 0, 64)
		default:
			delete(reported, name)
		}
	}
	reported["checkpoints"] = strconv.Itoa(run.checkpoints)
}

func (p *parts) has(name string) bool {
	_, ok := p.counts[name]
	return ok
}

// figure returns a figure of the final report, NaN if it is not there or is
// negative: checkNegative says so.
func (run *run) figure(name string) float64 {
	if v := run.reported(name); v >= 0 && v <= parse.MaxFigure {
		return v
	}
	return math.NaN()
}

// reported returns a figure of the final report as it is printed, NaN if it is not
// there.
func (run *run) reported(name string) float64 {
	text, ok := run.sum.Reported[name]
	if !ok {
		return math.NaN()
	}
	c := cursor{Cursor: parse.Cursor{Line: []byte(text)}}
	v, ok := c.Float()
	if !ok {
		return math.NaN()
	}
	return v
}

// hookSummary takes the final report of a report hook.
func (r *reader) hookSummary(at int64, v *values) {
	sum := r.run.sum
	sum.Complete = true
	sum.Reported["total_time_s"] = strconv.FormatInt(at, 10)
	for _, f := range [...]struct {
		name  string
		value float64
	}{
		{"transactions_per_s", v.tps}, {"queries_per_s", v.qps},
		{"sql.read_per_s", v.read}, {"sql.write_per_s", v.write}, {"sql.other_per_s", v.other},
		{"lat.pct_ms", v.latency}, {"ignored_errors_per_s", v.errors}, {"reconnects_per_s", v.reconn},
	} {
		if !math.IsNaN(f.value) {
			sum.Reported[f.name] = strconv.FormatFloat(f.value, 'f', 2, 64)
		}
	}
}

// summarise fills the summary from what was read.
func (r *reader) summarise() {
	run, sum := r.run, r.run.sum
	if run.checkpoints > 0 && sum.Complete {
		run.combine()
	}
	if run.reports == 0 {
		run.totals.transactions = run.reported("transactions")
		run.totals.reads, run.totals.writes = run.reported("sql.read"), run.reported("sql.write")
		run.totals.queries = run.reported("sql.total")
	}
	switch {
	case run.onlyLoads():
		sum.Workload = "load"
	case run.kind != "":
		sum.Workload = run.kind
	case run.isSQL:
		sum.Workload = "sql"
	}
	sum.HeadlineOp = run.headline()
	if run.step > 0 && (!run.stepSeen || run.reports > 1) {
		sum.IntervalS = float64(run.step)
	}
	if t := run.figure("total_time_s"); !math.IsNaN(t) {
		sum.ElapsedS = t
	}
	sum.TPS = run.figure("transactions_per_s")
	if sum.QPS = run.figure("queries_per_s"); math.IsNaN(sum.QPS) {
		both := run.figure("read_write_requests_per_s") + run.figure("other_operations_per_s")
		sum.QPS = math.Round(both*100) / 100
	}
	if run.reported("events") != 0 {
		sum.LatAvgMS = run.figure("lat.avg_ms")
		if p := run.figure("lat.pct95_ms"); p != ceilingMS && (p > 0 || !run.isSQL) {
			sum.LatP95MS = p
		}
	}
	for _, name := range [...]string{"ignored_errors", "deadlocks"} {
		if n := run.figure(name); n < 1<<53 {
			sum.Errors = int64(n)
		}
	}
}

// unit is that of a figure, by its name.
func unit(name string) string {
	switch {
	case strings.HasSuffix(name, "_mib_per_s"):
		return "MiB/s"
	case strings.HasSuffix(name, "_per_s"):
		return "1/s"
	case strings.HasSuffix(name, "_ms"):
		return "ms"
	case strings.HasSuffix(name, "_s"), strings.HasPrefix(name, "fairness.execution_s"):
		return "s"
	}
	return ""
}
