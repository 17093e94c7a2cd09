package tpcc

import (
	"database/sql/driver"
	"time"
)

// A text is an argument of fixed length, whose bytes change in place: making a driver.Value of another slice would
// allocate.
type text struct {
	bytes []byte
	value driver.Value
}

func newText(length int) text {
	b := make([]byte, length)
	return text{b, b}
}

// set copies b and fills up with blanks, as char columns do.
func (t text) set(b []byte) {
	for i := copy(t.bytes, b); i < len(t.bytes); i++ {
		t.bytes[i] = ' '
	}
}

// hundredths writes n hundredths as a decimal with leading zeros.
func (t text) hundredths(n int) {
	for i := len(t.bytes) - 1; i >= 0; i-- {
		if i == len(t.bytes)-3 {
			t.bytes[i] = '.'
			continue
		}
		t.bytes[i] = byte('0' + n%10)
		n /= 10
	}
}

// now writes the client's clock, in 19 characters.
func (t text) now() { time.Now().UTC().AppendFormat(t.bytes[:0], time.DateTime) }

const (
	amountLength = 10 // 9999999.99
	dateLength   = len(time.DateTime)
)

// hundredths reads a decimal with up to two places, as the server sends it: 0.15 is 15.
func hundredths(v driver.Value) int {
	b, _ := v.([]byte)
	n, places := 0, -1
	negative := false
	for _, c := range b {
		switch {
		case c == '-':
			negative = true
		case c == '.':
			places = 0
		case places < 2:
			n = n*10 + int(c-'0')
			if places >= 0 {
				places++
			}
		}
	}
	for places = max(places, 0); places < 2; places++ {
		n *= 10
	}
	if negative {
		return -n
	}
	return n
}

// integer reads a number as the server sends it; NULL is 0.
func integer(v driver.Value) int {
	n, _ := v.(int64)
	return int(n)
}
