package ingest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"jitterlog/ingest/history"
)

var ctx = context.Background()

const (
	banner = "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\nNumber of threads: 8\n\nThreads started!\n\n"
	final  = `SQL statistics:
    queries performed:
        read:                            2800
        write:                           800
        other:                           400
        total:                           4000
    transactions:                        200    (100.00 per sec.)
    queries:                             4000   (2000.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          2.0010s
    total number of events:              200

Latency (ms):
         min:                                    0.79
         avg:                                    80.00
         max:                                   95.51
         95th percentile:                        90.67
         sum:                                16000.00

Threads fairness:
    events (avg/stddev):           25.0000/1.00
    execution time (avg/stddev):   2.0000/0.00

`
)

func line(second int) string {
	return fmt.Sprintf("[ %ds ] thds: 8 tps: 100.00 qps: 2000.00 (r/w/o: 1400.00/400.00/200.00) lat (ms,95%%): 90.67 err/s: 0.00 reconn/s: 0.00\n", second)
}

var wholeLog = banner + line(1) + line(2) + final

func newHistory(t *testing.T) *history.History {
	t.Helper()
	h, err := history.Create(filepath.Join(t.TempDir(), "history"))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func importPaths(t *testing.T, h *history.History, opts Options, paths ...string) []*File {
	t.Helper()
	files, err := Import(ctx, h, paths, opts)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func importOne(t *testing.T, h *history.History, path string) *File {
	t.Helper()
	files := importPaths(t, h, Options{}, path)
	if files[0].Err != nil {
		t.Fatal(files[0].Err)
	}
	return files[0]
}

func runs(t *testing.T, h *history.History) []history.Run {
	t.Helper()
	all, err := h.Runs()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestGrowingLog(t *testing.T) {
	h, dir := newHistory(t), t.TempDir()

	// The log of a run that is still going on.
	path := write(t, dir, "sb.log", banner+line(1))
	if f := importOne(t, h, path); len(f.Runs) != 1 || f.Runs[0].Complete {
		t.Fatalf("first: %+v", f.Runs)
	}
	if f := importOne(t, h, path); len(f.Runs) != 0 || len(f.Known) != 1 {
		t.Fatalf("again: %d runs, %d known", len(f.Runs), len(f.Known))
	}

	// Complete: it takes the place of the incomplete one.
	write(t, dir, "sb.log", wholeLog)
	importOne(t, h, path)
	if all := runs(t, h); len(all) != 1 || !all[0].Complete {
		t.Fatalf("after it is complete: %d runs", len(all))
	}
	first := runs(t, h)[0].RunID

	// A second run behind it, as tee -a leaves it: the first is known.
	write(t, dir, "sb.log", wholeLog+banner+line(1)+line(2)+line(3))
	f := importOne(t, h, path)
	if len(f.Runs) != 1 || len(f.Known) != 1 || f.Known[0] != first || f.Runs[0].Name != "sb#2" || f.Runs[0].Section != 2 {
		t.Fatalf("grown: runs %+v, known %v", f.Runs, f.Known)
	}
	if all := runs(t, h); len(all) != 2 {
		t.Fatalf("grown: %d runs", len(all))
	}

	// The complete log of old is known, and so is its incomplete beginning.
	for _, text := range []string{wholeLog, banner + line(1)} {
		write(t, dir, "old.log", text)
		if f := importOne(t, h, filepath.Join(dir, "old.log")); len(f.Runs) != 0 {
			t.Errorf("imported %+v again", f.Runs)
		}
	}
}

func TestEncodings(t *testing.T) {
	compress := func(wrap func(*bytes.Buffer) interface {
		Write([]byte) (int, error)
		Close() error
	}) string {
		var buf bytes.Buffer
		w := wrap(&buf)
		w.Write([]byte(wholeLog))
		w.Close()
		return buf.String()
	}
	type writer = interface {
		Write([]byte) (int, error)
		Close() error
	}
	var le, be bytes.Buffer
	for _, unit := range utf16.Encode([]rune(strings.ReplaceAll(wholeLog, "\n", "\r\n"))) {
		le.Write([]byte{byte(unit), byte(unit >> 8)})
		be.Write([]byte{byte(unit >> 8), byte(unit)})
	}
	forms := map[string]string{
		"plain": wholeLog,
		"gz":    compress(func(b *bytes.Buffer) writer { return gzip.NewWriter(b) }),
		"zst": compress(func(b *bytes.Buffer) writer {
			w, err := zstd.NewWriter(b)
			if err != nil {
				t.Fatal(err)
			}
			return w
		}),
		"xz": compress(func(b *bytes.Buffer) writer {
			w, err := xz.NewWriter(b)
			if err != nil {
				t.Fatal(err)
			}
			return w
		}),
		"crlf":     strings.ReplaceAll(wholeLog, "\n", "\r\n"),
		"utf8 bom": "\xef\xbb\xbf" + wholeLog,
		"utf16le":  "\xff\xfe" + le.String(),
		"utf16be":  "\xfe\xff" + be.String(),
		"no bom":   le.String(),
		"colours":  "\x1b[32m" + strings.ReplaceAll(wholeLog, "[ ", "\x1b[1m[ \x1b[0m"),
	}
	for form, text := range forms {
		t.Run(form, func(t *testing.T) {
			h := newHistory(t)
			path := write(t, t.TempDir(), "压测 one.log", text)
			f := importOne(t, h, path)
			if len(f.Runs) != 1 || f.NotUnderstood != 0 {
				t.Fatalf("%d runs, %d lines not understood: %v", len(f.Runs), f.NotUnderstood, f.FirstNotUnderstood)
			}
			run := f.Runs[0]
			if run.TPS != 100 || !run.Complete || run.Threads != 8 || run.Name != "压测 one" {
				t.Errorf("run %q: %v TPS, complete %v, %d threads", run.Name, run.TPS, run.Complete, run.Threads)
			}
		})
	}
	t.Run("same run", func(t *testing.T) {
		h, dir := newHistory(t), t.TempDir()
		importOne(t, h, write(t, dir, "a.log", forms["plain"]))
		for _, form := range []string{"gz", "zst", "xz"} {
			if f := importOne(t, h, write(t, dir, "a.log."+form, forms[form])); len(f.Known) != 1 {
				t.Errorf("%s: the log is not known again", form)
			}
		}
	})
}

func TestPrefixesBecomeTheClock(t *testing.T) {
	start := time.Date(2026, 11, 30, 22, 0, 0, 0, time.UTC)
	stamp := func(text string, second int) string {
		var out strings.Builder
		for l := range strings.Lines(text) {
			out.WriteString(start.Add(time.Duration(second)*time.Second).Format("2006-01-02T15:04:05.000000000Z") + " stdout F " + l)
		}
		return out.String()
	}
	for name, log := range map[string]string{
		"whole":     stamp(banner, 0) + stamp(line(1), 1) + stamp(line(2), 2) + stamp(final, 2),
		"no banner": stamp(line(5), 5) + stamp(line(6), 6),
	} {
		h := newHistory(t)
		f := importOne(t, h, write(t, t.TempDir(), "pod.log", log))
		if len(f.Runs) != 1 || f.NotUnderstood != 0 {
			t.Fatalf("%s: %d runs, %d lines not understood: %v", name, len(f.Runs), f.NotUnderstood, f.FirstNotUnderstood)
		}
		if !f.Runs[0].StartedAt.Equal(start) {
			t.Errorf("%s: started at %v, want %v", name, f.Runs[0].StartedAt, start)
		}
	}
}

func TestSecretsLeaveNoTrace(t *testing.T) {
	h, texts := newHistory(t), 0
	log := "$ tpcc_start -h db -u root -p hunter2 -w 10 -c 8\n" +
		"***************************************\n*** ###easy### TPC-C Load Generator ***\n***************************************\n" +
		"option p with value 'hunter2'\n<Parameters>\n       [pass]: hunter2\n  [warehouse]: 10\n [connection]: 8\n     [rampup]: 10 (sec.)\n    [measure]: 20 (sec.)\n\n" +
		"RAMP-UP TIME.(10 sec.)\n\nMEASURING START.\n\n  10, trx: 100, 95%: 9.483, 99%: 18.738, max_rt: 213.169, 100|98.778, 10|101.096, 10|443.955, 10|670.842\n"
	dir := t.TempDir()
	path := write(t, dir, "tpcc.log", log)
	write(t, dir, "tpcc.cnf", "[mysqld]\n# [pass]: hunter2\nsync_binlog = 0\n[client]\npassword = hunter2\n")
	run := importOne(t, h, path).Runs[0]
	elsewhere := write(t, dir, "other.cnf", "[mysqld]\n# [pass]: hunter2\nsync_binlog = 1\n[client]\npassword=hunter2\n")
	if _, err := Attach(ctx, h, run, []string{elsewhere}, Options{}); err != nil {
		t.Fatal(err)
	}
	if run := runs(t, h)[0]; len(run.Attached) != 2 || run.Settings["sync_binlog"] != "1" {
		t.Errorf("attached %v, settings %v", run.Attached, run.Settings)
	}
	err := filepath.WalkDir(h.Dir(), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.HasSuffix(path, ".gz") {
			z, zerr := gzip.NewReader(bytes.NewReader(data))
			if zerr != nil {
				return zerr
			}
			var plain bytes.Buffer
			if _, err := plain.ReadFrom(z); err != nil {
				return err
			}
			data, texts = plain.Bytes(), texts+1
			if !bytes.Contains(data, []byte("[pass]: ***")) {
				t.Errorf("%s: the archived text is not what was read", path)
			}
		}
		if bytes.Contains(data, []byte("hunter2")) {
			t.Errorf("%s holds the password", path)
		}
		return err
	})
	if err != nil || texts != 3 {
		t.Fatal(texts, err)
	}
}

func TestCompanions(t *testing.T) {
	const variables = "Variable_name\tValue\nsync_binlog\t1\nbig_tables\tOFF\n"
	h, dir := newHistory(t), t.TempDir()
	log := write(t, dir, "a.b.log", wholeLog)
	write(t, dir, "a.b.variables.tsv", variables)
	write(t, dir, "a.variables.tsv", "Variable_name\tValue\nsync_binlog\t0\n")
	f := importOne(t, h, log)
	if f.Runs[0].Settings["sync_binlog"] != "1" {
		t.Errorf("settings %v", f.Runs[0].Settings)
	}

	// Given together, the file goes to the log with the longest stem in common.
	other := newHistory(t)
	short := write(t, dir, "a.log", strings.ReplaceAll(wholeLog, "1400", "1401"))
	files := importPaths(t, other, Options{Settings: map[string]string{"big_tables": "ON"}}, dir)
	if len(files) != 4 {
		t.Fatalf("%d files", len(files))
	}
	for _, f := range files {
		if f.Path == short && f.Runs[0].Settings["sync_binlog"] != "0" || f.Path == log && f.Runs[0].Settings["sync_binlog"] != "1" {
			t.Errorf("%s: settings %v", f.Path, f.Runs[0].Settings)
		}
		if len(f.Runs) > 0 && f.Runs[0].Settings["big_tables"] != "ON" {
			t.Errorf("%s: the user's own setting does not win", f.Path)
		}
	}
}

// The text of a file beside a log is kept for the runs that it went to.
func TestCompanionsAreArchived(t *testing.T) {
	const variables = "Variable_name\tValue\nsync_binlog\t1\nbig_tables\tOFF\n"
	const series = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n" +
		" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n 1  0      0 100000  20000 300000    0    0     5    10  100  200 10  5 80  5  0\n"
	h, dir := newHistory(t), t.TempDir()
	log := write(t, dir, "a.log", wholeLog+strings.ReplaceAll(wholeLog, "1400", "1401"))
	settings := write(t, dir, "a.variables.tsv", variables)
	vmstat := write(t, dir, "a.vmstat.txt", series)
	files := importPaths(t, h, Options{}, log)
	if len(files[0].Runs) != 2 {
		t.Fatalf("%d runs", len(files[0].Runs))
	}
	for _, run := range runs(t, h) {
		if len(run.Attached) != 1 || run.Attached[settings] == "" {
			t.Errorf("%s: attached %v; the series belongs to neither of two runs", run.Name, run.Attached)
		}
	}
	attached, err := Attach(ctx, h, runs(t, h)[1], []string{vmstat}, Options{})
	if err != nil || attached[0].Err != nil {
		t.Fatal(err, attached[0].Err)
	}
	in, err := h.OpenRaw(runs(t, h)[1].Attached[vmstat])
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil || string(text) != series {
		t.Errorf("archived %q, %v", text, err)
	}

	// What cannot be read to its end is not attached.
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(series))
	w.Close()
	cut := write(t, dir, "cut.vmstat.txt.gz", z.String()[:z.Len()-8])
	attached, err = Attach(ctx, h, runs(t, h)[1], []string{cut}, Options{Format: "vmstat"})
	if err != nil || attached[0].Err == nil || len(runs(t, h)[1].Attached) != 2 {
		t.Errorf("a file that breaks off: %v, %v, attached %v", err, attached[0].Err, runs(t, h)[1].Attached)
	}
}

func TestSameLogTwiceInOneImport(t *testing.T) {
	h, dir := newHistory(t), t.TempDir()
	write(t, dir, "a.log", wholeLog)
	write(t, dir, "b.log", wholeLog)
	var imported, known, rows int
	for _, f := range importPaths(t, h, Options{}, dir) {
		imported += len(f.Runs)
		known += len(f.Known)
		rows += int(f.Rows)
	}
	if imported != 1 || known != 1 || rows != 10 || len(runs(t, h)) != 1 {
		t.Errorf("%d imported, %d known, %d rows, %d in the history", imported, known, rows, len(runs(t, h)))
	}
}

// A flood of equal errors is one event; a flood of different ones is bounded.
func TestEventTally(t *testing.T) {
	var log strings.Builder
	log.WriteString(banner)
	for i := range 5000 {
		fmt.Fprintf(&log, "junk number %d\nthe same junk\n", i)
	}
	h := newHistory(t)
	f := importOne(t, h, write(t, t.TempDir(), "flood.log", log.String()))
	if f.NotUnderstood != 10000 {
		t.Errorf("%d lines not understood", f.NotUnderstood)
	}
	files, err := h.Files(history.Events)
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Size() > 100_000 {
		t.Errorf("the events take %d bytes, %v", info.Size(), err)
	}
}
