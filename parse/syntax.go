package parse

import "fmt"

// A SyntaxError says where a line is not what its format expects. It does not
// stop the reading of the rest.
type SyntaxError struct {
	Line   int    // from 1
	Column int    // in bytes, from 1; 0 if the line as a whole is meant
	Text   string // the line, cut to a length that a person can read
	Want   string // what was expected there
}

// Error returns "LINE:COLUMN: expected WANT, found TEXT"; the file's name is
// put in front by whoever knows it.
func (e *SyntaxError) Error() string {
	if e.Column > 0 {
		return fmt.Sprintf("%d:%d: expected %s, found %q", e.Line, e.Column, e.Want, e.Text)
	}
	return fmt.Sprintf("%d: expected %s, found %q", e.Line, e.Want, e.Text)
}

// CutOff is the event of a log that ends inside its last line, because whatever
// ended the run ended the log with it; t is the time of the run there.
func CutOff(line int, t float64) *Event {
	return &Event{Line: line, T: t, Severity: Warning, Kind: Truncated, Message: "the last line is cut off", Count: 1}
}

const shownBytes = 200

// Shown returns the part of a line that a message shows: at most 200 bytes,
// cut at a whole character.
func Shown(line []byte) string {
	if len(line) <= shownBytes {
		return string(line)
	}
	n := shownBytes
	for n > shownBytes-4 && line[n]&0xC0 == 0x80 {
		n--
	}
	return string(line[:n]) + "…"
}
