package parse

import (
	"bytes"
	"time"
)

// A clock reads the times that stand in front of a line.
type clock struct {
	loc *time.Location
	ref time.Time // for times without a year
}

// cutPrefixes removes up to four prefixes, as they stand one in front of the other
// (journald before docker before ts), and returns the last time found.
func (p *clock) cutPrefixes(line []byte) ([]byte, time.Time) {
	var at time.Time
	for range 4 {
		rest, t, ok := p.cutOne(line)
		if !ok {
			break
		}
		if !t.IsZero() {
			at = t
		}
		line = rest
	}
	return line, at
}

func (p *clock) cutOne(line []byte) ([]byte, time.Time, bool) {
	for _, cut := range [...]func(*clock, []byte) ([]byte, time.Time, bool){
		(*clock).isoTime, (*clock).syslogTime, (*clock).epoch, (*clock).elapsed,
		(*clock).composeName, (*clock).podName, (*clock).unitName, (*clock).criStream,
	} {
		if rest, t, ok := cut(p, line); ok {
			return rest, t, true
		}
	}
	return line, time.Time{}, false
}

// isoTime takes 2024-04-09T17:33:12.238986028Z and its variants: a blank for
// the T, a comma in the fraction, no zone or +0200, slashes in the date, all
// of it in brackets.
func (p *clock) isoTime(line []byte) ([]byte, time.Time, bool) {
	c := Cursor{Line: line}
	bracket := c.Byte('[')
	y, ok := c.digits(4)
	if !ok || !(c.Byte('-') || c.Byte('/')) {
		return nil, time.Time{}, false
	}
	mo, ok := c.digits(2)
	if !ok || !(c.Byte('-') || c.Byte('/')) {
		return nil, time.Time{}, false
	}
	d, ok := c.digits(2)
	if !ok || !(c.Byte('T') || c.Byte(' ') || c.Byte('_')) {
		return nil, time.Time{}, false
	}
	h, m, s, ns, ok := c.timeOfDay()
	if !ok {
		return nil, time.Time{}, false
	}
	loc := p.loc
	if c.Byte('Z') {
		loc = time.UTC
	} else if off, ok := c.zone(); ok {
		loc = time.FixedZone("", off)
	}
	if bracket && !c.Byte(']') || !c.separator() || mo < 1 || mo > 12 || d < 1 || d > 31 {
		return nil, time.Time{}, false
	}
	at := time.Date(y, time.Month(mo), d, h, m, s, ns, loc).UTC()
	return c.Rest(), at, IsDate(at)
}

const months = "JanFebMarAprMayJunJulAugSepOctNovDec"

// syslogTime takes "Dec  1 00:31:50 ", as ts and journald write it.
func (p *clock) syslogTime(line []byte) ([]byte, time.Time, bool) {
	if len(line) < 3 {
		return nil, time.Time{}, false
	}
	i := bytes.Index([]byte(months), line[:3])
	if i < 0 || i%3 != 0 {
		return nil, time.Time{}, false
	}
	c := Cursor{Line: line, Pos: 3}
	c.Blanks()
	d, ok := c.Int()
	if !ok || d < 1 || d > 31 || !c.Byte(' ') {
		return nil, time.Time{}, false
	}
	h, m, s, ns, ok := c.timeOfDay()
	if !ok || !c.separator() {
		return nil, time.Time{}, false
	}
	t := time.Date(p.ref.Year(), time.Month(i/3+1), int(d), h, m, s, ns, p.loc)
	if t.After(p.ref.Add(24 * time.Hour)) {
		t = t.AddDate(-1, 0, 0)
	}
	return c.Rest(), t.UTC(), true
}

// epoch takes "1796077804.216884 ", as ts %.s writes it.
func (p *clock) epoch(line []byte) ([]byte, time.Time, bool) {
	c := Cursor{Line: line}
	s, ok := c.digits(10)
	if !ok {
		return nil, time.Time{}, false
	}
	ns := c.fraction()
	if !c.separator() {
		return nil, time.Time{}, false
	}
	return c.Rest(), time.Unix(int64(s), int64(ns)).UTC(), true
}

// elapsed takes "00:00:05 ", as ts -s and ts %H:%M:%S write it; it is no wall
// clock.
func (p *clock) elapsed(line []byte) ([]byte, time.Time, bool) {
	c := Cursor{Line: line}
	if _, _, _, _, ok := c.timeOfDay(); !ok || !c.separator() {
		return nil, time.Time{}, false
	}
	return c.Rest(), time.Time{}, true
}

