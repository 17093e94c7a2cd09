package parsetest

import (
	"bytes"
	"testing"
	"time"
)

// Prolong returns a source of size bytes or a few more: the first head lines of
// data once, and those behind them again and again. Times of that layout in
// them go on, as if the tool had not been stopped; with the layout "" there are
// none.
func Prolong(t testing.TB, data []byte, head int, layout string, size int) []byte {
	t.Helper()
	lines := bytes.SplitAfterN(data, []byte("\n"), head+1)
	if len(lines) <= head || len(lines[head]) == 0 {
		t.Fatalf("nothing is behind the first %d lines", head)
	}
	long, body := bytes.Join(lines[:head], nil), lines[head]
	stamps := findStamps(body, layout)
	if layout != "" && len(stamps) == 0 {
		t.Fatalf("no time like %s is behind the first %d lines", layout, head)
	}
	var lasts time.Duration
	if last := len(stamps) - 1; last >= 0 {
		lasts = stamps[last].at.Sub(stamps[0].at) + time.Second
	}
	for after := time.Duration(0); len(long) < size; after += lasts {
		from := 0
		for _, s := range stamps {
			long = append(long, body[from:s.pos]...)
			long = s.at.Add(after).AppendFormat(long, layout)
			from = s.pos + len(layout)
		}
		long = append(long, body[from:]...)
	}
	return long
}

// A stamp is a time in a text.
type stamp struct {
	pos int
	at  time.Time
}

func findStamps(text []byte, layout string) (stamps []stamp) {
	if layout == "" {
		return nil
	}
	for i := 0; i+len(layout) <= len(text); i++ {
		if at, err := time.Parse(layout, string(text[i:i+len(layout)])); err == nil {
			stamps = append(stamps, stamp{i, at})
			i += len(layout) - 1
		}
	}
	return stamps
}
