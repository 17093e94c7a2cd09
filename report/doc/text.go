package doc

import (
	"io"
	"strings"
)

// nullText is how people see a missing value in text.
const nullText = "-"

const (
	gap          = 2  // blanks between columns
	narrowestCol = 10 // a text column is not cut shorter than this to fit a terminal
	defaultWidth = 80 // of running text when the width is not known
)

// ANSI styles, all from the terminal's own palette so that they suit its theme.
const (
	styleBold   = "1"
	styleFaint  = "2"
	styleRed    = "31"
	styleGreen  = "32"
	styleYellow = "33;1"
)

func (o Options) style(s, style string) string {
	if !o.Color || style == "" || s == "" {
		return s
	}
	return "\x1b[" + style + "m" + s + "\x1b[0m"
}

func (c cell) style() string {
	switch {
	case c.null, c.emphasis == Neutral:
		return styleFaint
	case c.emphasis == Good:
		return styleGreen
	case c.emphasis == Bad:
		return styleRed
	}
	return ""
}

// writeText writes a line of heads, a line per row, and the notes.
func (t Table) writeText(w io.Writer, o Options) error {
	g, err := t.grid()
	if err != nil {
		return err
	}
	b := &strings.Builder{}
	if t.Title != "" {
		b.WriteString(o.style(oneLine(t.Title), styleBold) + "\n")
	}
	g = g.arrange(o.Width)
	widths := g.fit(o.Width)
	heads := make([]cell, len(g.heads))
	for i, head := range g.heads {
		heads[i].text = head
	}
	g.writeLine(b, heads, widths, o, styleBold)
	for _, row := range g.cells {
		g.writeLine(b, row, widths, o, "")
	}
	if len(t.Notes) > 0 {
		b.WriteByte('\n')
	}
	for _, n := range t.Notes {
		n.writeText(b, o)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// fit is the width of each column. If the table is wider than the terminal the
// widest columns of text are narrowed; numbers and times are never cut.
func (g grid) fit(limit int) []int {
	widths := make([]int, len(g.heads))
	for i := range widths {
		widths[i] = g.columnWidth(i)
	}
	for total := g.width(); limit > 0 && total > limit; total-- {
		widest := -1
		for i, width := range widths {
			if g.cut[i] && width > narrowestCol && (widest < 0 || width > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}

func (c cell) shown() string {
	if c.null {
		return nullText
	}
	return c.text
}

func (g grid) writeLine(b *strings.Builder, row []cell, widths []int, o Options, style string) {
	pending := 0 // blanks not yet written: none at the end of a line
	for i, c := range row {
		s := c.shown()
		if terminal.StringWidth(s) > widths[i] {
			s = terminal.Truncate(s, widths[i], "…")
		}
		blanks := widths[i] - terminal.StringWidth(s)
		if g.right[i] {
			pending += blanks
			blanks = 0
		}
		if style == "" {
			s = o.style(s, c.style())
		} else {
			s = o.style(s, style)
		}
		if s != "" {
			b.WriteString(strings.Repeat(" ", pending))
			pending = 0
		}
		b.WriteString(s)
		pending += blanks + gap
	}
	b.WriteByte('\n')
}

// writeText writes "! warning (code): text", the following lines indented.
func (n Note) writeText(b *strings.Builder, o Options) {
	mark, style := "  ", ""
	switch n.Severity {
	case SeverityWarning:
		mark, style = "! ", styleYellow
	case SeverityError:
		mark, style = "! ", styleRed
	}
	label := oneLine(n.label()) + ":"
	for i, line := range wrap(label+" "+oneLine(n.Text), o.textWidth()-len(mark)) {
		if i > 0 {
			b.WriteString(strings.Repeat(" ", len(mark)) + line + "\n")
			continue
		}
		if rest, ok := strings.CutPrefix(line, label); ok {
			line = o.style(mark+label, style) + rest
		} else {
			line = mark + line
		}
		b.WriteString(line + "\n")
	}
}

// textWidth is the width of running text: no wider than is good to read.
func (o Options) textWidth() int {
	if o.Width <= 0 {
		return defaultWidth
	}
	return min(max(o.Width, 20), 100)
}

// WriteText writes the document for a terminal.
func (d Document) WriteText(w io.Writer, o Options) error {
	b := &strings.Builder{}
	if d.Title != "" {
		title := oneLine(d.Title)
		b.WriteString(o.style(title, styleBold) + "\n" + strings.Repeat("=", min(terminal.StringWidth(title), o.textWidth())) + "\n")
	}
	if d.Subtitle != "" {
		writeWrapped(b, d.Subtitle, "", o)
	}
	if err := writeTextBlocks(b, d.Blocks, o); err != nil {
		return err
	}
	if d.Footer != "" {
		b.WriteByte('\n')
		writeWrapped(b, d.Footer, "", o)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeTextBlocks(b *strings.Builder, blocks []Block, o Options) error {
	for i, block := range blocks {
		notesInARow := i > 0 && isNote(blocks[i-1]) && isNote(block)
		if b.Len() > 0 && !notesInARow {
			b.WriteByte('\n')
		}
		switch block := block.(type) {
		case Heading:
			text := oneLine(block.Text)
			b.WriteString(o.style(text, styleBold) + "\n")
			if block.level() == 2 {
				b.WriteString(strings.Repeat("-", min(terminal.StringWidth(text), o.textWidth())) + "\n")
			}
		case Paragraph:
			writeWrapped(b, block.Text, "", o)
		case List:
			for _, item := range block.Items {
				writeWrapped(b, item, "- ", o)
			}
		case Note:
			block.writeText(b, o)
		case Facts:
			block.writeText(b, o)
		case Table:
			if err := block.writeText(b, o); err != nil {
				return err
			}
		case Figure:
			caption := block.Caption
			if caption == "" {
				caption = block.Alt
			}
			writeWrapped(b, "[figure] "+caption, "", o)
		case Code:
			for line := range strings.Lines(block.Text) {
				b.WriteString("    " + printableCode(line) + "\n")
			}
		case Details:
			b.WriteString(o.style(oneLine(block.Summary), styleBold) + "\n")
			if err := writeTextBlocks(b, block.Blocks, o); err != nil {
				return err
			}
		}
	}
	return nil
}

func isNote(b Block) bool {
	_, ok := b.(Note)
	return ok
}

// writeWrapped writes running text behind a mark, the following lines indented.
func writeWrapped(b *strings.Builder, s, mark string, o Options) {
	for i, line := range wrap(oneLine(s), o.textWidth()-len(mark)) {
		if i > 0 {
			mark = strings.Repeat(" ", len(mark))
		}
		b.WriteString(mark + line + "\n")
	}
}

func (facts Facts) writeText(b *strings.Builder, o Options) {
	widest := 0
	for _, f := range facts {
		widest = max(widest, terminal.StringWidth(printable(f.Label)))
	}
	for _, f := range facts {
		label, value := printable(f.Label), f.text()
		blanks := strings.Repeat(" ", widest-terminal.StringWidth(label)+gap)
		b.WriteString(label + blanks + o.style(value.shown(), value.style()) + "\n")
	}
}

// printableCode is a line of code without its line end; tabs stay.
func printableCode(line string) string {
	parts := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
	for i, part := range parts {
		parts[i] = printable(part)
	}
	return strings.Join(parts, "\t")
}
