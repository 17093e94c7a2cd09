package gotpc

import (
	"bytes"

	"jitterlog/parse"
)

// bar is what parts the cells of a table in later versions.
const bar = "│"

// frameRunes are what the frame of a table is made of.
const frameRunes = "+-┌┬┐├┼┤└┴┘─"

// isFrame says whether a line is a horizontal line of a table.
func isFrame(b []byte) bool {
	if !bytes.HasPrefix(b, []byte("+-")) && !bytes.HasPrefix(b, []byte("┌")) &&
		!bytes.HasPrefix(b, []byte("├")) && !bytes.HasPrefix(b, []byte("└")) {
		return false
	}
	return len(bytes.Trim(b, frameRunes)) == 0
}

// cell takes the next cell of a table's row, whose first bar is taken.
func cell(c *parse.Cursor) ([]byte, bool) {
	rest := c.Rest()
	for i := range rest {
		width := 0
		if rest[i] == '|' {
			width = 1
		} else if rest[i] == bar[0] && bytes.HasPrefix(rest[i:], []byte(bar)) {
			width = len(bar)
		}
		if width > 0 {
			c.Pos += i + width
			return bytes.TrimSpace(rest[:i]), true
		}
	}
	return nil, false
}

// What a column of a table holds beside the figures.
const (
	prefixColumn figure = figures + iota
	operationColumn
	resultColumns // the first of the final figures
)

// results are the final figures: as they are printed, as they are titled in a
// table, and as they are reported.
var results = [...]struct{ title, upper, name string }{
	{"tpmC", "TPMC", "tpmc"}, {"tpmTotal", "TPMTOTAL", "tpm_total"}, {"efficiency", "EFFICIENCY", "efficiency"},
}

// A header says what the columns of a table hold.
type header struct {
	columns [int(figures) + 2 + len(results)]figure
	n       int
}

// read takes the titles of a table, if the line has them.
func (h *header) read(line []byte) bool {
	c := parse.Cursor{Line: line}
	if !c.Byte('|') && !c.Literal(bar) {
		return false
	}
	h.n = 0
	for !c.End() {
		title, ok := cell(&c)
		if !ok || h.n == len(h.columns) {
			return false
		}
		f, ok := columnTitled(title)
		if !ok {
			return false
		}
		h.columns[h.n] = f
		h.n++
	}
	return h.n > 0
}

func columnTitled(title []byte) (figure, bool) {
	switch string(title) {
	case "PREFIX":
		return prefixColumn, true
	case "OPERATION":
		return operationColumn, true
	}
	for i := range results {
		if string(title) == results[i].upper {
			return resultColumns + figure(i), true
		}
	}
	for f := range columns {
		if len(title) == len(columns[f].title) && bytes.EqualFold(title, []byte(columns[f].title)) {
			return figure(f), true
		}
	}
	return 0, false
}

func (h *header) has(f figure) bool {
	for _, have := range h.columns[:h.n] {
		if have == f {
			return true
		}
	}
	return false
}

// tableRow reads a line of a table, of operations or of the final figures.
func (r *reader) tableRow(line []byte) bool {
	var next header
	if next.read(line) {
		r.header = next
		if next.has(takes) {
			r.closeGroup()
		}
		return true
	}
	h := &r.header
	if h.n == 0 {
		return false
	}
	c := parse.Cursor{Line: line}
	if !c.Byte('|') {
		c.Literal(bar)
	}
	r.row = row{op: -1}
	result := false
	for _, f := range h.columns[:h.n] {
		text, ok := cell(&c)
		if !ok {
			return false
		}
		switch {
		case f >= resultColumns:
			ok = r.result(results[f-resultColumns].name, text)
			result = true
		case f == prefixColumn:
			ok = r.row.prefix(text)
		case f == operationColumn:
			ok = r.row.operation(text)
		default:
			ok = r.row.set(f, text)
		}
		if !ok {
			return false
		}
	}
	if !c.End() {
		return false
	}
	if result {
		return true
	}
	if r.row.op < 0 || !r.row.complete() {
		return false
	}
	r.take()
	return true
}

// object reads {"50th(ms)":"7.9",...}. It is known as a row as far as its
// names are.
func (w *row) object(c *parse.Cursor) (known, ok bool) {
	w.op = -1
	last := figures - 1
	ok = pairs(c, func(name, value []byte) bool {
		switch string(name) {
		case "Prefix":
			known = true
			return w.prefix(value)
		case "Operation":
			known = true
			return w.operation(value)
		}
		f, found := figureNamed(name, last)
		if !found {
			return false
		}
		known, last = true, f
		return w.set(f, value)
	})
	return known, ok && w.op >= 0 && w.complete()
}

// pairs calls do with the names and values of a flat object of strings.
func pairs(c *parse.Cursor, do func(name, value []byte) bool) bool {
	if !c.Byte('{') {
		return false
	}
	for {
		name, ok := quoted(c)
		if !ok || !c.Byte(':') {
			return false
		}
		value, ok := quoted(c)
		if !ok || !do(name, value) {
			return false
		}
		if c.Byte('}') {
			return true
		}
		if !c.Byte(',') {
			return false
		}
	}
}

// quoted takes a string without escapes: the tool's have none.
func quoted(c *parse.Cursor) ([]byte, bool) {
	if !c.Byte('"') {
		return nil, false
	}
	s, ok := c.Until('"')
	return s, ok && bytes.IndexByte(s, '\\') < 0
}

// jsonLine reads one line of JSON: a report or the final figures.
func (r *reader) jsonLine(line []byte) (column int, ok bool) {
	c := parse.Cursor{Line: line}
	c.Byte('[')
	for first := true; ; first = false {
		start := c.Pos
		r.row = row{}
		known, ok := r.row.object(&c)
		switch {
		case ok:
			if first && r.row.waiting == "" {
				r.closeGroup()
			}
			r.take()
		case known:
			return c.Column(), false
		default:
			c.Pos = start
			if !pairs(&c, r.resultTitled) {
				return c.Column(), false
			}
		}
		if c.Byte(']') {
			return c.Column(), c.End()
		}
		if !c.Byte(',') {
			return c.Column(), false
		}
	}
}

// resultLine reads "tpmC: 32178.1, tpmTotal: 70921.5, efficiency: 125109.1%"
// or the shorter ones of older versions.
func (r *reader) resultLine(line []byte) bool {
	c := parse.Cursor{Line: line}
	for {
		title, ok := c.Until(':')
		if !ok || !c.Byte(' ') {
			return false
		}
		value := c.Rest()
		if i := bytes.IndexByte(value, ','); i >= 0 {
			value = value[:i]
		}
		c.Pos += len(value)
		if !r.resultTitled(title, value) {
			return false
		}
		if c.End() {
			return true
		}
		if !c.Literal(", ") {
			return false
		}
	}
}

func (r *reader) resultTitled(title, value []byte) bool {
	for i := range results {
		if string(title) == results[i].title {
			return r.result(results[i].name, value)
		}
	}
	return false
}
