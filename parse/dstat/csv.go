package dstat

import (
	"bytes"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

func readCSV(s *hoststat.Series) {
	r := newReader(s)
	for line, ok := s.In.Next(); ok && !s.Stopped; line, ok = s.In.Next() {
		switch {
		case r.csvRow(line), r.csvHeading(line):
		case r.heading == nil:
			r.NotUnderstood(line, "the headings of dstat's CSV before its rows")
		default:
			r.NotUnderstood(line, "as many figures as the headings have columns")
		}
	}
	r.noNames()
}

// csvHeading reads what is no row: the preamble, headings and blank lines.
func (r *reader) csvHeading(line []byte) bool {
	if len(bytes.TrimSpace(line)) == 0 {
		return true
	}
	if !isPreamble(line) || r.heading != nil && r.beginsWithTime(line) {
		return false
	}
	if r.titles != nil {
		if h := newCSVHeading(r.titles, line); h != nil {
			r.begin(h, true)
			r.titles = nil
			return true
		}
	}
	first, rest := field(line)
	switch string(first) {
	case "Author:", "Host:":
		return true
	case "Cmdline:":
		r.date(rest)
		return true
	}
	if !isProgram(first) {
		r.noNames()
		r.titles, r.titleLine = bytes.Clone(line), r.In.Number()
	}
	return true
}

// isProgram says whether a text is the first of the preamble: Dstat 0.7.4 CSV
// output.
func isProgram(text []byte) bool {
	return bytes.Contains(text, []byte("stat ")) && bytes.HasSuffix(bytes.ToLower(text), []byte("csv output"))
}

// date takes the year and the zone from "Date:","01 Dec 2026 01:33:54 UTC".
func (r *reader) date(rest []byte) {
	for len(rest) > 0 {
		var value []byte
		value, rest = field(rest)
		if string(value) != "Date:" {
			continue
		}
		value, _ = field(rest)
		words := hoststat.Words(value)
		if len(words) < 3 {
			return
		}
		c := parse.Cursor{Line: []byte(words[2])}
		if y, ok := c.Int(); ok && len(words[2]) == 4 && c.End() {
			r.clock.Year(int(y))
		}
		r.zone = hoststat.Zone(&parse.Cursor{Line: []byte(words[len(words)-1])}, r.In.Location())
		return
	}
}

func (r *reader) csvRow(line []byte) bool {
	h := r.heading
	if h == nil || len(line) == 0 || line[0] == '"' && !r.beginsWithTime(line) {
		return false
	}
	r.reset()
	i := 0
	for c := (parse.Cursor{Line: line}); c.Pos < len(line); i++ {
		if i == len(h.columns) || !r.field(i, &c) {
			return false
		}
	}
	if i < len(h.columns)-1 { // an empty last field leaves no trace
		return false
	}
	r.row()
	return true
}

// field takes the field of a column, and the comma behind it.
func (r *reader) field(column int, c *parse.Cursor) bool {
	if r.heading.columns[column].role == figure {
		from := c.Pos
		if v, ok := c.Float(); ok && (c.Byte(',') || c.Pos == len(c.Line)) {
			r.values[column] = v + 0 // of minus zero this makes zero
			return true
		}
		c.Pos = from
	}
	value, rest := field(c.Rest())
	c.Pos = len(c.Line) - len(rest)
	return len(value) == 0 || r.value(column, value)
}

// beginsWithTime says whether the first field of a row is a quoted time, as
// pcp-dstat writes it.
func (r *reader) beginsWithTime(line []byte) bool {
	value, _ := field(line)
	return r.heading.columns[0].role == clock && len(value) > 0 && value[0]-'0' <= 9
}
