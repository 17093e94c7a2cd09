package hoststat

import (
	"bytes"

	"jitterlog/parse"
)

// Number takes a decimal number with a point or a comma, which these tools
// never use for thousands, and the one letter or percent sign that may stand
// behind it (0 if none does). A number ends at a blank or the end of the line.
// Minus zero is zero.
//
// Fewer than 16 digits over a power of ten are divided exactly rounded, as
// Cursor.Float does it; what is longer, or of another form, is left to that.
func Number(c *parse.Cursor) (v float64, suffix byte, ok bool) {
	line, i := c.Line, c.Pos
	neg := i < len(line) && line[i] == '-'
	if neg {
		i++
	}
	var mantissa uint64
	first, scale := i, 0
	for i < len(line) && line[i]-'0' <= 9 {
		mantissa = mantissa*10 + uint64(line[i]-'0')
		i++
	}
	digits := i - first
	if i < len(line) && (line[i] == '.' || line[i] == ',') {
		i++
		point := i
		for i < len(line) && line[i]-'0' <= 9 {
			mantissa = mantissa*10 + uint64(line[i]-'0')
			i++
		}
		scale = i - point
	}
	if i < len(line) && !isBlank(line[i]) {
		suffix = line[i]
		i++
		if !isSuffix(suffix) || i < len(line) && !isBlank(line[i]) {
			return otherNumber(c)
		}
	}
	if digits == 0 || digits+scale >= len(pow10) {
		return otherNumber(c)
	}
	c.Pos = i
	v = float64(mantissa)
	if scale > 0 {
		v /= pow10[scale]
	}
	if neg && mantissa != 0 {
		v = -v
	}
	return v, suffix, true
}

// pow10 are the powers whose quotients with a number of as many digits are
// exactly rounded.
var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// otherNumber is Number for any form that Cursor.Float takes.
func otherNumber(c *parse.Cursor) (v float64, suffix byte, ok bool) {
	p := c.Pos
	word, _ := c.Word()
	var buf [maxNumber]byte
	if comma := bytes.IndexByte(word, ','); comma >= 0 && len(word) <= maxNumber && bytes.IndexByte(word, '.') < 0 {
		word = buf[:copy(buf[:], word)]
		word[comma] = '.'
	}
	number := parse.Cursor{Line: word}
	v, ok = number.Float()
	if rest := number.Rest(); ok && len(rest) > 0 {
		suffix = rest[0]
		ok = len(rest) == 1 && isSuffix(suffix)
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

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

const maxNumber = 32

func isSuffix(b byte) bool {
	switch b {
	case 'B', 'k', 'M', 'G', 'T', 'P', '%', 's':
		return true
	}
	return false
}

// Multiple returns what a suffix B, k, M, G, T or P stands for: a power of base,
// 1 for no suffix or any other.
func Multiple(suffix byte, base float64) float64 {
	switch suffix {
	case 'k':
		return base
	case 'M':
		return base * base
	case 'G':
		return base * base * base
	case 'T':
		return base * base * base * base
	case 'P':
		return base * base * base * base * base
	}
	return 1
}
