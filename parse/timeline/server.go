package timeline

import (
	"time"

	"jitterlog/parse"
)

// Server takes a time as MySQL and MariaDB print it in front of what they log:
//
//	2026-11-30T23:56:54.123456Z    MySQL since 5.7, Z or +08:00
//	2026-12-01  0:02:04            MariaDB, MySQL 5.6
//	261201  0:02:04                before
//
// Where it names no zone it is in that of the source.
func Server(in *parse.Lines, c *parse.Cursor) (time.Time, bool) {
	p := c.Pos
	at, ok := server(in, c)
	if !ok {
		c.Pos = p
	}
	return at, ok
}

func server(in *parse.Lines, c *parse.Cursor) (time.Time, bool) {
	p := c.Pos
	y, ok := c.Int()
	if !ok {
		return time.Time{}, false
	}
	var mo, d int64
	switch {
	case c.Pos-p == len("261201"):
		y, mo, d = 2000+y/10000, y/100%100, y%100
	case c.Pos-p == len("2026") && c.Byte('-'):
		if mo, ok = c.Int(); !ok || !c.Byte('-') {
			return time.Time{}, false
		}
		if d, ok = c.Int(); !ok {
			return time.Time{}, false
		}
	}
	if mo < 1 || mo > 12 || d < 1 || d > 31 || c.Pos == len(c.Line) || !c.Byte('T') && c.Line[c.Pos] != ' ' {
		return time.Time{}, false
	}
	c.Blanks()
	var clock [3]int64
	for i := range clock {
		if clock[i], ok = c.Int(); !ok || clock[i] < 0 || clock[i] > 60 || i < 2 && !c.Byte(':') {
			return time.Time{}, false
		}
	}
	if clock[0] > 23 || clock[1] > 59 {
		return time.Time{}, false
	}
	ns := 0
	if c.Byte('.') {
		unit := 100_000_000
		for c.Pos < len(c.Line) && c.Line[c.Pos]-'0' <= 9 {
			ns += int(c.Line[c.Pos]-'0') * unit
			unit /= 10
			c.Pos++
		}
	}
	loc, ok := zone(in, c)
	if !ok {
		return time.Time{}, false
	}
	at := time.Date(int(y), time.Month(mo), int(d), int(clock[0]), int(clock[1]), int(clock[2]), ns, loc).UTC()
	return at, parse.IsDate(at)
}

// zone takes Z or +08:00, or nothing.
func zone(in *parse.Lines, c *parse.Cursor) (*time.Location, bool) {
	if c.Byte('Z') {
		return time.UTC, true
	}
	sign := 1
	if c.Pos < len(c.Line) && c.Line[c.Pos] == '-' {
		sign = -1
	}
	if !c.Byte('-') && !c.Byte('+') {
		return in.Location(), true
	}
	h, ok := c.Int()
	if !ok || !c.Byte(':') {
		return nil, false
	}
	m, ok := c.Int()
	return time.FixedZone("", sign*int(h*3600+m*60)), ok && h < 24 && m < 60
}
