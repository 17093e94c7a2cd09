package chart

import (
	"math"
	"testing"
)

// drawn is the chart as shapes and where its plot is.
func drawn(t *testing.T, c Chart) *sheet {
	t.Helper()
	p, _, err := c.prepared()
	if err != nil {
		t.Fatal(err)
	}
	base, err := bundled()
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.layOut(p.content(), metrics{faces{base}, 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// strokes are the paths drawn as lines in a colour, without the legend's sample.
func strokes(s *sheet, want paint) (paths []path) {
	for _, shape := range s.shapes {
		if l, ok := shape.(lines); ok && l.style.stroke == want {
			for _, p := range l.paths {
				if n := len(p.points); n > 0 && !(n == 2 && p.points[1].x-p.points[0].x == sampleWidth && p.points[0].y == p.points[1].y) {
					paths = append(paths, p)
				}
			}
		}
	}
	return paths
}

func TestGapsBreakTheLine(t *testing.T) {
	whole := wave(30, 100)
	withNaN := append([]Point(nil), whole...)
	withNaN[10].Y = nan
	cut := append(append([]Point(nil), whole[:10]...), whole[12:]...)
	late := append(append([]Point(nil), whole[:10]...), whole[14:]...)
	late[10].Length = 5
	instants := []Point{{X: 1, Y: 1}, {X: 2, Y: 1}, {X: 9, Y: 1}}
	jittery := append([]Point(nil), whole...)
	jittery[10].Length = 0.7
	for name, test := range map[string]struct {
		points []Point
		want   int
	}{
		"whole": {whole, 1}, "not a number": {withNaN, 2}, "lines missing": {cut, 2},
		"one long interval": {late, 1}, "no lengths": {instants, 1}, "uneven clock": {jittery, 1},
	} {
		paths := strokes(drawn(t, Chart{Series: []Series{{Points: test.points}}}), full(firstSeries))
		if len(paths) != test.want {
			t.Errorf("%s: %d pieces of line, want %d", name, len(paths), test.want)
		}
	}
}

func TestLongIntervalIsFlat(t *testing.T) {
	points := []Point{{1, 5, 1}, {2, 5, 1}, {3, 5, 1}, {8, 2, 5}, {9, 5, 1}}
	got := stretches(points)
	want := []at{{.5, 5}, {1.5, 5}, {2.5, 5}, {3, 2}, {8, 2}, {8.5, 5}}
	if len(got) != 1 || len(got[0]) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if got[0][i] != want[i] {
			t.Errorf("point %d: %v, want %v", i, got[0][i], want[i])
		}
	}
}

func TestPointBetweenGapsIsSeen(t *testing.T) {
	points := wave(300, 100)
	for i := range points {
		if i%2 == 1 {
			points[i].Y = nan
		}
	}
	discs := 0
	for _, shape := range drawn(t, Chart{Series: []Series{{Points: points}}}).shapes {
		if d, ok := shape.(dots); ok {
			discs += len(d.centers)
		}
	}
	if discs != 150 {
		t.Errorf("%d dots, want 150", discs)
	}
}

func TestOneDipAmong100000(t *testing.T) {
	points := wave(100_000, 1000)
	points[54_321].Y = 0
	s := drawn(t, Chart{Series: []Series{{Points: points}}})
	paths := strokes(s, full(firstSeries))
	if len(paths) != 1 {
		t.Fatalf("%d paths", len(paths))
	}
	if n := len(paths[0].points); n > 4*defaultWidth {
		t.Errorf("%d points for %d pixels", n, defaultWidth)
	}
	lowest := paths[0].points[0]
	for _, p := range paths[0].points {
		if p.y > lowest.y {
			lowest = p
		}
	}
	axis := strokes(s, full(rule))
	bottom := axis[len(axis)-1].points[0].y
	if math.Abs(lowest.y-bottom) > 1 {
		t.Errorf("the line reaches down to %v, the axis is at %v", lowest.y, bottom)
	}
}

func TestThinKeepsOrderAndExtremes(t *testing.T) {
	column := []at{{1.0, 5}, {1.1, 9}, {1.2, 4}, {1.3, 1}, {1.4, 6}, {1.5, 5}, {2.0, 7}}
	want := []at{{1.0, 5}, {1.1, 9}, {1.3, 1}, {1.5, 5}, {2.0, 7}}
	got := thin(column)
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

func TestWarmupIsPale(t *testing.T) {
	s := drawn(t, Chart{Series: []Series{{Points: wave(60, 100), Warmup: true, WarmupEnd: 20}}})
	faint, strong := strokes(s, pale(firstSeries, warmupOpacity)), strokes(s, full(firstSeries))
	if len(faint) != 1 || len(strong) != 1 {
		t.Fatalf("%d pale and %d full pieces of line", len(faint), len(strong))
	}
	if faint[0].points[len(faint[0].points)-1] != strong[0].points[0] {
		t.Error("the pale line does not reach the full one")
	}
}

func TestShortStallIsSeen(t *testing.T) {
	p := plot{rect: rect{0, 0, 1000, 100}, x: scale{lo: 0, hi: 100_000, from: 0, to: 1000}}
	got := boxes(p, []Span{{50_000, 50_001}, {10, 20}, {50_050, 50_060}}, 0, 6)
	if len(got) != 2 {
		t.Fatalf("%v: want two marks, the two next to each other joined", got)
	}
	for _, r := range got {
		if r.width() < leastStall/2 {
			t.Errorf("a mark is %v wide", r.width())
		}
	}
}

func TestManyStallsKeepTheirRows(t *testing.T) {
	var series []Series
	for range 4 {
		series = append(series, Series{Points: wave(60, 100), Stalls: []Span{{10, 12}}})
	}
	if strip := newStallStrip(&Chart{Series: series}); len(strip.rows) != 4 || strip.shaded || !strip.named() {
		t.Errorf("four series: %+v", strip)
	}
	for range 5 {
		series = append(series, series[0])
	}
	strip := newStallStrip(&Chart{Series: series})
	if len(strip.rows) != 1 || len(strip.rows[0].spans) != 9 || strip.named() || len(strip.legend()) != 1 {
		t.Errorf("nine series: %+v", strip)
	}
}
