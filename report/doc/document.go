// Package doc is the document model of jitterlog's reports and its encoders.
//
// A Table is encoded alone, as every command prints it: for the terminal, as
// CSV, JSON, JSON lines or Markdown. A Document is a title and a list of blocks,
// written as plain text, Markdown or one self-contained HTML file.
//
// The package knows documents, not runs. All text is data: whatever a log or a
// user put into a name is shown, never interpreted, in each of the formats.
package doc

import "strconv"

// Document is a report: a title and its blocks in reading order.
type Document struct {
	Title    string
	Subtitle string // one line under the title
	Footer   string // one line at the end, such as who made the document and when
	Blocks   []Block
}

// Block is one part of a document: a Heading, Paragraph, List, Note, Facts,
// Table, Figure, Code or Details.
type Block interface{ block() }

// Heading starts a section. Level 2 is the highest; level 1 is the document's
// title. Levels outside of 2 to 6 are moved to the nearest.
type Heading struct {
	Level int
	Text  string
}

// Paragraph is running text.
type Paragraph struct{ Text string }

// List is a bullet list.
type List struct{ Items []string }

// Severity says how much a note matters.
type Severity uint8

const (
	SeverityInfo    Severity = iota // good to know
	SeverityWarning                 // a figure must not be used for something
	SeverityError                   // something went wrong
)

// label is the word that readers see.
func (s Severity) label() string {
	switch s {
	case SeverityWarning:
		return "warning"
	case SeverityError:
		return "error"
	}
	return "note"
}

// Note is a remark that must not be overlooked. It stands alone as a block or
// under a table as a footnote.
type Note struct {
	Severity Severity
	Code     string // stable name of the remark, may be empty
	Text     string
}

// label is the word that readers see, with the code where there is one.
func (n Note) label() string {
	if n.Code == "" {
		return n.Severity.label()
	}
	return n.Severity.label() + " (" + n.Code + ")"
}

// Facts is a list of labelled values, such as the settings of a run.
type Facts []Fact

// Fact is one labelled value. Kind and Digits mean what they mean in a Column.
type Fact struct {
	Label  string
	Value  Value
	Unit   string
	Kind   Kind
	Digits int
}

// text is the value with its unit, for people.
func (f Fact) text() cell {
	column := Column{Kind: f.Kind, Digits: f.Digits}
	shown := column.cell(f.Value, column.decimals([]Value{f.Value}))
	if f.Unit != "" && !shown.null {
		shown.text += " " + printable(f.Unit)
	}
	return shown
}

// Figure is a picture with a caption.
type Figure struct {
	// SVG is put into HTML as it is, so it must be trusted: text in it escaped,
	// no script. Its root element needs a viewBox to follow the page's width.
	SVG     []byte
	Caption string
	Alt     string // what the picture shows, for those who do not see it
	File    string // where Markdown finds the picture; empty: the caption alone is written
}

// Code is preformatted text, such as a query.
type Code struct {
	Language string // as Markdown names it: sql, sh
	Text     string
}

// Details are blocks that a reader opens when needed; text formats show them all.
type Details struct {
	Summary string
	Blocks  []Block
}

func (Heading) block()   {}
func (Paragraph) block() {}
func (List) block()      {}
func (Note) block()      {}
func (Facts) block()     {}
func (Table) block()     {}
func (Figure) block()    {}
func (Code) block()      {}
func (Details) block()   {}

// level is the heading's level inside the allowed range.
func (h Heading) level() int { return min(max(h.Level, 2), 6) }

// warningsIn counts the warnings and errors among the blocks, so that closed
// details can tell what is in them.
func warningsIn(blocks []Block) int {
	var notes []Note
	n := 0
	for _, block := range blocks {
		switch block := block.(type) {
		case Note:
			notes = append(notes, block)
		case Table:
			notes = append(notes, block.Notes...)
		case Details:
			n += warningsIn(block.Blocks)
		}
	}
	for _, note := range notes {
		if note.Severity != SeverityInfo {
			n++
		}
	}
	return n
}

// warnings is the number with its noun.
func warnings(n int) string {
	if n == 1 {
		return "1 warning"
	}
	return strconv.Itoa(n) + " warnings"
}
