package chart

// marker is the form of a point. Forms tell series apart where colours cannot.
type marker uint8

const (
	disc marker = iota
	square
	triangle
	diamond
	cross
	bar
	markers // how many there are
)

// seriesMarker is the form of the i-th series: where colours come round again, their forms are others.
func seriesMarker(i int) marker { return marker((i + i/seriesColors) % int(markers)) }

// outlines are the forms in units of the radius, of about equal area.
var outlines = [markers][]at{
	square:   {{-.85, -.85}, {.85, -.85}, {.85, .85}, {-.85, .85}},
	triangle: {{0, -1.15}, {1.1, .8}, {-1.1, .8}},
	diamond:  {{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}},
	cross: {{-.35, -1.1}, {.35, -1.1}, {.35, -.35}, {1.1, -.35}, {1.1, .35}, {.35, .35},
		{.35, 1.1}, {-.35, 1.1}, {-.35, .35}, {-1.1, .35}, {-1.1, -.35}, {-.35, -.35}},
	bar: {{-1.3, -.5}, {1.3, -.5}, {1.3, .5}, {-1.3, .5}},
}

// draw puts a marker on each point.
func (m marker) draw(s *sheet, radius float64, p paint, points ...at) {
	if m == disc {
		s.dots(radius, p, points...)
		return
	}
	paths := make([]path, len(points))
	for i, c := range points {
		corners := make([]at, len(outlines[m]))
		for j, o := range outlines[m] {
			corners[j] = at{c.x + o.x*radius, c.y + o.y*radius}
		}
		paths[i] = path{corners, true}
	}
	s.stroke(style{fill: p}, paths...)
}
