package resulttable

import (
	"fmt"
	"math"
	"slices"
)

// How far figures may be off before they contradict each other. Published ones
// are rounded to two or three digits.
const (
	agree    = 0.02 // figures that say the same
	disagree = 0.05 // beyond what rounding and the time outside the load explain
)

// check returns what contradicts itself in each row.
//
// Throughput x time is the number of rows. If that is in no column it is the
// same in every row of a table whose tests all do the same work, and then a
// row in which it differs is wrong. Throughput x response time is the number
// of threads (Little's law for a closed loop). A rule that most rows do not
// follow is none of the table, so that tests of a fixed time, and loads that are
// paced or think, are left alone.
func check(rows []row) [][]string {
	found := make([][]string, len(rows))
	work, known := expected(rows, func(r *row) (got, want float64) { return r.tps * r.elapsed, r.rows })
	busy, _ := expected(rows, func(r *row) (got, want float64) { return r.tps * r.latency / 1000, r.threads })
	for i := range rows {
		r := &rows[i]
		littleHolds := !math.IsNaN(busy[i]) && off(r.tps*r.latency/1000, busy[i]) <= disagree
		if off(r.tps*r.elapsed, work[i]) > disagree {
			message := fmt.Sprintf("%s rows in %v s are %.1f a second, not %v", about(work[i], known), r.elapsed, work[i]/r.elapsed, r.tps)
			if littleHolds {
				message += fmt.Sprintf("; the response time of %v ms agrees with %v, so the elapsed time is likely wrong", r.latency, r.tps)
			}
			found[i] = append(found[i], message)
		}
		if off(r.tps*r.latency/1000, busy[i]) > 2*disagree {
			found[i] = append(found[i], fmt.Sprintf("%v a second at %v ms keep %.2f threads busy, not %.2f", r.tps, r.latency, r.tps*r.latency/1000, busy[i]))
		}
	}
	return found
}

// expected returns what a product of figures should be in each row: what the row
// says itself, else what most rows agree on. It is NaN where neither is known.
func expected(rows []row, product func(*row) (got, want float64)) (want []float64, known bool) {
	var got []float64
	want = make([]float64, len(rows))
	holds := 0
	for i := range rows {
		g, w := product(&rows[i])
		want[i] = w
		if !math.IsNaN(w) {
			known = true
		}
		if !math.IsNaN(g) {
			got = append(got, g)
			if off(g, w) <= disagree {
				holds++
			}
		}
	}
	if known {
		if 2*holds < len(got) {
			return nans(len(rows)), true
		}
		return want, true
	}
	const fewest = 4
	if len(got) < fewest {
		return nans(len(rows)), false
	}
	slices.Sort(got)
	middle := got[len(got)/2]
	for _, g := range got {
		if off(g, middle) <= agree {
			holds++
		}
	}
	if 4*holds < 3*len(got) {
		return nans(len(rows)), false
	}
	for i := range want {
		want[i] = middle
	}
	return want, false
}

func nans(n int) []float64 { return slices.Repeat([]float64{math.NaN()}, n) }

// off is the relative distance; it is NaN, and so no more than anything, where
// one is unknown.
func off(got, want float64) float64 { return math.Abs(got-want) / want }

// about shows a number of rows; one that was worked out is shown to three digits.
func about(rows float64, known bool) string {
	if known || rows < 1000 {
		return fmt.Sprintf("%.0f", rows)
	}
	unit := math.Pow(10, math.Floor(math.Log10(rows))-2)
	return fmt.Sprintf("about %.0f", math.Round(rows/unit)*unit)
}
