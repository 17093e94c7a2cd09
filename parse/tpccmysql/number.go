package tpccmysql

import "jitterlog/parse"

// integer reads digits; end is i where there are none or too many.
func integer(b []byte, i int) (n int64, end int) {
	end = i
	for end < len(b) && b[end]-'0' <= 9 {
		n = n*10 + int64(b[end]-'0')
		end++
	}
	if end-i > 18 {
		return 0, i
	}
	return n, end
}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// decimal reads digits with an optional fraction; end is i where there is
// none, or a number that is no figure. Up to 15 digits are below 2^53, so that the one division rounds as
// strconv.ParseFloat does.
func decimal(b []byte, i int) (v float64, decimals, end int) {
	var mantissa uint64
	end = i
	for end < len(b) && b[end]-'0' <= 9 {
		mantissa = mantissa*10 + uint64(b[end]-'0')
		end++
	}
	digits := end - i
	if digits == 0 {
		return 0, 0, i
	}
	if end < len(b) && b[end] == '.' {
		point := end + 1
		for end = point; end < len(b) && b[end]-'0' <= 9; end++ {
			mantissa = mantissa*10 + uint64(b[end]-'0')
		}
		decimals = end - point
	}
	if digits+decimals > 15 {
		c := parse.Cursor{Line: b, Pos: i}
		v, _ = c.Figure()
		return v, decimals, c.Pos
	}
	return float64(mantissa) / pow10[decimals], decimals, end
}

func has(b []byte, i int, s string) bool {
	return len(b)-i >= len(s) && string(b[i:i+len(s)]) == s
}

func skipDigits(b []byte, i int) int {
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}

func skipBlanks(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	return i
}

func atEnd(b []byte, i int) (int, bool) {
	i = skipBlanks(b, i)
	return i, i == len(b)
}
