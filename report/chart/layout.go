package chart

import (
	"fmt"
	"math"
)

// content is what a kind of chart puts into the plot.
type content interface {
	// spans are the ranges of the values on both axes; an axis with rows has
	// none. A chart without a value is empty.
	spans() (x, y extent)
	// rows are the names on the vertical axis instead of numbers, from the top; or nil.
	rows() []string
	// fromZero tells which of the axes begins at 0 where possible.
	fromZero() (x, y bool)
	// roundX tells whether the horizontal axis ends at marks rather than with the data.
	roundX() bool
	draw(s *sheet, p plot)
	legend() []entry
	// notes explain how the picture is to be read.
	notes() []string
}

// plot is the part of the picture inside the axes.
type plot struct {
	rect
	x, y scale
	m    metrics
	text textSizes
}

// textSizes are the fonts of a picture, in proportion to its size.
type textSizes struct {
	title, body, small font
}

func sizesFor(width int) textSizes {
	base := 13.0
	if width >= 800 {
		base = 14
	}
	return textSizes{font{base + 5, true}, font{base, false}, font{base - 1, false}}
}

// lineHeight is the distance of two lines of text.
func (f font) lineHeight() float64 { return math.Round(f.size * 1.4) }

// layout is the picture while its parts are laid out: free is the room that is left.
type layout struct {
	chart *Chart
	sheet *sheet
	m     metrics
	text  textSizes
	free  rect
	plot  plot
}

// smallestPlot is the least size of a plot, in pixels, that shows anything.
const smallestPlot = 60

func (c *Chart) layOut(in content, m metrics) (*sheet, error) {
	l := &layout{chart: c, sheet: &sheet{}, m: m, text: sizesFor(c.Width)}
	margin := 20.0
	if c.Width < 800 {
		margin = 16
	}
	canvas := rect{0, 0, float64(c.Width), float64(c.Height)}
	l.sheet.fill(full(paper), canvas)
	l.free = rect{margin, margin, canvas.right - margin, canvas.bottom - margin + 4}
	l.head()
	l.foot(append(in.notes(), c.Notes...))
	entries := in.legend()
	right := l.legendRight(entries)
	if !right {
		l.legendBelow(entries)
	}
	if err := l.axes(in); err != nil {
		return nil, err
	}
	if right {
		l.drawLegendRight(entries)
	}
	return l.sheet, nil
}

// head writes title, subtitle and the name of the vertical axis, which is written level: it is easier to read so.
func (l *layout) head() {
	write := func(words string, f font, ink ink, most int) {
		for _, line := range l.m.wrap(words, f, l.free.width(), most) {
			l.sheet.text(at{l.free.left, l.free.top + f.size}, start, f, full(ink), line)
			l.free.top += f.lineHeight()
		}
	}
	write(l.chart.Title, l.text.title, text, 2)
	write(l.chart.Subtitle, l.text.body, soft, 2)
	if l.chart.Title != "" || l.chart.Subtitle != "" {
		l.free.top += 8
	}
	write(l.chart.Y.Label, l.text.small, soft, 1)
	l.free.top += 10
}

// foot writes the small print at the bottom.
func (l *layout) foot(notes []string) {
	f := l.text.small
	var print []string
	for _, note := range notes {
		print = append(print, l.m.wrap(note, f, l.free.width(), 3)...)
	}
	room := int(l.free.height() * 0.25 / f.lineHeight())
	if len(print) > room {
		print = print[:room]
		if room > 0 {
			print[room-1] = l.m.shorten(print[room-1]+" "+dots3, f, l.free.width())
		}
	}
	if len(print) == 0 {
		return
	}
	top := l.free.bottom - float64(len(print))*f.lineHeight()
	for i, line := range print {
		l.sheet.text(at{l.free.left, top + float64(i)*f.lineHeight() + f.size}, start, f, full(soft), line)
	}
	l.free.bottom = top - 6
}

