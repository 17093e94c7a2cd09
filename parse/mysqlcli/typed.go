package mysqlcli

import "bytes"

// longestStatement bounds what is kept of a statement; behind it only its end is
// of interest, which its result shows.
const longestStatement = 64 << 10

// A typed text is what was typed and is not yet terminated. It is scanned once.
type typed struct {
	text    []byte
	line    int // where it begins, 0: nothing is open
	from    int // what is before it was taken
	pos     int // scanned so far
	quote   byte
	comment bool // inside /* */
}

// add appends a line. Blanks are no beginning of a statement.
func (t *typed) add(text []byte, line int) {
	if t.line == 0 {
		if len(bytes.TrimSpace(text)) == 0 {
			return
		}
		*t = typed{text: t.text[:0], line: line}
	}
	if len(t.text)+len(text) < longestStatement {
		t.text = append(append(t.text, text...), '\n')
	}
}

// take returns the next statement that is terminated, by the delimiter, \g or
// \G. Comments to the end of a line become blanks.
func (t *typed) take(delimiter string) (statement, bool) {
	for t.pos < len(t.text) {
		b, rest := t.text[t.pos], t.text[t.pos:]
		switch {
		case t.comment:
			t.comment = !bytes.HasPrefix(rest, []byte("*/"))
		case t.quote != 0:
			switch b {
			case '\\':
				t.pos++
			case t.quote:
				t.quote = 0
			}
		case bytes.HasPrefix(rest, []byte(delimiter)):
			if s := t.cut(len(delimiter)); s.text != "" {
				return s, true
			}
			continue
		case b == '\\' && len(rest) > 1 && rest[1]|0x20 == 'g':
			if s := t.cut(len(`\g`)); s.text != "" {
				return s, true
			}
			continue
		case b == '\'' || b == '"' || b == '`':
			t.quote = b
		case bytes.HasPrefix(rest, []byte("/*")):
			t.comment = true
		case b == '#' || bytes.HasPrefix(rest, []byte("-- ")) || bytes.HasPrefix(rest, []byte("--\n")):
			for end := bytes.IndexByte(rest, '\n'); end > 0; end-- {
				rest[end-1] = ' '
			}
		}
		t.pos++
	}
	t.pos = min(t.pos, len(t.text))
	if len(bytes.TrimSpace(t.text[t.from:])) == 0 {
		t.drop()
	}
	return statement{}, false
}

// cut takes the text up to pos off as a statement, and a delimiter of that
// length behind it.
func (t *typed) cut(delimiter int) statement {
	s := newStatement(string(t.text[t.from:t.pos]), t.line)
	t.pos += delimiter
	t.from = t.pos
	return s
}

// rest takes all that is open as a statement.
func (t *typed) rest() (statement, bool) {
	if t.line == 0 {
		return statement{}, false
	}
	s := newStatement(string(t.text[t.from:]), t.line)
	t.drop()
	return s, s.text != ""
}

func (t *typed) drop() { *t = typed{text: t.text[:0]} }
