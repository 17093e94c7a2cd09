package chart

import "math"

// cut is the path as the dashes of a pattern, which runs on over corners: the
// library's own dashes begin anew at each, so that a curve of short pieces is solid.
func (p path) cut(pattern []float64) []path {
	var result []path
	part, left, on := 0, pattern[0], true
	var current []at
	for i, to := range p.points {
		if i == 0 {
			current = []at{to}
			continue
		}
		from := p.points[i-1]
		length := math.Hypot(to.x-from.x, to.y-from.y)
		for done := 0.0; done < length; {
			step := math.Min(left, length-done)
			done += step
			left -= step
			here := at{from.x + (to.x-from.x)*done/length, from.y + (to.y-from.y)*done/length}
			if on {
				current = append(current, here)
			}
			if left > 0 {
				continue
			}
			if on {
				result = append(result, path{points: current})
			}
			part = (part + 1) % len(pattern)
			left, on, current = pattern[part], !on, []at{here}
		}
	}
	if on && len(current) > 1 {
		result = append(result, path{points: current})
	}
	return result
}
