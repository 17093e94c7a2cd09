package iibench

import (
	"math"
	"strconv"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/other/templates"

func files(t testing.TB) []string { return parsetest.Files(t, 4, logs+"/iibench_*") }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) { parsetest.Fuzz(f, Formats, files(f)) }

func read(t testing.TB, name string) *parsetest.Stream {
	t.Helper()
	return parsetest.ReadFile(t, Formats[0], logs+"/"+name)
}

func TestClaimed(t *testing.T) { parsetest.Claimed(t, Formats, files(t), parse.Certain) }

func TestEveryLineIsUnderstood(t *testing.T) { parsetest.Understood(t, Formats, files(t)) }

// TestRowsAddUp checks that the intervals hold the rows of the totals, that
// rates are counts over time but for their rounding, and the mean rate.
func TestRowsAddUp(t *testing.T) {
	s := read(t, "iibench_tabs.txt")
	rows := int64(0)
	for _, iv := range s.Intervals {
		for _, op := range iv.Ops {
			// Rates have no decimals, and lengths one.
			if got := float64(op.Count) / (iv.End - iv.Start); math.Abs(got-op.Rate) > 0.5+0.051*op.Rate {
				t.Errorf("line %d: %d %s in %v s are no %v a second", iv.Line, op.Count, op.Name, iv.End-iv.Start, op.Rate)
			}
		}
		rows += iv.Ops[0].Count
	}
	sum := s.Summaries[0]
	if want := sum.Reported["rows"]; strconv.FormatInt(rows, 10) != want {
		t.Errorf("intervals hold %d rows, the totals say %s", rows, want)
	}
	if rate, _ := strconv.ParseFloat(sum.Reported["rows_per_s"], 64); math.Abs(float64(rows)/sum.ElapsedS-rate) > 0.01*rate {
		t.Errorf("%d rows in %v s are no %v a second", rows, sum.ElapsedS, rate)
	}
}

func TestHistogramsOfAllThreads(t *testing.T) {
	sums := map[string]int64{}
	for _, b := range read(t, "iibench_tabs.txt").Buckets {
		sums[b.Op] += b.Count
	}
	if sums["insert"] != 1221 || sums["delete"] != 1220 || sums["query"] != 2314 {
		t.Errorf("buckets hold %v", sums)
	}
}

func TestRowsThatWereThereBefore(t *testing.T) {
	s := read(t, "iibench_2009.txt")
	if len(s.Summaries) != 2 || len(s.Intervals) != 5 {
		t.Fatalf("%d runs, %d intervals", len(s.Summaries), len(s.Intervals))
	}
	first, afterGap := s.Intervals[3], s.Intervals[4]
	if first.Ops[0].Count != parse.Absent || first.Ops[0].Rate != 2000 {
		t.Errorf("rows that were there before are counted: %+v", first)
	}
	if afterGap.Start != 1000 || afterGap.Ops[0].Count != parse.Absent {
		t.Errorf("after a missing line: %+v", afterGap)
	}
}

func TestNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"another heading": "i_sec\tt_sec\tother\n",
		"other columns":   "#rows #columns\n",
		"bare numbers":    "1\t2\t3\n",
		"prose":           "#rows #seconds of what\n",
	})
}

func table(n int) []byte {
	b := []byte("i_sec\tt_sec\ti_ips\tt_ips\ti_dps\tt_dps\ti_qps\tt_qps\tmax_i\tmax_d\tmax_q\tt_ins\tt_del\tt_query\tretry_i\tretry_d\tretry_q\n")
	for i := 1; i <= n; i++ {
		b = append(b, "1.0\t"...)
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, ".0\t31250\t31000\t31250\t31000\t410\t400\t5120\t4100\t9011\t"...)
		b = strconv.AppendInt(b, int64(i)*31250, 10)
		b = append(b, '\t')
		b = strconv.AppendInt(b, int64(i)*31250, 10)
		b = append(b, '\t')
		b = strconv.AppendInt(b, int64(i)*410, 10)
		b = append(b, "\t0\t0\t0\n"...)
	}
	return b
}

func TestNoAllocationPerLine(t *testing.T) {
	parsetest.NoAllocationPerLine(t, Formats[0], table(100), table(5000), 2)
}

func BenchmarkRead(b *testing.B) { parsetest.Benchmark(b, Formats[0], table(20000)) }
