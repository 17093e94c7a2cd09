//go:build linux

package sidebyside

import (
	"fmt"
	"slices"
	"testing"

	"jitterlog/analyze/stat"
)

// A spread is the median and the range of some figures.
type spread struct{ median, least, most float64 }

func (s spread) String() string {
	decimals := 3
	if s.median >= 100 {
		decimals = 0
	}
	return fmt.Sprintf("%.*f (%.*f to %.*f)", decimals, s.median, decimals, s.least, decimals, s.most)
}

func spreadOf(values []float64) spread {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return spread{(sorted[(n-1)/2] + sorted[n/2]) / 2, sorted[0], sorted[n-1]}
}

func TestSpread(t *testing.T) {
	if got := spreadOf([]float64{4, 1, 3, 2}).String(); got != "2.500 (1.000 to 4.000)" {
		t.Error(got)
	}
	if got := spreadOf([]float64{900, 100, 200}).String(); got != "200 (100 to 900)" {
		t.Error(got)
	}
}

func of(runs []measurement, figure func(measurement) float64) spread {
	var values []float64
	for _, m := range runs {
		values = append(values, figure(m))
	}
	return spreadOf(values)
}

// ratio compares runs of the same round.
func ratio(ours, theirs []measurement, figure func(measurement) float64) spread {
	var values []float64
	for i := range ours {
		values = append(values, figure(ours[i])/figure(theirs[i]))
	}
	return spreadOf(values)
}

func rate(m measurement) float64      { return m.rate }
func cpu(m measurement) float64       { return m.cpu }
func resident(m measurement) float64  { return m.resident }
func anonymous(m measurement) float64 { return m.anonymous }

// mean returns the mean of the throughput that a tool reported over all its
// runs, and its 95 % interval, which allows for neighbours being alike.
func mean(runs []measurement) stat.Estimate {
	var all stat.Series
	for round, m := range runs {
		for _, p := range m.series {
			shift := float64(round * 2 * *seconds)
			all = append(all, stat.Point{Start: p.Start + shift, End: p.End + shift, Rate: p.Rate})
		}
	}
	return stat.MeanInterval(all, 0.95)
}

func show(e stat.Estimate) string { return fmt.Sprintf("%.0f (%.0f to %.0f)", e.Value, e.Lo, e.Hi) }
