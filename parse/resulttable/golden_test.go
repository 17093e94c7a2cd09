package resulttable

import (
	"bytes"
	"fmt"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/resulttable"

func files(t testing.TB) []string { return parsetest.Files(t, 4, logs+"/[bst]*.*") }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func TestClaimed(t *testing.T) { parsetest.Claimed(t, Formats, files(t), parse.Likely) }

func FuzzRead(f *testing.F) {
	f.Add([]byte("a,b,tps\n\"x,\"\"\",1 min 1 s,1\n|a|tps|\n|--|\n|||\n"))
	f.Add([]byte("a,elapsed h,tps\nx,1e305,1\ny,-1,1\nz,9e99 min 1 s,1\n"))
	parsetest.Fuzz(f, Formats, files(f), parsetest.OnlyRuns)
}

func BenchmarkRead(b *testing.B) {
	text := bytes.NewBufferString("| sync_binlog | elapsed s | mean TPS | mean response ms |\n| --- | --- | --- | --- |\n")
	for i := range 10000 {
		fmt.Fprintf(text, "| %d | 261.65 | 382.18 | 2.61 |\n", i)
	}
	parsetest.Benchmark(b, Formats[0], text.Bytes())
}
