package progress

import (
	"strconv"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/progress"

func files(t testing.TB) []string { return parsetest.Files(t, 4, logs+"/*.txt") }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func TestClaimed(t *testing.T) { parsetest.Claimed(t, Formats, files(t), parse.Likely) }

func FuzzRead(f *testing.F) {
	f.Add([]byte("count:0,time:0\ncount:1e9,time:1e300\ncount:5,time:9:99:99.9\ntotal count:9223372036854775807,time:1e308 s\n"))
	f.Add([]byte("count:1,time:1\ncount:2,time:2e-300 s\ncount:3,time:9e9 h\n"))
	parsetest.Fuzz(f, Formats, files(f), parsetest.OnlyRuns)
}

// manyLines is a log of n lines.
func manyLines(n int) []byte {
	var b []byte
	for i := range n {
		b = append(strconv.AppendInt(append(b, "insert count:"...), int64(i)*1000, 10), ",time:"...)
		b = append(strconv.AppendInt(b, 109+int64(i)*32532, 10), '\n')
	}
	return b
}

func TestNoAllocationPerLine(t *testing.T) {
	parsetest.NoAllocationPerLine(t, Formats[0], manyLines(101), manyLines(5101), 5)
}

func BenchmarkRead(b *testing.B) { parsetest.Benchmark(b, Formats[0], manyLines(100001)) }
