package pgbench

import (
	"math"
	"time"

	"jitterlog/parse"
)

// mostCounted is beyond what can be done in one interval.
const mostCounted = 1e12

// An aggregateRow is one line of the aggregate log: start, transactions, sum,
// sum of squares, minimum and maximum of their latencies, the same of their
// lags, skipped, retried, retries, and failures by kind. Old versions print the
// first 6, 10 or 11 of them.
type aggregateRow struct {
	v [16]float64
	n int
}

func (r *aggregateRow) start() float64 { return r.v[0] }
func (r *aggregateRow) count() float64 { return r.v[1] }

// read takes a row apart. It returns the column and what was expected there,
// or "".
func (r *aggregateRow) read(line []byte) (column int, want string) {
	c := parse.Cursor{Line: line}
	for r.n = 0; r.n < len(r.v) && !c.End(); r.n++ {
		v, ok := c.Figure()
		if !ok || math.IsNaN(v) || !c.Byte(' ') && c.Pos < len(line) {
			return c.Column(), "a number"
		}
		if r.n > 9 && v > mostCounted {
			return c.Column(), "a number of transactions"
		}
		r.v[r.n] = v
	}
	switch {
	case !c.End():
		return c.Column(), "the end of the line"
	case r.n != 6 && r.n != 10 && r.n != 11 && r.n != 15 && r.n != 16:
		return len(line) + 1, "6, 10, 11, 15 or 16 columns"
	case r.v[0] < minEpoch || r.v[0] > maxEpoch || r.v[0] != math.Trunc(r.v[0]):
		return 1, "seconds since 1970"
	case r.v[1] != math.Trunc(r.v[1]) || r.v[1] > mostCounted:
		return 12, "a number of transactions"
	}
	return 0, ""
}

// plausible says whether sums and extremes agree, but for rounding.
func (r *aggregateRow) plausible() bool {
	n, sum, squares, low, high := r.v[1], r.v[2], r.v[3], r.v[4], r.v[5]
	return low <= high && sum >= n*(low-1) && sum <= n*(high+1) && squares*n >= (sum-n)*(sum-n)*(1-1e-6)
}

// An aggregateReader reads the aggregate log.
type aggregateReader struct {
	in      *parse.Lines
	out     func(parse.Record, error) bool
	stopped bool

	summary  *parse.Summary
	held     aggregateRow // the last row, until the next tells where it ends
	heldLine int
	origin   float64
	step     float64 // the shortest interval that was seen, in seconds; 0: unknown
	failed   int64
	cut      bool // inside its last line

	interval parse.Interval
	ops      [1]parse.Op
	sample   parse.Sample
}

func (r *aggregateReader) read() {
	var row aggregateRow
	for line, ok := r.in.Next(); ok && !r.stopped; line, ok = r.in.Next() {
		if len(line) == 0 {
			continue
		}
		if column, want := row.read(line); want != "" {
			r.reject(line, column, want)
			continue
		}
		r.row(&row)
	}
	r.finish()
}

func (r *aggregateReader) row(row *aggregateRow) {
	line := r.in.Number()
	if r.summary != nil && row.start() <= r.held.start() {
		r.finish()
	}
	if r.summary == nil {
		r.summary = parse.NewSummary("pgbench-aggregate", tool, line)
		r.send(&parse.Header{Line: line, Format: "pgbench-aggregate", Tool: tool}, nil)
		r.origin = row.start()
	} else {
		if length := row.start() - r.held.start(); r.step == 0 || length < r.step {
			r.step = length
		}
		r.report()
	}
	r.summary.LastLine = line
	r.held, r.heldLine = *row, line
}

// report yields the row that is held as an interval.
func (r *aggregateReader) report() {
	row := &r.held
	op := parse.NewOp("transaction")
	op.Count = int64(row.count())
	if row.count() > 0 {
		op.AvgMS, op.MaxMS = row.v[2]/row.count()/1000, row.v[5]/1000
	}
	if row.n > 10 {
		op.Failed = int64(row.v[10])
		for _, v := range row.v[min(13, row.n):row.n] {
			op.Failed += int64(v)
		}
		r.failed += op.Failed
	}
	if row.n > 11 {
		op.Retried = int64(row.v[11])
	}
	start := row.start() - r.origin
	r.ops[0] = op
	r.interval = parse.Interval{Line: r.heldLine, Start: start, End: start + r.step, Phase: parse.Measure, Threads: parse.Absent, Ops: r.ops[:]}
	r.send(&r.interval, nil)
	if row.count() == 0 {
		return
	}
	mean := row.v[2] / row.count()
	r.measured("latency_stddev", math.Sqrt(max(row.v[3]/row.count()-mean*mean, 0))/1000)
	if row.n > 9 && row.v[9] > 0 {
		r.measured("schedule_lag_avg", row.v[6]/row.count()/1000)
		r.measured("schedule_lag_max", row.v[9]/1000)
	}
}

func (r *aggregateReader) measured(metric string, ms float64) {
	r.sample = parse.Sample{Line: r.interval.Line, T: r.interval.End, Source: tool, Metric: metric, Unit: "ms", Value: ms}
	r.send(&r.sample, nil)
}

func (r *aggregateReader) finish() {
	s := r.summary
	if s == nil {
		return
	}
	s.Workload, s.Server, s.HeadlineOp, s.Clock = "pgbench", server, "transaction", parse.WallClock
	s.StartedAt = time.Unix(int64(r.origin), 0).UTC()
	if r.step == 0 {
		r.send(nil, &parse.SyntaxError{Line: r.heldLine, Want: "another row, which tells how long the interval of this one is", Text: "the only row"})
	} else {
		r.report()
		s.IntervalS = r.step
	}
	if r.cut {
		r.send(parse.CutOff(s.LastLine, r.held.start()-r.origin), nil)
	}
	if r.held.n > 10 {
		s.Errors = r.failed
	}
	r.send(s, nil)
	r.summary, r.step, r.failed, r.cut = nil, 0, 0, false
}

// reject says that a line is no row. The last line of a log, where it ends too
// early, was cut off by whatever ended the log.
func (r *aggregateReader) reject(line []byte, column int, want string) {
	err := &parse.SyntaxError{Line: r.in.Number(), Column: column, Text: parse.Shown(line), Want: want}
	if column > len(line) && r.summary != nil && r.in.Last() {
		r.summary.LastLine, r.cut = err.Line, true
		return
	}
	r.send(nil, err)
}

func (r *aggregateReader) send(rec parse.Record, err error) {
	if !r.stopped && !r.out(rec, err) {
		r.stopped = true
	}
}
