package diskstats

import (
	"testing"

	"jitterlog/parse/hoststat/hoststattest"
)

func files(t testing.TB) []string {
	return hoststattest.Files(t, "../../testdata/system/pt-diskstats*.txt", "../../testdata/system/templates/pt-diskstats*.txt")
}

func TestGolden(t *testing.T) { hoststattest.Golden(t, Formats[0], files(t)) }

func FuzzRead(f *testing.F) { hoststattest.Fuzz(f, Formats, files(f)) }

const (
	names = "  #ts device    rd_s rd_avkb rd_mb_s rd_mrg rd_cnc   rd_rt    wr_s wr_avkb wr_mb_s wr_mrg wr_cnc   wr_rt busy in_prg    io_s  qtime stime\n"
	row   = "  1.0 vda       12.0    16.0     0.2     5%    0.1     0.4  2500.0     8.0    19.5    12%    0.9     0.3  44%      1  2512.0    0.1   0.2\n"
)

func TestNoAllocation(t *testing.T) { hoststattest.NoAllocation(t, Formats[0], names, row) }

func BenchmarkRead(b *testing.B) {
	hoststattest.Benchmark(b, Formats[0], hoststattest.Repeated(names, row, 20000))
}
