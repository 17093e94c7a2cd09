package chart

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// wave are points of 1 s intervals around a mean.
func wave(n int, mean float64) []Point {
	points := make([]Point, n)
	for i := range points {
		points[i] = Point{X: float64(i + 1), Y: mean + 50*math.Sin(float64(i)/3), Length: 1}
	}
	return points
}

func valuesOf(points []Point) []float64 {
	values := make([]float64, len(points))
	for i, p := range points {
		values[i] = p.Y
	}
	return values
}

// examples is one chart of each kind with all that the kind can show.
func examples() []Chart {
	a, b := wave(60, 300), wave(60, 420)
	a[20].Y, a[21].Y, a[40].Y = 0, 0, nan
	b = append(b[:30], b[34:]...)
	buckets := []Point{{X: 20, Y: 300, Length: 20}, {X: 40, Y: 270, Length: 20}, {X: 60, Y: 310, Length: 20}}
	seconds := Axis{Label: "time since measuring start", Clock: true}
	rate := Axis{Label: "transactions per second"}
	raw := []Series{{Name: "binlog off", Values: valuesOf(b)}, {Name: "关闭 & <on>", Values: valuesOf(a[:20])}}
	return []Chart{
		{Kind: Line, Title: "Binary log on and off", Subtitle: "two warehouses", X: seconds, Y: rate, Notes: []string{"From the first report line on."},
			Series: []Series{{Name: "on", Points: a, Buckets: buckets, Stalls: []Span{{20, 22}}, Warmup: true, WarmupEnd: 8}, {Name: "off", Points: b}}},
		{Kind: Scatter, Title: "Latency by throughput", X: rate, Y: Axis{Label: "p95 (ms)", Log: true},
			Series: []Series{{Name: "on", Points: a[:20]}, {Name: "off", Points: b}}},
		{Kind: Box, Title: "Throughput", X: rate, Series: raw},
		{Kind: Histogram, Title: "Throughput", X: rate, Series: raw},
		{Kind: ECDF, Title: "Throughput", X: Axis{Label: "p95 (ms)", Log: true}, Series: raw},
		{Kind: Bar, Title: "Throughput", X: rate, Groups: []string{"sync_binlog=0", "sync_binlog=1"},
			Series: []Series{{Name: "8 threads", Bars: []Estimate{{300, 280, 320}, {nan, nan, nan}}}, {Name: "16 threads", Bars: []Estimate{{421.5, nan, nan}, {22.25, 21, 23}}}}},
	}
}

func render(t *testing.T, c Chart, f Format) ([]byte, []string) {
	t.Helper()
	var b bytes.Buffer
	warnings, err := c.Render(&b, f)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), warnings
}

func TestGolden(t *testing.T) {
	for _, c := range examples() {
		if c.Kind == Line || c.Kind == Bar {
			c.Theme = Auto
		}
		t.Run(c.Kind.String(), func(t *testing.T) {
			got, warnings := render(t, c, SVG)
			if len(warnings) > 0 {
				t.Errorf("warnings %q", warnings)
			}
			golden := filepath.Join("testdata", c.Kind.String()+".svg")
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s has changed: look at it and run go test -update", golden)
			}
		})
	}
}

func TestPNG(t *testing.T) {
	for _, c := range examples() {
		for _, theme := range []Theme{Light, Dark, Auto} {
			t.Run(fmt.Sprint(c.Kind, themeNames[theme]), func(t *testing.T) {
				c.Width, c.Height, c.Scale, c.Theme = 640, 480, 2, theme
				data, _ := render(t, c, PNG)
				img, err := png.Decode(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				if size := img.Bounds().Size(); size != image.Pt(1280, 960) {
					t.Errorf("size %v", size)
				}
				shown := theme % Auto
				back := paint{paper, 100}.color(shown)
				if r, g, b, _ := img.At(2, 2).RGBA(); r>>8 != uint32(back.R) || g>>8 != uint32(back.G) || b>>8 != uint32(back.B) {
					t.Errorf("the corner is %v, want %v", img.At(2, 2), back)
				}
				for i := range c.Series {
					if n := near(img, full(seriesInk(i)).color(shown)); n < 20 {
						t.Errorf("%d pixels in the colour of series %d", n, i)
					}
				}
			})
		}
	}
}

// near counts the pixels that have the colour or nearly so.
func near(img image.Image, want color.Color) (n int) {
	wr, wg, wb, _ := want.RGBA()
	distance := func(a, b uint32) float64 { return math.Abs(float64(a)-float64(b)) / 257 }
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			if distance(r, wr)+distance(g, wg)+distance(b, wb) < 40 {
				n++
			}
		}
	}
	return n
}

func TestPNGIsDeterministic(t *testing.T) {
	first, _ := render(t, examples()[0], PNG)
	second, _ := render(t, examples()[0], PNG)
	if !bytes.Equal(first, second) {
		t.Error("the same chart gives other bytes")
	}
}

