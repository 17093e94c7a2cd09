package chart

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"html"
	"io"
	"math"
	"strconv"
	"strings"

	gochart "github.com/wcharczuk/go-chart/v2"
)

// svgUnit is how many units of the SVG make a pixel: the library's vector pen
// knows whole numbers only.
const svgUnit = 10

// fontStack is what a reader's browser writes with; the later ones have Chinese.
const fontStack = `system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans","PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","WenQuanYi Micro Hei",sans-serif`

// svgSlack is how much wider than the bundled font a reader's may be.
const svgSlack = 1.12

// drawSVG plays the sheet with the library's vector pen. All looks are in classes
// of the picture's own style sheet, under a name made from its content, so that
// several pictures can stand in one page.
func drawSVG(w io.Writer, c *Chart) error {
	base, err := bundled()
	if err != nil {
		return err
	}
	s, err := c.layOut(c.content(), metrics{faces{base}, svgSlack})
	if err != nil {
		return err
	}
	name := fmt.Sprintf("jl%08x", fingerprint(c, s))
	looks := &looks{theme: c.Theme, scope: "." + name, classes: map[any]string{}}
	for _, shape := range s.shapes {
		looks.of(shape)
	}
	r, err := gochart.SVGWithCSS(looks.css(), "")(c.Width*svgUnit, c.Height*svgUnit)
	if err != nil {
		return err
	}
	for _, shape := range s.shapes {
		r.SetClassName(looks.of(shape))
		playSVG(r, shape)
	}
	var picture bytes.Buffer
	if err := r.Save(&picture); err != nil {
		return err
	}
	return writeRoot(w, c, name, picture.Bytes())
}

// writeRoot gives the picture's element its size, its name and a title for those who do not see it.
func writeRoot(w io.Writer, c *Chart, name string, picture []byte) error {
	body, found := bytes.CutPrefix(picture, []byte("<svg "))
	if !found {
		return fmt.Errorf("the library's SVG begins with %.20q", picture)
	}
	head, body, _ := bytes.Cut(body, []byte(">"))
	title := html.EscapeString(c.Title)
	if title == "" {
		title = c.Kind.String() + " chart"
	}
	_, err := fmt.Fprintf(w, `<svg class="%s" role="img" aria-labelledby="%s-title" width="%d" height="%d" style="max-width:100%%;height:auto" %s><title id="%s-title">%s</title>%s`+"\n",
		name, name, c.Width, c.Height, head, name, title, body)
	return err
}

// fingerprint tells pictures apart.
func fingerprint(c *Chart, s *sheet) uint32 {
	h := fnv.New32a()
	fmt.Fprint(h, c.Width, c.Height, c.Theme, s.shapes)
	return h.Sum32()
}

func unit(v float64) int { return int(math.Round(v * svgUnit)) }

func playSVG(r gochart.Renderer, shape shape) {
	switch shape := shape.(type) {
	case lines:
		for _, path := range shape.paths {
			for i, a := range path.points {
				if i == 0 {
					r.MoveTo(unit(a.x), unit(a.y))
				} else {
					r.LineTo(unit(a.x), unit(a.y))
				}
			}
			if path.closed {
				r.Close()
			}
		}
		r.Stroke()
	case dots:
		// A line of no length with round ends is a disc: far shorter than circles.
		for _, a := range shape.centers {
			r.MoveTo(unit(a.x), unit(a.y))
			r.LineTo(unit(a.x), unit(a.y))
		}
		r.Stroke()
	case label:
		r.Text(html.EscapeString(shape.text), unit(shape.at.x), unit(shape.at.y))
	}
}

// looks collects how shapes look as classes of a style sheet.
type looks struct {
	theme   Theme
	scope   string
	classes map[any]string
	rules   strings.Builder
	used    [32]bool // inks
}

// look of a text or of dots, without place.
type (
	textLook struct {
		anchor anchor
		font   font
		paint  paint
	}
	dotLook struct {
		radius float64
		paint  paint
	}
)

// of is the class of a shape.
func (l *looks) of(shape shape) string {
	var key any
	switch shape := shape.(type) {
	case lines:
		key = shape.style
	case dots:
		key = dotLook{shape.radius, shape.paint}
	case label:
		key = textLook{shape.anchor, shape.font, shape.paint}
	}
	class, ok := l.classes[key]
	if !ok {
		class = "c" + strconv.Itoa(len(l.classes))
		l.classes[key] = class
		l.rules.WriteString(l.scope + " ." + class + "{" + l.declarations(key) + "}\n")
	}
	return class
}

func (l *looks) declarations(key any) string {
	switch look := key.(type) {
	case style:
		css := l.paint("fill", look.fill)
		if look.stroke.visible() {
			css += l.paint("stroke", look.stroke) + fmt.Sprintf("stroke-width:%d;stroke-linejoin:round;", unit(look.width))
			if pattern := dashes[look.dash]; pattern != nil {
				parts := make([]string, len(pattern))
				for i, d := range pattern {
					parts[i] = strconv.Itoa(unit(d))
				}
				css += "stroke-dasharray:" + strings.Join(parts, " ") + ";"
			}
		}
		return css
	case dotLook:
		return "fill:none;" + l.paint("stroke", look.paint) + fmt.Sprintf("stroke-width:%d;stroke-linecap:round;", unit(2*look.radius))
	case textLook:
		weight := ""
		if look.font.bold {
			weight = "font-weight:600;"
		}
		return l.paint("fill", look.paint) + fmt.Sprintf("font-size:%dpx;%stext-anchor:%s;", unit(look.font.size), weight, [...]string{"start", "middle", "end"}[look.anchor])
	}
	return ""
}

// paint is a declaration of a colour: as it is, or as a variable where the theme is the reader's.
func (l *looks) paint(property string, p paint) string {
	if !p.visible() {
		return property + ":none;"
	}
	l.used[p.ink] = true
	color := p.hex(l.theme % Auto)
	if l.theme == Auto {
		color = "var(--k" + strconv.Itoa(int(p.ink)) + ")"
	}
	css := property + ":" + color + ";"
	if p.opacity < 100 {
		css += fmt.Sprintf("%s-opacity:.%02d;", property, p.opacity)
	}
	return css
}

// css is the style sheet of the shapes seen so far.
func (l *looks) css() string {
	var b strings.Builder
	b.WriteString("\n" + l.scope + "{font-family:" + fontStack + ";font-variant-numeric:tabular-nums;}\n")
	if l.theme == Auto {
		b.WriteString(l.scope + "{color-scheme:light dark;" + l.variables(Light) + "}\n")
		// On paper the light colours stay.
		b.WriteString("@media screen and (prefers-color-scheme:dark){" + l.scope + "{" + l.variables(Dark) + "}}\n")
	}
	b.WriteString(l.rules.String())
	return b.String()
}

// variables are the colours of a theme; those that a page has too are taken from it.
func (l *looks) variables(t Theme) string {
	var b strings.Builder
	for i, hex := range palettes[t] {
		if !l.used[i] {
			continue
		}
		value := hex
		if name := pageVariables[ink(i)]; name != "" {
			value = "var(--" + name + "," + hex + ")"
		}
		fmt.Fprintf(&b, "--k%d:%s;", i, value)
	}
	return b.String()
}
