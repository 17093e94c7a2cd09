package gotpc

import (
	"bytes"
	"strings"
	"time"

	"jitterlog/parse"
)

// A message is one that may go on over several lines: it quotes a statement as
// it stands in the tool's source.
type message struct {
	kind  parse.Kind // of the event that it will be, empty if it is none
	line  int
	lines int
	text  []byte
}

const (
	longestStatement = 16 // lines
	longestMessage   = 4 << 10
)

// stamp takes "[2006-01-02 15:04:05] " or, with slashes, what Go's log package
// prints.
func (r *reader) stamp(c *parse.Cursor) (time.Time, bool) {
	start := c.Pos
	layout := "2006/01/02 15:04:05"
	bracket := c.Byte('[')
	if bracket {
		layout = "2006-01-02 15:04:05"
	}
	rest := c.Rest()
	if len(rest) > len(layout) {
		if t, err := time.ParseInLocation(layout, string(rest[:len(layout)]), r.in.Location()); err == nil && parse.IsDate(t) {
			c.Pos += len(layout)
			if (!bracket || c.Byte(']')) && c.Byte(' ') {
				return t.UTC(), true
			}
		}
	}
	c.Pos = start
	return time.Time{}, false
}

// messageLine reads what the tool says of its workers and its driver of their
// connections.
func (r *reader) messageLine(line []byte) bool {
	c := parse.Cursor{Line: line}
	if c.Literal("[mysql] ") {
		return r.driver(&c)
	}
	at, stamped := time.Time{}, false
	if line[0] == '[' || line[0]-'0' <= 9 {
		at, stamped = r.stamp(&c)
	}
	switch {
	case c.Literal("maxprocs: "):
		if !stamped {
			at = r.in.At()
		}
		r.begin(r.in.Number())
		r.run.startedAt = at
	case c.Literal("execute "):
		action, ok := c.Until(' ')
		if !ok || !c.Literal("failed, err ") {
			return false
		}
		r.load(string(action) != "run")
		// The worker prints its error again without a time where it gives up.
		kind := parse.Failure
		if !stamped && r.in.At().IsZero() {
			kind = parse.Fatal
			r.run.died++
		}
		r.open(kind, c.Rest())
	case c.Literal("run worker ") || c.Literal("prepare worker "):
		if _, ok := c.Int(); !ok || !c.Literal(" stopped due to timeout") {
			return false
		}
		r.need().stopped++
		if c.Literal(": ") {
			r.open("", c.Rest())
			return true
		}
		if !c.Literal(" after ") {
			return c.End()
		}
		_, ok := c.Int()
		return ok && c.Literal(" iterations") && c.End()
	case c.Literal("Got signal ["):
		name, ok := c.Until(']')
		if !ok {
			return false
		}
		r.need().interrupted = true
		r.event(&parse.Event{Line: r.in.Number(), Severity: parse.Warning, Kind: parse.Truncated, Message: "the run was ended by the signal " + parse.Shown(name), Count: 1})
	default:
		return false
	}
	return true
}

// driver reads "[mysql] 2026/11/30 23:09:00 packets.go:37: unexpected EOF"
// behind the bracket. Where in the driver it was differs by version and is left out.
func (r *reader) driver(c *parse.Cursor) bool {
	r.stamp(c)
	if place, ok := c.Until(' '); !ok || !bytes.HasSuffix(place, []byte(":")) {
		return false
	}
	text := c.Rest()
	if len(text) == 0 {
		return false
	}
	r.need()
	r.event(&parse.Event{Line: r.in.Number(), Severity: parse.Warning, Kind: parse.Failure, Message: "mysql driver: " + parse.Shown(text), Count: 1})
	return true
}

// open begins a message that may quote a statement.
func (r *reader) open(kind parse.Kind, text []byte) {
	r.message = message{kind: kind, line: r.in.Number(), lines: 1, text: append(r.message.text[:0], text...)}
	if !r.message.open() {
		r.closeMessage()
	}
}

// open says that the message is not yet at its end: it quotes a statement and
// has not come to what was wrong with it.
func (m *message) open() bool {
	if m.lines == 0 || m.lines >= longestStatement || len(m.text) >= longestMessage {
		return false
	}
	statement := bytes.HasPrefix(m.text, []byte("exec ")) || bytes.HasPrefix(m.text, []byte("query "))
	return statement && !bytes.Contains(m.text, []byte(" failed "))
}

// continued adds a line to the open message, unless it is one that the tool
// begins a line of its own with.
func (r *reader) continued(line []byte) bool {
	if line[0] == '[' || bytes.HasPrefix(line, []byte("execute ")) || string(line) == finished {
		r.closeMessage()
		return false
	}
	m := &r.message
	m.lines++
	m.text = append(append(m.text, ' '), line[:min(len(line), longestMessage)]...)
	if !m.open() {
		r.closeMessage()
	}
	return true
}

// closeMessage makes an event of the message, if it is one.
func (r *reader) closeMessage() {
	m := &r.message
	if m.lines > 0 && m.kind != "" {
		code, text := readable(string(m.text))
		ev := &parse.Event{Line: m.line, LastLine: m.line + m.lines - 1, Severity: parse.Error, Kind: m.kind, Code: code, Message: text, Count: 1}
		if m.kind == parse.Fatal {
			ev.Message = "a worker gave up: " + ev.Message
		}
		r.event(ev)
	}
	m.lines = 0
}

// readable cuts a message to what was done to which table and what was wrong,
// and finds the server's error number in it.
func readable(text string) (code, message string) {
	text = strings.Join(strings.Fields(text), " ")
	reason := text
	if i := strings.LastIndex(text, " failed "); i >= 0 {
		reason = text[i+len(" failed "):]
		text = text[:i]
		text = statement(text[max(0, strings.Index(text, "exec "), strings.Index(text, "query ")):])
	} else {
		text = ""
	}
	if rest, ok := strings.CutPrefix(reason, "Error "); ok {
		c := parse.Cursor{Line: []byte(rest)}
		if _, ok := c.Int(); ok {
			code = rest[:c.Pos]
			if c.Literal(" (") {
				c.Until(')')
			}
			if c.Literal(": ") {
				reason = rest[c.Pos:]
			}
		}
	}
	if reason == "" {
		reason = "an error without a text"
	}
	if text != "" {
		reason = text + ": " + reason
	}
	return code, parse.Shown([]byte(reason))
}

// statement returns the verb and the table of "exec UPDATE stock SET ...": the
// rest differs with the number of its rows.
func statement(text string) string {
	words := strings.Fields(text)
	if len(words) < 2 {
		return text
	}
	verb := strings.ToUpper(words[1])
	for i, word := range words[1:] {
		switch strings.ToUpper(word) {
		case "INTO", "FROM", "UPDATE":
			if i+2 < len(words) {
				return verb + " " + strings.TrimRight(words[i+2], "(,;")
			}
		}
	}
	return verb
}
