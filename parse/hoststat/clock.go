package hoststat

import (
	"time"

	"jitterlog/parse"
)

// A Clock reads the dates and times of a source. Where dates with slashes could
// be read both ways, month/day or day/month, an earlier one that could not
// decides, else the month comes first unless the source was written before that
// day. Times are UTC, in the zone of the source where they name none.
type Clock struct {
	In *parse.Lines

	dayFirst bool // dates with slashes are day/month
	decided  bool
	year     int
	month    time.Month
	day      int       // 0: no date is known
	last     time.Time // of the times without a date, in the zone of the source
	minute   minute    // of the last date and time
	yearless minute    // of the last that has no year
}

// NewClock returns the clock of a source.
func NewClock(in *parse.Lines) Clock { return Clock{In: in} }

// Banner reads the first line of sysstat's tools and takes its date for the
// times that follow:
//
//	Linux 6.8.0-60-generic (host) 	04/09/2026 	_x86_64_	(80 CPU)
func (k *Clock) Banner(line []byte) bool {
	rest, ok := bannerDate(line)
	if !ok {
		return false
	}
	return k.Date(&parse.Cursor{Line: rest})
}

// Date takes the date for the times that follow.
func (k *Clock) Date(c *parse.Cursor) bool {
	y, m, d, ok := k.date(c)
	if ok {
		k.year, k.month, k.day = y, m, d
		k.last = time.Time{}
	}
	return ok
}

// IsBanner says whether a line is the first one of sysstat's tools.
func IsBanner(line []byte) bool {
	rest, ok := bannerDate(line)
	if !ok {
		return false
	}
	c := parse.Cursor{Line: rest}
	_, ok = threeNumbers(&c)
	return ok
}

func bannerDate(line []byte) ([]byte, bool) {
	c := parse.Cursor{Line: line}
	if !c.Literal("Linux ") {
		return nil, false
	}
	if _, ok := c.Until('('); !ok {
		return nil, false
	}
	if _, ok := c.Until(')'); !ok {
		return nil, false
	}
	c.Blanks()
	return c.Rest(), true
}

// DateTime takes a date and time: in the locale's form, 24 hours or 12 with
// AM or PM, in ISO form, or as seconds of the Unix epoch.
func (k *Clock) DateTime(c *parse.Cursor) (time.Time, bool) {
	return k.DateTimeIn(c, k.In.Location())
}

// DateTimeIn is DateTime for a source that names its zone elsewhere.
func (k *Clock) DateTimeIn(c *parse.Cursor, loc *time.Location) (time.Time, bool) {
	if at, ok := k.minute.take(c, loc); ok {
		return at, true
	}
	p := c.Pos
	if at, ok := Epoch(c); ok {
		return at, true
	}
	y, m, d, ok := k.date(c)
	if ok = ok && (c.Byte('T') || blank(c)); ok {
		var t timeOfDay
		if t, ok = takeTime(c); ok {
			end := c.Pos
			at := t.on(y, m, d, Zone(c, loc)).UTC()
			if c.Pos == end {
				k.minute.keep(c.Line[p:end], at, loc)
			}
			if !at.IsZero() {
				return at, true
			}
		}
	}
	c.Pos = p
	return time.Time{}, false
}

// Year sets the year of the times that have none, from the source itself.
func (k *Clock) Year(y int) { k.year, k.month, k.yearless = y, 0, minute{} }

// DayAndMonth takes a time without a year, 13-03 05:37:41, the day first. The
// year is that of Year, and one more where the month steps back, or that of the
// last such time before the source was written. Where neither is known the time
// is zero.
func (k *Clock) DayAndMonth(c *parse.Cursor, loc *time.Location) (time.Time, bool) {
	if at, ok := k.yearless.take(c, loc); ok {
		return at, true
	}
	p := c.Pos
	d, n, ok := digits(c)
	if ok = ok && n == 2 && (c.Byte('-') || c.Byte('/') || c.Byte('.')); ok {
		var month int
		if month, n, ok = digits(c); ok && n == 2 && month >= 1 && month <= 12 && blank(c) {
			if t, ok := takeTime(c); ok {
				at := k.inYear(time.Month(month), d, t, loc)
				k.yearless.keep(c.Line[p:c.Pos], at, loc)
				return at, true
			}
		}
	}
	c.Pos = p
	return time.Time{}, false
}

func (k *Clock) inYear(m time.Month, d int, t timeOfDay, loc *time.Location) time.Time {
	if k.year == 0 {
		ref := k.In.Reference()
		if ref.IsZero() {
			return time.Time{}
		}
		k.year = ref.Year()
		if t.on(k.year, m, d, loc).After(ref.Add(24 * time.Hour)) {
			k.year--
		}
	}
	if m < k.month {
		k.year++
	}
	k.month = m
	return t.on(k.year, m, d, loc).UTC()
}

