package chart

// sheet is a picture as a list of shapes in drawing order, in pixels from the top
// left corner. Both pens play it, so a PNG and an SVG show the same.
type sheet struct {
	shapes []shape
}

type shape interface{ shape() }

type at struct{ x, y float64 }

// lines are paths of straight lines, all in one style.
type lines struct {
	paths []path
	style style
}

type path struct {
	points []at
	closed bool
}

// dots are discs of one size, drawn as one shape: where they overlap they get no darker.
type dots struct {
	centers []at
	radius  float64
	paint   paint
}

// label is one line of text.
type label struct {
	text   string
	at     at // of the baseline, at the anchor
	anchor anchor
	font   font
	paint  paint
}

func (lines) shape() {}
func (dots) shape()  {}
func (label) shape() {}

// style is how lines are drawn. It is comparable: an SVG has one class for each.
type style struct {
	fill, stroke paint
	width        float64
	dash         dash
}

type anchor uint8

const (
	start anchor = iota
	middle
	end
)

// font is a size in pixels and a weight.
type font struct {
	size float64
	bold bool
}

func (s *sheet) add(shape shape) { s.shapes = append(s.shapes, shape) }

func (s *sheet) stroke(st style, paths ...path) {
	if len(paths) > 0 {
		s.add(lines{paths, st})
	}
}

func (s *sheet) line(st style, points ...at) { s.stroke(st, path{points: points}) }

func (s *sheet) dots(radius float64, p paint, centers ...at) {
	if len(centers) > 0 {
		s.add(dots{centers, radius, p})
	}
}

func (s *sheet) text(p at, a anchor, f font, ink paint, words string) {
	if words != "" {
		s.add(label{words, p, a, f, ink})
	}
}

// rect is a rectangle on the sheet, y growing downwards.
type rect struct{ left, top, right, bottom float64 }

func (r rect) width() float64  { return r.right - r.left }
func (r rect) height() float64 { return r.bottom - r.top }

func (r rect) path() path {
	return path{[]at{{r.left, r.top}, {r.right, r.top}, {r.right, r.bottom}, {r.left, r.bottom}}, true}
}

func (s *sheet) fill(p paint, rects ...rect) {
	paths := make([]path, len(rects))
	for i, r := range rects {
		paths[i] = r.path()
	}
	s.stroke(style{fill: p}, paths...)
}
