package hoststat

import "jitterlog/parse"

// Number takes a decimal number with a point or a comma, which these tools
// never use for thousands, and the one letter or percent sign that may stand
// behind it (0 if none does). A number ends at a blank or the end of the line.
// Minus zero is zero.
func Number(c *parse.Cursor) (v float64, suffix byte, ok bool) {
	p := c.Pos
	v, ok = c.FloatOrComma()
	if ok && c.Pos < len(c.Line) && !isBlank(c.Line[c.Pos]) {
		suffix = c.Line[c.Pos]
		c.Pos++
		ok = isSuffix(suffix) && (c.Pos == len(c.Line) || isBlank(c.Line[c.Pos]))
	}
	if !ok {
		c.Pos = p
		return 0, 0, false
	}
	return v + 0, suffix, true // minus zero and zero are zero
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

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
