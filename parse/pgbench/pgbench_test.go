package pgbench

import (
	"math"
	"path/filepath"
	"strconv"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
	"jitterlog/parse/sysbench"
	"jitterlog/parse/tpccmysql"
)

const logs = "../../testdata/other"

func files(t testing.TB) []string {
	return parsetest.Files(t, 11, logs+"/pgbench_*.txt", logs+"/templates/pgbench_*.txt")
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) { parsetest.Fuzz(f, Formats, files(f)) }

func read(t testing.TB, name string) *parsetest.Stream {
	t.Helper()
	return parsetest.ReadClaimed(t, Formats, logs+"/"+name)
}

func TestEveryLineIsUnderstood(t *testing.T) {
	for _, name := range files(t) {
		for _, e := range parsetest.ReadClaimed(t, Formats, name).Rejected {
			// An aggregate row alone does not say how long it is.
			if !(filepath.Base(name) == "pgbench_agg_old_twice.txt" && e.Line == 5) {
				t.Errorf("%s: %v", name, e)
			}
		}
	}
}

// TestFormatsOfFiles checks which format claims each log, and that others
// which are nothing but numbers do not.
func TestFormatsOfFiles(t *testing.T) {
	for name, want := range map[string]string{
		"pgbench_v15.tx_log.txt":               "pgbench-log",
		"pgbench_v15.agg_log.txt":              "pgbench-aggregate",
		"templates/pgbench_agg_old_twice.txt":  "pgbench-aggregate",
		"templates/pgbench_v15_progress.txt":   "pgbench",
		"templates/pgbench_init.txt":           "pgbench",
		"templates/pgbench_tx_scripts.log.txt": "pgbench-log",
	} {
		data := parsetest.Load(t, filepath.Join(logs, name))
		if f, _ := parsetest.Detect(Formats, data); f.Name != want {
			t.Errorf("%s is claimed by %q, not %q", name, f.Name, want)
		}
		for _, f := range append(tpccmysql.Formats, sysbench.Formats...) {
			if _, score := parsetest.Detect([]parse.Format{f}, data); score > parse.NoMatch {
				t.Errorf("%s is claimed by %s", name, f.Name)
			}
		}
	}
	for _, name := range parsetest.Files(t, 60, logs+"/../tpcc-mysql/*.txt", logs+"/../sysbench/*.txt", logs+"/../sysbench/templates/*.csv") {
		if f, score := parsetest.Detect(Formats, parsetest.Load(t, name)); score > parse.NoMatch {
			t.Errorf("%s is claimed by %s", name, f.Name)
		}
	}
	for _, numbers := range []string{
		"1 2 3 4 5 6\n1 2 3 4 5 6\n",
		"1796077586 2 100 5000 40 60\n1796077586 2 100 5000 40 60\n", // the same time
		"1796077586 2 100 5000 60 90\n1796077587 2 100 5000 60 90\n", // sums beyond the extremes
		"0 1 3564 0 1796077579 779260 113 0\nwords\n0 2 3564 0 1796077579 779260 113 0\n",
	} {
		if f, score := parsetest.Detect(Formats, []byte(numbers)); score > parse.NoMatch {
			t.Errorf("%q is claimed by %s", numbers, f.Name)
		}
	}
}

func TestRatesAddUpToTotals(t *testing.T) {
	for _, name := range []string{"templates/pgbench_v15_progress.txt", "templates/pgbench_v17_rate_retries.txt", "templates/pgbench_v96_timestamps_twice.txt"} {
		s := read(t, name)
		sum := 0.0
		for _, iv := range s.Intervals {
			sum += iv.Ops[0].Rate * (iv.End - iv.Start)
		}
		want, err := strconv.ParseFloat(s.Summaries[0].Reported["transactions"], 64)
		if err != nil || math.Abs(sum-want) > 0.001*want {
			t.Errorf("%s: rates x lengths are %v, the log says %v", name, sum, want)
		}
	}
}

// TestLogAddsUp compares the log of single transactions with a plain reading.
func TestLogAddsUp(t *testing.T) {
	s := read(t, "templates/pgbench_tx_scripts.log.txt")
	done, failed := int64(0), int64(0)
	for _, iv := range s.Intervals {
		done += iv.Ops[0].Count
		failed += iv.Ops[0].Failed
	}
	inBuckets := int64(0)
	for _, b := range s.Buckets {
		if b.Op == "transaction" {
			inBuckets += b.Count
		}
	}
	if done != 4 || failed != 3 || inBuckets != 4 {
		t.Errorf("%d done, %d failed, %d in buckets", done, failed, inBuckets)
	}
	if sum := s.Summaries[0]; sum.Threads != 2 || sum.StartedAt.UnixMicro() != 1700000000100000 {
		t.Errorf("%d clients, started at %v", sum.Threads, sum.StartedAt)
	}
}

func appendRow(dst []byte, i int) []byte {
	us := int64(i) * 137
	dst = strconv.AppendInt(dst, int64(i%64), 10)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(i/64), 10)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(500+i*7919%40000), 10)
	dst = append(dst, " 0 "...)
	dst = strconv.AppendInt(dst, 1796077579+us/1_000_000, 10)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, us%1_000_000, 10)
	return append(dst, '\n')
}

func rows(n int) []byte {
	var b []byte
	for i := range n {
		b = appendRow(b, i)
	}
	return b
}

func progressLines(n int) []byte {
	var b []byte
	for i := range n {
		b = append(b, "progress: "...)
		b = strconv.AppendInt(b, int64(i+1), 10)
		b = append(b, ".0 s, 1234.5 tps, lat 3.210 ms stddev 1.234, 0 failed\n"...)
	}
	return b
}

func aggregateRows(n int) []byte {
	var b []byte
	for i := range n {
		b = strconv.AppendInt(b, int64(1796077587+i), 10)
		b = append(b, " 1359 1995191 6455277623 337 41228 0 0 0 0 0 0 0 0 0\n"...)
	}
	return b
}

func TestNoAllocationPerLine(t *testing.T) {
	parsetest.NoAllocationPerLine(t, Formats[0], progressLines(100), progressLines(5000), 2)
	parsetest.NoAllocationPerLine(t, Formats[1], rows(30000), rows(90000), 2)
	parsetest.NoAllocationPerLine(t, Formats[2], aggregateRows(100), aggregateRows(5000), 2)
}

func TestConstantMemory(t *testing.T) {
	parsetest.ConstantMemory(t, Formats[1], parsetest.Repeated(64<<20, appendRow), 8<<20)
}

func BenchmarkText(b *testing.B)      { parsetest.Benchmark(b, Formats[0], progressLines(20000)) }
func BenchmarkLog(b *testing.B)       { parsetest.Benchmark(b, Formats[1], rows(300000)) }
func BenchmarkAggregate(b *testing.B) { parsetest.Benchmark(b, Formats[2], aggregateRows(20000)) }
