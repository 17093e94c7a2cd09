package chart

import (
	"math"
	"sort"
)

// boxPlot draws a box a row: quartiles and median, whiskers to the furthest
// values within 1.5 times the interquartile range (Tukey, 1977), dots beyond.
type boxPlot struct {
	chart *Chart
	boxes []boxStats
}

// boxStats are the figures of one box; n is 0 without values.
type boxStats struct {
	n                         int
	low, q1, median, q3, high float64
	mean                      float64
	below, above              []float64 // values beyond the whiskers, sorted
}

func newBoxPlot(c *Chart) *boxPlot {
	b := &boxPlot{chart: c}
	for _, s := range c.Series {
		b.boxes = append(b.boxes, newBoxStats(s.Values))
	}
	return b
}

func newBoxStats(sorted []float64) boxStats {
	if len(sorted) == 0 {
		return boxStats{}
	}
	b := boxStats{n: len(sorted), q1: quantile(sorted, .25), median: quantile(sorted, .5), q3: quantile(sorted, .75), mean: mean(sorted)}
	reach := 1.5 * (b.q3 - b.q1)
	first := sort.SearchFloat64s(sorted, b.q1-reach)
	last := sort.Search(len(sorted), func(i int) bool { return sorted[i] > b.q3+reach })
	b.low, b.high = math.Min(sorted[first], b.q1), math.Max(sorted[last-1], b.q3)
	b.below, b.above = sorted[:first], sorted[last:]
	return b
}

func (b *boxPlot) spans() (x, y extent) {
	for _, s := range b.chart.Series {
		if n := len(s.Values); n > 0 {
			x.add(s.Values[0])
			x.add(s.Values[n-1])
		}
	}
	return x, y
}

func (b *boxPlot) rows() []string {
	names := make([]string, len(b.chart.Series))
	for i, s := range b.chart.Series {
		names[i] = s.Name
	}
	return names
}

func (b *boxPlot) fromZero() (x, y bool) { return true, false }
func (b *boxPlot) roundX() bool          { return true }
func (b *boxPlot) legend() []entry       { return nil }

func (b *boxPlot) notes() []string {
	return []string{"Box: middle half of the values, with the median; whiskers: furthest values within 1.5 × the box's length; dots: values beyond; diamond: mean."}
}

func (b *boxPlot) draw(s *sheet, p plot) {
	half := math.Min(p.height()/float64(len(b.boxes))*0.32, 22)
	for i, stats := range b.boxes {
		mid := rowCenter(p.rect, i, len(b.boxes))
		if stats.n == 0 {
			s.text(at{p.left + 8, mid + p.text.small.size*0.36}, start, p.text.small, full(soft), "no data")
			continue
		}
		ink := seriesInk(i)
		low, q1, median, q3, high := p.x.pos(stats.low), p.x.pos(stats.q1), p.x.pos(stats.median), p.x.pos(stats.q3), p.x.pos(stats.high)
		whisker := style{stroke: full(ink), width: 1.5}
		s.stroke(whisker,
			path{points: []at{{low, mid}, {q1, mid}}}, path{points: []at{{q3, mid}, {high, mid}}},
			path{points: []at{{low, mid - half/2}, {low, mid + half/2}}}, path{points: []at{{high, mid - half/2}, {high, mid + half/2}}})
		frame := rect{q1, mid - half, q3, mid + half}
		s.fill(pale(ink, 25), frame)
		s.stroke(style{stroke: full(ink), width: 1.5}, frame.path())
		s.line(style{stroke: full(ink), width: 3}, at{median, mid - half}, at{median, mid + half})
		s.dots(2, pale(ink, 55), outliers(p, mid, stats.below, stats.above)...)
		diamond.draw(s, 3.5, full(paper), at{p.x.pos(stats.mean), mid})
		diamond.draw(s, 2.5, full(text), at{p.x.pos(stats.mean), mid})
	}
}

// outliers are the values beyond the whiskers, one for each half pixel.
func outliers(p plot, y float64, parts ...[]float64) []at {
	var result []at
	for _, values := range parts {
		last := math.Inf(-1)
		for _, v := range values {
			if x := p.x.pos(v); x-last >= 0.5 {
				result = append(result, at{x, y})
				last = x
			}
		}
	}
	return result
}
