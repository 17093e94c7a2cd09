package chart

import (
	"math"
	"testing"

	"github.com/wcharczuk/go-chart/v2/drawing"
)

// blindness are matrices on linear RGB for full dichromacy (Machado, Oliveira and
// Fernandes, 2009).
var blindness = map[string][3][3]float64{
	"none":         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func linear(c drawing.Color) [3]float64 {
	var rgb [3]float64
	for i, v := range []uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if x <= 0.04045 {
			rgb[i] = x / 12.92
		} else {
			rgb[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// lab is the colour in CIELAB as one who is colour-blind sees it.
func lab(c drawing.Color, sight [3][3]float64) [3]float64 {
	rgb := linear(c)
	var seen [3]float64
	for i, row := range sight {
		seen[i] = math.Max(0, math.Min(1, row[0]*rgb[0]+row[1]*rgb[1]+row[2]*rgb[2]))
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124*seen[0] + 0.3576*seen[1] + 0.1805*seen[2]) / 0.9505)
	y := f(0.2126*seen[0] + 0.7152*seen[1] + 0.0722*seen[2])
	z := f((0.0193*seen[0] + 0.1192*seen[1] + 0.9505*seen[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

func luminance(c drawing.Color) float64 {
	rgb := linear(c)
	return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
}

// TestColorsAreToldApart asks for a distance of 12 in CIELAB between any two series
// for every kind of colour blindness: a difference of 2 is just seen.
func TestColorsAreToldApart(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		for name, sight := range blindness {
			least, pair := math.Inf(1), [2]int{}
			for i := range seriesColors {
				for j := range i {
					if d := distance(lab(full(seriesInk(i)).color(theme), sight), lab(full(seriesInk(j)).color(theme), sight)); d < least {
						least, pair = d, [2]int{j, i}
					}
				}
			}
			t.Logf("%s %s: series %v are %.1f apart", themeNames[theme], name, pair, least)
			if least < 12 {
				t.Errorf("%s %s: series %v are only %.1f apart", themeNames[theme], name, pair, least)
			}
		}
	}
}

func TestContrast(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		back := luminance(full(paper).color(theme))
		for _, test := range []struct {
			ink   ink
			least float64 // contrast by WCAG 2: 4.5 for text
		}{{text, 7}, {soft, 4.5}, {stall, 3}} {
			front := luminance(full(test.ink).color(theme))
			if c := (math.Max(front, back) + 0.05) / (math.Min(front, back) + 0.05); c < test.least {
				t.Errorf("%s: contrast of ink %d is %.1f, want %v", themeNames[theme], test.ink, c, test.least)
			}
		}
	}
}

// TestSeriesLookDifferent: where colours come round again, pattern and marker change.
func TestSeriesLookDifferent(t *testing.T) {
	type look struct {
		ink    ink
		dash   dash
		marker marker
	}
	seen := map[look]int{}
	for i := range 24 {
		l := look{seriesInk(i), seriesDash(i), 0}
		if j, ok := seen[l]; ok {
			t.Errorf("lines %d and %d look alike", j, i)
		}
		seen[l] = i
		m := look{seriesInk(i), 0, seriesMarker(i) + 1}
		if j, ok := seen[m]; ok {
			t.Errorf("points %d and %d look alike", j, i)
		}
		seen[m] = i
	}
}
