package doc

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// writeMarkdown writes a pipe table, its cells padded so that the source reads
// well too, and the notes below it.
func (t Table) writeMarkdown(w io.Writer) error {
	g, err := t.grid()
	if err != nil {
		return err
	}
	b := &strings.Builder{}
	if t.Title != "" {
		b.WriteString("**" + escapeMarkdown(t.Title) + "**\n\n")
	}
	lines := make([][]string, 0, len(g.cells)+2)
	rule := make([]string, len(g.heads))
	heads := make([]string, len(g.heads))
	for i, head := range g.heads {
		heads[i], rule[i] = escapeMarkdown(head), "---"
		if g.right[i] {
			rule[i] = "--:"
		}
	}
	lines = append(lines, heads, rule)
	for _, row := range g.cells {
		line := make([]string, len(row))
		for i, c := range row {
			line[i] = c.markdown()
		}
		lines = append(lines, line)
	}
	widths := markdownWidths(lines)
	for n, line := range lines {
		for i, s := range line {
			blanks := max(widths[i]-terminal.StringWidth(s), 0)
			switch {
			case n == 1 && g.right[i]:
				s = strings.Repeat("-", blanks) + s
			case n == 1:
				s += strings.Repeat("-", blanks)
			case g.right[i]:
				s = strings.Repeat(" ", blanks) + s
			default:
				s += strings.Repeat(" ", blanks)
			}
			b.WriteString("| " + s + " ")
		}
		b.WriteString("|\n")
	}
	for _, n := range t.Notes {
		b.WriteByte('\n')
		n.writeMarkdown(b)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// markdownWidths is how wide the cells of each column are padded: one long text
// does not stretch all other rows.
func markdownWidths(lines [][]string) []int {
	const most = 40
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, s := range line {
			widths[i] = max(widths[i], min(terminal.StringWidth(s), most))
		}
	}
	return widths
}

func (c cell) markdown() string {
	if c.null {
		return nullText
	}
	s := escapeMarkdown(c.text)
	if (c.emphasis == Good || c.emphasis == Bad) && strings.TrimSpace(s) != "" {
		return "**" + s + "**"
	}
	return s
}

// writeMarkdown writes a quote, which every renderer sets apart.
func (n Note) writeMarkdown(b *strings.Builder) {
	label := n.label()
	b.WriteString("> **" + escapeMarkdown(strings.ToUpper(label[:1])+label[1:]) + ":** " + escapeMarkdown(n.Text) + "\n")
}

// WriteMarkdown writes the document as GitHub Flavored Markdown. Figures are
// referred to by their File, which the caller writes.
func (d Document) WriteMarkdown(w io.Writer) error {
	b := &strings.Builder{}
	if d.Title != "" {
		b.WriteString("# " + escapeMarkdown(d.Title) + "\n")
	}
	if d.Subtitle != "" {
		b.WriteString("\n" + escapeMarkdown(d.Subtitle) + "\n")
	}
	if err := writeMarkdownBlocks(b, d.Blocks); err != nil {
		return err
	}
	if d.Footer != "" {
		b.WriteString("\n---\n\n" + escapeMarkdown(d.Footer) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeMarkdownBlocks(b *strings.Builder, blocks []Block) error {
	for _, block := range blocks {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		switch block := block.(type) {
		case Heading:
			b.WriteString(strings.Repeat("#", block.level()) + " " + escapeMarkdown(block.Text) + "\n")
		case Paragraph:
			b.WriteString(escapeMarkdown(block.Text) + "\n")
		case List:
			for _, item := range block.Items {
				b.WriteString("- " + escapeMarkdown(item) + "\n")
			}
		case Note:
			block.writeMarkdown(b)
		case Facts:
			for _, f := range block {
				b.WriteString("- " + escapeMarkdown(f.Label) + ": " + f.text().markdown() + "\n")
			}
		case Table:
			if err := block.writeMarkdown(b); err != nil {
				return err
			}
		case Figure:
			block.writeMarkdown(b)
		case Code:
			block.writeMarkdown(b)
		case Details:
			b.WriteString("<details>\n<summary>" + escapeHTML(block.Summary))
			if n := warningsIn(block.Blocks); n > 0 {
				b.WriteString(" (" + warnings(n) + ")")
			}
			b.WriteString("</summary>\n")
			if err := writeMarkdownBlocks(b, block.Blocks); err != nil {
				return err
			}
			b.WriteString("\n</details>\n")
		}
	}
	return nil
}

// parentheses would end the target of a link.
var parentheses = strings.NewReplacer("(", "%28", ")", "%29")

func (f Figure) writeMarkdown(b *strings.Builder) {
	if f.File != "" {
		target := &url.URL{Path: filepath.ToSlash(f.File)}
		b.WriteString("![" + escapeMarkdown(f.Alt) + "](" + parentheses.Replace(target.String()) + ")\n\n")
	}
	caption := f.Caption
	if caption == "" {
		caption = f.Alt
	}
	b.WriteString("*Figure: " + escapeMarkdown(caption) + "*\n")
}

func (c Code) writeMarkdown(b *strings.Builder) {
	fence := "```"
	for strings.Contains(c.Text, fence) {
		fence += "`"
	}
	b.WriteString(fence + printable(strings.ReplaceAll(c.Language, "`", "")) + "\n")
	for line := range strings.Lines(c.Text) {
		b.WriteString(printableCode(line) + "\n")
	}
	b.WriteString(fence + "\n")
}

// escapeMarkdown is the text as one line of Markdown that shows it as it is, in
// a paragraph, a heading or a table cell.
func escapeMarkdown(s string) string {
	s = oneLine(s)
	var b strings.Builder
	previous := ' '
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		switch r {
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '&':
			b.WriteString("&amp;")
		case '\\', '`', '*', '[', ']', '|', '~', '$':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '_':
			// Inside a word it is no markup, and names are full of it.
			if !isWord(previous) || !isWord(next) {
				b.WriteByte('\\')
			}
			b.WriteByte('_')
		case '#', '+', '-', '=':
			if i == 0 && (r == '#' || r == '=' || next == ' ' || next == r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		previous = r
	}
	return escapeOrdinal(b.String())
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// escapeOrdinal keeps "12. text" from becoming a list.
func escapeOrdinal(s string) string {
	rest := strings.TrimLeft(s, "0123456789")
	if rest == s || rest == "" || rest[0] != '.' && rest[0] != ')' || len(rest) > 1 && rest[1] != ' ' {
		return s
	}
	return s[:len(s)-len(rest)] + "\\" + rest
}
