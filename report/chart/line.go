package chart

import (
	"math"
	"slices"
)

var nan = math.NaN()

// linePlot draws Points as lines over X, Buckets boldly over them, stalls below.
type linePlot struct {
	chart  *Chart
	series []lineSeries
	stalls stallStrip
}

// lineSeries is a series cut into the stretches between its gaps.
type lineSeries struct {
	points, buckets [][]at
	warmupEnd       float64
}

func newLinePlot(c *Chart) *linePlot {
	l := &linePlot{chart: c, stalls: newStallStrip(c)}
	for _, s := range c.Series {
		warmup := math.Inf(-1)
		if s.Warmup {
			warmup = s.WarmupEnd
		}
		l.series = append(l.series, lineSeries{stretches(s.Points), stretches(s.Buckets), warmup})
	}
	return l
}

// longerThanUsual is how many times the usual length an interval has that is drawn
// flat over its length: a tool that was late averages over what it missed.
const longerThanUsual = 1.5

// stretches are the points between gaps. A gap is a Y that is not a number, or time
// between two intervals of which at least half a usual length is not covered.
func stretches(points []Point) [][]at {
	usual := usualLength(points)
	var result [][]at
	var current []at
	covered := math.Inf(-1)
	cut := func() {
		if len(current) > 0 {
			result = append(result, current)
		}
		current = nil
	}
	for _, p := range points {
		if math.IsNaN(p.Y) {
			cut()
			continue
		}
		if p.Length > 0 && p.X-p.Length > covered+usual/2 {
			cut()
		}
		covered = p.X
		switch {
		case p.Length > longerThanUsual*usual:
			current = append(current, at{p.X - p.Length, p.Y}, at{p.X, p.Y})
		default:
			current = append(current, at{p.X - p.Length/2, p.Y})
		}
	}
	cut()
	return result
}

// usualLength is the median length of the points' intervals, 0 without any.
func usualLength(points []Point) float64 {
	var lengths []float64
	for _, p := range points {
		if p.Length > 0 {
			lengths = append(lengths, p.Length)
		}
	}
	if len(lengths) == 0 {
		return 0
	}
	slices.Sort(lengths)
	return lengths[(len(lengths)-1)/2]
}

func (l *linePlot) spans() (x, y extent) {
	for _, s := range l.series {
		for _, stretch := range slices.Concat(s.points, s.buckets) {
			for _, p := range stretch {
				x.add(p.x)
				y.add(p.y)
			}
		}
	}
	for _, s := range l.chart.Series {
		for _, p := range slices.Concat(s.Points, s.Buckets) {
			// Whole intervals, so that 300 s of 10 s lines reach from 0 to 300.
			if !math.IsNaN(p.Y) {
				x.add(p.X - p.Length)
				x.add(p.X)
			}
		}
		if y.any {
			for _, st := range s.Stalls {
				x.add(st.Start)
				x.add(st.End)
			}
		}
	}
	return x, y
}

func (l *linePlot) rows() []string        { return nil }
func (l *linePlot) fromZero() (x, y bool) { return false, true }
func (l *linePlot) roundX() bool          { return false }
func (l *linePlot) notes() []string       { return nil }
func (l *linePlot) stripHeight() float64  { return l.stalls.height() }

// Widths of lines in pixels: thin where points stand close.
const (
	thinLine = 1.25
	boldLine = 2.25
	paleLine = 1
)

// markedSpacing is the least distance in pixels of points that get markers.
const markedSpacing = 18

func (l *linePlot) draw(s *sheet, p plot) {
	l.stalls.draw(s, p)
	for i, series := range l.series {
		if len(series.buckets) > 0 {
			st := style{stroke: pale(seriesInk(i), l.pointOpacity()), width: paleLine}
			l.drawStretches(s, p, series.points, series.warmupEnd, st, i, false)
		}
	}
	for i, series := range l.series {
		stretches := series.points
		if len(series.buckets) > 0 {
			stretches = series.buckets
		}
		marked := spacing(p, stretches) >= markedSpacing
		l.drawStretches(s, p, stretches, series.warmupEnd, l.lineStyle(p, i, stretches), i, marked)
	}
}

