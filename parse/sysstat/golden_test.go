package sysstat

import (
	"testing"

	"jitterlog/parse/hoststat/hoststattest"
)

const logs = "../../testdata/system/"

func files(t testing.TB, tool string) []string {
	return hoststattest.Files(t, logs+tool+"*.txt", logs+"templates/"+tool+"*.txt")
}

func TestGolden(t *testing.T) {
	hoststattest.Golden(t, Formats[0], files(t, Mpstat))
	hoststattest.Golden(t, Formats[1], files(t, Pidstat))
}

func FuzzRead(f *testing.F) {
	hoststattest.Fuzz(f, Formats, append(files(f, Mpstat), files(f, Pidstat)...), "# Time UID TGID TID CPU Command\n1796088746 0 1 2 3 )__\n1796088746 0 - - 3 x\n")
}

const (
	banner = "Linux 6.18.44 (vm) \t11/30/26 \t_x86_64_\t(2 CPU)\n"
	cpus   = "\n22:24:18     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle\n" +
		"22:24:19     all   44.67    0.00   31.47    1.52    0.00   12.69    0.00    0.00    0.00    9.64\n" +
		"22:24:19       0   40.62    0.00   30.21    2.08    0.00    9.38    0.00    0.00    0.00   17.71\n" +
		"22:24:19       1   48.51    0.00   32.67    0.99    0.00   15.84    0.00    0.00    0.00    1.98\n"
	processes = "\n22:24:15      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command\n" +
		"22:24:16        0         1    0.99    0.99    0.00    0.00    1.98     0  init\n" +
		"22:24:16        0      5488   86.14   52.48    0.00    0.00  138.61     1  mariadbd\n"
)

func TestNoAllocation(t *testing.T) {
	hoststattest.NoAllocation(t, Formats[0], banner, cpus)
	hoststattest.NoAllocation(t, Formats[1], banner, processes)
}

func BenchmarkMpstat(b *testing.B) {
	hoststattest.Benchmark(b, Formats[0], hoststattest.Repeated(banner, cpus, 5000))
}

func BenchmarkPidstat(b *testing.B) {
	hoststattest.Benchmark(b, Formats[1], hoststattest.Repeated(banner, processes, 5000))
}
