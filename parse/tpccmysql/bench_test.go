package tpccmysql

import (
	"bytes"
	"fmt"
	"testing"

	"jitterlog/parse/parsetest"
)

// reportLines returns n report lines of a template that holds one %d: the time.
func reportLines(template string, n int) []byte {
	var b bytes.Buffer
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, template+"\n", i*10)
	}
	return b.Bytes()
}

const (
	currentLine = "%4d, trx: 12920, 95%%: 9.483, 99%%: 18.738, max_rt: 213.169, 12919|98.778, 1292|101.096, 1293|443.955, 1293|670.842"
	classicLine = "%4d, 5266(0):2.695|3.028, 5269(0):0.500|0.696, 526(0):0.236|0.291, 527(0):2.976|3.190, 527(0):6.000|6.460"
)

func BenchmarkCurrent(b *testing.B) {
	parsetest.Benchmark(b, Formats[0], reportLines(currentLine, 10000))
}

func BenchmarkClassic(b *testing.B) {
	parsetest.Benchmark(b, Formats[0], reportLines(classicLine, 10000))
}

func BenchmarkErrors(b *testing.B) {
	parsetest.Benchmark(b, Formats[0], bytes.Repeat([]byte("neword 3:1\n2006, HY000, Server has gone away\n"), 10000))
}
