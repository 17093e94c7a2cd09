package chart

import "math"

// thin drops points that no picture can show: of those in one column of pixels
// the first, the lowest, the highest and the last stay, in their order, so that a
// single low value among any number of points is still seen.
func thin(points []at) []at {
	if len(points) <= 4 {
		return points
	}
	result := make([]at, 0, len(points))
	for begin := 0; begin < len(points); {
		column := math.Floor(points[begin].x)
		end := begin + 1
		for end < len(points) && math.Floor(points[end].x) == column {
			end++
		}
		result = appendColumn(result, points[begin:end])
		begin = end
	}
	return result
}

func appendColumn(result, column []at) []at {
	low, high := 0, 0
	for i, p := range column {
		if p.y < column[low].y {
			low = i
		}
		if p.y > column[high].y {
			high = i
		}
	}
	previous := -1
	for _, i := range [...]int{0, min(low, high), max(low, high), len(column) - 1} {
		if i > previous {
			result = append(result, column[i])
			previous = i
		}
	}
	return result
}
