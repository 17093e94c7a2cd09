package chart

import "math"

// quantile is the p-quantile of sorted values with linear interpolation (type 7 of
// Hyndman and Fan, 1996), which most tools call the default. It needs a value.
func quantile(sorted []float64, p float64) float64 {
	h := p * float64(len(sorted)-1)
	i := int(math.Floor(h))
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (h-float64(i))*(sorted[i+1]-sorted[i])
}

func mean(values []float64) float64 {
	m := 0.0
	for i, v := range values {
		m += (v - m) / float64(i+1)
	}
	return m
}
