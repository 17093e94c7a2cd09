package mysqlcli

import (
	"bytes"
	"iter"
	"strconv"
	"strings"
)

// A verb says what a statement means for the runs.
type verb int

const (
	other   verb = iota
	call         // CALL procedure
	load         // LOAD DATA, INSERT ... SELECT
	set          // SET variable
	command      // of the client; the server does not answer it
)

// A statement is one that was typed, read from a file, or quoted.
type statement struct {
	verb verb
	text string // without its terminator
	line int    // where it begins
	bare bool   // it stood in the text without a prompt
}

// verbs are the words that statements and the client's commands begin with. Only
// they make a line with an unusual prompt one.
var verbs = map[string]verb{
	"CALL": call, "LOAD": load, "INSERT": load, "REPLACE": load, "SET": set,
	"USE": command, "DELIMITER": command, "SOURCE": command, "QUIT": command, "EXIT": command, "STATUS": command,
	"TEE": command, "NOTEE": command, "PAGER": command, "NOPAGER": command, "SYSTEM": command, "WARNINGS": command,
	"NOWARNING": command, "PROMPT": command, "CONNECT": command, "CLEAR": command, "HELP": command,
	"SHOW": other, "SELECT": other, "UPDATE": other, "DELETE": other, "CREATE": other, "DROP": other, "ALTER": other,
	"TRUNCATE": other, "START": other, "BEGIN": other, "COMMIT": other, "ROLLBACK": other, "FLUSH": other, "PURGE": other,
	"RESET": other, "ANALYZE": other, "OPTIMIZE": other, "CHECK": other, "EXPLAIN": other, "DESC": other, "DESCRIBE": other,
	"LOCK": other, "UNLOCK": other, "GRANT": other, "REVOKE": other, "KILL": other, "PREPARE": other, "EXECUTE": other,
	"DO": other, "SHUTDOWN": other, "WITH": other, "RENAME": other, "INSTALL": other, "CHANGE": other, "STOP": other,
}

// firstWord returns the verb of a text, in capitals, behind comments and
// brackets.
func firstWord(text []byte) string {
	for {
		text = bytes.TrimLeft(text, " \t\n(")
		rest, comment := bytes.CutPrefix(text, []byte("/*"))
		if !comment {
			break
		}
		_, text, _ = bytes.Cut(rest, []byte("*/"))
	}
	end := 0
	for end < len(text) && (text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z' || text[end] == '_') {
		end++
	}
	if end > 10 || end < len(text) && strings.IndexByte(" \t\n(;/\\*", text[end]) < 0 {
		return "" // longer than any of them, or part of a longer word
	}
	return string(bytes.ToUpper(text[:end]))
}

func startsStatement(text []byte) bool {
	_, ok := verbs[firstWord(text)]
	return ok
}

// newStatement says what a text means.
func newStatement(text string, line int) statement {
	s := statement{text: strings.TrimSpace(text), line: line}
	word := firstWord([]byte(s.text))
	s.verb = verbs[word]
	switch word {
	case "INSERT", "REPLACE":
		if !hasWord(s.text, "SELECT") {
			s.verb = other
		}
	case "LOAD":
		if !hasWord(s.text, "INFILE") {
			s.verb = other
		}
	case "CALL":
		if name, _ := s.procedure(); strings.HasPrefix(name, "sys.") || strings.HasPrefix(name, "mysql.") {
			s.verb = other // the server's own procedures
		}
	}
	return s
}

// unquoted yields where the bytes outside quotes stand, and the bytes.
func unquoted(text string) iter.Seq2[int, byte] {
	return func(yield func(int, byte) bool) {
		var quote byte
		for i := 0; i < len(text); i++ {
			b := text[i]
			switch {
			case quote != 0:
				if b == quote {
					quote = 0
				}
			case b == '\'' || b == '"' || b == '`':
				quote = b
			case !yield(i, b):
				return
			}
		}
	}
}

// hasWord looks for a word in capitals outside quotes.
func hasWord(text, word string) bool {
	for i := range unquoted(text) {
		end := i + len(word)
		if end <= len(text) && strings.EqualFold(text[i:end], word) &&
			(i == 0 || !wordByte(text[i-1])) && (end == len(text) || !wordByte(text[end])) {
			return true
		}
	}
	return false
}

func wordByte(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b-'0' <= 9 || b == '_' || b == '$' || b >= 0x80
}

// procedure returns the name and the arguments of a CALL.
func (s *statement) procedure() (name string, args []string) {
	text := strings.TrimLeft(s.text, "( \t\n")
	if i := strings.IndexAny(text, " \t\n`"); i >= 0 {
		text = strings.TrimSpace(text[i:])
	}
	name, inner, ok := strings.Cut(text, "(")
	name = strings.Map(func(r rune) rune {
		if r == '`' || r == ' ' || r == '\n' {
			return -1
		}
		return r
	}, name)
	if end := strings.LastIndexByte(inner, ')'); ok && end >= 0 {
		args = splitList(inner[:end])
	}
	return name, args
}

// onlyInteger returns the argument that is a whole number if there is
// exactly one.
func onlyInteger(args []string) (n int64, ok bool) {
	for _, arg := range args {
		v, isInt := integer(arg)
		switch {
		case !isInt || v < 0:
		case ok:
			return 0, false
		default:
			n, ok = v, true
		}
	}
	return n, ok
}

// integer reads a whole number or a product of some, such as 1024*1024*1024.
func integer(text string) (int64, bool) {
	product := int64(1)
	for factor := range strings.SplitSeq(text, "*") {
		n, err := strconv.ParseInt(strings.TrimSpace(factor), 10, 64)
		if err != nil || n != 0 && product*n/n != product {
			return 0, false
		}
		product *= n
	}
	return product, true
}

// splitList splits at commas outside quotes and brackets.
func splitList(text string) []string {
	var parts []string
	depth, from := 0, 0
	for i, b := range unquoted(text) {
		switch {
		case b == '(':
			depth++
		case b == ')':
			depth--
		case b == ',' && depth == 0:
			parts = append(parts, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	if rest := strings.TrimSpace(text[from:]); rest != "" || len(parts) > 0 {
		parts = append(parts, rest)
	}
	return parts
}
