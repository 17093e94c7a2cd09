package vmstat

import (
	"testing"
	"time"

	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/system/"

func files(t testing.TB) []string {
	return parsetest.Files(t, 10, logs+"vmstat*.txt", logs+"templates/vmstat*.txt")
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) { parsetest.Fuzz(f, Formats, files(f)) }

// clocked is a long run of vmstat -t, plain one of vmstat.
func clocked(t testing.TB, size int) []byte {
	return parsetest.Prolong(t, parsetest.Load(t, logs+"vmstat_t1_tpcc_c8_binlog.txt"), 3, time.DateTime, size)
}

func plain(t testing.TB, size int) []byte {
	return parsetest.Prolong(t, parsetest.Load(t, logs+"vmstat1_tpcc_c8_binlog.txt"), 3, "", size)
}

func TestNoAllocationPerLine(t *testing.T) {
	parsetest.NoAllocationPerLine(t, Formats[0], clocked(t, 10<<10), clocked(t, 1<<20), 2)
	parsetest.NoAllocationPerLine(t, Formats[0], plain(t, 10<<10), plain(t, 1<<20), 2)
}

func BenchmarkClock(b *testing.B) { parsetest.Benchmark(b, Formats[0], clocked(b, 4<<20)) }

func BenchmarkPlain(b *testing.B) { parsetest.Benchmark(b, Formats[0], plain(b, 4<<20)) }
