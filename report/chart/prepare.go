package chart

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// prepared is a copy of the chart with defaults filled in, text cleaned and all values
// that cannot be drawn taken out: those are counted in the warnings.
func (c *Chart) prepared() (*Chart, []string, error) {
	p := *c
	if p.Width == 0 {
		p.Width = defaultWidth
	}
	if p.Height == 0 {
		p.Height = defaultHeight
	}
	if p.Scale == 0 {
		p.Scale = 1
	}
	switch {
	case int(p.Kind) >= len(kindNames):
		return nil, nil, fmt.Errorf("unknown kind of chart %d", p.Kind)
	case int(p.Theme) >= len(themeNames):
		return nil, nil, fmt.Errorf("unknown theme %d", p.Theme)
	case p.Width < minWidth || p.Height < minHeight || p.Width > maxSide || p.Height > maxSide:
		return nil, nil, fmt.Errorf("a chart cannot have %d x %d pixels: want at least %d x %d and at most %d a side", p.Width, p.Height, minWidth, minHeight, maxSide)
	case p.Scale < 0 || max(p.Width, p.Height)*p.Scale > maxSide:
		return nil, nil, fmt.Errorf("a chart of %d x %d pixels cannot be scaled by %d: want at most %d pixels a side", p.Width, p.Height, p.Scale, maxSide)
	}
	p.Title, p.Subtitle = clean(p.Title), clean(p.Subtitle)
	p.X.Label, p.Y.Label = clean(p.X.Label), clean(p.Y.Label)
	p.Groups, p.Notes = cleanAll(p.Groups), cleanAll(p.Notes)
	p.Y.Clock = false
	if p.Kind == Histogram || p.Kind == ECDF {
		p.Y.Log = false // shares begin at 0
	}
	p.Series = slices.Clone(p.Series)
	var warnings []string
	for i := range p.Series {
		s := &p.Series[i]
		s.Name = clean(s.Name)
		if s.Name == "" {
			s.Name = "series " + strconv.Itoa(i+1)
		}
		if p.Kind == Bar && len(s.Bars) != len(p.Groups) {
			return nil, nil, fmt.Errorf("%s: %d bars for %d groups", s.Name, len(s.Bars), len(p.Groups))
		}
		if lost := s.leaveOut(p.Kind, p.X.Log, p.Y.Log); lost > 0 {
			warnings = append(warnings, fmt.Sprintf("%s: %d of its values cannot be drawn and are left out (not a number, too large, or not above 0 on a logarithmic axis)", s.Name, lost))
		}
	}
	return &p, warnings, nil
}

func cleanAll(texts []string) []string {
	result := make([]string, len(texts))
	for i, t := range texts {
		result[i] = clean(t)
	}
	return result
}

// leaveOut takes the values out that cannot be drawn and counts them. A Y that is
// not a number is a gap by intention and not counted.
func (s *Series) leaveOut(kind Kind, logX, logY bool) (lost int) {
	switch kind {
	case Line, Scatter:
		var n, m int
		s.Points, n = drawable(s.Points, logX, logY)
		s.Buckets, m = drawable(s.Buckets, logX, logY)
		s.Stalls = slices.DeleteFunc(slices.Clone(s.Stalls), func(st Span) bool {
			return !usable(st.Start, logX) || !usable(st.End, logX) || st.End < st.Start
		})
		return n + m
	case Box, Histogram, ECDF:
		all := len(s.Values)
		s.Values = slices.DeleteFunc(slices.Clone(s.Values), func(v float64) bool { return !usable(v, logX) })
		slices.Sort(s.Values)
		return all - len(s.Values)
	case Bar:
		s.Bars = slices.Clone(s.Bars)
		for i := range s.Bars {
			b := &s.Bars[i]
			if !usable(b.Value, logX) {
				if b.Value == b.Value {
					lost++
				}
				*b = Estimate{nan, nan, nan}
			}
			if !usable(b.Low, logX) || !usable(b.High, logX) || b.Low > b.High {
				b.Low, b.High = nan, nan
			}
		}
	}
	return lost
}

// drawable are the points in the order of X. A point whose Y cannot be drawn stays as a gap.
func drawable(points []Point, logX, logY bool) (kept []Point, lost int) {
	kept = make([]Point, 0, len(points))
	for _, p := range points {
		if !usable(p.X, logX) {
			lost++
			continue
		}
		if !usable(p.Y, logY) {
			if p.Y == p.Y {
				lost++
			}
			p.Y = nan
		}
		if !(p.Length > 0 && p.Length <= greatest && (!logX || p.X-p.Length >= least)) {
			p.Length = 0
		}
		kept = append(kept, p)
	}
	slices.SortStableFunc(kept, func(a, b Point) int {
		switch {
		case a.X < b.X:
			return -1
		case a.X > b.X:
			return 1
		}
		return 0
	})
	return kept, lost
}

// content is what the chart's kind draws.
func (c *Chart) content() content {
	switch c.Kind {
	case Scatter:
		return newScatterPlot(c)
	case Box:
		return newBoxPlot(c)
	case Histogram:
		return newHistogram(c)
	case ECDF:
		return newECDFPlot(c)
	case Bar:
		return newBarChart(c)
	}
	return newLinePlot(c)
}

// words are all texts of the chart, to find fonts for them.
func (c *Chart) words(in content) string {
	parts := []string{c.Title, c.Subtitle, c.X.Label, c.Y.Label, "0123456789.,:−()"}
	parts = append(append(append(parts, c.Groups...), c.Notes...), in.notes()...)
	for _, s := range c.Series {
		parts = append(parts, s.Name)
	}
	return strings.Join(parts, "")
}
