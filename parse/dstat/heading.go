package dstat

import (
	"bytes"
	"strings"

	"jitterlog/parse/hoststat"
)

// A heading says what the columns are.
type heading struct {
	titles, names []byte // the two lines
	columns       []column
	known         int    // columns
	cells         []cell // on the terminal
}

// A cell is a group of columns.
type cell struct {
	first, next int  // its columns: from the one, before the other
	end         int  // where it ends in the line of names
	border      byte // what stands there: | between kinds, : within one, 0 at the end
}

// isTitles says whether a line is the first heading on the terminal.
func isTitles(line []byte) bool {
	return bytes.HasPrefix(line, []byte("-")) && bytes.Contains(line, []byte("--")) && bytes.IndexByte(line, '|') < 0
}

// newTextHeading reads the two headings of the terminal, or returns nil. A
// terminal that is too narrow ends both in >.
func newTextHeading(titles, names []byte) *heading {
	h := &heading{titles: bytes.Clone(titles), names: bytes.Clone(names)}
	groups := hoststat.Words(bytes.TrimRight(titles, "> "))
	names = bytes.TrimRight(names, ">")
	start := 0
	for _, title := range groups {
		if start > len(names) {
			return nil
		}
		c := cell{end: len(names)}
		if i := bytes.IndexAny(names[start:], "|:"); i >= 0 {
			c.end = start + i
			c.border = names[c.end]
		}
		c.first = len(h.columns)
		h.addColumns(title, names[start:c.end])
		c.next = len(h.columns)
		h.cells = append(h.cells, c)
		start = c.end + 1
	}
	last := len(h.cells) - 1
	if last < 0 || bytes.ContainsAny(names[min(start, len(names)):], "|:") {
		return nil
	}
	h.cells[last].border = 0
	return h
}

// addColumns reads the names of a group. A plugin's text is one column, whatever
// its heading.
func (h *heading) addColumns(title string, names []byte) {
	for start := 0; start < len(names); {
		if names[start] == ' ' {
			start++
			continue
		}
		end := start
		for end < len(names) && names[end] != ' ' {
			end++
		}
		col, known := newColumn(title, string(names[start:end]))
		col.end = end
		if col.role == text {
			col.metric = hoststat.Named(strings.Trim(title, "-") + "_" + strings.TrimSpace(string(names[start:])))
			end = len(names)
		}
		if known {
			h.known++
		}
		h.columns = append(h.columns, col)
		start = end
	}
}

// newCSVHeading reads the two headings of the CSV, or returns nil. A title
// stands above the first of its columns; where a kind has several groups the
// names repeat it: cpu0 usage:usr.
func newCSVHeading(titles, names []byte) *heading {
	if !isPreamble(titles) || !isPreamble(names) {
		return nil
	}
	h := &heading{titles: bytes.Clone(titles), names: bytes.Clone(names)}
	title := ""
	for rest := names; len(rest) > 0; {
		var t, name []byte
		t, titles = field(titles)
		name, rest = field(rest)
		if len(t) > 0 {
			title = string(t)
		}
		if i := bytes.LastIndexByte(name, ':'); i >= 0 {
			name = name[i+1:]
		}
		if title == "" || len(name) == 0 {
			return nil
		}
		col, known := newColumn(title, string(name))
		if col.role == text {
			col.metric = hoststat.Named(strings.ReplaceAll(title, " ", "-") + "_" + string(name))
		}
		if known {
			h.known++
		}
		h.columns = append(h.columns, col)
	}
	if len(titles) > 0 && len(bytes.Trim(titles, ",")) > 0 {
		return nil
	}
	return h
}

// isPreamble says whether a line of the CSV is one of quoted texts.
func isPreamble(line []byte) bool { return bytes.HasPrefix(line, []byte(`"`)) }

// field splits the first field from a row of CSV. dstat quotes texts, and never
// has a quote in one.
func field(row []byte) (value, rest []byte) {
	if len(row) > 0 && row[0] == '"' {
		if i := bytes.IndexByte(row[1:], '"'); i >= 0 {
			value, rest = row[1:1+i], row[i+2:]
			if len(rest) > 0 && rest[0] == ',' {
				rest = rest[1:]
			}
			return value, rest
		}
	}
	if i := bytes.IndexByte(row, ','); i >= 0 {
		return row[:i], row[i+1:]
	}
	return row, nil
}
