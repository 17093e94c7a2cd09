package hammerdb

import (
	"bytes"
	"math"
	"time"

	"jitterlog/parse"
)

// defaultStep is the counter's interval unless it is told otherwise.
const defaultStep = 10 * time.Second

// A series is what the intervals of a run's counter add up to so far.
type series struct {
	begun   bool
	n       int           // intervals
	end     float64       // of the last one
	last    time.Time     // of the last line, zero if lines have no time
	step    time.Duration // the smallest difference
	assumed bool          // lines have no time
}

// A span is the interval of a line.
type span struct {
	start, end float64
	back       bool // the clock went back
	late       bool // the line is of more than one interval
}

// next returns the interval of a line that was written at that time, or what
// is assumed where that is not known. A first line of 0 has none: it is what the
// tool begins to count from.
func (s *series) next(at time.Time, zero bool, step time.Duration) (sp span, ok bool) {
	first := !s.begun
	s.begun = true
	length := step
	switch {
	case at.IsZero():
		s.assumed = true
	case first || s.last.IsZero():
	case !at.After(s.last):
		sp.back = true
	default:
		length = at.Sub(s.last)
		sp.late = s.step > 0 && length >= s.step+s.step/2
		if s.step == 0 || length < s.step {
			s.step = length
		}
	}
	s.last = at
	if first && zero {
		return span{}, false
	}
	sp.start = s.end
	s.end = math.Round((sp.start+length.Seconds())*1e6) / 1e6
	sp.end = s.end
	s.n++
	return sp, sp.end > sp.start
}

// finish tells the summary of the series.
func (s *series) finish(sum *parse.Summary) {
	switch {
	case s.n == 0:
	case s.step > 0:
		sum.IntervalS = s.step.Seconds()
	case s.assumed:
		sum.Reported["interval_s"] = "10, the default: the log does not say"
	}
}

// A count is a line of the transaction counter.
type count struct {
	number  int64
	server  []byte
	perHour bool   // queries an hour, of TPROC-H
	stamp   []byte // the time that it ends with, empty if it has none
}

// readCount reads "260515 MariaDB tpm @ Fri Jan 18 12:15:37 MST 2019".
func readCount(b []byte) (n count, ok bool) {
	c := parse.Cursor{Line: b}
	if n.number, ok = c.Count(); !ok || !c.Byte(' ') {
		return n, false
	}
	rest := c.Rest()
	if i := bytes.Index(rest, []byte(" @ ")); i >= 0 {
		rest, n.stamp = rest[:i], bytes.TrimSpace(rest[i+3:])
	}
	if n.server, ok = bytes.CutSuffix(rest, []byte(" tpm")); ok {
		return n, len(n.server) > 0
	}
	n.server, n.perHour = bytes.CutSuffix(rest, []byte(" qph"))
	return n, n.perHour && len(n.server) > 0
}

// transactions yields an interval of the counter.
func (r *run) transactions(sp span, phase parse.Phase, n *count) {
	op := parse.NewOp("transaction")
	op.Rate = float64(n.number) / 60
	if n.perHour {
		op.Name, op.Rate = "query", float64(n.number)/3600
	}
	r.summary.HeadlineOp = op.Name
	r.interval = parse.Interval{Line: r.in.Number(), Start: sp.start, End: sp.end, Phase: phase, Threads: parse.Absent, Ops: append(r.interval.Ops[:0], op)}
	r.spanned(sp)
}

// spanned yields the interval, and what is to be said of its time.
func (r *run) spanned(sp span) {
	if sp.end > parse.MaxSeconds {
		r.timed(span{end: parse.NaN()}, parse.ClockStep, "the times of the lines are centuries apart")
		return
	}
	if sp.back {
		r.timed(sp, parse.ClockStep, "the time of a line is not after that of the line before")
	}
	r.emit(&r.interval)
	if sp.late {
		r.timed(sp, parse.LateReport, "a line is of more than one interval")
	}
}

func (r *run) timed(sp span, kind parse.Kind, message string) {
	r.emit(&parse.Event{Line: r.in.Number(), T: sp.end, Severity: parse.Warning, Kind: kind, Message: message, Count: 1})
}

const counterBanner = "Hammerdb Transaction Counter Log @ "

// A counterReader reads hdbtcount.log, which is opened to append: every banner begins
// a run. It has no final report: a run is complete as far as it goes, but not known to be.
type counterReader struct{ run *run }

func (r *counterReader) end() {}

func (r *counterReader) line(b []byte) {
	if date, ok := bytes.CutPrefix(b, []byte(counterBanner)); ok {
		if _, ok := r.run.tclTime(date); !ok {
			r.run.reject(b, len(counterBanner)+1, "a date")
			return
		}
		r.run.begin(FormatCounter).Reported["log_opened"] = parse.Shown(date)
		return
	}
	if isRule(b) {
		r.run.touch()
		return
	}
	n, ok := readCount(b)
	var at time.Time
	if ok && len(n.stamp) > 0 {
		at, ok = r.run.tclTime(n.stamp)
	} else if ok {
		at = r.run.in.At()
	}
	if !ok {
		r.run.reject(b, 0, "a number, the server's name and tpm or qph")
		return
	}
	if r.run.summary == nil {
		r.run.begin(FormatCounter)
	}
	s := r.run.summary
	s.Server = string(n.server)
	if n.perHour {
		s.Workload = "tpch"
	}
	r.run.touch()
	r.run.counted(&n, at)
}

// counted yields a line of the counter that stands in a file of its own.
func (r *run) counted(n *count, at time.Time) {
	s, first := r.summary, !r.series.begun
	sp, ok := r.series.next(at, n.number == 0, defaultStep)
	if first && !at.IsZero() {
		s.StartedAt = at.Add(-time.Duration(sp.end * float64(time.Second)))
	}
	if ok {
		r.transactions(sp, parse.Measure, n)
	}
}

// isRule says whether a line is "+-+-+-+-", which the tool prints below headings.
func isRule(b []byte) bool {
	return bytes.HasPrefix(b, []byte("+-")) && len(bytes.Trim(b, "+-")) == 0
}
