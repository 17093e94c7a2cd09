package mysqlstatus

import (
	"bytes"

	"jitterlog/parse"
)

// A table is the output of pt-mext: one row a variable, one column a snapshot.
// Its clock, Uptime, stands near the end, so that the whole of it must be kept.
type table struct {
	columns int
	rows    []tableRow
	cells   []float64 // row by row; NaN for what is no number
	full    bool
}

type tableRow struct {
	variable int
	line     int
}

// maxCells bounds what is kept of a table: 8 MB.
const maxCells = 1 << 20

// tableRow reads a row of pt-mext: a name and at least two numbers, as many as
// in the row before. A text between may have any words.
func (r *reader) tableRow(line []byte) bool {
	name, count, numbers := tableCells(line)
	t := &r.table
	switch {
	case len(name) == 0 || count == 0:
		return false
	case t.columns == 0 && (count < 2 || numbers < count):
		return false
	case numbers == count && t.columns == 0:
		t.columns = count
	case numbers < count || count != t.columns:
		return bytes.IndexByte(name, '_') > 0 // a text is no data
	}
	i, ok := r.lookup(name)
	if !ok {
		return false
	}
	if len(t.rows) > 0 && t.rows[0].variable == i {
		r.tellTable()
		t.columns = count
	}
	if len(t.cells)+count > maxCells {
		if !t.full {
			t.full = true
			r.event(r.in.Number(), r.at, parse.Warning, parse.Truncated, "the table is too large: its rows from here on are left out")
		}
		return true
	}
	t.rows = append(t.rows, tableRow{variable: i, line: r.in.Number()})
	c := parse.Cursor{Line: line}
	c.Word()
	for range count {
		c.Blanks()
		word, _ := c.Word()
		v, ok := number(word)
		if !ok {
			v = parse.NaN()
		}
		t.cells = append(t.cells, v)
	}
	return true
}

// tableCells returns the name in front of a row, how many words follow, and how
// many of them are numbers.
func tableCells(line []byte) (name []byte, count, numbers int) {
	c := parse.Cursor{Line: line}
	name, _ = c.Word()
	if !isName(name) || bytes.HasSuffix(name, []byte(":")) {
		return nil, 0, 0
	}
	for !c.End() {
		c.Blanks()
		word, _ := c.Word()
		count++
		w := parse.Cursor{Line: word}
		if _, ok := w.Float(); ok && w.End() {
			numbers++
		}
	}
	return name, count, numbers
}

// tellTable reads the columns of the table as snapshots.
func (r *reader) tellTable() {
	t := &r.table
	if len(t.rows) == 0 {
		return
	}
	r.mayBeRelative = true
	for column := range t.columns {
		r.complete()
		for i, row := range t.rows {
			r.storeNumber(row.variable, row.line, t.cells[i*t.columns+column])
		}
	}
	r.complete()
	*t = table{rows: t.rows[:0], cells: t.cells[:0]}
}