// axes lays out the plot inside what is free, draws both axes and the content.
func (l *layout) axes(in content) error {
	c, body, small := l.chart, l.text.body, l.text.small
	area := l.free
	if c.X.Label != "" {
		area.bottom -= small.lineHeight()
	}
	area.bottom -= body.lineHeight() + 4
	if st, ok := in.(stalled); ok {
		area.bottom -= st.stripHeight()
	}
	if area.height() < smallestPlot {
		return fmt.Errorf("%d x %d pixels are not enough for its text: make it higher, or shorten the notes", c.Width, c.Height)
	}
	spanX, spanY := in.spans()
	zeroX, zeroY := in.fromZero()
	mostY := max(int(area.height()/42), 2)
	y := axisScale(spanY, c.Y, zeroY && !c.Y.Fit, true, mostY)
	rows := in.rows()
	var ticksY []tick
	if rows == nil && spanY.any {
		ticksY, _ = y.ticks(c.Y, mostY)
	}
	names := l.rowNames(rows, area.width())
	left := 0.0
	for _, t := range ticksY {
		left = math.Max(left, l.m.width(t.text, body))
	}
	for _, name := range names {
		left = math.Max(left, l.m.width(name, body))
	}
	area.left = math.Round(area.left + left + 8)
	area.right = math.Round(area.right - 12) // half of a last label
	area.top, area.bottom = math.Round(area.top), math.Round(area.bottom)
	if area.width() < smallestPlot {
		return fmt.Errorf("%d x %d pixels are not enough for its text: make it wider, or shorten the names", c.Width, c.Height)
	}
	mostX := max(int(area.width()/90), 2)
	x := axisScale(spanX, c.X, zeroX && !c.X.Fit, in.roundX() && !c.X.Clock, mostX)
	x.from, x.to = area.left, area.right
	y.from, y.to = area.bottom, area.top
	l.plot = plot{area, x, y, l.m, l.text}
	for _, t := range ticksY {
		py := crisp(y.pos(t.at))
		l.sheet.line(style{stroke: full(grid), width: 1}, at{area.left, py}, at{area.right, py})
		l.sheet.text(at{area.left - 8, py + body.size*0.36}, end, body, full(soft), t.text)
	}
	for i, name := range names {
		l.sheet.text(at{area.left - 8, rowCenter(area, i, len(names)) + body.size*0.36}, end, body, full(text), name)
	}
	l.horizontal(x, mostX, spanX.any || spanY.any, rows != nil)
	if !spanX.any && !spanY.any {
		l.sheet.text(at{(area.left + area.right) / 2, (area.top + area.bottom) / 2}, middle, l.text.title, full(soft), "no data")
		return nil
	}
	in.draw(l.sheet, l.plot)
	return nil
}

// horizontal draws the axis at the bottom of the plot: its line, marks and name.
func (l *layout) horizontal(x scale, most int, any, gridLines bool) {
	area, body, small := l.plot.rect, l.text.body, l.text.small
	below := area.bottom + (l.free.bottom - area.bottom)
	if l.chart.X.Label != "" {
		below -= small.lineHeight()
	}
	baseline := below - body.lineHeight() + body.size
	unit := ""
	if any {
		var ticks []tick
		ticks, unit = x.ticks(l.chart.X, most)
		for _, t := range ticks {
			px := crisp(x.pos(t.at))
			if gridLines {
				l.sheet.line(style{stroke: full(grid), width: 1}, at{px, area.top}, at{px, area.bottom})
			}
			l.sheet.line(style{stroke: full(rule), width: 1}, at{px, area.bottom}, at{px, area.bottom + 4})
			l.sheet.text(at{px, baseline}, middle, body, full(soft), t.text)
		}
	}
	l.sheet.line(style{stroke: full(rule), width: 1}, at{area.left, crisp(area.bottom)}, at{area.right, crisp(area.bottom)})
	words := l.chart.X.Label
	if unit != "" && words != "" {
		words += " (" + unit + ")"
	}
	room := area.width() + l.free.right - area.right
	l.sheet.text(at{(area.left + area.right) / 2, l.free.bottom - small.lineHeight() + small.size + 2}, middle, small, full(soft), l.m.shorten(words, small, room))
}

// rowNames are names that leave most of the width to the plot.
func (l *layout) rowNames(rows []string, width float64) []string {
	names := make([]string, len(rows))
	for i, name := range rows {
		names[i] = l.m.shorten(name, l.text.body, width*0.34)
	}
	return names
}

// rowCenter is the middle of the i-th of n rows of equal height.
func rowCenter(area rect, i, n int) float64 {
	return area.top + (float64(i)+0.5)*area.height()/float64(n)
}

// crisp is the nearest place at which a line of one pixel covers whole pixels.
func crisp(p float64) float64 { return math.Floor(p) + 0.5 }
