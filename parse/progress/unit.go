package progress

import (
	"bytes"
	"math"

	"jitterlog/parse"
)

// A unit is how many of it are a second.
type unit float64

const (
	noUnit       unit = 0
	seconds      unit = 1
	milliseconds unit = 1e3
	microseconds unit = 1e6
	minutes      unit = 1.0 / 60
	hours        unit = 1.0 / 3600
)

// String returns the short name of the unit.
func (u unit) String() string {
	switch u {
	case microseconds:
		return "us"
	case milliseconds:
		return "ms"
	case minutes:
		return "min"
	case hours:
		return "h"
	}
	return "s"
}

// units are how people write them behind a number; the longer come first.
var units = []struct {
	text string
	unit unit
}{
	{"milliseconds", milliseconds}, {"millisecond", milliseconds}, {"millis", milliseconds}, {"msec", milliseconds}, {"ms", milliseconds},
	{"microseconds", microseconds}, {"usec", microseconds}, {"us", microseconds},
	{"seconds", seconds}, {"second", seconds}, {"secs", seconds}, {"sec", seconds}, {"s", seconds},
	{"minutes", minutes}, {"minute", minutes}, {"mins", minutes}, {"min", minutes},
	{"hours", hours}, {"hour", hours},
	{"毫秒", milliseconds}, {"微秒", microseconds}, {"秒", seconds}, {"分钟", minutes}, {"小时", hours},
}

// cutUnit takes a unit behind a number, with or without a blank between.
func cutUnit(c *parse.Cursor) unit {
	p := c.Pos
	c.Blanks()
	rest := c.Rest()
	for _, u := range units {
		if n := len(u.text); len(rest) >= n && equalFold(rest[:n], u.text) && (len(rest) == n || !letter(rest[n])) {
			c.Pos += n
			return u.unit
		}
	}
	c.Pos = p
	return noUnit
}

// labelUnit finds a unit in the label before a time: time(s), elapsed_ms.
func labelUnit(label []byte) unit {
	for i, b := range label {
		if b != '(' && b != '_' && b != '[' && b != '/' {
			continue
		}
		c := parse.Cursor{Line: label, Pos: i + 1}
		if u := cutUnit(&c); u != noUnit {
			return u
		}
	}
	return noUnit
}

// A quantity is a number with what tells that it is a time.
type quantity struct {
	value      float64
	unit       unit
	end        int // of the number; its unit may follow
	clock      bool
	fractional bool
}

// quantityAt takes a number with its unit if there is one, or a clock in
// seconds.
func quantityAt(c *parse.Cursor) (q quantity, ok bool) {
	p := c.Pos
	if q.value, ok = c.Figure(); !ok || math.IsNaN(q.value) {
		c.Pos = p
		return quantity{}, false
	}
	for range 2 {
		rest := c.Rest()
		if len(rest) < 3 || rest[0] != ':' || rest[1]-'0' > 9 || rest[2]-'0' > 9 {
			break
		}
		c.Pos++
		part, ok := c.Figure()
		if !ok {
			c.Pos = p
			return quantity{}, false
		}
		q.value, q.clock, q.unit = q.value*60+part, true, seconds
	}
	q.end = c.Pos
	q.fractional = bytes.IndexByte(c.Line[p:q.end], '.') >= 0
	if !q.clock {
		q.unit = cutUnit(c)
	}
	return q, true
}

// setUnit takes the unit behind the number, else that of its label; a fraction
// is one of seconds.
func (s *shape) setUnit(q *quantity, label unit) {
	switch {
	case q.unit != noUnit:
		s.unit = q.unit
	case label != noUnit:
		s.unit = label
	case q.fractional:
		s.unit, s.guessed = seconds, true
	}
}

func letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' }

// equalFold compares with a text in lower case.
func equalFold(b []byte, lower string) bool {
	for i := range b {
		c := b[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return len(b) == len(lower)
}
