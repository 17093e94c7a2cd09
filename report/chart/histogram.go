package chart

import "math"

// histogram draws the share of each series' values in bins that all series have in
// common: up to three on each other, more in a row each.
type histogram struct {
	chart  *Chart
	edges  []float64
	shares [][]float64 // in percent, by series and bin
}

const (
	mostOverlaid = 3
	fewestBins   = 8
	mostBins     = 80
)

func newHistogram(c *Chart) *histogram {
	h := &histogram{chart: c, edges: binEdges(c.Series, c.X.Log)}
	for _, s := range c.Series {
		h.shares = append(h.shares, binShares(s.Values, h.edges))
	}
	switch {
	case h.inRows():
		c.Y.Label = ""
	case c.Y.Label == "":
		c.Y.Label = "share of the values (%)"
	}
	return h
}

// binEdges are equal bins (of the logarithms on a logarithmic axis) over all
// values, of the width of Freedman and Diaconis (1981) for the series that asks
// for the finest, within bounds.
func binEdges(series []Series, log bool) []float64 {
	var all extent
	finest := math.Inf(1)
	scaled := func(v float64) float64 {
		if log {
			return math.Log(v)
		}
		return v
	}
	for _, s := range series {
		if len(s.Values) == 0 {
			continue
		}
		all.add(scaled(s.Values[0]))
		all.add(scaled(s.Values[len(s.Values)-1]))
		spread := scaled(quantile(s.Values, .75)) - scaled(quantile(s.Values, .25))
		if width := 2 * spread / math.Cbrt(float64(len(s.Values))); width > 0 {
			finest = math.Min(finest, width)
		}
	}
	if !all.any {
		return nil
	}
	if size := math.Max(math.Abs(all.lo), math.Abs(all.hi)); all.hi-all.lo <= size*1e-9 {
		pad := math.Max(size*0.05, least)
		if log {
			pad = 0.2
		}
		all.lo, all.hi = all.lo-pad, all.hi+pad
	}
	bins := int(math.Max(fewestBins, math.Min(mostBins, math.Ceil((all.hi-all.lo)/finest))))
	edges := make([]float64, bins+1)
	for i := range edges {
		edges[i] = all.lo + (all.hi-all.lo)*float64(i)/float64(bins)
		if log {
			edges[i] = math.Exp(edges[i])
		}
	}
	return edges
}

// binShares are the shares of sorted values in each bin in percent: a bin has its lower
// edge, the last one both.
func binShares(sorted, edges []float64) []float64 {
	if len(sorted) == 0 {
		return nil
	}
	shares := make([]float64, len(edges)-1)
	bin := 0
	for _, v := range sorted {
		for bin < len(shares)-1 && v >= edges[bin+1] {
			bin++
		}
		shares[bin] += 100 / float64(len(sorted))
	}
	return shares
}

func (h *histogram) inRows() bool { return len(h.chart.Series) > mostOverlaid }

func (h *histogram) spans() (x, y extent) {
	if len(h.edges) > 0 {
		x.add(h.edges[0])
		x.add(h.edges[len(h.edges)-1])
		y.add(0)
		y.add(h.highest())
	}
	return x, y
}

func (h *histogram) highest() float64 {
	highest := 0.0
	for _, shares := range h.shares {
		for _, share := range shares {
			highest = math.Max(highest, share)
		}
	}
	return highest
}

func (h *histogram) rows() []string {
	if !h.inRows() {
		return nil
	}
	names := make([]string, len(h.chart.Series))
	for i, s := range h.chart.Series {
		names[i] = s.Name
	}
	return names
}

func (h *histogram) fromZero() (x, y bool) { return false, true }
func (h *histogram) roundX() bool          { return true }

func (h *histogram) notes() []string {
	if highest := h.highest(); h.inRows() && highest > 0 {
		return []string{"Heights: share of the values of each row; the highest bin has " + number(highest, 0.1, highest) + " %."}
	}
	return nil
}

func (h *histogram) draw(s *sheet, p plot) {
	scaleOf := func(int) scale { return p.y }
	if h.inRows() {
		highest := h.highest()
		scaleOf = func(i int) scale {
			height := p.height() / float64(len(h.shares))
			bottom := p.top + float64(i+1)*height
			return scale{lo: 0, hi: highest, from: bottom - 1, to: bottom - height*0.92}
		}
	}
	for i, shares := range h.shares {
		y := scaleOf(i)
		if h.inRows() {
			s.line(style{stroke: full(grid), width: 1}, at{p.left, crisp(y.from)}, at{p.right, crisp(y.from)})
		}
		if shares == nil {
			continue
		}
		outlines := h.outlines(p, y, shares)
		s.stroke(style{fill: pale(seriesInk(i), 22)}, outlines...)
		s.stroke(style{stroke: full(seriesInk(i)), width: 1.75, dash: seriesDash(i)}, outlines...)
	}
}

// outlines are the upper edges of the bins, down to zero where a bin is empty.
func (h *histogram) outlines(p plot, y scale, shares []float64) []path {
	zero := y.pos(0)
	var result []path
	var current []at
	for i, share := range shares {
		left, right, top := p.x.pos(h.edges[i]), p.x.pos(h.edges[i+1]), y.pos(share)
		if share > 0 {
			if current == nil {
				current = []at{{left, zero}}
			}
			current = append(current, at{left, top}, at{right, top})
		}
		if current != nil && (share == 0 || i == len(shares)-1) {
			end := current[len(current)-1].x
			result = append(result, path{points: append(current, at{end, zero})})
			current = nil
		}
	}
	return result
}

func (h *histogram) legend() []entry {
	if h.inRows() {
		return nil
	}
	entries := lineEntries(h.chart.Series)
	for i := range entries {
		entries[i].sample.patch = pale(seriesInk(i), 22)
	}
	return entries
}
