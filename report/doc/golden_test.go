package doc_test

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jitterlog/report/doc"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// golden compares what was written with a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (-update rewrites it):\n--- got\n%s--- want\n%s", name, got, want)
	}
}

// hostile is a table with everything that makes encoders stumble.
func hostile() doc.Table {
	started := time.Date(2024, 2, 29, 23, 59, 59, 500000000, time.FixedZone("", 8*3600))
	return doc.Table{
		Columns: []doc.Column{
			{Name: "name", Title: "run"},
			{Name: "started_at", Title: "started", Kind: doc.KindTime},
			{Name: "threads", Kind: doc.KindInt},
			{Name: "mean_tps", Title: "mean", Unit: "tx/s", Kind: doc.KindFloat},
			{Name: "lat_p95_ms", Title: "p95", Unit: "ms", Kind: doc.KindFloat, Digits: 2},
			{Name: "cv", Title: "CV", Kind: doc.KindPercent},
			{Name: "longest_stall_s", Title: "longest stall", Kind: doc.KindDuration},
			{Name: "complete"},
			{Name: "settings"},
		},
		Rows: [][]doc.Value{
			{
				doc.Text("二进制日志 关闭"), doc.Time(started), doc.Int(16), doc.Float(1234.5678), doc.Float(5), doc.Float(0.0512), doc.Float(5),
				doc.Bool(true), doc.Map([]doc.Field{{Key: "sync_binlog", Value: doc.Text("0")}, {Key: "innodb_flush_log_at_trx_commit", Value: doc.Int(2)}}),
			},
			{
				doc.Text("<script>alert('x')</script> | \"q\" & `c` *b* _i_ $m$ \\"), {}, doc.Int(9007199254740993), doc.Float(math.NaN()), doc.Float(math.Inf(1)), doc.Float(1.25).With(doc.Bad), doc.Float(754.2),
				doc.Bool(false), doc.Sequence([]doc.Value{doc.Int(1), {}, doc.Text("a\"b")}),
			},
			{
				doc.Text("two\nlines\x1b[31m \u202egnp.exe \xff"), doc.Time(started.Add(time.Hour)), {}, doc.Float(98.7).With(doc.Good), doc.Float(1234.567), doc.Float(-0.00017).With(doc.Neutral), doc.Float(0.0042),
				{}, doc.Text(strings.Repeat("a long text that does not fit ", 4)),
			},
			{{}, {}, {}, {}, {}, {}, {}, {}, {}},
		},
		Notes: []doc.Note{
			{Severity: doc.SeverityWarning, Code: "client_cpu", Text: "the latencies of 二进制日志 关闭 are CPU time of the client, not what a user waits for: do not compare them with others"},
			{Text: "rates are weighted by the length of their interval"},
		},
	}
}

func TestTableFormats(t *testing.T) {
	for _, format := range doc.Formats() {
		t.Run(string(format), func(t *testing.T) {
			var b bytes.Buffer
			if err := hostile().Encode(&b, format, doc.Options{}); err != nil {
				t.Fatal(err)
			}
			golden(t, "table."+string(format), b.Bytes())
		})
	}
}

func TestTableOnTerminal(t *testing.T) {
	var b bytes.Buffer
	if err := hostile().Encode(&b, doc.FormatTable, doc.Options{Width: 130, Color: true}); err != nil {
		t.Fatal(err)
	}
	golden(t, "table.terminal", b.Bytes())
}

func TestDocument(t *testing.T) {
	d := sample(t)
	for name, write := range map[string]func(*bytes.Buffer) error{
		"document.html":     func(b *bytes.Buffer) error { return d.WriteHTML(b) },
		"document.md":       func(b *bytes.Buffer) error { return d.WriteMarkdown(b) },
		"document.txt":      func(b *bytes.Buffer) error { return d.WriteText(b, doc.Options{}) },
		"document.terminal": func(b *bytes.Buffer) error { return d.WriteText(b, doc.Options{Width: 60, Color: true}) },
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
		})
	}
}