// Time takes a time of day. It is on the date of the banner, or on the next day
// where it steps back by more than half a day. Without a banner its date is that
// of the last such time before the source was written; if that is not known
// the time is zero.
func (k *Clock) Time(c *parse.Cursor) (time.Time, bool) {
	t, ok := takeTime(c)
	if !ok {
		return time.Time{}, false
	}
	loc := k.In.Location()
	if k.day == 0 {
		ref := k.In.Reference()
		if ref.IsZero() {
			return time.Time{}, true
		}
		ref = ref.In(loc)
		k.year, k.month, k.day = ref.Date()
		if t.on(k.year, k.month, k.day, loc).After(ref) {
			k.nextDay(-1)
		}
	}
	at := t.on(k.year, k.month, k.day, loc)
	if at.Before(k.last.Add(-12 * time.Hour)) {
		k.nextDay(1)
		at = t.on(k.year, k.month, k.day, loc)
	}
	k.last = at
	return at.UTC(), true
}

func (k *Clock) nextDay(n int) {
	k.year, k.month, k.day = time.Date(k.year, k.month, k.day+n, 12, 0, 0, 0, time.UTC).Date()
}

// date takes a date. Four digits in front are a year; dots and hyphens follow
// a day.
func (k *Clock) date(c *parse.Cursor) (int, time.Month, int, bool) {
	p := c.Pos
	n, ok := threeNumbers(c)
	if !ok {
		return 0, 0, 0, false
	}
	y, m, d := n.value[2], n.value[0], n.value[1]
	switch {
	case n.digits[0] == 4:
		y, m, d = n.value[0], n.value[1], n.value[2]
	case n.separator != '/' || k.isDayFirst(n.value):
		m, d = d, m
	}
	if y < 100 {
		y += 2000
	}
	if m < 1 || m > 12 || d < 1 || d > 31 {
		c.Pos = p
		return 0, 0, 0, false
	}
	return y, time.Month(m), d, true
}

func (k *Clock) isDayFirst(n [3]int) bool {
	if k.decided {
		return k.dayFirst
	}
	if k.decided = n[0] > 12 || n[1] > 12; k.decided {
		k.dayFirst = n[0] > 12
		return k.dayFirst
	}
	ref, y := k.In.Reference(), n[2]
	if ref.IsZero() {
		return false
	}
	if y < 100 {
		y += 2000
	}
	ref = ref.Add(24 * time.Hour)
	return time.Date(y, time.Month(n[0]), n[1], 0, 0, 0, 0, time.UTC).After(ref) &&
		time.Date(y, time.Month(n[1]), n[0], 0, 0, 0, 0, time.UTC).Before(ref)
}

type numbers struct {
	value     [3]int
	digits    [3]int
	separator byte
}

// threeNumbers takes 11/30/26, 30.11.2026, 2026-11-30, 2012. 02. 22. or
// 2026年11月30日.
func threeNumbers(c *parse.Cursor) (numbers, bool) {
	p := c.Pos
	var n numbers
	for i := range n.value {
		if i > 0 {
			first := c.Pos
			for c.Pos < len(c.Line) && c.Pos-first < 4 && c.Line[c.Pos]-'0' > 9 {
				c.Pos++
			}
			n.separator = c.Line[first]
			if n.separator != '/' && n.separator != '.' && n.separator != '-' && n.separator < 0x80 {
				c.Pos = p
				return n, false
			}
		}
		var ok bool
		if n.value[i], n.digits[i], ok = digits(c); !ok || c.Pos == len(c.Line) && i < 2 {
			c.Pos = p
			return n, false
		}
	}
	if n.digits[0] != 4 && n.digits[2] != 4 && n.digits[2] != 2 {
		c.Pos = p
		return n, false
	}
	for c.Pos < len(c.Line) && (c.Line[c.Pos] == '.' || c.Line[c.Pos] >= 0x80) {
		c.Pos++
	}
	return n, true
}

// digits takes a number of one to four digits.
func digits(c *parse.Cursor) (v, n int, ok bool) {
	for c.Pos < len(c.Line) && c.Line[c.Pos]-'0' <= 9 {
		v = v*10 + int(c.Line[c.Pos]-'0')
		n++
		c.Pos++
		if n > 4 {
			return 0, 0, false
		}
	}
	return v, n, n > 0
}

// Zone takes Z, UTC, GMT, +0200 or +02:00; without any it is loc.
func Zone(c *parse.Cursor, loc *time.Location) *time.Location {
	p := c.Pos
	c.Blanks()
	if c.Byte('Z') || c.Literal("UTC") || c.Literal("GMT") {
		return time.UTC
	}
	sign := 1
	if c.Byte('-') {
		sign = -1
	} else if !c.Byte('+') {
		c.Pos = p
		return loc
	}
	v, n, ok := digits(c)
	if ok && n == 2 && c.Byte(':') {
		var m int
		m, n, ok = digits(c)
		v, n = v*100+m, n+2
	}
	if !ok || n != 4 {
		c.Pos = p
		return loc
	}
	return time.FixedZone("", sign*(v/100*3600+v%100*60))
}

func blank(c *parse.Cursor) bool {
	p := c.Pos
	c.Blanks()
	return c.Pos > p
}

// Epoch takes ten digits, seconds of the Unix epoch, with decimals or without.
func Epoch(c *parse.Cursor) (time.Time, bool) {
	end := c.Pos
	for end < len(c.Line) && c.Line[end]-'0' <= 9 {
		end++
	}
	if end-c.Pos != 10 {
		return time.Time{}, false
	}
	s, _ := c.Int()
	at := time.Unix(s, int64(fraction(c))).UTC()
	return at, true
}
