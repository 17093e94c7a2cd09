package resulttable

import (
	"bytes"
	"fmt"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

func FuzzRead(f *testing.F) {
	for _, text := range logFiles(f) {
		f.Add(text)
	}
	f.Add([]byte("a,b,tps\n\"x,\"\"\",1 min 1 s,1\n|a|tps|\n|--|\n|||\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		runs, rejected := readRuns(t, data)
		for _, run := range runs {
			if sum := run.summary; sum.FirstLine < 1 || sum.TPS < 0 || sum.ElapsedS < 0 || sum.Threads < parse.Absent {
				t.Fatalf("%+v", sum)
			}
		}
		for _, err := range rejected {
			if err.Line < 1 || err.Text == "" || err.Want == "" {
				t.Fatalf("%+v", err)
			}
		}
		detect(data)
		if len(data) > 4096 {
			return
		}
		var whole, bytewise bytes.Buffer
		dump(&whole, Formats[0], parse.NewLines(bytes.NewReader(data)))
		dump(&bytewise, Formats[0], parse.NewLines(iotest.OneByteReader(bytes.NewReader(data))))
		if whole.String() != bytewise.String() {
			t.Fatal("records depend on how the source is read")
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := bytes.NewBufferString("| sync_binlog | elapsed s | mean TPS | mean response ms |\n| --- | --- | --- | --- |\n")
	for i := range 10000 {
		fmt.Fprintf(text, "| %d | 261.65 | 382.18 | 2.61 |\n", i)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if runs, _ := readRuns(b, text.Bytes()); len(runs) != 10000 {
			b.Fatalf("%d runs", len(runs))
		}
	}
}
