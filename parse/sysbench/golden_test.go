package sysbench

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/sysbench"

// logFiles returns the logs, those written from templates included.
func logFiles(t testing.TB) []string {
	return parsetest.Files(t, 65, logs+"/*.txt", logs+"/templates/*.txt", logs+"/templates/*.csv", logs+"/templates/*.json")
}

// read reads a log of that name in the folder of logs.
func read(t testing.TB, name string) *parsetest.Stream {
	t.Helper()
	return parsetest.Read(t, Formats[0], bytes.NewReader(parsetest.Load(t, filepath.Join(logs, name))))
}

// silent are logs of low verbosity, which hold no line of the tool.
var silent = []string{"sb_rw_verbosity0.txt", "sb_rw_verbosity1.txt", "sb_rw_verbosity2.txt"}

func claimed(t testing.TB) []string {
	return slices.DeleteFunc(logFiles(t), func(name string) bool { return slices.Contains(silent, filepath.Base(name)) })
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, claimed(t)) }

func TestEveryLineIsUnderstood(t *testing.T) { parsetest.Understood(t, Formats, claimed(t)) }

func FuzzRead(f *testing.F) {
	f.Add([]byte("[ 1s ] thds: 1 eps: nan lat (ms,95%): inf\n[ 1s ] 1 MB/sec,[ 2s ] 1 MB/sec"))
	parsetest.Fuzz(f, Formats, logFiles(f), parsetest.OnlyRuns)
}

// manyLines is a log of n interval lines.
func manyLines(n int) []byte {
	b := []byte("sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\nNumber of threads: 8\nReport intermediate results every 1 second(s)\nThreads started!\n\n")
	for i := range n {
		b = fmt.Appendf(b, "[ %ds ] thds: 8 tps: 1469.16 qps: 29492.09 (r/w/o: 20658.13/5887.64/2946.31) lat (ms,95%%): 8.74 err/s: 0.00 reconn/s: 0.00\n", i+1)
	}
	return b
}

func TestNoAllocationPerLine(t *testing.T) {
	few, many := manyLines(100), manyLines(5100)
	for n, data := range map[int][]byte{100: few, 5100: many} {
		if s := parsetest.Read(t, Formats[0], bytes.NewReader(data)); len(s.Intervals) != n {
			t.Fatalf("%d of %d intervals", len(s.Intervals), n)
		}
	}
	parsetest.NoAllocationPerLine(t, Formats[0], few, many, 5)
}

func BenchmarkRead(b *testing.B) { parsetest.Benchmark(b, Formats[0], manyLines(100000)) }