// TestOddValues draws every kind with values that have no place on an axis.
func TestOddValues(t *testing.T) {
	inf := math.Inf(1)
	odd := map[string][]float64{
		"none": nil, "one": {5}, "equal": {7, 7, 7}, "zeros": {0, 0}, "not numbers": {nan, nan}, "infinite": {inf, -inf},
		"huge": {1e308, -1e308}, "large": {1e100, -1e100}, "tiny": {5e-324, 1e-300}, "small": {1e-90, 2e-90}, "close": {1e15, 1e15 + 0.125},
		"negative": {-5, -3}, "mixed": {nan, 3, inf, 1e300, 2, 0},
	}
	for name, values := range odd {
		for kind := Line; kind <= Bar; kind++ {
			for _, log := range []bool{false, true} {
				t.Run(fmt.Sprint(name, kind, log), func(t *testing.T) {
					s := Series{Name: "a", Values: values, Stalls: []Span{{nan, 3}, {0, inf}, {2, 1}, {1, 2}}, Warmup: true, WarmupEnd: nan}
					c := Chart{Kind: kind, X: Axis{Label: "x", Log: log, Clock: true}, Y: Axis{Label: "y", Log: log}, Width: 300, Height: 240}
					for i, v := range values {
						s.Points = append(s.Points, Point{X: v, Y: v, Length: v})
						s.Buckets = append(s.Buckets, Point{X: float64(i), Y: v, Length: 1})
						s.Bars = append(s.Bars, Estimate{v, v - 1, v + 1})
						c.Groups = append(c.Groups, "group")
					}
					c.Series = []Series{s, {}}
					c.Series[1].Bars = make([]Estimate, len(values))
					svg, _ := render(t, c, SVG)
					if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) || bytes.Contains(svg, []byte("-9223372036854775808")) {
						t.Error("a coordinate is no number")
					}
					checkXML(t, svg)
					render(t, c, PNG)
				})
			}
		}
	}
}

func TestNoSeries(t *testing.T) {
	for kind := Line; kind <= Bar; kind++ {
		svg, _ := render(t, Chart{Kind: kind}, SVG)
		if !bytes.Contains(svg, []byte(">no data<")) {
			t.Errorf("%s: no word of there being no data", kind)
		}
	}
}

func TestLeftOutIsTold(t *testing.T) {
	c := Chart{Kind: Box, X: Axis{Log: true}, Series: []Series{{Name: "lat", Values: []float64{1, 2, 0, -1, nan}}}}
	_, warnings := render(t, c, SVG)
	if len(warnings) != 1 || !strings.HasPrefix(warnings[0], "lat: 3 of its values cannot be drawn") {
		t.Errorf("warnings %q", warnings)
	}
	c = Chart{Series: []Series{{Name: "rate", Points: []Point{{X: 1, Y: nan}, {X: 2, Y: math.Inf(1)}, {X: nan, Y: 1}, {X: 3, Y: 1}}}}}
	if _, warnings = render(t, c, SVG); len(warnings) != 1 || !strings.HasPrefix(warnings[0], "rate: 2 of") {
		t.Errorf("a gap is no loss, an infinite value is: %q", warnings)
	}
}

func TestErrors(t *testing.T) {
	long := strings.Repeat("a note that goes on and on ", 60)
	for _, test := range []struct {
		name, want string
		chart      Chart
	}{
		{"small", "10 x 10 pixels: want at least 240 x 180", Chart{Width: 10, Height: 10}},
		{"large", "want at least 240 x 180 and at most 10000", Chart{Width: 20000, Height: 500}},
		{"scale", "cannot be scaled by 100", Chart{Scale: 100}},
		{"kind", "unknown kind of chart 99", Chart{Kind: 99}},
		{"theme", "unknown theme 9", Chart{Theme: 9}},
		{"bars", "a: 1 bars for 2 groups", Chart{Kind: Bar, Groups: []string{"x", "y"}, Series: []Series{{Name: "a", Bars: make([]Estimate, 1)}}}},
		{"crowded", "make it higher, or shorten the notes", Chart{Width: 240, Height: 180, Title: long, Subtitle: long, Notes: []string{long}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			_, err := test.chart.Render(&b, SVG)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if b.Len() > 0 {
				t.Error("part of a picture was written")
			}
		})
	}
	if _, err := (&Chart{}).Render(&bytes.Buffer{}, 7); err == nil {
		t.Error("an unknown format is no error")
	}
	if _, err := (&Chart{}).Render(fullDisk{}, SVG); !errors.Is(err, errFull) {
		t.Errorf("error %v, want that of the writer", err)
	}
}

var errFull = errors.New("no space left on device")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestNames(t *testing.T) {
	var k Kind
	if err := k.UnmarshalText([]byte("ecdf")); err != nil || k != ECDF || k.String() != "ecdf" {
		t.Errorf("kind %v, error %v", k, err)
	}
	if err := k.UnmarshalText([]byte("pie")); err == nil || !strings.Contains(err.Error(), `"pie": want line, scatter`) {
		t.Errorf("error %v", err)
	}
	var theme Theme
	if err := theme.UnmarshalText([]byte("dark")); err != nil || theme != Dark {
		t.Errorf("theme %v, error %v", theme, err)
	}
	if err := theme.UnmarshalText([]byte("neon")); err == nil {
		t.Error("an unknown theme is no error")
	}
	for path, want := range map[string]Format{"a.png": PNG, "b/A.PNG": PNG, "x.svg": SVG} {
		if got, err := FormatOf(path); err != nil || got != want {
			t.Errorf("%s: %v, %v", path, got, err)
		}
	}
	if _, err := FormatOf("a.pdf"); err == nil || !strings.Contains(err.Error(), "name it .png or .svg") {
		t.Errorf("error %v", err)
	}
}
