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
