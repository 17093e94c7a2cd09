package ingest

import (
	"math"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
)

func at(offset float64) *Options { return &Options{Offset: &offset} }

func TestAlign(t *testing.T) {
	start := time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)
	nan := math.NaN()
	for _, tc := range []struct {
		name    string
		aligner *aligner
		sample  parse.Sample
		want    float64
		how     string
	}{
		{"both clocks", newAligner(start, time.Time{}, 300, 10, &Options{}), parse.Sample{At: start.Add(-3 * time.Second), T: nan}, -3, "by wall clock"},
		{"log written", newAligner(time.Time{}, start.Add(301*time.Second), 300, 10, &Options{}), parse.Sample{At: start.Add(-9 * time.Second), T: nan}, -10, "last written"},
		{"log copied later", newAligner(time.Time{}, start.Add(1000*time.Hour), 300, 10, &Options{}), parse.Sample{At: start.Add(-10 * time.Second), T: nan}, -10, "began with the tool"},
		{"user knows", newAligner(time.Time{}, time.Time{}, 300, 10, at(-12)), parse.Sample{At: start, T: nan}, -12, "--offset"},
		{"no clock", newAligner(start, time.Time{}, 300, 10, &Options{}), parse.Sample{T: 5}, -5, "no clock"},
		{"numbered", newAligner(start, time.Time{}, 300, 10, &Options{Interval: 10}), parse.Sample{T: 5, Numbered: true}, 40, "10 s apart"},
		{"no clock, user knows", newAligner(start, time.Time{}, 300, 10, at(2)), parse.Sample{T: 5}, 7, "--offset"},
		{"no warm-up known", newAligner(time.Time{}, time.Time{}, nan, nan, &Options{}), parse.Sample{T: 5}, 5, "no clock"},
	} {
		given := tc.sample
		s := tc.aligner.sample(&given)
		if again := tc.aligner.sample(&given); again.T != s.T {
			t.Errorf("%s: the same sample again is at %v, not at %v", tc.name, again.T, s.T)
		}
		if math.Abs(s.T-tc.want) > 1e-9 || !strings.Contains(tc.aligner.way(), tc.how) {
			t.Errorf("%s: t %v, want %v; %s", tc.name, s.T, tc.want, tc.aligner.way())
		}
	}
}

// What outlives the run takes measuring start from all but its own first moment.
func TestAlignWhatOutlivesTheRun(t *testing.T) {
	start := time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)
	nan := math.NaN()
	unknown := func() *aligner { return newAligner(time.Time{}, time.Time{}, nan, 10, &Options{}) }
	series := unknown()
	series.sample(&parse.Sample{At: start.Add(-10 * time.Second), T: nan})
	for _, tc := range []struct {
		name    string
		aligner *aligner
		series  *aligner
		want    float64
		how     string
	}{
		{"log with a clock", newAligner(start.Add(time.Second), time.Time{}, 300, 10, &Options{}), series, -3601, "by wall clock"},
		{"series beside", unknown(), series, -3600, "series beside"},
		{"series, and its --offset", newAligner(time.Time{}, time.Time{}, nan, 10, at(5)), series, -3600, "series beside"},
		{"series without a clock", unknown(), unknown(), nan, "to none"},
		{"log written", newAligner(time.Time{}, start.Add(300*time.Second), 300, 10, &Options{}), nil, -3600, "last written"},
		{"user knows", newAligner(time.Time{}, time.Time{}, nan, 10, at(-20)), nil, -20, "--offset"},
		{"nothing known", unknown(), nil, nan, "to none"},
	} {
		tc.aligner.follow(tc.series)
		event, _ := tc.aligner.event(&parse.Event{At: start.Add(-time.Hour), T: nan})
		if math.Abs(event.T-tc.want) > 1e-9 || math.IsNaN(event.T) != math.IsNaN(tc.want) || !strings.Contains(tc.aligner.way(), tc.how) {
			t.Errorf("%s: t %v, want %v; %s", tc.name, event.T, tc.want, tc.aligner.way())
		}
	}
}

// A start of the server before the run does not hide one in it.
func TestEqualEventsOfOtherStretches(t *testing.T) {
	a := newAligner(time.Time{}, time.Time{}, 300, 10, &Options{})
	var tally eventTally
	for _, s := range []float64{-3600, -60, -10, 0, 1, 300, 301, 400, math.NaN()} {
		tally.addIn(a.event(&parse.Event{T: s, Kind: parse.Restart, Message: "ready", Count: 1}))
	}
	want := []float64{-3600, -10, 1, 301, math.NaN()}
	got := tally.drain()
	if len(got) != len(want) {
		t.Fatalf("%d events, want %d", len(got), len(want))
	}
	for i, event := range got {
		if event.T != want[i] && !math.IsNaN(want[i]) || i < 4 && event.Count != 2 {
			t.Errorf("event %d: %d from %v s on, want 2 from %v s on", i, event.Count, event.T, want[i])
		}
	}
}
