package dstat

import (
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/system/"

func files(t testing.TB) []string {
	return parsetest.Files(t, 8, logs+"dstat*", logs+"templates/dstat*")
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) {
	for _, text := range []string{"--a--\n|b\n", "--a-- -b-\nx y|z\n1|2\n 1 2| missed 1 ticks\n", "--a--\nx time\n1 2\n", `"` + "\n\"a\"\n\"b\"\n,\n"} {
		f.Add([]byte(text))
	}
	parsetest.Fuzz(f, Formats, files(f))
}

// long are long runs of dstat: its usual columns, and nearly all that it has.
var long = []struct {
	name   string
	format *parse.Format
	file   string
	head   int // lines before the rows
}{
	{"Text", &Formats[0], "dstat_default.txt", 2},
	{"FullText", &Formats[0], "dstat_full.txt", 2},
	{"CSV", &Formats[1], "dstat_csv.csv", 6},
	{"FullCSV", &Formats[1], "dstat_full.csv", 6},
}

func prolong(t testing.TB, file string, head, size int) []byte {
	return parsetest.Prolong(t, parsetest.Load(t, logs+file), head, "02-01 15:04:05", size)
}

func TestNoAllocationPerLine(t *testing.T) {
	for _, run := range long {
		parsetest.NoAllocationPerLine(t, *run.format, prolong(t, run.file, run.head, 10<<10), prolong(t, run.file, run.head, 1<<20), 2)
	}
}

func BenchmarkRead(b *testing.B) {
	for _, run := range long {
		b.Run(run.name, func(b *testing.B) {
			parsetest.Benchmark(b, *run.format, prolong(b, run.file, run.head, 4<<20))
		})
	}
}
