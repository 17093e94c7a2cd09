package mysqlcli

import (
	"bytes"

	"jitterlog/parse"
)

// echoFrame stands before and after each statement under -vvv.
const echoFrame = "--------------"

// clean removes what terminals and web pages leave in a line: bells, rubbed
// out characters, no-break and ideographic blanks, blanks at the end. What
// needs no cleaning is returned as it is.
func clean(line []byte) []byte {
	if i := bytes.LastIndexByte(line, '\r'); i >= 0 && len(bytes.TrimSpace(line[i:])) > 0 {
		line = line[i+1:] // the cursor went back and the line was written again
	}
	if bytes.ContainsAny(line, "\x07\x08\u00a0\u3000") {
		line = bytes.ReplaceAll(bytes.ReplaceAll(line, []byte("\u00a0"), []byte(" ")), []byte("\u3000"), []byte(" "))
		out := line[:0:0]
		for _, b := range line {
			switch {
			case b == 0x07:
			case b != 0x08:
				out = append(out, b)
			case len(out) > 0:
				out = out[:len(out)-1]
			}
		}
		line = out
	}
	return bytes.TrimRight(line, " \t\r")
}

const longestPrompt = 100 // bytes

// cutPrompt returns what was typed at a prompt: mysql>, MariaDB [db]>, or any
// text up to a > behind which a statement begins.
func cutPrompt(line []byte) (typed []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	end := bytes.IndexByte(line, '>')
	if end <= 0 || line[0] == '<' || line[0] == '|' || line[0] == '+' {
		return nil, false
	}
	if name := line[:end]; string(name) == "mysql" ||
		name[end-1] == ']' && (bytes.HasPrefix(name, []byte("MariaDB [")) || bytes.HasPrefix(name, []byte("MySQL ["))) {
		return bytes.TrimLeft(line[end+1:], " \t"), true
	}
	for end < longestPrompt {
		typed = bytes.TrimLeft(line[end+1:], " \t")
		if line[end-1] != '-' && startsStatement(typed) {
			return typed, true
		}
		next := bytes.IndexByte(line[end+1:], '>')
		if next < 0 {
			break
		}
		end += 1 + next
	}
	return nil, false
}

// cutContinuation returns what was typed at the prompt of a statement's second
// and later lines, which tells what is still open.
func cutContinuation(line []byte) (typed []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	for _, prompt := range [...]string{"->", "'>", `">`, "`>", "/*>"} {
		if rest, ok := bytes.CutPrefix(line, []byte(prompt)); ok && (len(rest) == 0 || rest[0] == ' ') {
			return rest, true
		}
	}
	return nil, false
}

// A result is what the client says at the end of a statement.
type result struct {
	set      bool // rows were printed, none were changed
	rows     int64
	warnings int64
	seconds  float64 // NaN if the client did not say
	time     string  // as printed
}

// parseResult reads such as "Query OK, 0 rows affected, 1 warning (17 min 21.91 sec)".
// Want says what was expected where that cannot be read, "" if all was.
func parseResult(line []byte) (res result, want string) {
	c := parse.Cursor{Line: line}
	c.Blanks()
	res = result{seconds: parse.NaN()}
	var ok bool
	switch {
	case c.Literal("Query OK"):
		if c.Literal(", ") {
			if res.rows, ok = c.Count(); !ok || !(c.Literal(" rows affected") || c.Literal(" row affected")) {
				return res, "Query OK, the number of rows, and the time"
			}
		}
	case c.Literal("Empty set"):
		res.set = true
	default:
		res.set = true
		if res.rows, ok = c.Count(); !ok || !(c.Literal(" rows in set") || c.Literal(" row in set")) {
			return res, notResult
		}
	}
	if c.Literal(", ") {
		if res.warnings, ok = c.Count(); !ok || !(c.Literal(" warnings") || c.Literal(" warning")) {
			return res, "the number of warnings"
		}
	}
	if c.End() {
		return res, ""
	}
	c.Blanks()
	if !c.Byte('(') {
		return res, "the time in brackets"
	}
	from := c.Pos
	if res.seconds, ok = clientTime(&c); !ok {
		return res, "a time such as 17 min 21.91 sec"
	}
	res.time = string(line[from:c.Pos])
	if !c.Byte(')') || !c.End() {
		return res, "nothing behind the time"
	}
	return res, ""
}

