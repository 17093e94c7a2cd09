package mysqlcli

import (
	"bytes"
	"fmt"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const transcripts = "../../testdata/mysql/transcripts"

func files(t testing.TB) []string {
	return parsetest.Files(t, 13, transcripts+"/*.txt", transcripts+"/written/*.txt")
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func TestClaimed(t *testing.T) { parsetest.Claimed(t, Formats, files(t), parse.Likely) }

func FuzzRead(f *testing.F) {
	f.Add([]byte("--------------\nCALL p(1)\n--------------\nERROR 2006 (HY000): gone\nmysql> ;\\g;;'\n"))
	f.Add([]byte("CALL p(1);\nERROR 2006: gone\nNo connection\n| a\n|\nb |\n*** 1. row ****\n"))
	f.Add([]byte("CALL p(1);\nERROR 0:\n"))
	parsetest.Fuzz(f, Formats, files(f))
}

func BenchmarkRead(b *testing.B) {
	var text bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&text, "mysql> SET GLOBAL innodb_flush_log_at_trx_commit=%d;\nQuery OK, 0 rows affected (0.00 sec)\n\n"+
			"mysql> CALL p_load(500000);\nQuery OK, 0 rows affected (17 min 21.91 sec)\n\n", i%3)
	}
	parsetest.Benchmark(b, Formats[0], text.Bytes())
}
