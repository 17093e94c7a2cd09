package gotpc

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"jitterlog/parse"
)

// What the figures of a real log must say of each other.
func TestInvariants(t *testing.T) {
	for name, log := range logFiles(t) {
		if !strings.HasPrefix(name, "gotpc_run_") {
			continue
		}
		var counted, failed = map[string]int64{}, map[string]int64{}
		end, intervals := 0.0, 0
		var s *parse.Summary
		for rec, err := range read(parse.NewLines(bytes.NewReader(log))) {
			if err != nil {
				t.Fatal(err)
			}
			switch rec := rec.(type) {
			case *parse.Interval:
				if rec.Start != end {
					t.Errorf("%s: an interval from %v follows one to %v", name, rec.Start, end)
				}
				end = rec.End
				intervals++
				for _, op := range rec.Ops {
					counted[op.Name] += op.Count
					failed[op.Name] += op.Failed
					if got := op.Rate * (rec.End - rec.Start); math.Abs(got-float64(op.Count)) > 1e-6 {
						t.Errorf("%s: line %d: %v %s by the rate, %d by the count", name, rec.Line, got, op.Name, op.Count)
					}
					if op.MaxMS < op.P50MS || op.AvgMS > op.MaxMS {
						t.Errorf("%s: line %d: %+v", name, rec.Line, op)
					}
				}
			case *parse.Summary:
				s = rec
			case *parse.Event:
				if rec.Kind == parse.Mismatch {
					t.Errorf("%s: %s", name, rec.Message)
				}
			}
		}
		number := func(key string) float64 {
			v, err := strconv.ParseFloat(s.Reported[key], 64)
			if err != nil {
				t.Errorf("%s: %s: %v", name, key, err)
			}
			return v
		}
		var total float64
		for op, n := range counted {
			final := number(op + ".count")
			// What ended after the last report is in the final one alone: at most
			// as much as an interval more.
			if missed := final - float64(n); missed < 0 || missed > 1.5*final/float64(intervals+1)+2 {
				t.Errorf("%s: %s: %d in the reports, %v at the end", name, op, n, final)
			}
			if key := op + "_err.count"; s.Reported[key] != "" && number(key) < float64(failed[op]) {
				t.Errorf("%s: %s: %d failed in the reports, %v at the end", name, op, failed[op], number(key))
			}
			// TPM = Count x 60 / Takes(s), which has one decimal.
			perMinute, seconds := number(op+".tpm"), number(op+".takes_s")
			if exact := final * 60 / perMinute; math.Abs(exact-seconds) > 0.051 {
				t.Errorf("%s: %s: %v s by TPM, %v printed", name, op, exact, seconds)
			}
			total += perMinute
		}
		if math.Abs(total-number("tpm_total")) > 0.001*total {
			t.Errorf("%s: %v transactions a minute, the tool says %s", name, total, s.Reported["tpm_total"])
		}
		if math.Abs(s.TpmC-number("new_order.tpm")) > 0.001*s.TpmC {
			t.Errorf("%s: tpmC %v, but %s new orders a minute", name, s.TpmC, s.Reported["new_order.tpm"])
		}
		if s.ElapsedS < end-0.1 || s.ElapsedS > end+1.5*s.IntervalS {
			t.Errorf("%s: intervals to %v s, %v s in all", name, end, s.ElapsedS)
		}
		if !s.Complete || s.Scale != 2 {
			t.Errorf("%s: complete %v, scale %d", name, s.Complete, s.Scale)
		}
	}
}

// In every row of every log, TPM is the count a minute; the errors of old versions
// excepted.
func TestRows(t *testing.T) {
	rows := 0
	for name, log := range logFiles(t) {
		for line := range bytes.Lines(log) {
			var w row
			if _, ok := w.plain(bytes.TrimSpace(line)); !ok || w.failed || w.waiting != "" || strings.Contains(name, "_cut") {
				continue
			}
			rows++
			if exact := w.number[count] * 60 / w.number[tpm]; math.Abs(exact-w.number[takes]) > 0.06 {
				t.Errorf("%s: %s: %v s by TPM", name, line, exact)
			}
		}
	}
	if rows < 100 {
		t.Errorf("%d rows", rows)
	}
}

func TestWholeInterval(t *testing.T) {
	for elapsed, want := range map[float64]float64{
		9.93: 10, 9.999: 10, 10.04: 10, 9.2: 10, 1.003: 1, 0.94: 1, 0.49: 0.5, 0.501: 0.5, 4.9: 5, 59.97: 60, 0.01: 0.1,
	} {
		if got := wholeInterval(elapsed); got != want {
			t.Errorf("%v s: %v, want %v", elapsed, got, want)
		}
	}
}

// A late report takes its length from the next, which comes when it would have.
func TestLateReport(t *testing.T) {
	tm := timing{step: 10}
	for i, tc := range []struct {
		elapsed, start, end float64
		late                bool
	}{
		{9.95, 0, 10, false}, {17, 10, 27, true}, {2.98, 27, 30, false}, {9.99, 30, 40, false}, {4, 40, 50, false},
		{12, 50, 62, true}, {9.9, 62, 72, false},
	} {
		if start, end, late := tm.next(tc.elapsed); start != tc.start || end != tc.end || late != tc.late {
			t.Errorf("%d: (%v, %v] %v, want %+v", i, start, end, late, tc)
		}
	}
}

func TestReadable(t *testing.T) {
	for text, want := range map[string][2]string{
		"exec UPDATE stock SET s_quantity = ? failed Error 1213: Deadlock found":                  {"1213", "UPDATE stock: Deadlock found"},
		"exec INSERT into order_line (ol_o_id) VALUES (?) failed Error 1180 (HY000): Got error 5": {"1180", "INSERT order_line: Got error 5"},
		"exec SELECT c_id\n\tFROM customer WHERE c_w_id = ? failed context deadline exceeded":     {"", "SELECT customer: context deadline exceeded"},
		"UPDATE stock failed in a query or exec ":                                                 {"", "STOCK: in a query or exec"},
		"invalid connection": {"", "invalid connection"},
		"":                   {"", "an error without a text"},
		"exec failed ":       {"", "exec failed"},
	} {
		if code, message := readable(text); code != want[0] || message != want[1] {
			t.Errorf("%q: %q %q", text, code, message)
		}
	}
}
