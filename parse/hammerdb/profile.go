package hammerdb

import (
	"bytes"
	"math"
	"strconv"

	"jitterlog/parse"
)

const profileBanner = "Hammerdb Time Profile Report @ "

// statistics are what a profile says of a procedure: as it is titled in the log,
// as JSON and the reported figures name it, and where an operation has it.
var statistics = [...]struct {
	title, name, unit string
	of                func(*parse.Op) *float64
}{
	{"CALLS", calls, "transactions", nil}, {"MIN", "min_ms", "ms", nil},
	{"AVG", "avg_ms", "ms", func(op *parse.Op) *float64 { return &op.AvgMS }},
	{"MAX", "max_ms", "ms", func(op *parse.Op) *float64 { return &op.MaxMS }},
	{"TOTAL", "total_ms", "ms", nil},
	{"P99", "p99_ms", "ms", func(op *parse.Op) *float64 { return &op.P99MS }},
	{"P95", "p95_ms", "ms", func(op *parse.Op) *float64 { return &op.P95MS }},
	{"P75", "p75_ms", "ms", nil},
	{"P50", "p50_ms", "ms", func(op *parse.Op) *float64 { return &op.P50MS }},
	{"P25", "p25_ms", "ms", nil}, {"SD", "sd", "clicks", nil}, {"RATIO", "ratio_pct", "%", nil},
}

// calls is the name of the one that is a count.
const calls = "calls"

// A profileReader reads hdbxtprofile.log. Of each virtual user it yields samples; the summary
// of all is the run's figures, and one interval over the whole of it.
type profileReader struct {
	run    *run
	all    bool   // the summary of all virtual users is read
	vuser  string // else whose part it is
	proc   string
	object string // vuser and proc
	ops    []parse.Op
}

func (r *profileReader) end() { r.finish() }

// finish yields the interval of the run's summary.
func (r *profileReader) finish() {
	s := r.run.summary
	if s == nil || len(r.ops) == 0 {
		return
	}
	s.Complete = true
	if s.ElapsedS > 0 {
		for i := range r.ops {
			if op := &r.ops[i]; op.Count >= 0 {
				op.Rate = float64(op.Count) / s.ElapsedS
			}
		}
		r.run.interval = parse.Interval{Line: s.LastLine, End: s.ElapsedS, Phase: parse.Measure, Threads: s.Threads, Ops: r.ops}
		r.run.emit(&r.run.interval)
	}
	r.ops = nil
}

func (r *profileReader) begin(format string) *parse.Summary {
	r.finish()
	r.all, r.vuser, r.proc = false, "", ""
	s := r.run.begin(format)
	s.Clock = parse.WallClock
	return s
}

func (r *profileReader) line(b []byte) {
	c := parse.Cursor{Line: b}
	ok := true
	switch {
	case isRule(b):
	case bytes.Contains(b, []byte(profileBanner)):
		server, date, _ := bytes.Cut(b, []byte(profileBanner))
		if _, ok = r.run.tclTime(date); ok {
			s := r.begin(FormatProfile)
			s.Server = string(bytes.TrimSpace(server))
			s.Reported["profile_written"] = parse.Shown(date)
		}
	case c.Literal(">>>>> VIRTUAL USER "):
		r.vuser, ok = r.section(&c, " : ELAPSED TIME : ")
		r.all = false
	case c.Literal(">>>>> SUMMARY OF "):
		var n string
		if n, ok = r.section(&c, " ACTIVE VIRTUAL USERS : MEDIAN ELAPSED TIME : "); ok {
			r.all = true
			r.run.summary.Threads, _ = strconv.ParseInt(n, 10, 64)
		}
	case c.Literal(">>>>> PROC: ") && r.run.summary != nil:
		r.procedure(c.Rest())
	case r.proc != "" && r.run.summary != nil:
		ok = r.figures(&c)
	default:
		ok = false
	}
	if !ok {
		r.run.reject(b, c.Column(), "a line of HammerDB's time profile")
		return
	}
	r.run.touch()
}

// section reads "2 : ELAPSED TIME : 420772ms".
func (r *profileReader) section(c *parse.Cursor, middle string) (number string, ok bool) {
	start := c.Pos
	if _, ok := c.Count(); !ok {
		return "", false
	}
	number = string(c.Line[start:c.Pos])
	if !c.Literal(middle) {
		return "", false
	}
	ms, ok := c.Figure()
	if !ok || ms > parse.MaxSeconds*1000 || !c.Literal("ms") || !c.End() {
		return "", false
	}
	if r.run.summary == nil || len(r.ops) > 0 {
		r.begin(FormatProfile)
	}
	r.run.summary.ElapsedS = ms / 1000
	r.proc = ""
	return number, true
}

// procedure begins the figures of a procedure.
func (r *profileReader) procedure(name []byte) {
	r.proc = opOf(bytes.TrimSpace(name))
	r.object = "vuser " + r.vuser + " " + r.proc
	if r.all {
		r.ops = append(r.ops, parse.NewOp(r.proc))
	}
}

// figures reads "CALLS: 53589\tMIN: 0.529ms\t...".
func (r *profileReader) figures(c *parse.Cursor) bool {
	for !c.End() {
		c.Blanks()
		title, ok := c.Until(':')
		if !ok {
			return false
		}
		k := 0
		for k < len(statistics) && string(title) != statistics[k].title {
			k++
		}
		if k == len(statistics) {
			return false
		}
		c.Blanks()
		start := c.Pos
		v, ok := c.Figure()
		if !ok {
			return false
		}
		text := c.Line[start:c.Pos]
		_ = c.Literal("ms") || c.Literal("%")
		r.figure(k, text, v)
	}
	return true
}

// figure takes one of the statistics of the procedure.
func (r *profileReader) figure(k int, text []byte, v float64) {
	if !r.all {
		if math.IsNaN(v) {
			return
		}
		r.run.sample = parse.Sample{Line: r.run.in.Number(), T: parse.NaN(), Source: tool, Object: r.object, Metric: statistics[k].name, Unit: statistics[k].unit, Value: v}
		r.run.emit(&r.run.sample)
		return
	}
	s := r.run.summary
	s.Reported[r.proc+"."+statistics[k].name] = parse.Shown(text)
	op := &r.ops[len(r.ops)-1]
	if of := statistics[k].of; of != nil {
		*of(op) = v
	} else if statistics[k].name == calls && v < 1<<53 {
		op.Count = int64(v)
	}
	if op.Name == "new_order" {
		s.LatAvgMS, s.LatP95MS = op.AvgMS, op.P95MS
	}
}
