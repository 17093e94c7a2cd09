package iostat

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"jitterlog/parse/parsetest"
)

const (
	logs    = "../../testdata/system/"
	beside  = logs + "iostat_x1t_tpcc_c8_binlog.txt" // a real run
	ofClock = "01/02/06 15:04:05"                    // its clock
)

func isJSON(name string) bool { return strings.Contains(name, "iostat_json") }

func files(t testing.TB) []string {
	return parsetest.Files(t, 26, logs+"iostat_*", logs+"templates/iostat_*")
}

func textFiles(t testing.TB) []string { return slices.DeleteFunc(files(t), isJSON) }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) {
	for _, text := range []string{"Device r/s\nname\n 1\nname\nname 2\n^C\n", `{"statistics": [ {"disk": [{"disk_device": 1}]}, 3, [4]]}`} {
		f.Add([]byte(text))
	}
	parsetest.Fuzz(f, Formats, files(f))
}

func long(t testing.TB, size int) []byte {
	return parsetest.Prolong(t, parsetest.Load(t, beside), 2, ofClock, size)
}

func TestNoAllocationPerLine(t *testing.T) {
	parsetest.NoAllocationPerLine(t, Formats[0], long(t, 10<<10), long(t, 1<<20), 2)
}

func BenchmarkExtended(b *testing.B) { parsetest.Benchmark(b, Formats[0], long(b, 4<<20)) }

func BenchmarkComma(b *testing.B) {
	parsetest.Benchmark(b, Formats[0], bytes.ReplaceAll(long(b, 4<<20), []byte("."), []byte(",")))
}
