package hoststat

import (
	"bytes"
	"strings"

	"jitterlog/parse"
)

// Number takes a decimal number with a point or a comma, which these tools
// never use for thousands, and the one letter or percent sign that may stand
// behind it (0 if none does). A number ends at a blank or the end of the line.
// Minus zero is zero.
func Number(c *parse.Cursor) (v float64, suffix byte, ok bool) {
	p := c.Pos
	v, ok = c.Float()
	if ok && c.Pos < len(c.Line) {
		switch b := c.Line[c.Pos]; {
		case b == ' ' || b == '\t':
		case b == ',':
			v, suffix, ok = commaNumber(c, p)
		default:
			suffix = b
			c.Pos++
			ok = isSuffix(b) && (c.Pos == len(c.Line) || c.Line[c.Pos] == ' ' || c.Line[c.Pos] == '\t')
		}
	}
	if !ok {
		c.Pos = p
		return 0, 0, false
	}
	if v == 0 {
		v = 0 // a minus goes
	}
	return v, suffix, true
}

// commaNumber takes the number at p, whose decimals follow a comma.
func commaNumber(c *parse.Cursor, p int) (float64, byte, bool) {
	c.Pos = p
	word, _ := c.Word()
	if len(word) > maxNumber || bytes.IndexByte(word, '.') >= 0 {
		return 0, 0, false
	}
	var buf [maxNumber]byte
	n := copy(buf[:], word)
	buf[bytes.IndexByte(word, ',')] = '.'
	point := parse.Cursor{Line: buf[:n]}
	v, ok := point.Float()
	if !ok {
		return 0, 0, false
	}
	var suffix byte
	if !point.End() {
		suffix = point.Rest()[0]
		point.Pos++
		ok = isSuffix(suffix) && point.End()
	}
	return v, suffix, ok
}

const maxNumber = 32

func isSuffix(b byte) bool { return strings.IndexByte(suffixes, b) >= 0 || b == '%' || b == 's' }

const suffixes = "BkMGTP"

// Multiple returns what a suffix B, k, M, G, T or P stands for: a power of base,
// 1 for no suffix or any other.
func Multiple(suffix byte, base float64) float64 {
	f := 1.0
	for range max(0, strings.IndexByte(suffixes, suffix)) {
		f *= base
	}
	return f
}
