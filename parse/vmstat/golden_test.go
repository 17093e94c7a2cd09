package vmstat

import (
	"testing"

	"jitterlog/parse/hoststat/hoststattest"
)

const logs = "../../testdata/system/"

func files(t testing.TB) []string {
	return hoststattest.Files(t, logs+"vmstat*.txt", logs+"templates/vmstat*.txt")
}

func TestGolden(t *testing.T) { hoststattest.Golden(t, Formats[0], files(t)) }

func FuzzRead(f *testing.F) { hoststattest.Fuzz(f, Formats, files(f)) }

const (
	titles = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----\n" +
		" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC\n"
	row = "12  0      0 18797948 114276 4607796    0    0 273492 10304 12946 93527 59 41  0  0  0 2026-11-30 22:23:21\n"
)

func TestNoAllocation(t *testing.T) { hoststattest.NoAllocation(t, Formats[0], titles, row) }

func BenchmarkRead(b *testing.B) {
	hoststattest.Benchmark(b, Formats[0], hoststattest.Repeated(titles, row, 20000))
}
