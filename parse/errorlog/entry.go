package errorlog

import (
	"bytes"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/timeline"
)

// An entry is one line of the log with a time.
type entry struct {
	at       time.Time
	severity parse.Severity // empty where the line has no label
	code     string         // MY-010116
	text     []byte
}

var labels = [...]struct {
	text     string
	severity parse.Severity
}{
	{"[Note] ", parse.Info}, {"[System] ", parse.Info}, {"[Warning] ", parse.Warning}, {"[ERROR] ", parse.Error}, {"[Error] ", parse.Error},
}

// readEntry reads a line that begins with a time, the number of a thread where
// there is one, and a label, a code and a subsystem where there are:
//
//	2026-11-30T23:15:07.123456Z 0 [System] [MY-010116] [Server] text
//	2026-11-30 23:56:54 0 [Note] text
//	151224 12:03:11 [Note] text
//	151224 12:03:11  InnoDB: text
//	151224 12:03:11 mysqld_safe text
//	2026-11-30T23:15:07Z UTC - mysqld got signal 11 ;
func readEntry(in *parse.Lines, line []byte) (entry, bool) {
	var e entry
	if len(line) == 0 || line[0]-'0' > 9 {
		return e, false
	}
	c := parse.Cursor{Line: line}
	var ok bool
	if e.at, ok = timeline.Server(in, &c); !ok {
		return e, false
	}
	c.Blanks()
	if c.Literal("InnoDB: ") || c.Literal("mysqld_safe ") || c.Literal("mariadbd-safe ") {
		e.text = c.Rest()
		return e, true
	}
	if c.Literal("UTC - ") {
		e.severity, e.text = parse.Error, c.Rest()
		return e, true
	}
	if c.Pos < len(line) && line[c.Pos] != '[' {
		c.Word() // a thread
		c.Blanks()
	}
	for _, l := range labels {
		if c.Literal(l.text) {
			e.severity = l.severity
		}
	}
	if e.severity == "" {
		return e, false
	}
	for c.Byte('[') {
		word, ok := c.Until(']')
		if !ok {
			break
		}
		if bytes.HasPrefix(word, []byte("MY-")) {
			e.code = string(word)
		}
		c.Blanks()
	}
	e.text = c.Rest()
	return e, true
}
