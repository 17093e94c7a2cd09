package sysstat

import (
	"testing"
	"time"

	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/system/"

func files(t testing.TB) []string {
	return parsetest.Files(t, 14, logs+"mpstat*.txt", logs+"pidstat*.txt", logs+"templates/mpstat*.txt", logs+"templates/pidstat*.txt")
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) {
	f.Add([]byte("# Time UID TGID TID CPU Command\n1796088746 0 1 2 3 )__\n1796088746 0 - - 3 x\n"))
	parsetest.Fuzz(f, Formats, files(f))
}

func long(t testing.TB, file string, size int) []byte {
	return parsetest.Prolong(t, parsetest.Load(t, logs+file), 2, time.TimeOnly, size)
}

func TestNoAllocationPerLine(t *testing.T) {
	for i, file := range []string{"mpstat.txt", "pidstat.txt"} {
		parsetest.NoAllocationPerLine(t, Formats[i], long(t, file, 20<<10), long(t, file, 1<<20), 2)
	}
}

func BenchmarkMpstat(b *testing.B) { parsetest.Benchmark(b, Formats[0], long(b, "mpstat.txt", 4<<20)) }

func BenchmarkPidstat(b *testing.B) {
	parsetest.Benchmark(b, Formats[1], long(b, "pidstat.txt", 4<<20))
}
