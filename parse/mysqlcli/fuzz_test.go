package mysqlcli

import (
	"bytes"
	"fmt"
	"math"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

func FuzzRead(f *testing.F) {
	for _, text := range transcriptFiles(f) {
		f.Add(text)
	}
	f.Add([]byte("--------------\nCALL p(1)\n--------------\nERROR 2006 (HY000): gone\nmysql> ;\\g;;'\n"))
	f.Add([]byte("CALL p(1);\nERROR 2006: gone\nNo connection\n| a\n|\nb |\n*** 1. row ****\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		runs, rejected := readRuns(t, data)
		for _, run := range runs {
			sum := run.summary
			if sum.LastLine < sum.FirstLine || sum.FirstLine < 1 || sum.ElapsedS < 0 || math.IsInf(sum.TPS, 0) {
				t.Fatalf("%+v", sum)
			}
			for _, iv := range run.intervals {
				if !(iv.Start < iv.End) || iv.Ops[0].Count < 0 {
					t.Fatalf("%+v", iv)
				}
			}
		}
		for _, err := range rejected {
			if err.Line < 1 || len(err.Text) == 0 {
				t.Fatalf("%+v", err)
			}
		}
		detect(data)
		if len(data) > 4096 {
			return
		}
		for _, format := range Formats {
			var whole, bytewise bytes.Buffer
			dump(&whole, format, parse.NewLines(bytes.NewReader(data)))
			dump(&bytewise, format, parse.NewLines(iotest.OneByteReader(bytes.NewReader(data))))
			if whole.String() != bytewise.String() {
				t.Fatal("records depend on how the source is read")
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var text bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&text, "mysql> SET GLOBAL innodb_flush_log_at_trx_commit=%d;\nQuery OK, 0 rows affected (0.00 sec)\n\n"+
			"mysql> CALL p_load(500000);\nQuery OK, 0 rows affected (17 min 21.91 sec)\n\n", i%3)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if runs, _ := readRuns(b, text.Bytes()); len(runs) != 2000 {
			b.Fatalf("%d runs", len(runs))
		}
	}
}
