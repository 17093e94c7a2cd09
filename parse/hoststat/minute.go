package hoststat

import (
	"bytes"
	"time"

	"jitterlog/parse"
)

// A minute is a time up to its seconds, in the form of the source. Most times in
// a source differ from the one before in their seconds alone, and need not be
// read anew.
type minute struct {
	text [longestMinute]byte // such as "2026-11-30 22:23:"
	n    int                 // bytes of it
	at   time.Time
	loc  *time.Location
}

const longestMinute = 32

// keep remembers a time if its text ends in two digits of seconds.
func (m *minute) keep(text []byte, at time.Time, loc *time.Location) {
	n := len(text) - 2
	if n < 1 || n > longestMinute || text[n-1] != ':' || at.IsZero() {
		return
	}
	s, ok := seconds(text[n:])
	if !ok {
		return
	}
	m.n, m.at, m.loc = copy(m.text[:], text[:n]), at.Add(-s), loc
}

// take takes a time in the same minute, if nothing stands behind it that could
// be part of it.
func (m *minute) take(c *parse.Cursor, loc *time.Location) (time.Time, bool) {
	rest := c.Rest()
	if m.n == 0 || len(rest) != m.n+2 || loc != m.loc || !bytes.Equal(rest[:m.n], m.text[:m.n]) {
		return time.Time{}, false
	}
	s, ok := seconds(rest[m.n:])
	if ok {
		c.Pos = len(c.Line)
	}
	return m.at.Add(s), ok
}

// seconds reads 00 to 59.
func seconds(text []byte) (time.Duration, bool) {
	tens, ones := text[0]-'0', text[1]-'0'
	return time.Duration(10*int(tens)+int(ones)) * time.Second, tens <= 5 && ones <= 9
}
