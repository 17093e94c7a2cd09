// Package chart draws series of numbers as pictures that can stand in an
// article as they are: PNG and SVG, light and dark.
//
// It knows series, not runs: names, units and what to draw come from the
// caller. Quartiles, bins and distribution steps are computed here from raw
// values. Drawing is done in two steps: the kinds of chart put shapes on a
// sheet, and the sheet is played by one of two pens, PNG or SVG.
package chart

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Kind is what a chart shows.
type Kind uint8

const (
	Line      Kind = iota // Points over X, with Buckets, Stalls and warm-up
	Scatter               // Points, not joined
	Box                   // quartiles of Values, a row a series
	Histogram             // share of Values in equal bins
	ECDF                  // share of Values at or below X
	Bar                   // Bars with whiskers, in Groups
)

var kindNames = [...]string{"line", "scatter", "box", "histogram", "ecdf", "bar"}

// String is the kind's name as users write it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// UnmarshalText reads a kind's name, so that it can be a command-line option.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, name := range kindNames {
		if name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("unknown kind of chart %q: want %s", text, strings.Join(kindNames[:], ", "))
}

// Format is a file format of pictures.
type Format uint8

const (
	PNG Format = iota
	SVG
)

// FormatOf is the format that a file's name asks for.
func FormatOf(path string) (Format, error) {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".png":
		return PNG, nil
	case ".svg":
		return SVG, nil
	default:
		return 0, fmt.Errorf("%s: cannot tell the format of the picture from %q: name it .png or .svg", path, ext)
	}
}

// Chart is one picture. Text of any kind is data: it is shown, never interpreted.
type Chart struct {
	Kind     Kind
	Title    string
	Subtitle string // what was measured and how, below the title
	X, Y     Axis
	Width    int // in pixels; 0: 960
	Height   int // in pixels; 0: 500
	Scale    int // PNG only: 2 draws twice as many pixels, for high-density screens; 0: 1
	Theme    Theme
	Groups   []string // Bar: the names of the groups, from top to bottom
	Series   []Series
	Notes    []string // small print below the chart

	// FontFile is a TrueType font (.ttf, .ttc) for the text of a PNG. Without it
	// the bundled font is used and, for characters that it lacks, one of the
	// system's fonts. SVG leaves fonts to the reader's browser.
	FontFile string
}

// Axis is one of the two axes. X is always the horizontal one: Box and Bar lie on
// their sides, so that long names stay readable, and have their values on X.
type Axis struct {
	Label string // what and in which unit
	Clock bool   // X only: values are seconds, and the label gets the unit (s, min, h) that suits the length
	Log   bool   // logarithmic; values of 0 and below are left out. Not for Y of Histogram and ECDF
	Fit   bool   // begin near the smallest value. Otherwise Y, and X of Box and Bar, begin at 0 where no value is below
}

// Point is one measurement. Where Length is greater than 0, Y is the average over
// (X-Length, X]: it is drawn in the middle of that, flat if it is much longer than
// the others, and time that no point covers breaks the line. A Y that is
// not a number is a gap too.
type Point struct {
	X, Y, Length float64
}

// Span is a stretch of X.
type Span struct{ Start, End float64 }

// Estimate is the length of a bar and its confidence interval. A Value that is not a
// number leaves the bar out; limits that are not numbers leave the whisker out.
type Estimate struct{ Value, Low, High float64 }

// Series is what one line, box or colour stands for. A kind of chart uses only the
// fields named for it.
type Series struct {
	Name    string
	Points  []Point    // Line, Scatter
	Buckets []Point    // Line: averages, drawn boldly over the points, which turn pale
	Stalls  []Span     // Line: marked below the plot
	Values  []float64  // Box, Histogram, ECDF: raw values in any order
	Bars    []Estimate // Bar: one for each of the chart's Groups

	// WarmupEnd is the X up to which points are drawn pale, as left out of the
	// figures: only where Warmup is set.
	WarmupEnd float64
	Warmup    bool
}

const (
	defaultWidth, defaultHeight = 960, 500
	minWidth, minHeight         = 240, 180
	maxSide                     = 10000
)

// Render writes the picture. It is drawn in memory first, so that w gets a whole
// picture or nothing. The warnings are for the user: values that could not be drawn,
// characters that no font has. Equal charts give equal bytes, on one machine: which
// system font supplies missing characters depends on what is installed.
func (c *Chart) Render(w io.Writer, format Format) (warnings []string, err error) {
	d, warnings, err := c.prepared()
	if err != nil {
		return nil, err
	}
	var picture bytes.Buffer
	switch format {
	case PNG:
		err = drawPNG(&picture, d, &warnings)
	case SVG:
		err = drawSVG(&picture, d)
	default:
		err = fmt.Errorf("unknown picture format %d", format)
	}
	if err != nil {
		return nil, fmt.Errorf("draw %s chart: %w", c.Kind, err)
	}
	_, err = w.Write(picture.Bytes())
	return warnings, err
}
