package parse

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// A Cursor walks over one line. Its methods take what they are named after
// and return true, or leave the position where it was and return false.
type Cursor struct {
	Line []byte
	Pos  int
}

// Column returns the position as a person counts it, from 1.
func (c *Cursor) Column() int { return c.Pos + 1 }

// Rest returns what is not yet taken, in the line's own memory.
func (c *Cursor) Rest() []byte { return c.Line[c.Pos:] }

// Blanks takes any number of blanks and tabs.
func (c *Cursor) Blanks() {
	line, i := c.Line, c.Pos
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	c.Pos = i
}

// End takes trailing blanks and says whether nothing follows them.
func (c *Cursor) End() bool {
	p := c.Pos
	c.Blanks()
	if c.Pos == len(c.Line) {
		return true
	}
	c.Pos = p
	return false
}

// Literal takes that text.
func (c *Cursor) Literal(s string) bool {
	if len(c.Line)-c.Pos >= len(s) && string(c.Line[c.Pos:c.Pos+len(s)]) == s {
		c.Pos += len(s)
		return true
	}
	return false
}

// Byte takes that byte.
func (c *Cursor) Byte(b byte) bool {
	if c.Pos < len(c.Line) && c.Line[c.Pos] == b {
		c.Pos++
		return true
	}
	return false
}

// Until returns what stands before the next delim and takes both.
func (c *Cursor) Until(delim byte) ([]byte, bool) {
	i := bytes.IndexByte(c.Line[c.Pos:], delim)
	if i < 0 {
		return nil, false
	}
	s := c.Line[c.Pos : c.Pos+i]
	c.Pos += i + 1
	return s, true
}

// Word takes and returns what stands before the next blank, tab or end.
func (c *Cursor) Word() ([]byte, bool) {
	line, i := c.Line, c.Pos
	for i < len(line) && line[i] != ' ' && line[i] != '\t' {
		i++
	}
	word := line[c.Pos:i]
	c.Pos = i
	return word, len(word) > 0
}

// Int takes an integer with an optional minus sign. A number beyond int64 is
// not taken.
func (c *Cursor) Int() (int64, bool) {
	p := c.Pos
	neg := c.Byte('-')
	first := c.Pos
	var n uint64
	for c.Pos < len(c.Line) {
		d := c.Line[c.Pos] - '0'
		if d > 9 {
			break
		}
		n = n*10 + uint64(d)
		c.Pos++
		if c.Pos-first > 18 && n > math.MaxInt64 || c.Pos-first > 19 {
			c.Pos = p
			return 0, false
		}
	}
	if c.Pos == first {
		c.Pos = p
		return 0, false
	}
	if neg {
		return -int64(n), true
	}
	return int64(n), true
}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// Float takes a decimal number such as 12, -0.5 or 1e6. The C library's nan,
// -nan, inf and -inf are taken as NaN: a value that is not there.
//
// Digits below 2^53 over a power of ten up to 10^15 are divided exactly
// rounded, which is the same float64 that strconv.ParseFloat gives; others go
// through strconv.
func (c *Cursor) Float() (float64, bool) { return c.float('.') }

// FloatOrComma takes what Float does, and numbers whose decimals stand behind a
// comma.
func (c *Cursor) FloatOrComma() (float64, bool) { return c.float(',') }

// float takes a number whose decimals stand behind a point, or behind that byte.
func (c *Cursor) float(point byte) (float64, bool) {
	line, p := c.Line, c.Pos
	i := p
	neg := i < len(line) && line[i] == '-'
	if neg {
		i++
	}
	first := i
	var mantissa uint64
	for i < len(line) && line[i]-'0' <= 9 {
		mantissa = mantissa*10 + uint64(line[i]-'0')
		i++
	}
	digits, scale := i-first, 0
	if i < len(line) && (line[i] == '.' || line[i] == point) {
		i++
		first := i
		for i < len(line) && line[i]-'0' <= 9 {
			mantissa = mantissa*10 + uint64(line[i]-'0')
			i++
		}
		scale = i - first
		digits += scale
	}
	if digits == 0 {
		return c.notFinite(first)
	}
	if i < len(line) && line[i]|0x20 == 'e' {
		if end, ok := exponent(line, i); ok {
			return c.slowFloat(end)
		}
	}
	if digits > 18 || mantissa >= 1<<53 || scale >= len(pow10) {
		return c.slowFloat(i)
	}
	c.Pos = i
	f := float64(mantissa)
	if scale > 0 {
		f /= pow10[scale]
	}
	if neg {
		f = -f
	}
	return f, true
}

// MaxFigure is beyond every figure of a benchmark. What is computed of figures
// below it stays finite.
const MaxFigure = 1e30

// Figure takes what is counted or measured: a number as Float does, but none below
// 0 or above MaxFigure.
func (c *Cursor) Figure() (float64, bool) {
	p := c.Pos
	v, ok := c.Float()
	if ok && (v >= 0 && v <= MaxFigure || v != v && c.Line[c.Pos-1]-'0' > 9) { // nan as it is printed, no digits beyond float64
		return v, true
	}
	c.Pos = p
	return 0, false
}

// Count takes an integer that is not negative.
func (c *Cursor) Count() (int64, bool) {
	if c.Pos < len(c.Line) && c.Line[c.Pos] == '-' {
		return 0, false
	}
	return c.Int()
}

// exponent returns the end of the exponent that begins with the e at i.
func exponent(line []byte, i int) (end int, ok bool) {
	i++
	if i < len(line) && (line[i] == '+' || line[i] == '-') {
		i++
	}
	first := i
	for i < len(line) && line[i]-'0' <= 9 {
		i++
	}
	return i, i > first
}

func (c *Cursor) slowFloat(end int) (float64, bool) {
	f, err := strconv.ParseFloat(strings.Replace(string(c.Line[c.Pos:end]), ",", ".", 1), 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	c.Pos = end
	if math.IsInf(f, 0) {
		f = math.NaN()
	}
	return f, true
}

func (c *Cursor) notFinite(i int) (float64, bool) {
	if len(c.Line)-i < 3 {
		return 0, false
	}
	switch string(c.Line[i : i+3]) {
	case "nan", "inf", "NaN", "Inf", "NAN", "INF":
		c.Pos = i + 3
		return math.NaN(), true
	}
	return 0, false
}
