package ingest

import (
	"math"
	"strings"
	"testing"

	"jitterlog/parse"
)

func TestChecks(t *testing.T) {
	good := func() *parse.Interval {
		op := parse.NewOp("transaction")
		op.Count, op.Rate, op.P95MS, op.P99MS, op.MaxMS = 100, 10, 5, 9, 12
		return &parse.Interval{Line: 7, Start: 0, End: 10, Ops: []parse.Op{op}}
	}
	for _, tc := range []struct {
		name  string
		spoil func(*parse.Interval)
		want  string
	}{
		{"nothing wrong", func(*parse.Interval) {}, ""},
		{"nothing known", func(iv *parse.Interval) { iv.Ops[0] = parse.NewOp("x") }, ""},
		{"a bucket's upper end", func(iv *parse.Interval) { iv.Ops[0].P99MS = 12.2 }, ""},
		{"above the maximum", func(iv *parse.Interval) { iv.Ops[0].P99MS = 14.5 }, "p99 is above the maximum"},
		{"a coarse bucket's upper end", func(iv *parse.Interval) { iv.Ops[0].P99MS = 200 }, ""},
		{"far above the maximum", func(iv *parse.Interval) { iv.Ops[0].P99MS = 400 }, "p99 is above the maximum"},
		{"out of order", func(iv *parse.Interval) { iv.Ops[0].P95MS = 10 }, "p95 is above p99"},
		{"epoch", func(iv *parse.Interval) { iv.Ops[0].Rate, iv.Ops[0].Count = 1775348319, parse.Absent }, "looks like a time"},
		{"rate and count", func(iv *parse.Interval) { iv.Ops[0].Rate = 20 }, "not its count"},
		{"late", func(iv *parse.Interval) { iv.Ops[0].Late = 101 }, "more late ones"},
	} {
		var events eventTally
		c := checker{events: &events}
		iv := good()
		tc.spoil(iv)
		c.interval(iv)
		switch {
		case tc.want == "" && len(events.events) > 0:
			t.Errorf("%s: %q", tc.name, events.events[0].Message)
		case tc.want != "" && (len(events.events) != 1 || !strings.Contains(events.events[0].Message, tc.want)):
			t.Errorf("%s: %+v, want one with %q", tc.name, events.events, tc.want)
		}
	}

	var events eventTally
	c := checker{events: &events}
	for _, end := range []float64{10, 20, 20, 15, 30} {
		iv := good()
		iv.Start, iv.End = end-10, end
		c.interval(iv)
	}
	if len(events.events) != 1 || events.events[0].Kind != parse.ClockStep || events.events[0].Count != 2 {
		t.Errorf("times: %+v", events.events)
	}
	if off(math.NaN(), 1) {
		t.Error("nothing to compare, and it differs")
	}
}
