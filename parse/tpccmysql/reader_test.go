package tpccmysql

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"jitterlog/parse"
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
		format, _ := detect(lines(10))
		allocations := func(n int) float64 {
			log := lines(n)
			return testing.AllocsPerRun(5, func() {
				for _, err := range format.Read(parse.NewLines(bytes.NewReader(log))) {
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		if few, many := allocations(500), allocations(5000); many > few {
			t.Errorf("%s: %v allocations for 500 lines, %v for 5000", name, few, many)
		}
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
		runs := readRuns(t, Formats[0], parse.NewLines(strings.NewReader(log)))
		var count int64
		for _, ev := range runs[0].events {
			count += ev.Count
		}
		if len(runs) != 1 || count != n {
			t.Errorf("%s: %d errors in %d runs", name, count, len(runs))
		}
		if iv := runs[0].intervals; name != "alone" && (len(iv) != 2 || iv[1].Start != 10) {
			t.Errorf("%s: %d intervals", name, len(iv))
		}
	}
}

// The reader stops where its caller does, and goes on to read nothing.
func TestStop(t *testing.T) {
	for name, log := range logFiles(t) {
		format, _ := detect(log)
		for limit := 1; limit < 12; limit++ {
			n := 0
			for range format.Read(parse.NewLines(bytes.NewReader(log))) {
				if n++; n == limit {
					break
				}
			}
			if n > limit {
				t.Errorf("%s: %d records after %d", name, n, limit)
			}
		}
	}
}

// Whatever the input: no panic, intervals have a length and follow each other,
// and each header has its summary.
func FuzzRead(f *testing.F) {
	for _, log := range logFiles(f) {
		f.Add(log[:min(len(log), 4000)])
		f.Add(log[max(0, len(log)-1500):])
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		for _, format := range Formats {
			checkRecords(t, format, log)
			format.Match(bytes.Split(log, []byte("\n")))
		}
	})
}

func checkRecords(t *testing.T, format parse.Format, log []byte) {
	lines := bytes.Count(log, []byte("\n")) + 1
	open, last := false, 0.0
	inLine := func(what string, n int) {
		if n < 1 || n > lines {
			t.Fatalf("%s: %s in line %d of %d", format.Name, what, n, lines)
		}
	}
	for rec, err := range format.Read(parse.NewLines(bytes.NewReader(log))) {
		switch rec := rec.(type) {
		case nil:
			inLine("an error", err.(*parse.SyntaxError).Line)
			continue
		case *parse.Header:
			if open {
				t.Fatalf("%s: a header inside a run", format.Name)
			}
			open, last = true, 0
			inLine("a header", rec.Line)
			continue
		case *parse.Interval:
			if !(rec.Start < rec.End) || rec.Start < last || len(rec.Ops) == 0 {
				t.Fatalf("%s: interval (%v, %v] after %v", format.Name, rec.Start, rec.End, last)
			}
			last = rec.End
			inLine("an interval", rec.Line)
			for _, op := range rec.Ops {
				if op.Count < 0 || math.IsNaN(op.Rate) || op.MaxMS <= 0 && op.MaxMS != 0 {
					t.Fatalf("%s: %+v", format.Name, op)
				}
			}
		case *parse.Event:
			inLine("an event", rec.Line)
			if rec.Count < 1 || rec.Message == "" {
				t.Fatalf("%s: %+v", format.Name, rec)
			}
		case *parse.Bucket:
			if rec.Count < 1 || rec.Op == "" {
				t.Fatalf("%s: %+v", format.Name, rec)
			}
		case *parse.Summary:
			inLine("a summary", rec.FirstLine)
			inLine("a summary", rec.LastLine)
			if rec.LastLine < rec.FirstLine {
				t.Fatalf("%s: lines %d to %d", format.Name, rec.FirstLine, rec.LastLine)
			}
			if !open {
				t.Fatalf("%s: a summary without a header", format.Name)
			}
			open = false
			continue
		}
		if !open {
			t.Fatalf("%s: %T outside a run", format.Name, rec)
		}
	}
	if open {
		t.Fatalf("%s: a run without a summary", format.Name)
	}
}
