package mysqlstatus

import (
	"bytes"

	"jitterlog/parse"
)

// Names of the shapes' own words.
const (
	nameHeading  = "Variable_name"
	valueHeading = "Value"
)

// tabRow splits "name<tab>value", as the client prints it in batch mode. A name
// may hold blanks (option_tracker_usage:Binary Log).
func tabRow(line []byte) (name, value []byte, ok bool) {
	name, value, ok = bytes.Cut(line, []byte("\t"))
	return name, value, ok && isName(name)
}

// A boxRow is one row of a box.
type boxRow struct {
	name, value []byte
	legend      bool // of mysqladmin -E: a short name stands between the two
	cut         bool // it has no end: the value goes on, or the file was cut
}

// readBox splits "| name | value |".
func readBox(line []byte) (boxRow, bool) {
	var row boxRow
	rest, ok := bytes.CutPrefix(line, []byte("| "))
	if !ok {
		return row, false
	}
	row.name, rest, ok = bytes.Cut(rest, []byte("|"))
	row.name = bytes.TrimRight(row.name, " ")
	if !isName(row.name) {
		return row, false
	}
	if !ok {
		row.cut = true
		return row, true
	}
	rest = bytes.TrimRight(rest, " ")
	rest, closed := bytes.CutSuffix(rest, []byte("|"))
	row.cut = !closed
	if short, value, three := bytes.Cut(rest, []byte("|")); three && isShort(short) {
		row.legend, rest = true, value
	}
	row.value = bytes.Trim(rest, " ")
	return row, true
}

// isShort says whether that is one of the short names of mysqladmin -E: a letter
// and a number.
func isShort(b []byte) bool {
	b = bytes.TrimSpace(b)
	if len(b) < 2 || !letter(b[0]) {
		return false
	}
	c := parse.Cursor{Line: b, Pos: 1}
	_, ok := c.Int()
	return ok && c.End()
}

// cells calls take with the cells of a wide row of mysqladmin -E, one a variable,
// and returns how many there are.
func cells(line []byte, take func(i int, cell []byte)) int {
	line = bytes.TrimRight(line, " ")
	if len(line) < 2 || line[0] != '|' || line[len(line)-1] != '|' {
		return 0
	}
	n := 0
	for cell := range bytes.SplitSeq(line[1:len(line)-1], []byte("|")) {
		if take != nil {
			take(n, bytes.TrimSpace(cell))
		}
		n++
	}
	return n
}

const maxName = 128

// isName says whether that may be the name of a variable.
func isName(b []byte) bool {
	if len(b) == 0 || len(b) > maxName || !letter(b[0]) {
		return false
	}
	for _, x := range b {
		if !letter(x) && x-'0' > 9 && x != '_' && x != ' ' && x != ':' && x != '.' && x != '-' {
			return false
		}
	}
	return b[len(b)-1] != ' '
}

func letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// isHeading says whether a row is the heading.
func isHeading(name, value []byte) bool {
	return string(name) == nameHeading && string(bytes.TrimSpace(value)) == valueHeading
}

// isNoise says whether a line belongs to the client's output and not to its
// content: frames, the count of the rows, what a loop prints to part its reports,
// a warning about the password.
func isNoise(line []byte) bool {
	if len(bytes.Trim(line, "+-=*#_ \t")) == 0 {
		return true
	}
	return bytes.HasSuffix(line, []byte(" sec)")) && (bytes.Contains(line, []byte(" in set (")) || bytes.HasPrefix(line, []byte("Empty set"))) ||
		bytes.Contains(line, []byte("Using a password on the command line")) ||
		bytes.Contains(line, []byte("Deprecated program name"))
}

// isRowMark says whether a line is "*** 1. row ***".
func isRowMark(line []byte) bool {
	return bytes.HasPrefix(line, []byte("***")) && bytes.Contains(line, []byte(". row *"))
}

// isFailure says whether a client tells that it did not reach the server.
func isFailure(line []byte) bool {
	for _, begin := range [...]string{"ERROR ", "mysqladmin: ", "mariadb-admin: ", "error: '", "Check that mysqld", "Check that mariadbd", "mysql: ", "mariadb: "} {
		if bytes.HasPrefix(line, []byte(begin)) {
			return true
		}
	}
	return false
}

// lineNames are the words of `mysqladmin status` and the variables that they
// stand for. Its queries per second are an average since the server started.
var lineNames = [...]struct{ word, name string }{
	{"Uptime", "Uptime"},
	{"Threads", "Threads_connected"},
	{"Questions", "Questions"},
	{"Slow queries", "Slow_queries"},
	{"Opens", "Opened_tables"},
	{"Flush tables", "Flush_commands"},
	{"Open tables", "Open_tables"},
	{"Queries per second avg", ""},
	{"Memory in use", ""},
	{"Max memory used", ""},
}

// statusLine calls take with the figures of "Uptime: 360  Threads: 8 ..." and
// says whether the line is one.
func statusLine(line []byte, take func(name string, value []byte)) bool {
	c := parse.Cursor{Line: line}
	if !c.Literal("Uptime: ") {
		return false
	}
	c.Pos = 0
	for !c.End() {
		c.Blanks()
		word, ok := c.Until(':')
		if !ok {
			return false
		}
		c.Blanks()
		value, ok := c.Word()
		known := false
		for _, n := range lineNames {
			if ok && string(word) == n.word {
				known = true
				if take != nil && n.name != "" {
					take(n.name, value)
				}
			}
		}
		if !known {
			return false
		}
	}
	return true
}
