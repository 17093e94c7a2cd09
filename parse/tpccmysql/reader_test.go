package tpccmysql

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

// No line of a log costs memory: a log of ten times the lines takes as many
// allocations.
func TestAllocations(t *testing.T) {
	for name, lines := range map[string]func(n int) []byte{
		"current": func(n int) []byte { return reportLines(currentLine, n) },
		"classic": func(n int) []byte { return reportLines(classicLine, n) },
		"errors": func(n int) []byte {
			return bytes.Repeat([]byte("neword 3:1\n2006, HY000, Server has gone away\n"), n)
		},
		"-f": func(n int) []byte { return bytes.Repeat([]byte("10 8.715\n"), n) },
		"-t": func(n int) []byte {
			return bytes.Repeat([]byte("t_num: 7 finish: 1796077227 15502403 start: 1796077227 9879258\n"), n)
		},
	} {
		format, _ := parsetest.Detect(Formats, lines(10))
		t.Run(name, func(t *testing.T) { parsetest.NoAllocationPerLine(t, format, lines(500), lines(5000), 0) })
	}
}

// Errors that all differ are passed on, not dropped, before the run that they
// belong to and in it.
func TestManyDifferentErrors(t *testing.T) {
	const n = 10 * maxTroubles
	var errors bytes.Buffer
	for i := range n {
		fmt.Fprintf(&errors, "neword %d:4\n1062, 23000, Duplicate entry '%d' for key 'PRIMARY'\n", i, i)
	}
	line := fmt.Sprintf(currentLine+"\n", 10)
	next := fmt.Sprintf(currentLine+"\n", 20)
	for name, log := range map[string]string{
		"alone": errors.String(), "before": errors.String() + line + next,
		"between": line + errors.String() + next, "after": line + next + errors.String(),
	} {
		runs := runsOf(t, Formats[0], parse.NewLines(strings.NewReader(log)))
		var count int64
		for _, ev := range runs[0].Events {
			count += ev.Count
		}
		if len(runs) != 1 || count != n {
			t.Errorf("%s: %d errors in %d runs", name, count, len(runs))
		}
		if iv := runs[0].Intervals; name != "alone" && (len(iv) != 2 || iv[1].Start != 10) {
			t.Errorf("%s: %d intervals", name, len(iv))
		}
	}
}
