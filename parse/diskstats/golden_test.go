package diskstats

import (
	"testing"

	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/system/"

func files(t testing.TB) []string {
	return parsetest.Files(t, 5, logs+"pt-diskstats*.txt", logs+"templates/pt-diskstats*.txt")
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) { parsetest.Fuzz(f, Formats, files(f)) }

func long(t testing.TB, size int) []byte {
	return parsetest.Prolong(t, parsetest.Load(t, logs+"pt-diskstats.txt"), 0, "", size)
}

func TestNoAllocationPerLine(t *testing.T) {
	parsetest.NoAllocationPerLine(t, Formats[0], long(t, 10<<10), long(t, 1<<20), 2)
}

func BenchmarkRead(b *testing.B) { parsetest.Benchmark(b, Formats[0], long(b, 4<<20)) }
