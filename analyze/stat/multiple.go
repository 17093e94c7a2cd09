package stat

import (
	"cmp"
	"math"
	"slices"
)

// AdjustBH adjusts p values of comparisons made at once so that those below q
// have an expected share of false ones of at most q (Benjamini & Hochberg
// 1995). The result has the order of p; NaN stays NaN and is not counted.
func AdjustBH(p []float64) []float64 {
	adjusted := slices.Clone(p)
	order := make([]int, 0, len(p))
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	lowest := 1.0
	for k, i := range order {
		rank := float64(len(order) - k)
		lowest = min(lowest, p[i]*float64(len(order))/rank)
		adjusted[i] = lowest
	}
	return adjusted
}
