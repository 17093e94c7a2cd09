package dstat

import (
	"bytes"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

// noise lists the beginnings of lines that say nothing that is kept.
var noise = [...]string{
	"You did not select any stats",
	"Terminal width too small",
	"Module dstat",
	"^C",
}

func readText(s *hoststat.Series) {
	r := newReader(s)
	for line, ok := s.In.Next(); ok && !s.Stopped; line, ok = s.In.Next() {
		switch {
		case r.textRow(line), r.textHeading(line):
		case r.heading == nil:
			r.lost = true
			r.NotUnderstood(line, "the headings of dstat before its rows")
		default:
			r.NotUnderstood(line, "a row with the columns of the headings")
		}
	}
	r.noNames()
}

// textHeading reads what is no row: headings, blank lines and noise.
func (r *reader) textHeading(line []byte) bool {
	if titles := r.titles; titles != nil {
		if r.heading != nil && bytes.Equal(r.heading.titles, titles) && bytes.Equal(r.heading.names, line) {
			r.titles = nil
			return true
		}
		if h := newTextHeading(titles, line); h != nil {
			r.begin(h, r.heading == nil && !r.lost)
			r.titles = nil
			return true
		}
		r.noNames()
	}
	if isTitles(line) {
		r.titles, r.titleLine = bytes.Clone(line), r.In.Number()
		return true
	}
	for _, prefix := range noise {
		if bytes.HasPrefix(line, []byte(prefix)) {
			return true
		}
	}
	return len(bytes.TrimSpace(line)) == 0
}

// textRow reads the cells of a row. Each must end where its heading does.
func (r *reader) textRow(line []byte) bool {
	h := r.heading
	if h == nil || r.titles != nil || len(line) == 0 {
		return false
	}
	row, missed, ok := cutMissed(line)
	if !ok {
		return false
	}
	r.reset()
	start := 0
	for i := range h.cells {
		c := &h.cells[i]
		end := len(row)
		if c.border != 0 {
			if end = c.end; end >= len(row) || row[end] != c.border {
				return false
			}
		}
		if start > end || !r.cell(c, row[start:end]) {
			return false
		}
		start = end + 1
	}
	r.row()
	if missed > 0 {
		r.Event(parse.Warning, parse.LateReport, "ticks missed: the row came late", missed)
	}
	return true
}

// cutMissed takes "missed N ticks" off the end of a row.
func cutMissed(line []byte) (row []byte, missed int64, ok bool) {
	if !bytes.HasSuffix(bytes.TrimRight(line, " "), []byte(" ticks")) {
		return line, 0, true
	}
	i := bytes.LastIndex(line, []byte(" missed "))
	if i < 0 {
		return line, 0, true
	}
	c := parse.Cursor{Line: line, Pos: i + len(" missed ")}
	missed, ok = c.Int()
	return line[:i], missed, ok && missed > 0 && c.Literal(" ticks") && c.End()
}

// cell reads the values of a group: none, one for each name, or those that stand
// below their names.
func (r *reader) cell(cell *cell, s []byte) bool {
	columns := r.heading.columns[cell.first:cell.next]
	if len(columns) > 0 && columns[0].role != figure {
		return len(bytes.TrimSpace(s)) == 0 || r.value(cell.first, s)
	}
	values := r.values[cell.first:cell.next]
	c := parse.Cursor{Line: s}
	n := 0
	for c.Blanks(); c.Pos < len(s); c.Blanks() {
		if n == len(columns) {
			return false
		}
		v, ok := columns[n].figure(&c)
		if !ok {
			return false
		}
		values[n] = v
		n++
	}
	return n == 0 || n == len(columns) || below(columns, values, s)
}

// below gives each figure of a cell to the column that it stands below.
func below(columns []column, values []float64, s []byte) bool {
	for i := range values {
		values[i] = parse.NaN()
	}
	c := parse.Cursor{Line: s}
	for i := 0; !c.End(); i++ {
		c.Blanks()
		from := c.Pos
		c.Word()
		for i < len(columns)-1 && columns[i].end < c.Pos-1 {
			i++
		}
		if c.Pos = from; i == len(columns) {
			return false
		}
		var ok bool
		if values[i], ok = columns[i].figure(&c); !ok {
			return false
		}
	}
	return true
}
