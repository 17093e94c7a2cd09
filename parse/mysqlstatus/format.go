// Package mysqlstatus reads series of SHOW GLOBAL STATUS, as mysqladmin
// extended-status, pt-stalk and loops in a shell leave them: tab separated or
// in boxes, absolute or (mysqladmin -r) as differences, with a line of the time
// before each snapshot or without.
//
// Counters become rates per second over the real time between snapshots: by the
// clock where there is one, else by the server's Uptime. Levels stay values; of
// the positions in the redo log there are both, the rate as NAME_per_s. Which is
// which stands in a table; a variable that no one knows is a counter. A variable
// that is zero throughout yields nothing: a server has hundreds.
package mysqlstatus

import (
	"bytes"

	"jitterlog/parse"
)

// Formats are the formats of this package.
var Formats = []parse.Format{{
	Name: "mysql-status", Tool: tool, Attaches: true,
	About:   "SHOW GLOBAL STATUS again and again: mysqladmin extended-status, pt-stalk, a loop in a shell",
	Example: "TS 1796083014.887056392 2026-11-30 23:56:54",
	Match:   match, Read: read,
}}

const tool = "mysql"

// match wants the heading, with nothing but times before it, and then a name
// that begins with a capital: SHOW VARIABLES has names in lower case.
func match(head [][]byte) parse.Match {
	heading := -1
	for i, line := range head {
		name, value, ok := row(line)
		switch {
		case frame(line) || isTime(line):
		case !ok:
			return parse.Match{}
		case string(name) == "Variable_name" && string(value) == "Value":
			heading = i
		case heading >= 0 && name[0] >= 'A' && name[0] <= 'Z':
			return parse.Match{Score: parse.Certain, Line: heading}
		default:
			return parse.Match{}
		}
	}
	return parse.Match{}
}

// row splits "name<tab>value" or "| name | value |". A name has no blanks.
func row(line []byte) (name, value []byte, ok bool) {
	if rest, boxed := bytes.CutPrefix(line, []byte("| ")); boxed {
		name, value, ok = bytes.Cut(rest, []byte("|"))
		value = bytes.TrimSuffix(bytes.TrimRight(value, " "), []byte("|"))
		name, value = bytes.TrimRight(name, " "), bytes.Trim(value, " ")
	} else {
		name, value, ok = bytes.Cut(line, []byte("\t"))
	}
	if !ok || len(name) == 0 || bytes.IndexByte(name, ' ') >= 0 {
		return nil, nil, false
	}
	return name, value, true
}

// frame says whether a line belongs to a box, or to nothing. A value of many
// lines leaves the end of its row alone on a line.
func frame(line []byte) bool {
	return len(bytes.Trim(line, " |")) == 0 || bytes.HasPrefix(line, []byte("+--")) ||
		bytes.HasPrefix(line, []byte("mysqladmin: ")) || bytes.HasPrefix(line, []byte("mysql: [Warning]"))
}
