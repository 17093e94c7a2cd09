package ingest

import (
	"fmt"
	"math"

	"jitterlog/parse"
)

// A checker looks for figures in the report lines of a run that cannot be true,
// whatever tool printed them. What only one tool's own figures can contradict is
// checked by its parser.
type checker struct {
	events  *eventTally
	lastEnd float64
	begun   bool
}

// percentileSlack is how far a percentile may lie above the maximum: tools print
// the upper end of a histogram's bucket, whose neighbours differ by up to 6 %.
const percentileSlack = 1.07

// coarsestBucketMS is the width of the widest buckets: those of tpcc-mysql in
// 2008.
const coarsestBucketMS = 200

func (c *checker) interval(iv *parse.Interval) {
	if c.begun && iv.End <= c.lastEnd {
		c.say(iv, parse.ClockStep, "the time of a report line does not lie behind that of the line before it")
	}
	c.begun, c.lastEnd = true, iv.End
	for i := range iv.Ops {
		op := &iv.Ops[i]
		c.percentiles(iv, op)
		if epoch(op.Rate) || epoch(op.MaxMS) || epoch(op.AvgMS) || op.Count != parse.Absent && epoch(float64(op.Count)) {
			c.say(iv, parse.Mismatch, op.Name+": a value looks like a time (seconds since 1970): are the columns shifted?")
		}
		if op.Count != parse.Absent && !math.IsNaN(op.Rate) && off(op.Rate*(iv.End-iv.Start), float64(op.Count)) {
			c.say(iv, parse.Mismatch, op.Name+": the rate of a report line is not its count over its length")
		}
		if op.Late > op.Count && op.Count != parse.Absent {
			c.say(iv, parse.Mismatch, op.Name+": more late ones than there were at all")
		}
	}
}

// percentiles checks that the ranks are in order and below the maximum.
func (c *checker) percentiles(iv *parse.Interval, op *parse.Op) {
	last, lastName := math.NaN(), ""
	for _, p := range [...]struct {
		name string
		ms   float64
	}{{"p50", op.P50MS}, {"p90", op.P90MS}, {"p95", op.P95MS}, {"p99", op.P99MS}, {"p99.9", op.P999MS}} {
		if math.IsNaN(p.ms) {
			continue
		}
		if p.ms < last {
			c.say(iv, parse.Mismatch, fmt.Sprintf("%s: %s is above %s", op.Name, lastName, p.name))
		}
		last, lastName = p.ms, p.name
	}
	edge := last == math.Trunc(last) && last-op.MaxMS < coarsestBucketMS // of a bucket, not a value
	if last > op.MaxMS*percentileSlack+0.01 && !edge {
		c.say(iv, parse.Mismatch, fmt.Sprintf("%s: %s is above the maximum", op.Name, lastName))
	}
}

func (c *checker) say(iv *parse.Interval, kind parse.Kind, message string) {
	c.events.add(parse.Event{Line: iv.Line, T: iv.End, Severity: parse.Warning, Kind: kind, Message: message, Count: 1})
}

// epoch says whether a value looks like a moment between 2001 and 2033, whole
// seconds or milliseconds since 1970.
func epoch(v float64) bool {
	return v == math.Trunc(v) && (v >= 1e9 && v < 2e9 || v >= 1e12 && v < 2e12)
}

// off says whether two figures of one thing differ by more than rounding.
func off(a, b float64) bool { return math.Abs(a-b) > 0.02*math.Abs(b)+1 }
