package ycsb

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/other/templates"

func files(t testing.TB) []string { return parsetest.Files(t, 4, logs+"/ycsb_*") }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) { parsetest.Fuzz(f, Formats, files(f)) }

func read(t testing.TB, name string) *parsetest.Stream {
	t.Helper()
	return parsetest.ReadFile(t, Formats[0], logs+"/"+name)
}

func TestClaimed(t *testing.T) { parsetest.Claimed(t, Formats, files(t), parse.Certain) }

func TestEveryLineIsUnderstood(t *testing.T) { parsetest.Understood(t, Formats, files(t)) }

// TestCountsAddUp checks that the intervals hold what the report says, all
// operations together and each by itself, and that rates are counts over time.
func TestCountsAddUp(t *testing.T) {
	for name, ops := range map[string][]string{"ycsb_v017.txt": {"read", "update"}, "ycsb_v01_histogram.txt": nil} {
		s := read(t, name)
		sums := map[string]int64{}
		for _, iv := range s.Intervals {
			for _, op := range iv.Ops {
				sums[op.Name] += max(op.Count, 0)
			}
			op := iv.Ops[0]
			if got := float64(op.Count) / (iv.End - iv.Start); math.Abs(got-op.Rate) > 0.001*op.Rate {
				t.Errorf("%s:%d: %d operations in %v s are no %v a second", name, iv.Line, op.Count, iv.End-iv.Start, op.Rate)
			}
		}
		reported := int64(0)
		for key, value := range s.Summaries[0].Reported {
			n, err := strconv.ParseInt(value, 10, 64)
			if op, ok := strings.CutSuffix(key, ".operations"); ok && op != "cleanup" && !strings.HasSuffix(op, "_failed") && err == nil {
				reported += n
			}
		}
		if sums["operation"] != reported || reported == 0 {
			t.Errorf("%s: intervals hold %d operations, the report %d", name, sums["operation"], reported)
		}
		for _, op := range ops {
			want, _ := strconv.ParseInt(s.Summaries[0].Reported[op+".operations"], 10, 64)
			if d := want - sums[op]; d < 0 || d > 10 {
				t.Errorf("%s: intervals hold %d of %s, the report %d", name, sums[op], op, want)
			}
		}
	}
}

func TestHistogramAddsUp(t *testing.T) {
	s := read(t, "ycsb_v01_histogram.txt")
	sum := int64(0)
	for _, b := range s.Buckets {
		sum += b.Count
	}
	if want := s.Summaries[0].Reported["insert.operations"]; strconv.FormatInt(sum, 10) != want {
		t.Errorf("buckets hold %d operations, the report says %s", sum, want)
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]float64{"19,59, 90=1": 19.59, "11870,19 c": 11870.19, "1005.24,": 1005.24, "7, 8": 7, "NaN": math.NaN(), "0,5]": 0.5} {
		c := parse.Cursor{Line: []byte(text)}
		if got, ok := number(&c); !ok || got != want && !math.IsNaN(want) {
			t.Errorf("%q is %v, not %v", text, got, want)
		}
	}
}

func TestPasswordsAreLeftOut(t *testing.T) {
	for _, text := range read(t, "ycsb_v017.txt").Text {
		if strings.Contains(text, "hunter2") {
			t.Error(text)
		}
	}
}

func TestNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"a figure without its name": "[READ], 5\n",
		"no semicolon":              "10 sec: 5 operations\n",
		"prose":                     "after 10 sec: 5 operations; done\n",
		"quoted":                    "see [OVERALL], RunTime(ms), 5\n",
	})
}

func lines(n int) []byte {
	b := []byte("YCSB Client 0.17.0\n0 sec: 0 operations; est completion in 0 second\n")
	for i := 1; i <= n; i++ {
		b = strconv.AppendInt(b, int64(i*10), 10)
		b = append(b, " sec: "...)
		b = strconv.AppendInt(b, int64(i)*12345, 10)
		b = append(b, " operations; 1234.5 current ops/sec; est completion in 8 seconds [READ: Count=11111, Max=9215, Min=83, Avg=146.54, 90=153, 99=298, 99.9=1207, 99.99=9207] [UPDATE: Count=1234, Max=934, Min=174, Avg=208.47, 90=236, 99=319, 99.9=512, 99.99=934]\n"...)
	}
	return b
}

func TestNoAllocationPerLine(t *testing.T) {
	parsetest.NoAllocationPerLine(t, Formats[0], lines(100), lines(5000), 2)
}

func BenchmarkRead(b *testing.B) { parsetest.Benchmark(b, Formats[0], lines(10000)) }
