package doc

import (
	"bytes"
	_ "embed"
	"html"
	"io"
	"strconv"
	"strings"
	"unicode"
)

//go:embed page.css
var pageCSS string

// WriteHTML writes the document as one self-contained page: no script, no
// network, readable on a phone, in the dark and on paper.
func (d Document) WriteHTML(w io.Writer) error {
	p := &page{ids: map[string]bool{}}
	if err := p.blocks(d.Blocks); err != nil {
		return err
	}
	b := &strings.Builder{}
	title := escapeHTML(d.Title)
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n" +
		// Nothing may be loaded or run, whatever a picture contains.
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n" +
		"<title>" + title + "</title>\n<style>\n" + pageCSS + "</style>\n</head>\n<body>\n<main>\n")
	b.WriteString("<header>\n<h1>" + title + "</h1>\n")
	if d.Subtitle != "" {
		b.WriteString("<p class=\"subtitle\">" + escapeHTML(d.Subtitle) + "</p>\n")
	}
	p.writeTally(b)
	b.WriteString("</header>\n")
	p.writeContents(b)
	b.WriteString(p.body.String())
	if d.Footer != "" {
		b.WriteString("<footer>" + escapeHTML(d.Footer) + "</footer>\n")
	}
	b.WriteString("</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// page is the body of a document while it is written.
type page struct {
	body     strings.Builder
	ids      map[string]bool
	contents []entry
	warnings []string // the ids of warnings and errors
	tables   int
	figures  int
}

// entry is a heading in the table of contents.
type entry struct{ id, text string }

// fewestSections is how many sections a document has before it gets a table of contents.
const fewestSections = 4

// writeTally tells at the top how many warnings there are and links each, so that
// none is missed by a reader who looks at one figure only.
func (p *page) writeTally(b *strings.Builder) {
	if len(p.warnings) == 0 {
		return
	}
	b.WriteString("<p class=\"tally\"><strong>" + warnings(len(p.warnings)) + "</strong> in this document<span>:")
	for i, id := range p.warnings {
		b.WriteString(" <a href=\"#" + id + "\">" + strconv.Itoa(i+1) + "</a>")
	}
	b.WriteString("</span></p>\n")
}

func (p *page) writeContents(b *strings.Builder) {
	if len(p.contents) < fewestSections {
		return
	}
	b.WriteString("<nav aria-label=\"Contents\">\n<ol>\n")
	for _, e := range p.contents {
		b.WriteString("<li><a href=\"#" + e.id + "\">" + e.text + "</a></li>\n")
	}
	b.WriteString("</ol>\n</nav>\n")
}

func (p *page) blocks(blocks []Block) error {
	for _, block := range blocks {
		switch block := block.(type) {
		case Heading:
			p.heading(block)
		case Paragraph:
			p.write("<p>", escapeHTML(block.Text), "</p>\n")
		case List:
			p.write("<ul>\n")
			for _, item := range block.Items {
				p.write("<li>", escapeHTML(item), "</li>\n")
			}
			p.write("</ul>\n")
		case Note:
			p.note(block)
		case Facts:
			p.facts(block)
		case Table:
			if err := p.table(block); err != nil {
				return err
			}
		case Figure:
			p.figure(block)
		case Code:
			p.write("<pre tabindex=\"0\"><code>")
			for line := range strings.Lines(block.Text) {
				p.write(html.EscapeString(printableCode(line)), "\n")
			}
			p.write("</code></pre>\n")
		case Details:
			if err := p.details(block); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *page) write(parts ...string) {
	for _, part := range parts {
		p.body.WriteString(part)
	}
}

func (p *page) heading(h Heading) {
	level, text := strconv.Itoa(h.level()), escapeHTML(h.Text)
	id := p.id(h.Text)
	if h.level() == 2 {
		p.contents = append(p.contents, entry{id, text})
	}
	p.write("<h", level, " id=\"", id, "\">", text, "</h", level, ">\n")
}

// id makes a readable, unique id of a heading.
func (p *page) id(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	stem := strings.Join(words, "-")
	if stem == "" {
		stem = "section"
	}
	id := stem
	for n := 2; p.ids[id]; n++ {
		id = stem + "-" + strconv.Itoa(n)
	}
	p.ids[id] = true
	return id
}

func (p *page) note(n Note) {
	label := n.Severity.label()
	p.write("<div role=\"note\" class=\"note ", label, "\"")
	if n.Severity != SeverityInfo {
		id := p.id("warning-" + strconv.Itoa(len(p.warnings)+1))
		p.warnings = append(p.warnings, id)
		p.write(" id=\"", id, "\"")
	}
	p.write("><strong>", strings.ToUpper(label[:1]), label[1:], "</strong> ")
	if n.Code != "" {
		p.write("<code>", escapeHTML(n.Code), "</code> ")
	}
	p.write(escapeHTML(n.Text), "</div>\n")
}

func (p *page) facts(facts Facts) {
	p.write("<dl>\n")
	for _, f := range facts {
		p.write("<div><dt>", escapeHTML(f.Label), "</dt><dd", f.text().html("dd"), "</div>\n")
	}
	p.write("</dl>\n")
}

func (p *page) table(t Table) error {
	g, err := t.grid()
	if err != nil {
		return err
	}
	p.tables++
	label := "Table " + strconv.Itoa(p.tables)
	p.write("<div class=\"result\">\n<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"", label, "\">\n<table>\n")
	if t.Title != "" {
		p.write("<caption>", escapeHTML(t.Title), "</caption>\n")
	}
	p.write("<thead><tr>")
	for i, head := range g.heads {
		p.write("<th scope=\"col\"", classes(class(g.right[i], "n")), ">", html.EscapeString(head), "</th>")
	}
	p.write("</tr></thead>\n<tbody>\n")
	for _, row := range g.cells {
		p.write("<tr>")
		for i, c := range row {
			if i == 0 && !g.right[0] {
				p.write("<th scope=\"row\"", c.html("th"))
			} else {
				p.write("<td", c.html("td", class(g.right[i], "n")))
			}
		}
		p.write("</tr>\n")
	}
	p.write("</tbody>\n</table>\n</div>\n")
	for _, n := range t.Notes {
		p.note(n)
	}
	p.write("</div>\n")
	return nil
}

// longestLine is the width of a cell, in columns, up to which it is not broken.
const longestLine = 28

// html is the cell from its classes to its end tag.
func (c cell) html(tag string, names ...string) string {
	names = append(names, class(terminal.StringWidth(c.text) > longestLine, "long"), class(c.emphasis == Good, "good"), class(c.emphasis == Bad, "bad"), class(c.emphasis == Neutral, "neutral"), class(c.null, "null"))
	text := html.EscapeString(c.text)
	if c.null {
		text = "–"
	}
	return classes(names...) + ">" + text + "</" + tag + ">"
}

// class is the name where it holds.
func class(holds bool, name string) string {
	if holds {
		return name
	}
	return ""
}

func classes(names ...string) string {
	if s := strings.Join(strings.Fields(strings.Join(names, " ")), " "); s != "" {
		return " class=\"" + s + "\""
	}
	return ""
}

func (p *page) figure(f Figure) {
	p.figures++
	p.write("<figure>\n")
	if svg := svgElement(f.SVG); len(svg) > 0 {
		p.write("<div class=\"picture\" role=\"img\" aria-label=\"", escapeHTML(f.Alt), "\">")
		p.body.Write(svg)
		p.write("</div>\n")
	} else if f.Alt != "" {
		p.write("<p>", escapeHTML(f.Alt), "</p>\n")
	}
	p.write("<figcaption><strong>Figure ", strconv.Itoa(p.figures), ".</strong> ", escapeHTML(f.Caption), "</figcaption>\n</figure>\n")
}

// svgElement is the picture without the XML declaration and doctype, which HTML
// does not have.
func svgElement(svg []byte) []byte {
	if start := bytes.Index(svg, []byte("<svg")); start >= 0 {
		return bytes.TrimSpace(svg[start:])
	}
	return nil
}

// details tells in the summary how many warnings are hidden below it.
func (p *page) details(d Details) error {
	p.write("<details>\n<summary>", escapeHTML(d.Summary))
	if n := warningsIn(d.Blocks); n > 0 {
		p.write(" <span class=\"hidden\">", warnings(n), "</span>")
	}
	p.write("</summary>\n")
	err := p.blocks(d.Blocks)
	p.write("</details>\n")
	return err
}

// escapeHTML is text for an element or a quoted attribute.
func escapeHTML(s string) string {
	return html.EscapeString(oneLine(s))
}
