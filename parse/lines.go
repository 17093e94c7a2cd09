package parse

import (
	"bytes"
	"io"
	"time"
)

// MaxLine is the longest line that is read whole; of a longer one the first
// MaxLine bytes are read and the rest is passed over.
const MaxLine = 1 << 20

const readBuffer = 256 << 10

// Lines reads a source line by line in constant memory: at most MaxLine bytes
// and a read buffer. Line ends are \n or \r\n; a byte order mark, carriage
// returns in front of a line and ANSI colour sequences are removed, and so
// are the prefixes of StripPrefixes.
type Lines struct {
	r          io.Reader
	buf        []byte
	start, end int
	err        error
	number     int
	ahead      bool // Last has read the next line
	line       []byte
	clean      []byte // a line whose escape sequences were removed
	strip      bool
	clock      clock
	at         time.Time
	aheadAt    time.Time // of the line that Last has read
	longLines  int64
	firstLong  int
}

// NewLines returns the lines of r. Times in it that have no zone are UTC, until
// SetClock says otherwise.
func NewLines(r io.Reader) *Lines {
	return &Lines{r: r, buf: make([]byte, readBuffer), clock: clock{loc: time.UTC}}
}

// SetClock says how times in the source are read that leave something out:
// those without a zone are in loc, those without a year or a date are the last
// such time before ref, which is when the source was written.
func (l *Lines) SetClock(loc *time.Location, ref time.Time) {
	l.clock = clock{loc: loc, ref: ref}
}

// Location returns the zone of times that the source gives without one.
func (l *Lines) Location() *time.Location { return l.clock.loc }

// Reference returns when the source was written, zero if that is not known.
func (l *Lines) Reference() time.Time { return l.clock.ref }

// StripPrefixes makes Next remove what log collectors put in front of each
// line: timestamps of ts, docker, kubectl and journald, container names.
func (l *Lines) StripPrefixes() { l.strip = true }

// Next returns the next line without its line end, in memory that holds until
// the next call or one of Last, or false at the end or an error of the source.
func (l *Lines) Next() ([]byte, bool) {
	if l.ahead {
		l.ahead = false
		l.number++
		l.at = l.aheadAt
		return l.line, true
	}
	raw, ok := l.raw()
	if !ok {
		return nil, false
	}
	l.number++
	if l.number == 1 {
		raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	}
	if n := len(raw); n > 0 && raw[n-1] == '\r' {
		raw = raw[:n-1]
	}
	for len(raw) > 0 && raw[0] == '\r' {
		raw = raw[1:]
	}
	if bytes.IndexByte(raw, 0x1b) >= 0 {
		l.clean = appendWithoutEscapes(l.clean[:0], raw)
		raw = l.clean
	}
	if l.strip {
		raw, l.at = l.clock.cutPrefixes(raw)
	}
	l.line = raw
	return raw, true
}

// Last says whether no line follows the current one.
func (l *Lines) Last() bool {
	if !l.ahead {
		number, at := l.number, l.at
		_, l.ahead = l.Next()
		l.aheadAt = l.at
		l.number, l.at = number, at
	}
	return !l.ahead
}

// Number returns the number of the current line, from 1.
func (l *Lines) Number() int { return l.number }

// At returns the time that stood in the prefix of the current line, or zero.
func (l *Lines) At() time.Time { return l.at }

// Err returns the error of the source that ended the lines, nil at its end.
func (l *Lines) Err() error {
	if l.err == io.EOF {
		return nil
	}
	return l.err
}

// LongLines returns how many lines were longer than MaxLine, and the number of
// the first.
func (l *Lines) LongLines() (count int64, first int) { return l.longLines, l.firstLong }

// raw returns the next line as it stands in the source, without its \n.
func (l *Lines) raw() ([]byte, bool) {
	searched := 0
	for {
		if i := bytes.IndexByte(l.buf[l.start+searched:l.end], '\n'); i >= 0 {
			line := l.buf[l.start : l.start+searched+i]
			l.start += searched + i + 1
			return line, true
		}
		searched = l.end - l.start
		if searched >= MaxLine {
			return l.cutLine(), true
		}
		if l.err != nil {
			if searched == 0 {
				return nil, false
			}
			line := l.buf[l.start:l.end]
			l.start = l.end
			return line, true
		}
		l.fill()
	}
}

// fill moves the open line to the front of the buffer, which grows as far as
// one line of MaxLine needs, and reads.
func (l *Lines) fill() {
	if l.start > 0 {
		copy(l.buf, l.buf[l.start:l.end])
		l.end -= l.start
		l.start = 0
	}
	if l.end == len(l.buf) {
		l.buf = append(l.buf, make([]byte, len(l.buf))...)
	}
	for range 100 {
		n, err := l.r.Read(l.buf[l.end:])
		l.end += n
		l.err = err
		if n > 0 || err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}

// cutLine returns the first MaxLine bytes of a line that is longer, and passes
// over the rest of it.
func (l *Lines) cutLine() []byte {
	if l.longLines == 0 {
		l.firstLong = l.number + 1
	}
	l.longLines++
	line := bytes.Clone(l.buf[l.start : l.start+MaxLine])
	l.start += MaxLine
	for {
		if i := bytes.IndexByte(l.buf[l.start:l.end], '\n'); i >= 0 {
			l.start += i + 1
			return line
		}
		l.start, l.end = 0, 0
		if l.err != nil {
			return line
		}
		l.fill()
	}
}

// appendWithoutEscapes appends line without its ANSI control sequences
// (ESC [ ... letter, ESC ] ... BEL) to dst.
func appendWithoutEscapes(dst, line []byte) []byte {
	for i := 0; i < len(line); i++ {
		if line[i] != 0x1b {
			dst = append(dst, line[i])
			continue
		}
		if i+1 >= len(line) {
			break
		}
		i++
		switch line[i] {
		case '[':
			for i++; i < len(line) && (line[i] < 0x40 || line[i] > 0x7e); i++ {
			}
		case ']':
			for i++; i < len(line) && line[i] != 0x07; i++ {
			}
		}
	}
	return dst
}
