package chart

import (
	"fmt"
	"math"
)

// entry is a line of the legend.
type entry struct {
	name   string
	sample sample
}

// sample is the small picture before a name: a line, a marker or a patch.
type sample struct {
	line   style
	marker marker
	paint  paint // of the marker
	patch  paint // of the rectangle, instead of a line
}

const (
	sampleWidth = 22
	sampleGap   = 7
	columnGap   = 22
)

// legendRight tells whether the legend stands beside the plot, and takes its room: for
// several short names in a wide picture.
func (l *layout) legendRight(entries []entry) bool {
	if l.chart.Width < 800 || len(entries) < 5 {
		return false
	}
	if height := float64(len(entries)) * l.text.body.lineHeight(); height > l.free.height()-40 {
		return false
	}
	l.free.right -= math.Min(l.widest(entries)+sampleWidth+sampleGap, l.rightRoom()) + columnGap - 8
	return true
}

// rightRoom is the most that a legend beside the plot may take.
func (l *layout) rightRoom() float64 { return float64(l.chart.Width) * 0.24 }

func (l *layout) widest(entries []entry) float64 {
	widest := 0.0
	for _, e := range entries {
		widest = math.Max(widest, l.m.width(e.name, l.text.body))
	}
	return widest
}

func (l *layout) drawLegendRight(entries []entry) {
	f := l.text.body
	for i, e := range entries {
		l.entry(e, at{l.free.right + columnGap - 8, l.plot.top + float64(i)*f.lineHeight()}, l.rightRoom()-sampleWidth-sampleGap)
	}
}

// legendBelow writes the legend in columns under the plot and takes its room. Too
// many names are cut short first, then counted.
func (l *layout) legendBelow(entries []entry) {
	if len(entries) == 0 {
		return
	}
	f := l.text.body
	sum := 0.0
	for _, e := range entries {
		sum += l.m.width(e.name, f) + sampleWidth + sampleGap + columnGap
	}
	if sum-columnGap <= l.free.width() { // one row, each as wide as it is
		top := l.free.bottom - f.lineHeight()
		left := l.free.left
		for _, e := range entries {
			l.entry(e, at{left, top}, math.Inf(1))
			left += l.m.width(e.name, f) + sampleWidth + sampleGap + columnGap
		}
		l.free.bottom = top - 8
		return
	}
	const shortest = 90.0
	fixed := float64(sampleWidth + sampleGap + columnGap)
	columns := max(1, int((l.free.width()+columnGap)/(l.widest(entries)+fixed)))
	most := max(1, int(l.free.height()*0.35/f.lineHeight()))
	for (len(entries)+columns-1)/columns > most && (l.free.width()+columnGap)/float64(columns+1) >= shortest+fixed {
		columns++
	}
	if shown := columns * most; len(entries) > shown {
		left := len(entries) - shown + 1
		entries = append(entries[:shown-1:shown-1], entry{name: fmt.Sprintf("and %d more", left)})
	}
	rows := (len(entries) + columns - 1) / columns
	width := (l.free.width() + columnGap) / float64(columns)
	width = math.Min(width, l.widest(entries)+fixed)
	top := l.free.bottom - float64(rows)*f.lineHeight()
	for i, e := range entries {
		// Down the columns, as a list is read.
		l.entry(e, at{l.free.left + float64(i/rows)*width, top + float64(i%rows)*f.lineHeight()}, width-fixed)
	}
	l.free.bottom = top - 8
}

// entry draws one line of the legend with its top left corner at p.
func (l *layout) entry(e entry, p at, room float64) {
	f := l.text.body
	mid := math.Round(p.y+f.lineHeight()/2) + 0.5
	if e.sample.patch.visible() {
		l.sheet.fill(e.sample.patch, rect{p.x + 3, mid - 5.5, p.x + sampleWidth - 3, mid + 5.5})
	}
	if e.sample.line.stroke.visible() {
		l.sheet.line(e.sample.line, at{p.x, mid}, at{p.x + sampleWidth, mid})
	}
	if e.sample.paint.visible() {
		e.sample.marker.draw(l.sheet, 4, e.sample.paint, at{p.x + sampleWidth/2, mid})
	}
	l.sheet.text(at{p.x + sampleWidth + sampleGap, mid + f.size*0.36}, start, f, full(text), l.m.shorten(e.name, f, room))
}
