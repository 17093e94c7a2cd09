package chart

import "math"

// ecdfPlot draws the share of a series' values at or below X, in percent.
type ecdfPlot struct{ chart *Chart }

func newECDFPlot(c *Chart) *ecdfPlot {
	if c.Y.Label == "" {
		c.Y.Label = "share of the values at or below (%)"
	}
	return &ecdfPlot{c}
}

func (e *ecdfPlot) spans() (x, y extent) {
	for _, s := range e.chart.Series {
		if n := len(s.Values); n > 0 {
			x.add(s.Values[0])
			x.add(s.Values[n-1])
			y.add(0)
			y.add(100)
		}
	}
	return x, y
}

func (e *ecdfPlot) rows() []string        { return nil }
func (e *ecdfPlot) fromZero() (x, y bool) { return false, true }
func (e *ecdfPlot) roundX() bool          { return true }
func (e *ecdfPlot) notes() []string       { return nil }

func (e *ecdfPlot) draw(s *sheet, p plot) {
	for i, series := range e.chart.Series {
		if len(series.Values) > 0 {
			s.line(style{stroke: full(seriesInk(i)), width: 2, dash: seriesDash(i)}, steps(p, series.Values)...)
		}
	}
}

// steps is the outline of the distribution of sorted values over the whole width of the
// plot: values in one pixel make one step.
func steps(p plot, sorted []float64) []at {
	y := p.y.pos(0)
	result := []at{{p.left, y}}
	for i, v := range sorted {
		x := p.x.pos(v)
		if i+1 < len(sorted) && math.Floor(p.x.pos(sorted[i+1])) == math.Floor(x) {
			continue
		}
		next := p.y.pos(100 * float64(i+1) / float64(len(sorted)))
		result = append(result, at{x, y}, at{x, next})
		y = next
	}
	return append(result, at{p.right, y})
}

func (e *ecdfPlot) legend() []entry { return lineEntries(e.chart.Series) }

// lineEntries are legend entries for series that are drawn as lines of values.
func lineEntries(series []Series) []entry {
	entries := make([]entry, len(series))
	for i, s := range series {
		name := s.Name
		if len(s.Values) == 0 {
			name += " (no data)"
		}
		entries[i] = entry{name, sample{line: style{stroke: full(seriesInk(i)), width: 2, dash: seriesDash(i)}}}
	}
	return entries
}