// composeName takes "bench-1  | ", as docker compose writes it.
func (p *clock) composeName(line []byte) ([]byte, time.Time, bool) {
	i := 0
	for i < len(line) && nameByte(line[i]) {
		i++
	}
	c := Cursor{Line: line, Pos: i}
	c.Blanks()
	if i == 0 || c.Pos == i || !c.Byte('|') {
		return nil, time.Time{}, false
	}
	c.Byte(' ')
	return c.Rest(), time.Time{}, true
}

// podName takes "[pod/bench-7d9/run] ", as kubectl logs --prefix writes it.
func (p *clock) podName(line []byte) ([]byte, time.Time, bool) {
	c := Cursor{Line: line}
	if !c.Literal("[pod/") {
		return nil, time.Time{}, false
	}
	if _, ok := c.Until(']'); !ok || !c.separator() {
		return nil, time.Time{}, false
	}
	return c.Rest(), time.Time{}, true
}

// unitName takes "host sysbench[1234]: ", as journald writes it.
func (p *clock) unitName(line []byte) ([]byte, time.Time, bool) {
	c := Cursor{Line: line}
	for range 2 {
		i := c.Pos
		for c.Pos < len(line) && nameByte(line[c.Pos]) {
			c.Pos++
		}
		if c.Pos == i {
			return nil, time.Time{}, false
		}
		if c.Byte('[') {
			if _, ok := c.Int(); !ok || !c.Literal("]:") {
				return nil, time.Time{}, false
			}
			c.Byte(' ')
			return c.Rest(), time.Time{}, true
		}
		if !c.Byte(' ') {
			return nil, time.Time{}, false
		}
	}
	return nil, time.Time{}, false
}

// criStream takes "stderr F ", as container runtimes write it.
func (p *clock) criStream(line []byte) ([]byte, time.Time, bool) {
	c := Cursor{Line: line}
	if !(c.Literal("stdout ") || c.Literal("stderr ")) || !(c.Byte('F') || c.Byte('P')) || !c.separator() {
		return nil, time.Time{}, false
	}
	return c.Rest(), time.Time{}, true
}

func nameByte(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || b == '-' || b == '_' || b == '.' || b == '@'
}

// separator takes the one blank or tab behind a prefix, or stands at the end.
func (c *Cursor) separator() bool {
	return c.Byte(' ') || c.Byte('\t') || c.Pos == len(c.Line)
}

// digits takes a number of exactly n digits.
func (c *Cursor) digits(n int) (int, bool) {
	if len(c.Line)-c.Pos < n {
		return 0, false
	}
	v := 0
	for _, b := range c.Line[c.Pos : c.Pos+n] {
		if b-'0' > 9 {
			return 0, false
		}
		v = v*10 + int(b-'0')
	}
	c.Pos += n
	return v, true
}

// timeOfDay takes 17:33:12 with an optional fraction.
func (c *Cursor) timeOfDay() (h, m, s, ns int, ok bool) {
	p := c.Pos
	h, ok = c.digits(2)
	if ok = ok && c.Byte(':'); ok {
		m, ok = c.digits(2)
	}
	if ok = ok && c.Byte(':'); ok {
		s, ok = c.digits(2)
	}
	if !ok || h > 23 || m > 59 || s > 60 {
		c.Pos = p
		return 0, 0, 0, 0, false
	}
	return h, m, s, c.fraction(), true
}

// fraction takes .238986028 or ,839 and returns nanoseconds.
func (c *Cursor) fraction() int {
	p := c.Pos
	if !(c.Byte('.') || c.Byte(',')) {
		return 0
	}
	ns, unit := 0, 100_000_000
	first := c.Pos
	for c.Pos < len(c.Line) && c.Line[c.Pos]-'0' <= 9 {
		ns += int(c.Line[c.Pos]-'0') * unit
		unit /= 10
		c.Pos++
	}
	if c.Pos == first {
		c.Pos = p
	}
	return ns
}

// zone takes +02:00 or -0700 and returns seconds east of UTC.
func (c *Cursor) zone() (int, bool) {
	p := c.Pos
	sign := 1
	if c.Byte('-') {
		sign = -1
	} else if !c.Byte('+') {
		return 0, false
	}
	h, ok := c.digits(2)
	if !ok {
		c.Pos = p
		return 0, false
	}
	c.Byte(':')
	m, _ := c.digits(2)
	return sign * (h*3600 + m*60), true
}
