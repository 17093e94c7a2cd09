// Package variables reads the output of SHOW VARIABLES, tab separated as the
// client prints it in batch mode or in a box.
package variables

import (
	"bytes"
	"iter"

	"jitterlog/parse"
)

// Formats are the formats of this package.
var Formats = []parse.Format{{
	Name:     "mysql-variables",
	Tool:     "mysql",
	About:    "SHOW GLOBAL VARIABLES, tab separated or in a box; the settings of the run beside it",
	Example:  "innodb_flush_log_at_trx_commit\t1",
	Attaches: true,
	Match:    match,
	Read:     read,
}}

// match wants the heading first, and then names in lower case: SHOW STATUS has
// the same heading and names that begin with a capital. A heading further
// down belongs to the transcript of a client.
func match(head [][]byte) parse.Match {
	heading := -1
	for i, line := range head {
		name, value, ok := row(line)
		switch {
		case !ok && frame(line):
		case !ok:
			return parse.Match{}
		case heading >= 0 && name[0] >= 'a' && name[0] <= 'z':
			return parse.Match{Score: parse.Certain, Line: heading}
		case heading >= 0 || string(name) != "Variable_name" || string(value) != "Value":
			return parse.Match{}
		default:
			heading = i
		}
	}
	return parse.Match{}
}

func read(lines *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		for {
			line, ok := lines.Next()
			if !ok {
				return
			}
			name, value, ok := row(line)
			switch {
			case ok && string(name) == "Variable_name":
			case ok:
				if !yield(&parse.Setting{Line: lines.Number(), Name: string(name), Value: string(value)}, nil) {
					return
				}
			case !frame(line):
				err := &parse.SyntaxError{Line: lines.Number(), Text: parse.Shown(line), Want: "a variable's name, a tab or |, and its value"}
				if !yield(nil, err) {
					return
				}
			}
		}
	}
}

// row splits "name<tab>value" or "| name | value |". A value may be empty; a
// name has no blanks.
func row(line []byte) (name, value []byte, ok bool) {
	if rest, boxed := bytes.CutPrefix(line, []byte("| ")); boxed {
		rest, closed := bytes.CutSuffix(bytes.TrimRight(rest, " "), []byte("|"))
		name, value, ok = bytes.Cut(rest, []byte("|"))
		ok = ok && closed
	} else {
		name, value, ok = bytes.Cut(line, []byte("\t"))
	}
	name, value = bytes.TrimSpace(name), bytes.TrimSpace(value)
	if !ok || len(name) == 0 || bytes.ContainsAny(name, " \t") {
		return nil, nil, false
	}
	return name, value, true
}

// frame says whether a line belongs to the box, not to its content.
func frame(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) == 0 || bytes.HasPrefix(line, []byte("+--")) || bytes.HasSuffix(line, []byte(" sec)"))
}
