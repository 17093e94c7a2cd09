package hoststat

import (
	"time"

	"jitterlog/parse"
)

type timeOfDay struct{ h, m, s, ns int }

// on is that time of that day, zero where no log can be of it.
func (t timeOfDay) on(y int, m time.Month, d int, loc *time.Location) time.Time {
	at := time.Date(y, m, d, t.h, t.m, t.s, t.ns, loc)
	if !parse.IsDate(at) {
		return time.Time{}
	}
	return at
}

// halves are the words for the two halves of the day, before noon first.
var halves = [...][2]string{{"AM", "PM"}, {"am", "pm"}, {"a.m.", "p.m."}, {"上午", "下午"}, {"午前", "午後"}, {"오전", "오후"}}

const (
	anyHalf = iota
	beforeNoon
	afterNoon
)

func half(c *parse.Cursor) int {
	if rest := c.Rest(); len(rest) == 0 || rest[0] < 0x80 && rest[0]|0x20 != 'a' && rest[0]|0x20 != 'p' {
		return anyHalf
	}
	for i := range halves {
		if c.Literal(halves[i][0]) {
			return beforeNoon
		}
		if c.Literal(halves[i][1]) {
			return afterNoon
		}
	}
	return anyHalf
}

// takeTime takes 22:24:18, 22.24.18, 22时24分18秒, 10:24:18 PM.
func takeTime(c *parse.Cursor) (timeOfDay, bool) {
	p := c.Pos
	which := half(c)
	c.Blanks()
	var v [3]int
	for i := range v {
		if i > 0 && !(c.Byte(':') || c.Byte('.') || c.Literal("时") || c.Literal("時") || c.Literal("分") || c.Literal("시 ") || c.Literal("분 ")) {
			c.Pos = p
			return timeOfDay{}, false
		}
		var n int
		var ok bool
		if v[i], n, ok = digits(c); !ok || n > 2 || i > 0 && n != 2 {
			c.Pos = p
			return timeOfDay{}, false
		}
	}
	t := timeOfDay{h: v[0], m: v[1], s: v[2], ns: fraction(c)}
	if !c.Literal("秒") {
		c.Literal("초")
	}
	if which == anyHalf {
		q := c.Pos
		c.Blanks()
		if which = half(c); which == anyHalf {
			c.Pos = q
		}
	}
	switch {
	case which == beforeNoon && t.h == 12:
		t.h = 0
	case which == afterNoon && t.h < 12:
		t.h += 12
	}
	if t.h > 23 || t.m > 59 || t.s > 60 {
		c.Pos = p
		return timeOfDay{}, false
	}
	return t, true
}

// TimeOfDay takes a time of day and leaves it unread.
func TimeOfDay(c *parse.Cursor) bool {
	_, ok := takeTime(c)
	return ok
}

// fraction takes .238986 and returns nanoseconds.
func fraction(c *parse.Cursor) int {
	if c.Pos+1 >= len(c.Line) || c.Line[c.Pos] != '.' || c.Line[c.Pos+1]-'0' > 9 {
		return 0
	}
	ns, unit := 0, 100_000_000
	for c.Pos++; c.Pos < len(c.Line) && c.Line[c.Pos]-'0' <= 9; c.Pos++ {
		ns += int(c.Line[c.Pos]-'0') * unit
		unit /= 10
	}
	return ns
}
