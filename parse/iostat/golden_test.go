package iostat

import (
	"strings"
	"testing"

	"jitterlog/parse/hoststat/hoststattest"
)

const logs = "../../testdata/system/"

func textFiles(t testing.TB) []string {
	return hoststattest.Files(t, logs+"iostat_*.txt", logs+"templates/iostat_*.txt")
}

func jsonFiles(t testing.TB) []string {
	return hoststattest.Files(t, logs+"iostat_json*")
}

func isJSON(name string) bool { return strings.Contains(name, "iostat_json") }

func TestGolden(t *testing.T) {
	var text []string
	for _, name := range textFiles(t) {
		if !isJSON(name) {
			text = append(text, name)
		}
	}
	hoststattest.Golden(t, Formats[0], text)
	hoststattest.Golden(t, Formats[1], jsonFiles(t))
}

func FuzzRead(f *testing.F) {
	hoststattest.Fuzz(f, Formats, append(textFiles(f), jsonFiles(f)...), "Device r/s\nname\n 1\nname\nname 2\n^C\n", `{"statistics": [ {"disk": [{"disk_device": 1}]}, 3, [4]]}`)
}

const (
	banner = "Linux 6.18.44 (vm) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n"
	report = "11/30/26 22:23:21\navg-cpu:  %user   %nice %system %iowait  %steal   %idle\n          59.30    0.00   40.70    0.00    0.00    0.00\n\n" +
		"Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util\n" +
		"vda           8624.00 291796.00  9620.00  52.73    0.71    33.84 1558.00   9928.00   216.00  12.18    0.31     6.37  200.00    800.00     0.00   0.00    0.20     4.00  568.00    0.54    7.00  51.20\n" +
		"vdb              1.00     16.00     0.00   0.00    0.00    16.00 5721.00  26672.00   762.00  11.75    0.06     4.66    0.00      0.00     0.00   0.00    0.00     0.00 1892.00    0.05    0.46  28.40\n\n\n"
)

func TestNoAllocation(t *testing.T) { hoststattest.NoAllocation(t, Formats[0], banner, report) }

func BenchmarkExtended(b *testing.B) {
	hoststattest.Benchmark(b, Formats[0], hoststattest.Repeated(banner, report, 5000))
}

func BenchmarkComma(b *testing.B) {
	hoststattest.Benchmark(b, Formats[0], []byte(strings.ReplaceAll(string(hoststattest.Repeated(banner, report, 5000)), ".", ",")))
}
