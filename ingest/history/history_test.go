package history

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"jitterlog/parse"
)

var long = flag.Bool("long", false, "run the long tests")

var ctx = context.Background()

func newHistory(t testing.TB) *History {
	t.Helper()
	h, err := Create(filepath.Join(t.TempDir(), "history"))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func begin(t testing.TB, h *History) *Import {
	t.Helper()
	im, err := h.NewImport(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { im.Abort() })
	return im
}

func commit(t testing.TB, im *Import) *Committed {
	t.Helper()
	done, err := im.Commit(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// testRun is a run of which only the identity is known.
func testRun(id string) Run {
	r := NewRun(parse.NewSummary("sysbench-1.0", "sysbench", 1))
	r.RunID, r.Name, r.Source, r.SourceSHA256, r.OwnSHA256 = id, id, id+".log", "source-"+id, "own-"+id
	r.OwnBytes, r.Section, r.Complete = 1000, 1, true
	return r
}

// addRun adds a run of n report lines of two operations, and one row to each
// of the other tables.
func addRun(t testing.TB, im *Import, run Run, n int, supersedes ...string) {
	t.Helper()
	if err := writeRun(im, run, n, supersedes...); err != nil {
		t.Fatal(err)
	}
}

func writeRun(im *Import, run Run, n int, supersedes ...string) error {
	w := im.BeginRun(run.RunID)
	iv := parse.Interval{Phase: parse.Measure, Threads: 8, Ops: []parse.Op{parse.NewOp("transaction"), parse.NewOp("read")}}
	for i := range n {
		iv.Line, iv.Start, iv.End = i+1, float64(i), float64(i+1)
		iv.Ops[0].Count = int64(i)
		iv.Ops[1].Rate = float64(i) / 2
		w.Interval(&iv)
	}
	w.Sample(&parse.Sample{Line: 1, T: 1, Source: "iostat", Object: "sda", Metric: "util", Unit: "%", Value: 99})
	w.Event(parse.Event{Line: 2, T: parse.NaN(), Severity: parse.Info, Kind: parse.Retry, Message: "again", Count: 1})
	w.Bucket(&parse.Bucket{Line: 3, Op: "transaction", WholeRun: true, LowerMS: 1, UpperMS: 2, Count: 3})
	return w.End(run, supersedes...)
}

// rows reads a Parquet file through Arrow: a line a row, NULL as a dash.
func rows(t testing.TB, path string) []string {
	t.Helper()
	pf, err := file.OpenParquetFile(path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer pf.Close()
	r, err := pqarrow.NewFileReader(pf, pqarrow.ArrowReadProperties{}, allocator)
	if err != nil {
		t.Fatal(err)
	}
	table, err := r.ReadTable(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Release()
	var lines []string
	records := array.NewTableReader(table, 0)
	defer records.Release()
	for records.Next() {
		rec := records.Record()
		for i := range int(rec.NumRows()) {
			var line []string
			for _, c := range rec.Columns() {
				v := "-"
				if c.IsValid(i) {
					v = c.ValueStr(i)
				}
				line = append(line, v)
			}
			lines = append(lines, strings.Join(line, " "))
		}
	}
	return lines
}

// onlyFile returns the one committed file of a table.
func onlyFile(t testing.TB, h *History, table Table) string {
	t.Helper()
	files, err := h.Files(table)
	if err != nil || len(files) != 1 {
		t.Fatalf("files of %s: %q, %v; want one", table, files, err)
	}
	return files[0]
}

func wantRows(t *testing.T, path string, want ...string) {
	t.Helper()
	if got := rows(t, path); !slices.Equal(got, want) {
		t.Errorf("%s:\ngot  %s\nwant %s", path, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestRoundTrip(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	id := im.ID()
	w := im.BeginRun("r1")
	op := parse.NewOp("new_order")
	op.Count, op.Late, op.AvgMS, op.P95MS = 20, 3, math.Inf(1), 1.5
	other := parse.NewOp("payment")
	other.Rate, other.Count = 7.25, 0
	w.Interval(&parse.Interval{Line: 10, Start: -10, End: 0, Phase: parse.RampUp, Threads: parse.Absent, Ops: []parse.Op{op, other}})
	op.P999MS, op.PctRank, op.PctMS, op.Failed, op.Retried = 9, 97, 8, 0, 1
	w.Bucket(&parse.Bucket{Op: "new_order", LowerMS: 0, UpperMS: 0.5, Count: 4})
	w.Interval(&parse.Interval{Line: 11, Start: 0, End: 8, Phase: parse.Measure, Threads: 4, Ops: []parse.Op{op}})
	w.Bucket(&parse.Bucket{Op: "new_order", LowerMS: 0.5, UpperMS: 1, Count: 5})
	w.Bucket(&parse.Bucket{Op: "new_order", WholeRun: true, LowerMS: 1, UpperMS: math.Inf(1), Count: 6})
	w.Sample(&parse.Sample{Line: 5, T: parse.NaN(), At: time.UnixMicro(1_700_000_000_000_001), Source: "vmstat", Metric: "cpu_idle", Unit: "%", Value: 12.5})
	w.Sample(&parse.Sample{Line: 6, T: 2, Source: "iostat", Object: "sda", Metric: "util", Unit: "%", Value: 1})
	w.Sample(&parse.Sample{Line: 7, T: 2, Source: "iostat", Object: "sda", Metric: "util", Unit: "%", Value: parse.NaN()})
	w.Event(parse.Event{Line: 3, T: parse.NaN(), Severity: parse.Warning, Kind: parse.NotUnderstood, Message: "bad \xff byte"})
	w.Event(parse.Event{Line: 3, LastLine: 9, T: 1, Severity: parse.Error, Kind: parse.Failure, Code: "1213", Message: "deadlock", Count: 5})
	run := testRun("r1")
	run.StartedAt, run.SourceMtime = time.UnixMicro(1_600_000_000_000_000), time.UnixMicro(5)
	run.Threads, run.TpmC, run.QPS = 8, 1234.5, math.Inf(1)
	run.Options = map[string]string{"b": "2", "a": "1"}
	run.Settings = map[string]string{"k\xff": "v\xff", "empty": ""}
	run.Tags = nil
	run.Attached = map[string]string{"r1.iostat.txt": archiveText(t, im, "iostat"), "r1.vmstat.txt": archiveText(t, im, "vmstat")}
	if err := w.End(run); err != nil {
		t.Fatal(err)
	}
	before := time.Now()
	done := commit(t, im)
	if len(done.Imported) != 1 || len(done.Known) != 0 {
		t.Fatalf("committed %+v", done)
	}

	k := " r1 " + id + " "
	k = k[1:]
	wantRows(t, onlyFile(t, h, Intervals),
		k+"0 new_order rampup -10 0 20 2 3 - - - - - - - - 1.5 - - - - - - 10",
		k+"0 payment rampup -10 0 0 7.25 - - - - - - - - - - - - - - - - 10",
		k+"1 new_order measure 0 8 20 2.5 3 0 1 - - 4 - - - 1.5 - 9 - 97 8 - 11")
	wantRows(t, onlyFile(t, h, Samples),
		k+"- 1700000000000001 vmstat  cpu_idle % 12.5 5",
		k+"2 - iostat sda util % 1 6")
	wantRows(t, onlyFile(t, h, Events),
		k+"- warning not_understood - bad \uFFFD byte 1 3 3",
		k+"1 error error 1213 deadlock 5 3 9")
	wantRows(t, onlyFile(t, h, Histograms),
		k+"new_order 0 0 0.5 4", k+"new_order 1 0.5 1 5", k+"new_order - 1 +Inf 6")

	runs, err := h.Runs()
	if err != nil || len(runs) != 1 {
		t.Fatalf("runs %v, %v", runs, err)
	}
	want := run
	want.ImportID, want.QPS = id, parse.NaN()
	want.Settings = map[string]string{"k\uFFFD": "v\uFFFD", "empty": ""}
	got := runs[0]
	if got.ImportedAt.After(before) || before.Sub(got.ImportedAt) > time.Minute {
		t.Errorf("imported at %v, now is %v", got.ImportedAt, before)
	}
	got.ImportedAt = want.ImportedAt
	if !equalRuns(&got, &want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestSameInputSameBytes(t *testing.T) {
	var first map[string]string
	for range 3 {
		h := newHistory(t)
		im, err := h.newImport(ctx, "20200101T000000-00000000", time.Unix(1_600_000_000, 0))
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"a", "b", "c"} {
			run := testRun(id)
			for i := range 50 {
				run.Settings[fmt.Sprint("setting", i)] = fmt.Sprint(i)
			}
			addRun(t, im, run, 100)
		}
		commit(t, im)
		files := make(map[string]string)
		for _, table := range allTables {
			data, err := os.ReadFile(onlyFile(t, h, table))
			if err != nil {
				t.Fatal(err)
			}
			files[string(table)] = string(data)
		}
		if first == nil {
			first = files
		}
		for name, data := range files {
			if data != first[name] {
				t.Errorf("%s differs from one import to the next", name)
			}
		}
	}
}

func TestIntervalsDoNotAllocate(t *testing.T) {
	im := begin(t, newHistory(t))
	w := im.BeginRun("a")
	iv := parse.Interval{Phase: parse.Measure, Ops: []parse.Op{parse.NewOp("transaction"), parse.NewOp("read")}}
	lines := 0
	n := testing.AllocsPerRun(10, func() { // of 4,000 lines each, less than a row group in all
		for range 4000 {
			lines++
			iv.Start, iv.End = float64(lines-1), float64(lines)
			w.Interval(&iv)
		}
	})
	if perLine := n / 4000; perLine > 0.05 { // the columns' growth
		t.Errorf("%.3f allocations a line", perLine)
	}
	w.Drop()
}