const notResult = "a result"

// clientTime takes "2 days 1 hour 5 min 0.02 sec", of which all but the seconds
// may be missing. The seconds are put together as whole numbers, so that the
// result is the float64 nearest to what is printed.
func clientTime(c *parse.Cursor) (seconds float64, ok bool) {
	whole := int64(0)
	for {
		n, ok := c.Count()
		if !ok || n > 1e9 {
			return 0, false
		}
		switch {
		case c.Literal(" days ") || c.Literal(" day "):
			whole += n * 86400
		case c.Literal(" hours ") || c.Literal(" hour "):
			whole += n * 3600
		case c.Literal(" min "):
			whole += n * 60
		default:
			return secondsPart(c, whole+n)
		}
		if whole > 1e9 {
			return 0, false
		}
	}
}

func secondsPart(c *parse.Cursor, whole int64) (float64, bool) {
	scale := int64(1)
	if c.Byte('.') {
		from := c.Pos
		for c.Pos < len(c.Line) && c.Line[c.Pos]-'0' <= 9 && c.Pos-from < 6 {
			whole = whole*10 + int64(c.Line[c.Pos]-'0')
			scale *= 10
			c.Pos++
		}
		if c.Pos == from {
			return 0, false
		}
	}
	return float64(whole) / float64(scale), c.Literal(" sec")
}

// A failure is an error of the server or of the client's connection.
type failure struct {
	line       int
	code, text string
}

// parseError reads such as "ERROR 1305 (42000) at line 3: PROCEDURE nosuch does not exist".
func parseError(line []byte) (failure, bool) {
	c := parse.Cursor{Line: line}
	c.Blanks()
	if !c.Literal("ERROR ") {
		return failure{}, false
	}
	from := c.Pos
	if _, ok := c.Count(); !ok {
		return failure{}, false
	}
	code := string(line[from:c.Pos])
	if c.Literal(" (") {
		if _, ok := c.Until(')'); !ok {
			return failure{}, false
		}
	}
	if c.Literal(" at line ") {
		if _, ok := c.Int(); !ok {
			return failure{}, false
		}
	}
	if !c.Byte(':') {
		return failure{}, false
	}
	f := failure{code: code, text: parse.Shown(bytes.TrimSpace(c.Rest()))}
	if f.text == "" {
		f.text = "an error without a text"
	}
	return f, true
}

// looksLikeError says whether a line is an error of the server that
// parseError should have read. "ERROR:" and "ERROR at line" are the client's own.
func looksLikeError(line []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte("ERROR "))
	return ok && len(rest) > 0 && rest[0]-'0' <= 9
}

// parseCounts reads the line behind the result of a statement that changed
// rows: "Records: 4  Duplicates: 0  Warnings: 0". It calls take with each name
// in lower case.
func parseCounts(line []byte, take func(name, count string)) bool {
	if !looksLikeCounts(line) {
		return false
	}
	for rest := bytes.TrimSpace(line); len(rest) > 0; {
		name, value, ok := bytes.Cut(rest, []byte(": "))
		if !ok {
			return false
		}
		c := parse.Cursor{Line: value}
		if _, ok := c.Count(); !ok || c.Pos < len(value) && value[c.Pos] != ' ' {
			return false
		}
		take(string(bytes.ReplaceAll(bytes.ToLower(name), []byte(" "), []byte("_"))), string(value[:c.Pos]))
		rest = bytes.TrimLeft(value[c.Pos:], " ")
	}
	return true
}

func looksLikeCounts(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return bytes.HasPrefix(line, []byte("Records: ")) || bytes.HasPrefix(line, []byte("Rows matched: "))
}
