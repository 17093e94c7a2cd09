package chart

import (
	"math"
	"slices"
)

// stalled is content that marks stalls between the plot and the labels of its axis.
type stalled interface{ stripHeight() float64 }

// stallStrip marks the stalls of all series: a row for each series that has some,
// or one for all where there are many; with few series a light band over the plot too.
type stallStrip struct {
	rows   []stallRow
	shaded bool
}

type stallRow struct {
	spans []Span
	ink   ink
}

const (
	stallRowHeight = 6
	mostStallRows  = 6
	mostShaded     = 2 // series whose stalls are bands
	leastStall     = 2 // pixels: a short stall in a long run must still be seen
)

func newStallStrip(c *Chart) stallStrip {
	var strip stallStrip
	for i, s := range c.Series {
		if len(s.Stalls) > 0 && len(s.Points)+len(s.Buckets) > 0 {
			strip.rows = append(strip.rows, stallRow{s.Stalls, seriesInk(i)})
		}
	}
	strip.shaded = len(strip.rows) <= mostShaded
	switch {
	case len(strip.rows) > mostStallRows:
		var all []Span
		for _, r := range strip.rows {
			all = append(all, r.spans...)
		}
		strip.rows = []stallRow{{all, stall}}
	case len(c.Series) == 1 && len(strip.rows) == 1:
		strip.rows[0].ink = stall
	}
	return strip
}

func (t stallStrip) height() float64 {
	if len(t.rows) == 0 {
		return 0
	}
	return float64(len(t.rows)*stallRowHeight) + 8
}

// named tells whether the strip has its name at its left instead of in the
// legend: its rows have colours of their own.
func (t stallStrip) named() bool { return !t.shaded && len(t.rows) > 1 }

func (t stallStrip) draw(s *sheet, p plot) {
	if t.shaded {
		var bands []Span
		for _, r := range t.rows {
			bands = append(bands, r.spans...)
		}
		s.fill(pale(stall, 10), boxes(p, bands, p.top, p.bottom)...)
	}
	for i, r := range t.rows {
		top := p.bottom + 7 + float64(i)*stallRowHeight
		s.fill(full(r.ink), boxes(p, r.spans, top, top+stallRowHeight-1)...)
	}
	if t.named() {
		f := p.text.small
		s.text(at{p.left - 8, p.bottom + 7 + float64(len(t.rows)*stallRowHeight)/2 + f.size*0.33}, end, f, full(soft), "stalls")
	}
}

// boxes are the spans as rectangles, those that touch joined into one: overlapping ones
// would be darker, and a run of thousands of stalls would make a file of thousands of shapes.
func boxes(p plot, spans []Span, top, bottom float64) []rect {
	spans = slices.Clone(spans)
	slices.SortFunc(spans, func(a, b Span) int {
		switch {
		case a.Start < b.Start:
			return -1
		case a.Start > b.Start:
			return 1
		}
		return 0
	})
	var result []rect
	for _, sp := range spans {
		left, right := p.x.pos(sp.Start), p.x.pos(sp.End)
		if right-left < leastStall {
			mid := (left + right) / 2
			left, right = mid-leastStall/2, mid+leastStall/2
		}
		left, right = math.Max(left, p.left), math.Min(right, p.right)
		if n := len(result); n > 0 && left <= result[n-1].right {
			result[n-1].right = math.Max(result[n-1].right, right)
			continue
		}
		result = append(result, rect{left, top, right, bottom})
	}
	return result
}

func (t stallStrip) legend() []entry {
	if len(t.rows) == 0 {
		return nil
	}
	if t.named() {
		return nil
	}
	patch := pale(stall, 25)
	if !t.shaded {
		patch = full(stall)
	}
	return []entry{{name: "stall", sample: sample{patch: patch}}}
}
