package chart

import (
	"fmt"
	"image"
	"image/png"
	"io"

	"github.com/wcharczuk/go-chart/v2/drawing"
)

// drawPNG plays the sheet with the library's raster pen, which has fractions of
// pixels where the library's own charts have none.
func drawPNG(w io.Writer, c *Chart, warnings *[]string) (err error) {
	in := c.content()
	fonts, warning, err := facesFor(c.words(in), c.FontFile, fontFolders())
	if err != nil {
		return err
	}
	if warning != "" {
		*warnings = append(*warnings, warning)
	}
	defer func() {
		if broken := recover(); broken != nil { // the font reader trusts the outlines in a file
			err = fmt.Errorf("a font is broken (%v): name another with --font FILE", broken)
		}
	}()
	s, err := c.layOut(in, metrics{fonts, 1})
	if err != nil {
		return err
	}
	canvas := image.NewRGBA(image.Rect(0, 0, c.Width*c.Scale, c.Height*c.Scale))
	gc, err := drawing.NewRasterGraphicContext(canvas)
	if err != nil {
		return err
	}
	gc.SetFillRule(drawing.FillRuleWinding) // overlapping dots have no holes
	theme := c.Theme
	if theme == Auto {
		theme = Light
	}
	pen := rasterPen{gc, theme, fonts, float64(c.Scale)}
	for _, shape := range s.shapes {
		pen.draw(shape)
	}
	return png.Encode(w, canvas)
}

// pixelDPI is the resolution at which a font of size 1 is a pixel high: the library
// takes 64ths of a pixel for 72nds of an inch.
const pixelDPI = 64

type rasterPen struct {
	gc    *drawing.RasterGraphicContext
	theme Theme
	fonts faces
	scale float64
}

func (p *rasterPen) draw(shape shape) {
	switch shape := shape.(type) {
	case lines:
		p.lines(shape)
	case dots:
		for _, c := range shape.centers {
			p.disc(c, shape.radius)
		}
		p.gc.SetFillColor(shape.paint.color(p.theme))
		p.gc.Fill()
	case label:
		p.label(shape)
	}
}

func (p *rasterPen) lines(l lines) {
	trace := func(paths []path) {
		for _, path := range paths {
			for i, a := range path.points {
				if i == 0 {
					p.gc.MoveTo(a.x*p.scale, a.y*p.scale)
				} else {
					p.gc.LineTo(a.x*p.scale, a.y*p.scale)
				}
			}
			if path.closed && len(path.points) > 0 {
				p.gc.LineTo(path.points[0].x*p.scale, path.points[0].y*p.scale)
			}
		}
	}
	if l.style.fill.visible() {
		trace(l.paths)
		p.gc.SetFillColor(l.style.fill.color(p.theme))
		p.gc.Fill()
	}
	if l.style.stroke.visible() {
		paths := l.paths
		if pattern := dashes[l.style.dash]; pattern != nil {
			paths = nil
			for _, path := range l.paths {
				paths = append(paths, path.cut(pattern)...)
			}
		}
		trace(paths)
		p.gc.SetStrokeColor(l.style.stroke.color(p.theme))
		p.gc.SetLineWidth(l.style.width * p.scale)
		p.gc.Stroke()
	}
}

// disc adds a circle of four curves to the path.
func (p *rasterPen) disc(c at, radius float64) {
	const k = 0.5523 // control points of a quarter circle
	x, y, r := c.x*p.scale, c.y*p.scale, radius*p.scale
	p.gc.MoveTo(x+r, y)
	p.gc.CubicCurveTo(x+r, y+k*r, x+k*r, y+r, x, y+r)
	p.gc.CubicCurveTo(x-k*r, y+r, x-r, y+k*r, x-r, y)
	p.gc.CubicCurveTo(x-r, y-k*r, x-k*r, y-r, x, y-r)
	p.gc.CubicCurveTo(x+k*r, y-r, x+r, y-k*r, x+r, y)
}

func (p *rasterPen) label(l label) {
	x := l.at.x
	width := metrics{p.fonts, 1}.width(l.text, l.font)
	switch l.anchor {
	case middle:
		x -= width / 2
	case end:
		x -= width
	}
	p.gc.SetDPI(pixelDPI)
	p.gc.SetFontSize(l.font.size * p.scale)
	p.gc.SetFillColor(l.paint.color(p.theme))
	x *= p.scale
	for _, run := range p.fonts.runs(l.text) {
		p.gc.SetFont(run.face)
		// An error is a glyph that cannot be read: the others of the text still stand.
		advance, _ := p.gc.CreateStringPath(run.text, x, l.at.y*p.scale)
		p.gc.Fill()
		x += advance
	}
}
