package chart

import (
	"math"
	"testing"
)

func TestDashesRunOverCorners(t *testing.T) {
	pattern := []float64{7, 4}
	straight := path{points: []at{{0, 0}, {110, 0}}}
	var pieces path
	for x := range 111 {
		pieces.points = append(pieces.points, at{float64(x), 0})
	}
	for name, p := range map[string]path{"straight": straight, "in pieces": pieces} {
		cut := p.cut(pattern)
		if len(cut) != 10 {
			t.Fatalf("%s: %d dashes, want 10", name, len(cut))
		}
		for i, d := range cut {
			first, last := d.points[0], d.points[len(d.points)-1]
			if math.Abs(first.x-float64(i)*11) > 1e-9 || math.Abs(last.x-first.x-7) > 1e-9 {
				t.Errorf("%s: dash %d from %v to %v", name, i, first, last)
			}
		}
	}
	corner := path{points: []at{{0, 0}, {5, 0}, {5, 5}}}.cut(pattern)
	if len(corner) != 1 || len(corner[0].points) != 3 || corner[0].points[2] != (at{5, 2}) {
		t.Errorf("%v: the dash goes round the corner", corner)
	}
	if got := (path{points: []at{{1, 1}, {1, 1}}}).cut(pattern); len(got) != 0 {
		t.Errorf("%v: a line of no length", got)
	}
}
