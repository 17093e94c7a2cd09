package chart

import (
	"fmt"
	"os"
	"sync"

	"github.com/golang/freetype/truetype"
	"github.com/mattn/go-runewidth"
	gochart "github.com/wcharczuk/go-chart/v2"
	"golang.org/x/image/math/fixed"
)

// bundled is the font that comes with the program. It has no East Asian characters.
// The library's own way to it is not safe for concurrent use.
var bundled = sync.OnceValues(gochart.GetDefaultFont)

// faces are the fonts of a picture: the first that has a character draws it.
type faces []*truetype.Font

// metrics measures text. For SVG, whose fonts are not known, widths have some room to spare.
type metrics struct {
	faces faces
	slack float64
}

// eastAsian is the width of half of an East Asian character in ems.
const eastAsian = 0.5

// faceOf is the font that draws a character, nil if none has it.
func (fs faces) faceOf(r rune) *truetype.Font {
	for _, f := range fs {
		if f.Index(r) != 0 {
			return f
		}
	}
	return nil
}

// run is a piece of text in one font.
type run struct {
	face *truetype.Font
	text string
}

// runs splits a text by font. What no font has is drawn by the first as its
// box for missing characters; a blank stays with what is before it.
func (fs faces) runs(s string) []run {
	var result []run
	begin := 0
	var current *truetype.Font
	for i, r := range s {
		face := fs.faceOf(r)
		if face == nil || r == ' ' && current != nil {
			face = fs[0]
			if r == ' ' && current != nil {
				face = current
			}
		}
		if face != current && i > begin {
			result = append(result, run{current, s[begin:i]})
			begin = i
		}
		current = face
	}
	if begin < len(s) {
		result = append(result, run{current, s[begin:]})
	}
	return result
}

// width is how many pixels a text takes.
func (m metrics) width(s string, f font) float64 {
	total := 0.0
	for _, r := range s {
		face := m.faces.faceOf(r)
		if face == nil {
			total += f.size * eastAsian * float64(runewidth.RuneWidth(r))
			continue
		}
		total += advance(face, r, f.size)
	}
	return total * m.slack
}

func advance(face *truetype.Font, r rune, size float64) float64 {
	return float64(face.HMetric(fixed.Int26_6(size*64), face.Index(r)).AdvanceWidth) / 64
}

// loadFont reads a TrueType file; of a collection, its first font.
func loadFont(path string) (face *truetype.Font, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if recover() != nil { // the parser trusts the tables of the file
			face, err = nil, fmt.Errorf("%s: not a sound TrueType font", path)
		}
	}()
	face, err = truetype.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: not a TrueType font that can be read (OpenType/CFF fonts cannot): %w", path, err)
	}
	return face, nil
}
