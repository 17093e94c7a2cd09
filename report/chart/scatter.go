package chart

import "math"

// scatterPlot draws Points unjoined. Points that fall on the same pixel are drawn once.
type scatterPlot struct{ chart *Chart }

func newScatterPlot(c *Chart) *scatterPlot { return &scatterPlot{c} }

func (sp *scatterPlot) spans() (x, y extent) {
	for _, s := range sp.chart.Series {
		for _, p := range s.Points {
			if !math.IsNaN(p.Y) {
				x.add(p.X - p.Length)
				x.add(p.X)
				y.add(p.Y)
			}
		}
	}
	return x, y
}

func (sp *scatterPlot) rows() []string        { return nil }
func (sp *scatterPlot) fromZero() (x, y bool) { return false, true }
func (sp *scatterPlot) roundX() bool          { return true }
func (sp *scatterPlot) notes() []string       { return nil }

// layers are how many dots can lie on each other and still get darker.
const layers = 6

func (sp *scatterPlot) draw(s *sheet, p plot) {
	for i, series := range sp.chart.Series {
		seen := map[[2]int]bool{}
		var distinct []at
		for _, pt := range series.Points {
			if math.IsNaN(pt.Y) {
				continue
			}
			pixel := at{p.x.pos(pt.X - pt.Length/2), p.y.pos(pt.Y)}
			cell := [2]int{int(math.Round(pixel.x)), int(math.Round(pixel.y))}
			if !seen[cell] {
				seen[cell] = true
				distinct = append(distinct, pixel)
			}
		}
		radius, opacity := dotStyle(len(distinct))
		for layer := range layers {
			var some []at
			for j := layer; j < len(distinct); j += layers {
				some = append(some, distinct[j])
			}
			seriesMarker(i).draw(s, radius, pale(seriesInk(i), opacity), some...)
		}
	}
}

// dotStyle is smaller and fainter the more points there are.
func dotStyle(n int) (radius float64, opacity uint8) {
	switch {
	case n <= 100:
		return 3.5, 80
	case n <= 1000:
		return 2.75, 60
	}
	return 2, 45
}

func (sp *scatterPlot) legend() []entry {
	entries := make([]entry, len(sp.chart.Series))
	for i, s := range sp.chart.Series {
		entries[i] = entry{s.Name, sample{marker: seriesMarker(i), paint: full(seriesInk(i))}}
	}
	return entries
}
