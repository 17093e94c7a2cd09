package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// checkXML reads the picture as XML and returns the texts in it, by element.
func checkXML(t *testing.T, svg []byte) map[string][]string {
	t.Helper()
	texts := map[string][]string{}
	d := xml.NewDecoder(bytes.NewReader(svg))
	var stack []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			stack = append(stack, token.Name.Local)
			if len(stack) == 1 && token.Name.Local != "svg" {
				t.Errorf("the root is %s", token.Name.Local)
			}
			switch token.Name.Local {
			case "svg", "title", "style", "path", "text":
			default:
				t.Errorf("element %s", token.Name.Local)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Name.Local, "href") {
					t.Errorf("attribute %s of %s", a.Name.Local, token.Name.Local)
				}
			}
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if len(stack) > 0 {
				name := stack[len(stack)-1]
				texts[name] = append(texts[name], string(token))
			}
		}
	}
}

var hostile = []string{`</text><script>alert(1)</script>`, `"onload="x`, `]]></style><a href="x">`, "a\x00b\x1b[31m\r\nc", "broken \xff\xfe", "\u202egnirts", "日志&amp;", strings.Repeat("长", 500)}

func TestHostileText(t *testing.T) {
	for _, words := range hostile {
		for _, c := range examples() {
			c.Title, c.Subtitle, c.X.Label, c.Y.Label, c.Notes = words, words, words, words, []string{words}
			for i := range c.Series {
				c.Series[i].Name = words
			}
			for i := range c.Groups {
				c.Groups[i] = words
			}
			svg, _ := render(t, c, SVG)
			texts := checkXML(t, svg)
			if len(texts["title"]) != 1 || texts["title"][0] != clean(words) {
				t.Errorf("%s: title %q, want %q", c.Kind, texts["title"], clean(words))
			}
		}
	}
}

func TestInlineSVG(t *testing.T) {
	charts := examples()
	first, _ := render(t, charts[2], SVG)
	second, _ := render(t, charts[3], SVG)
	nameOf := func(svg []byte) string { return strings.Split(string(svg), `"`)[1] }
	if nameOf(first) == nameOf(second) {
		t.Error("two pictures have the same name")
	}
	for _, want := range []string{`role="img"`, ` viewBox="0 0 9600 5000"`, `width="960" height="500"`, `style="max-width:100%;height:auto"`} {
		if !bytes.Contains(first, []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
	// A rule without the picture's own name would reach into the page.
	sheet := checkXML(t, first)["style"][0]
	for line := range strings.Lines(strings.TrimSpace(sheet)) {
		if !strings.HasPrefix(line, "."+nameOf(first)) && !strings.HasPrefix(line, "@media") {
			t.Errorf("rule %s", line)
		}
	}
}

func TestThemes(t *testing.T) {
	c := examples()[0]
	for theme, test := range map[Theme]struct{ with, without []string }{
		Light: {[]string{"#0072b2", "#ffffff"}, []string{"var(", "prefers-color-scheme", "#15181c"}},
		Dark:  {[]string{"#4c9fe0", "#15181c"}, []string{"var(", "#0072b2"}},
		Auto:  {[]string{"var(--paper,#ffffff)", "var(--paper,#15181c)", "#0072b2", "#4c9fe0", "prefers-color-scheme:dark"}, nil},
	} {
		c.Theme = theme
		svg, _ := render(t, c, SVG)
		for _, s := range test.with {
			if !bytes.Contains(svg, []byte(s)) {
				t.Errorf("%s: no %s", themeNames[theme], s)
			}
		}
		for _, s := range test.without {
			if bytes.Contains(svg, []byte(s)) {
				t.Errorf("%s: has %s", themeNames[theme], s)
			}
		}
	}
}
