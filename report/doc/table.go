package doc

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// Kind is the type of a column. It decides how people see its values; CSV and
// JSON hold the values themselves.
type Kind uint8

const (
	KindText     Kind = iota
	KindInt           // whole numbers
	KindFloat         // numbers
	KindTime          // moments, shown in UTC
	KindPercent       // fractions of one, shown as percent: 0.05 is 5%
	KindP             // p values: 0.041, <0.001
	KindDuration      // seconds, shown with the unit that suits: 250 ms, 5.2 s, 12m30s (from 2 minutes)
)

// Column describes the cells that stand below each other.
type Column struct {
	Name  string // machine name with its unit, as CSV and JSON have it: lat_p95_ms
	Title string // what people read; empty: the name
	Unit  string // shown behind the title: tx/s. Percents and durations carry their own
	Kind  Kind
	// Digits is the number of decimals that people see. 0 chooses them for the
	// whole column: about four significant digits of the largest value and at
	// least two of the smallest, or up to three where all numbers have no more,
	// without common trailing zeros. Whole means none, Exact all that each has.
	Digits int
	Signed bool // a plus sign before positive numbers: differences
	Code   bool // for programs only: CSV and JSON have it, people do not see it
}

// What a column's Digits can say instead of a number of decimals.
const (
	Whole = -1 // numbers without decimals
	Exact = -2 // each number with all of its digits, as CSV has it
)

// heading is the column's title with its unit.
func (c Column) heading() string {
	title := c.Title
	if title == "" {
		title = c.Name
	}
	switch {
	case c.Kind == KindPercent || c.Kind == KindDuration:
		return printable(title)
	case c.Unit != "":
		title += " (" + c.Unit + ")"
	case c.Kind == KindTime:
		title += " (UTC)"
	}
	return printable(title)
}

// right reports whether the cells are aligned to the right: numbers are.
func (c Column) right() bool { return c.Kind != KindText && c.Kind != KindTime }

// Rows is a stream of rows, each with one value per column. The slice of a row
// may be used again for the next one. An error ends the stream.
type Rows = iter.Seq2[[]Value, error]

// Table is a table with the remarks that belong to it.
type Table struct {
	Title   string // caption in documents; empty: none
	Columns []Column
	Rows    [][]Value
	Notes   []Note // footnotes: what the figures mean and must not be used for
}

// Format is a way to write one table.
type Format string

const (
	FormatTable    Format = "table"    // aligned text for people
	FormatCSV      Format = "csv"      // RFC 4180 with "\n" line ends
	FormatJSON     Format = "json"     // an array of objects
	FormatJSONL    Format = "jsonl"    // an object per line
	FormatMarkdown Format = "markdown" // a table of GitHub Flavored Markdown
)

// Formats lists all formats, the default first.
func Formats() []Format {
	return []Format{FormatTable, FormatCSV, FormatJSON, FormatJSONL, FormatMarkdown}
}

// ParseFormat is the format of that name.
func ParseFormat(name string) (Format, error) {
	if f := Format(name); slices.Contains(Formats(), f) {
		return f, nil
	}
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return "", fmt.Errorf("unknown output format %q: expected one of %s", name, strings.Join(names, ", "))
}

// Options say where text is going. The zero Options suit a file or a pipe.
type Options struct {
	Width int  // columns of the terminal; 0: unlimited, nothing is cut off
	Color bool // ANSI colours
	// Note receives the footnotes of a table in formats that have no place for
	// them (CSV, JSON), so that they can be told elsewhere.
	Note func(Note)
}

// Encode writes the table in the format.
func (t Table) Encode(w io.Writer, f Format, o Options) error {
	switch f {
	case FormatTable:
		return t.writeText(w, o)
	case FormatMarkdown:
		return t.writeMarkdown(w)
	}
	if o.Note != nil {
		for _, n := range t.Notes {
			o.Note(n)
		}
	}
	return EncodeRows(w, t.Columns, t.stream(), f, o)
}

// EncodeRows writes a stream of rows. CSV and JSON need memory for one row only;
// the formats for people are aligned and so hold all rows. After an error of the
// stream the output stays unfinished, a JSON array without its end.
func EncodeRows(w io.Writer, columns []Column, rows Rows, f Format, o Options) error {
	rows = checked(rows, len(columns))
	switch f {
	case FormatCSV:
		return writeCSV(w, columns, rows)
	case FormatJSON:
		return writeJSON(w, columns, rows)
	case FormatJSONL:
		return writeJSONL(w, columns, rows)
	}
	t := Table{Columns: columns}
	for row, err := range rows {
		if err != nil {
			return err
		}
		t.Rows = append(t.Rows, slices.Clone(row))
	}
	return t.Encode(w, f, o)
}

func (t Table) stream() Rows {
	return func(yield func([]Value, error) bool) {
		for _, row := range t.Rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// checked ends the stream at a row that does not fit the columns: every format
// would put its values under wrong names.
func checked(rows Rows, columns int) Rows {
	return func(yield func([]Value, error) bool) {
		n := 0
		for row, err := range rows {
			n++
			if err == nil && len(row) != columns {
				err = fmt.Errorf("row %d has %d cells for %d columns", n, len(row), columns)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}