// pointOpacity is that of points under buckets, in percent: the more series lie on each other, the less.
func (l *linePlot) pointOpacity() uint8 {
	switch n := len(l.series); {
	case n <= 2:
		return 45
	case n <= 4:
		return 28
	}
	return 16
}

// lineStyle is bold where the points have room.
func (l *linePlot) lineStyle(p plot, i int, stretches [][]at) style {
	width := thinLine
	if spacing(p, stretches) >= 3 {
		width = boldLine
	}
	return style{stroke: full(seriesInk(i)), width: width, dash: seriesDash(i)}
}

// spacing is the mean distance of points in pixels.
func spacing(p plot, stretches [][]at) float64 {
	n, pixels := 0, 0.0
	for _, stretch := range stretches {
		n += len(stretch) - 1
		pixels += p.x.pos(stretch[len(stretch)-1].x) - p.x.pos(stretch[0].x)
	}
	if n == 0 {
		return math.Inf(1)
	}
	return pixels / float64(n)
}

// The part that was left out as warm-up is drawn pale: opacity in percent of the
// line's own, and the least that is still seen.
const (
	warmupOpacity = 35
	faintest      = 16
)

func (l *linePlot) drawStretches(s *sheet, p plot, all [][]at, warmupEnd float64, st style, i int, marked bool) {
	var pales, fulls []path
	var alone, marks, paleMarks []at
	for _, stretch := range all {
		cut, _ := slices.BinarySearchFunc(stretch, warmupEnd, func(a at, end float64) int {
			if a.x <= end {
				return -1
			}
			return 1
		})
		pixels := thin(project(p, stretch[:cut]))
		after := thin(project(p, stretch[cut:]))
		paleMarks, marks = append(paleMarks, pixels...), append(marks, after...)
		if len(pixels) > 0 && len(after) > 0 {
			pixels = append(pixels, after[0])
		}
		if len(pixels) > 1 {
			pales = append(pales, path{points: pixels})
		}
		switch {
		case len(after) > 1:
			fulls = append(fulls, path{points: after})
		case len(after) == 1 && len(pixels) <= 1:
			alone = append(alone, after[0])
		}
	}
	faint := st
	faint.stroke.opacity = max(faintest, uint8(int(st.stroke.opacity)*warmupOpacity/100))
	s.stroke(faint, pales...)
	s.stroke(st, fulls...)
	if marked {
		seriesMarker(i).draw(s, 3.5, faint.stroke, paleMarks...)
		seriesMarker(i).draw(s, 3.5, st.stroke, marks...)
		return
	}
	s.dots(st.width, st.stroke, alone...)
}

func project(p plot, points []at) []at {
	pixels := make([]at, len(points))
	for i, a := range points {
		pixels[i] = at{p.x.pos(a.x), p.y.pos(a.y)}
	}
	return pixels
}

func (l *linePlot) legend() []entry {
	var entries []entry
	anyWarmup := false
	for i, s := range l.chart.Series {
		name := s.Name
		if len(l.series[i].points) == 0 && len(l.series[i].buckets) == 0 {
			name += " (no data)"
		}
		e := entry{name: name, sample: sample{line: style{stroke: full(seriesInk(i)), width: boldLine, dash: seriesDash(i)}}}
		if l.sparse(i) {
			e.sample.marker, e.sample.paint = seriesMarker(i), full(seriesInk(i))
		}
		entries = append(entries, e)
		anyWarmup = anyWarmup || s.Warmup
	}
	if anyWarmup {
		entries = append(entries, entry{name: "warm-up, left out of the figures", sample: sample{line: style{stroke: pale(seriesInk(0), warmupOpacity), width: boldLine}}})
	}
	return append(entries, l.stalls.legend()...)
}

// sparse tells whether the series has so few points that they get markers in any
// picture of the chart's width.
func (l *linePlot) sparse(i int) bool {
	stretches := l.series[i].points
	if len(l.series[i].buckets) > 0 {
		stretches = l.series[i].buckets
	}
	n := 0
	for _, stretch := range stretches {
		n += len(stretch)
	}
	return float64(n)*markedSpacing < float64(l.chart.Width)*0.8
}