// sample is a document with every kind of block.
func sample(t *testing.T) doc.Document {
	svg, err := os.ReadFile(filepath.Join("testdata", "throughput.svg"))
	if err != nil {
		t.Fatal(err)
	}
	return doc.Document{
		Title:    "Binary log on or off: tpcc-mysql, 16 threads, 100 warehouses",
		Subtitle: "2 runs of 3,600 s on MySQL 5.5.28, February 2013",
		Footer:   "Made by jitterlog. Times are seconds since the start of the measurement.",
		Blocks: []doc.Block{
			doc.Paragraph{Text: "With the binary log on, the server does 11.6% less work, and does it less steadily: its throughput drops for some seconds every 63 s, and five of these drops are stalls."},
			doc.Note{Severity: doc.SeverityWarning, Code: "client_cpu", Text: "The latencies of both runs are CPU time of the client (tpcc-mysql of 2011 to 2016), not what a user waits for. They are not shown."},
			doc.Heading{Level: 2, Text: "Throughput over time"},
			doc.Figure{SVG: svg, File: "throughput.svg", Alt: "Two lines of transactions per second over an hour; binlog-on lies lower and drops every minute", Caption: "New orders per second, averages of 30 s. The pale points are the reports of each second."},
			doc.Heading{Level: 2, Text: "Is there a difference?"},
			comparison(),
			doc.Paragraph{Text: "The interval comes from a block bootstrap of the measured seconds; neighbouring seconds are not independent, so blocks of 40 s are drawn."},
			doc.Heading{Level: 2, Text: "Jitter"},
			jitter(),
			doc.Heading{Level: 2, Text: "The runs"},
			doc.Heading{Level: 3, Text: "binlog-off"},
			doc.Facts{
				{Label: "tool", Value: doc.Text("tpcc-mysql")},
				{Label: "server", Value: doc.Text("MySQL 5.5.28")},
				{Label: "TpmC", Value: doc.Float(61242.15), Kind: doc.KindFloat, Digits: 1},
				{Label: "threads", Value: doc.Int(16), Kind: doc.KindInt},
				{Label: "measured", Value: doc.Float(3600), Kind: doc.KindDuration},
				{Label: "data", Value: doc.Float(9.4), Kind: doc.KindFloat, Unit: "GB"},
				{Label: "latency p95"},
			},
			doc.Heading{Level: 3, Text: "<script>alert(\"二进制日志\")</script> & others"},
			doc.List{Items: []string{"The log ends before its final report: the run was killed.", "2 lines were not understood: a.log:17 and a.log:2044.", "12. is no list item, - neither is this"}},
			doc.Details{Summary: "Events of the runs (2 kinds)", Blocks: []doc.Block{
				hostile(),
				doc.Note{Severity: doc.SeverityError, Text: "The server went away at 3,011 s."},
			}},
			doc.Details{Summary: "The query behind the first table", Blocks: []doc.Block{
				doc.Code{Language: "sql", Text: "SELECT name, avg(rate) AS mean_tps\nFROM headline JOIN runs USING (run_id)\nWHERE phase = 'measure' AND rate < 1e9\nGROUP BY name;\n"},
			}},
		},
	}
}

func comparison() doc.Table {
	return doc.Table{
		Title: "Compared with binlog-off",
		Columns: []doc.Column{
			{Name: "name", Title: "run"},
			{Name: "mean_tps", Title: "mean", Unit: "tx/s", Kind: doc.KindFloat, Digits: 1},
			{Name: "diff_tps", Title: "difference", Unit: "tx/s", Kind: doc.KindFloat, Digits: 1, Signed: true},
			{Name: "diff_fraction", Title: "relative", Kind: doc.KindPercent, Digits: 1, Signed: true},
			{Name: "ci_low", Title: "95% from", Kind: doc.KindPercent, Digits: 1, Signed: true},
			{Name: "ci_high", Title: "to", Kind: doc.KindPercent, Digits: 1, Signed: true},
			{Name: "verdict"},
		},
		Rows: [][]doc.Value{
			{doc.Text("binlog-off"), doc.Float(1020.7), {}, {}, {}, {}, {}},
			{doc.Text("binlog-on"), doc.Float(902.3), doc.Float(-118.4), doc.Float(-0.116), doc.Float(-0.129), doc.Float(-0.102), doc.Text("slower").With(doc.Bad)},
			{doc.Text("二进制日志 sync_binlog=0"), doc.Float(1011.1), doc.Float(-9.6), doc.Float(-0.0094), doc.Float(-0.021), doc.Float(0.003), doc.Text("no difference shown").With(doc.Neutral)},
			{doc.Text("flush_log_at_trx_commit=2"), doc.Float(1187.9), doc.Float(167.2), doc.Float(0.1638), doc.Float(0.151), doc.Float(0.177), doc.Text("faster").With(doc.Good)},
		},
		Notes: []doc.Note{{Severity: doc.SeverityWarning, Code: "single_run", Text: "One run of each: the interval covers the jitter within the runs, not what differs from one run to the next. Repeat each three times."}},
	}
}

func jitter() doc.Table {
	row := func(name string, mean, cv, floor float64, stalls int64, longest, lost float64) []doc.Value {
		return []doc.Value{doc.Text(name), doc.Float(mean), doc.Float(cv), doc.Float(floor), doc.Int(stalls), doc.Float(longest), doc.Float(lost), doc.Float(63.2)}
	}
	return doc.Table{
		Columns: []doc.Column{
			{Name: "name", Title: "run"},
			{Name: "mean_tps", Title: "mean", Unit: "tx/s", Kind: doc.KindFloat},
			{Name: "cv", Title: "CV", Kind: doc.KindPercent},
			{Name: "floor", Title: "floor", Kind: doc.KindPercent},
			{Name: "stalls", Kind: doc.KindInt},
			{Name: "longest_stall_s", Title: "longest stall", Kind: doc.KindDuration},
			{Name: "lost_tx", Title: "lost work", Unit: "tx", Kind: doc.KindFloat, Digits: doc.Whole},
			{Name: "period_s", Title: "period", Kind: doc.KindDuration},
		},
		Rows: [][]doc.Value{
			row("binlog-off", 1020.7, 0.0812, 0.871, 0, 0, 0),
			row("binlog-on", 902.31, 0.2231, 0.412, 5, 7, 21034.4),
		},
	}
}
