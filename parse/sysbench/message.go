package sysbench

import (
	"bytes"
	"strings"

	"jitterlog/parse"
)

// A message is the last text that the tool printed about something that
// happened. The tool prints "(last message repeated N times)" for equal ones,
// when the next other one comes: interval lines may stand in between.
type message struct {
	event parse.Event
	known bool // event is what a repetition repeats
	open  bool // it quotes a statement that goes on in the next line
	lines int  // of that statement
}

// maxStatementLines ends the search for the end of a quoted statement. The tool
// cuts messages at 4096 bytes, and may cut the closing quote.
const maxStatementLines = 200

var levels = [...]struct {
	prefix   string
	severity parse.Severity
	kind     parse.Kind
}{
	{"FATAL: ", parse.Error, parse.Fatal},
	{"PANIC: ", parse.Error, parse.Fatal},
	{"ALERT: ", parse.Error, parse.Failure},
	{"WARNING: ", parse.Warning, parse.Failure},
	{"DEBUG: ", parse.Info, ""},
}

// messageLine reads a message, or the count of the one before it.
func (r *reader) messageLine(line []byte) bool {
	if r.repeated(line) {
		return true
	}
	for _, level := range levels {
		text, ok := bytes.CutPrefix(line, []byte(level.prefix))
		if !ok {
			continue
		}
		if level.kind == "" {
			r.forget()
			return true
		}
		number := r.in.Number()
		if level.kind == parse.Fatal {
			r.begin(number)
			r.run.fatal = true
		} else if r.run == nil {
			r.open(number)
		} else if r.run.announced && bytes.Contains(text, []byte(" deprecated")) {
			// Printed before the banner of the next run.
			r.finish()
			r.open(number)
		}
		if bytes.Contains(text, []byte("MySQL")) || bytes.Contains(text, []byte("mysql_")) || bytes.Contains(text, []byte("SQL error")) {
			r.run.isSQL = true
		}
		r.run.message = message{known: true, event: parse.Event{Line: number, Severity: level.severity, Kind: level.kind,
			Code: errorCode(text), Message: plainMessage(string(text)), Count: 1}}
		if _, query, ok := bytes.Cut(text, []byte(" for query '")); ok && !bytes.HasSuffix(query, []byte("'")) {
			r.run.message.open = true
			return true
		}
		r.message()
		return true
	}
	return false
}

// message yields the message that was read.
func (r *reader) message() {
	r.run.message.open = false
	r.event(r.run.message.event)
}

// forget makes a repetition repeat nothing that is told.
func (r *reader) forget() {
	if r.run != nil {
		r.run.message.known = false
	}
}

// repeated reads "(last message repeated 3 times)".
func (r *reader) repeated(line []byte) bool {
	c := parse.Cursor{Line: line}
	if !c.Literal("(last message repeated ") {
		return false
	}
	n, ok := c.Count()
	if !ok || !c.Literal(" times)") {
		return false
	}
	if r.run == nil {
		return true
	}
	if r.run.message.known && n > 0 {
		e := r.run.message.event
		e.Line, e.LastLine, e.Count = r.in.Number(), 0, n
		r.event(e)
	}
	return true
}

// continued takes a line of the statement that the last message quotes. It
// returns false if something else begins there.
func (r *reader) continued(line []byte) bool {
	m := &r.run.message
	if m.lines++; m.lines > maxStatementLines || isReportLine(line) || isBanner(line) || isMessage(line) || isTitle(line) {
		r.message()
		return false
	}
	m.event.LastLine = r.in.Number()
	r.seen()
	if bytes.HasSuffix(bytes.TrimRight(line, " \t"), []byte("'")) {
		r.message()
	}
	return true
}

func isMessage(line []byte) bool {
	for _, level := range levels {
		if bytes.HasPrefix(line, []byte(level.prefix)) {
			return true
		}
	}
	return bytes.HasPrefix(line, []byte("(last message repeated "))
}

// errorCode returns the number of the server's or client library's error.
func errorCode(text []byte) string {
	for _, mark := range [...]string{"errno = ", "returned error ", "MySQL error: ", "error "} {
		_, rest, ok := bytes.Cut(text, []byte(mark))
		if !ok {
			continue
		}
		n := 0
		for n < len(rest) && rest[n]-'0' <= 9 {
			n++
		}
		if n > 0 {
			return string(rest[:n])
		}
	}
	return ""
}

// plainMessage returns a message without what differs from one to the next: the
// statement, the position in the script, the values of a duplicate key.
func plainMessage(text string) string {
	text, _, _ = strings.Cut(text, " for query '")
	if call, rest, ok := strings.Cut(text, " function failed: "); ok {
		if script, why, ok := strings.Cut(rest, ": "); ok && strings.Contains(script, ".lua:") {
			text = call + " function failed: " + why
		}
	}
	if front, rest, ok := strings.Cut(text, "Duplicate entry '"); ok {
		if i := strings.Index(rest, "' for key"); i >= 0 {
			text = front + "Duplicate entry" + rest[i+1:]
		}
	}
	return parse.Shown([]byte(text))
}
