package chart

import (
	"fmt"

	"github.com/wcharczuk/go-chart/v2/drawing"
)

// Theme is the set of colours.
type Theme uint8

const (
	Light Theme = iota
	Dark
	// Auto follows the reader's preference. Only SVG can: a PNG is light. The
	// colours are CSS variables, of which --paper, --ink, --soft and --line are taken
	// from the page around an inline SVG where it has them.
	Auto
)

var themeNames = [...]string{"light", "dark", "auto"}

// UnmarshalText reads a theme's name, so that it can be a command-line option.
func (t *Theme) UnmarshalText(text []byte) error {
	for i, name := range themeNames {
		if name == string(text) {
			*t = Theme(i)
			return nil
		}
	}
	return fmt.Errorf("unknown theme %q: want light, dark or auto", text)
}

// ink is the part that a colour plays, whatever the theme.
type ink uint8

const (
	noInk ink = iota
	paper
	text
	soft // labels of axes, small print
	grid
	rule // axes
	stall
	firstSeries
)

// The series' colours are those of Okabe and Ito (Color Universal Design, 2008), told
// apart with every kind of colour blindness; without yellow, which is lost on
// white. The dark ones are the same hues, lighter.
var palettes = [2][]string{
	Light: {"", "#ffffff", "#1d2126", "#5b636d", "#e4e7ea", "#8b939d", "#c3151b", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"},
	Dark:  {"", "#15181c", "#e3e6ea", "#a0a8b2", "#2b3138", "#6b747e", "#ff6b61", "#4c9fe0", "#ff8243", "#2bc79a", "#e6a3d3", "#f2b632", "#a9dcff"},
}

// pageVariables are the names that a page's own colours go by.
var pageVariables = map[ink]string{paper: "paper", text: "ink", soft: "soft", grid: "line"}

var seriesColors = len(palettes[Light]) - int(firstSeries)

// seriesInk is the colour of the i-th series.
func seriesInk(i int) ink { return firstSeries + ink(i%seriesColors) }

// dash is a pattern of lines; the longer a list of series, the more of them are needed.
type dash uint8

const (
	solid dash = iota
	dashed
	dotted
	dashDotted
)

var dashes = [...][]float64{solid: nil, dashed: {7, 4}, dotted: {2, 3}, dashDotted: {8, 3, 2, 3}}

// seriesDash is the pattern of the i-th series: where colours come round again, the pattern changes.
func seriesDash(i int) dash { return dash(i / seriesColors % len(dashes)) }

// paint is a colour with its opacity in percent.
type paint struct {
	ink     ink
	opacity uint8
}

func full(i ink) paint             { return paint{i, 100} }
func pale(i ink, o uint8) paint    { return paint{i, o} }
func (p paint) visible() bool      { return p.ink != noInk && p.opacity > 0 }
func (p paint) hex(t Theme) string { return palettes[t][p.ink] }

// color is the paint for a PNG.
func (p paint) color(t Theme) drawing.Color {
	c := drawing.ColorFromHex(p.hex(t))
	c.A = uint8(int(p.opacity) * 255 / 100)
	return c
}
