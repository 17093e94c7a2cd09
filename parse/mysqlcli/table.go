package mysqlcli

import (
	"bytes"
	"strings"
)

// A layout is how the client prints rows.
type layout int

const (
	none     layout = iota
	boxed           // | a | b | in a frame
	tabbed          // a<tab>b
	vertical        // name: value, as \G prints
)

const (
	longestRow  = 64 << 10 // bytes of a row that is printed over several lines
	mostColumns = 256
)

// A table is the one that is being printed.
type table struct {
	layout   layout
	headings []string
	row      []byte // of a box, whose value holds a line end: what was read of it
	name     string // the last Variable_name of a vertical table
}

// read takes a line of a table and calls variable with every server variable in
// it. It returns false for a line that belongs to none.
func (t *table) read(line []byte, variable func(name, value string)) bool {
	body := bytes.TrimLeft(line, " \t")
	switch {
	case bytes.HasPrefix(body, []byte("+-")) && len(bytes.Trim(body, "+-")) == 0:
		if t.layout != boxed {
			*t = table{layout: boxed}
		}
		t.row = nil
	case len(body) > 0 && body[0] == '|' && t.row == nil:
		if t.layout != boxed {
			*t = table{layout: boxed}
		}
		t.boxLine(body, variable)
	case t.row != nil:
		t.boxLine(line, variable)
	case bytes.HasPrefix(body, []byte("****")) && bytes.Contains(body, []byte(". row ****")):
		*t = table{layout: vertical}
	case t.layout == vertical && bytes.IndexByte(body, ':') > 0:
		t.field(body, variable)
	case t.layout == tabbed && bytes.IndexByte(line, '\t') >= 0:
		t.cells(bytes.SplitN(line, []byte("\t"), mostColumns), variable)
	case isHeading(bytes.SplitN(line, []byte("\t"), mostColumns)):
		*t = table{layout: tabbed}
		t.cells(bytes.SplitN(line, []byte("\t"), mostColumns), variable)
	default:
		if t.layout == tabbed {
			t.layout = none
		}
		return false
	}
	return true
}

// isHeading says whether columns hold server variables, so that a line of them
// opens a table that has no frame.
func isHeading(columns [][]byte) bool {
	return len(columns) == 2 && variableColumns(string(columns[0]), string(columns[1]))
}

func variableColumns(name, value string) bool {
	return strings.EqualFold(name, "variable_name") && (strings.EqualFold(value, "value") || strings.EqualFold(value, "variable_value"))
}

// boxLine takes a line of a box; a row whose value holds a line end has several.
func (t *table) boxLine(line []byte, variable func(name, value string)) {
	if t.row != nil || line[len(line)-1] != '|' {
		t.row = append(append(t.row, line...), '\n')
		line = bytes.TrimSuffix(t.row, []byte("\n"))
		if len(line) < longestRow && line[len(line)-1] != '|' {
			return
		}
	}
	t.cells(bytes.SplitN(bytes.Trim(line, "|"), []byte("|"), mostColumns), variable)
	t.row = nil
}

// cells takes the heading, then the rows.
func (t *table) cells(cells [][]byte, variable func(name, value string)) {
	if t.headings == nil {
		for _, cell := range cells {
			t.headings = append(t.headings, string(bytes.TrimSpace(cell)))
		}
		return
	}
	if len(t.headings) == 2 && variableColumns(t.headings[0], t.headings[1]) && len(cells) >= 2 {
		variable(string(bytes.TrimSpace(cells[0])), string(bytes.TrimSpace(bytes.Join(cells[1:], []byte("|")))))
		return
	}
	if len(cells) != len(t.headings) {
		return
	}
	for i, heading := range t.headings {
		if name, ok := selected(heading); ok {
			variable(name, string(bytes.TrimSpace(cells[i])))
		}
	}
}

// field takes a line of a vertical table.
func (t *table) field(line []byte, variable func(name, value string)) {
	name, value, _ := strings.Cut(string(line), ":")
	value = strings.TrimSpace(value)
	switch {
	case strings.EqualFold(name, "variable_name"):
		t.name = value
	case t.name != "" && variableColumns("variable_name", name):
		variable(t.name, value)
		t.name = ""
	default:
		if name, ok := selected(name); ok {
			variable(name, value)
		}
	}
}

// selected returns the variable that a column of SELECT @@name or version()
// holds.
func selected(heading string) (string, bool) {
	if strings.EqualFold(heading, "version()") {
		return "version", true
	}
	name, ok := strings.CutPrefix(heading, "@@")
	name = strings.ToLower(name)
	for _, scope := range [...]string{"global.", "session.", "local."} {
		name = strings.TrimPrefix(name, scope)
	}
	return name, ok && isVariable(name)
}
