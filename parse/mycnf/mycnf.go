// Package mycnf reads the configuration files of MySQL and MariaDB servers: the
// settings of the run beside them.
//
// Only the groups that the server itself reads count. Names are given as
// SHOW VARIABLES prints them, with underscores and without loose-, and sizes such
// as 512M in bytes; an option without value is ON, and skip-NAME turns NAME
// OFF. The value of a password is never a setting. Included files are not
// followed; the directive is a setting of its own, so that it can be seen that
// something may be missing.
package mycnf

import (
	"bytes"
	"iter"
	"strconv"
	"strings"

	"jitterlog/parse"
)

// Formats are the formats of this package.
var Formats = []parse.Format{{
	Name: "my-cnf", Tool: "mysql", Attaches: true,
	About:   "my.cnf, the server's configuration; the settings of the run beside it",
	Example: "innodb-flush-log-at-trx-commit = 2",
	Match:   match, Read: read,
}}

// match wants a group of the server with an option, and is certain if all
// lines are such as a configuration has.
func match(head [][]byte) parse.Match {
	found, server, strange := -1, false, 0
	for i, line := range head {
		l, ok := parseLine(line)
		switch {
		case !ok:
			strange++
		case l.group != "":
			server = isServer(l.group)
		case l.name != "" && server && found < 0:
			found = i
		}
	}
	switch {
	case found < 0 || strange > len(head)/10:
		return parse.Match{}
	case strange > 0:
		return parse.Match{Score: parse.Likely, Line: found}
	}
	return parse.Match{Score: parse.Certain, Line: found}
}

func read(in *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		group := ""
		for line, ok := in.Next(); ok; line, ok = in.Next() {
			l, ok := parseLine(line)
			ok = ok && (l.name == "" || group != "")
			switch {
			case !ok && (group == "" || isServer(group)):
				err := &parse.SyntaxError{Line: in.Number(), Text: parse.Shown(line), Want: "a [group], or an option within one"}
				if !yield(nil, err) {
					return
				}
			case l.group != "":
				group = l.group
			case l.include != "" || l.name != "" && isServer(group):
				if !yield(l.setting(in.Number()), nil) {
					return
				}
			}
		}
	}
}

// A line is one of a configuration file; all is empty in a comment.
type line struct {
	group       string
	include     string // !include or !includedir with its path
	name, value string
	flag        bool // the option has no value
}

func parseLine(text []byte) (l line, ok bool) {
	text = bytes.TrimSpace(text)
	switch {
	case len(text) == 0 || text[0] == '#' || text[0] == ';':
		return l, true
	case text[0] == '[':
		end := bytes.IndexByte(text, ']')
		if end < 2 || len(withoutComment(text[end+1:])) > 0 {
			return l, false
		}
		l.group = string(text[1:end])
		return l, true
	case text[0] == '!':
		l.include = strings.Join(strings.Fields(string(text)), " ")
		return l, strings.HasPrefix(l.include, "!include ") || strings.HasPrefix(l.include, "!includedir ")
	}
	name, value, found := strings.Cut(string(withoutComment(text)), "=")
	l.name, l.flag = canonical(strings.TrimSpace(name)), !found
	l.value = unquote(strings.TrimSpace(value))
	if l.name == "set_variable" { // MySQL 3 and 4
		name, value, _ = strings.Cut(l.value, "=")
		l.name, l.value = canonical(strings.TrimSpace(name)), strings.TrimSpace(value)
	}
	return l, l.name != ""
}

// withoutComment cuts a # that is not quoted, and what follows it. Within quotes
// a backslash protects the character after it.
func withoutComment(text []byte) []byte {
	var quote byte
	escaped := false
	for i, b := range text {
		switch {
		case quote != 0 && escaped:
			escaped = false
		case quote != 0:
			escaped = b == '\\'
			if b == quote {
				quote = 0
			}
		case b == '\'' || b == '"':
			quote = b
		case b == '#':
			return bytes.TrimSpace(text[:i])
		}
	}
	return bytes.TrimSpace(text)
}

// canonical returns a name as SHOW VARIABLES prints it, "" if it is none.
func canonical(name string) string {
	name = strings.TrimPrefix(strings.ToLower(strings.ReplaceAll(name, "-", "_")), "loose_")
	for i := 0; i < len(name); i++ {
		if c := name[i]; (c < 'a' || c > 'z') && c-'0' > 9 && c != '_' && c != '.' && c != ':' {
			return ""
		}
	}
	if strings.HasSuffix(name, "_") {
		return ""
	}
	return name
}

// unquote takes away a pair of quotes and puts in what backslashes stand for.
func unquote(value string) string {
	if n := len(value); n >= 2 && (value[0] == '\'' || value[0] == '"') && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	return escapes.Replace(value)
}

var escapes = strings.NewReplacer(`\b`, "\b", `\t`, "\t", `\n`, "\n", `\r`, "\r", `\s`, " ", `\\`, `\`, `\'`, "'", `\"`, `"`)

// Group returns the options of the groups of that name by name, with
// underscores, as the programs of MySQL and MariaDB take them: of an option that
// is given twice the last. Values of passwords are among them. Lines that are
// wrong are passed over.
func Group(in *parse.Lines, name string) map[string]string {
	options := map[string]string{}
	group := ""
	for text, ok := in.Next(); ok; text, ok = in.Next() {
		l, ok := parseLine(text)
		switch {
		case ok && l.group != "":
			group = l.group
		case ok && l.name != "" && group == name:
			options[l.name] = l.value
		}
	}
	return options
}

// isServer says whether the server reads a group: its own names, with a version
// behind them or not.
func isServer(group string) bool {
	name, version, versioned := strings.Cut(strings.ToLower(group), "-")
	switch name {
	case "mysqld", "mariadb", "mariadbd":
		return !versioned || version != "" && version[0]-'0' <= 9
	case "server", "galera":
		return !versioned
	}
	return false
}

// skips are variables whose own names begin with skip_.
var skips = map[string]bool{"skip_name_resolve": true, "skip_networking": true, "skip_external_locking": true,
	"skip_show_database": true, "skip_replication": true, "skip_slave_start": true, "skip_replica_start": true,
	"skip_parallel_replication": true, "skip_grant_tables": true}

func (l *line) setting(number int) *parse.Setting {
	s := &parse.Setting{Line: number, Name: l.name, Value: l.value}
	switch {
	case l.include != "":
		s.Name, s.Value = l.include, "not followed"
	case strings.Contains(l.name, "password") || strings.HasSuffix(l.name, "_auth"):
		s.Value = "***"
	case l.flag && strings.HasPrefix(l.name, "skip_") && !skips[l.name]:
		s.Name, s.Value = strings.TrimPrefix(l.name, "skip_"), "OFF"
	case l.flag:
		s.Value = "ON"
	default:
		s.Value = size(l.value)
	}
	return s
}

// size returns 512M in bytes, and any other value as it is.
func size(value string) string {
	const suffixes = "KMGTPE"
	if value == "" {
		return value
	}
	last := len(value) - 1
	power := strings.IndexByte(suffixes, value[last]&^0x20)
	n, err := strconv.ParseInt(value[:last], 10, 64)
	if err != nil || power < 0 {
		return value
	}
	bytes := n << (10 * (power + 1))
	if bytes>>(10*(power+1)) != n {
		return value
	}
	return strconv.FormatInt(bytes, 10)
}
