package formats

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
)

const logs = "../../testdata"

// TestEveryLogIsRecognised holds that each log of the project is claimed by
// the format that its folder is named after, and by no other.
func TestEveryLogIsRecognised(t *testing.T) {
	for folder, tool := range map[string]string{"tpcc-mysql": "tpcc-mysql", "sysbench": "sysbench"} {
		err := filepath.WalkDir(filepath.Join(logs, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || entry.Name() == "README.md" || filepath.Ext(path) == ".gz" {
				return err
			}
			head, err := os.ReadFile(path)
			if err != nil || len(head) == 0 {
				return err
			}
			found, ok := Detect(head[:min(len(head), 256<<10)], entry.Name())
			want := tool
			if filepath.Ext(path) == ".tsv" {
				want = "mysql"
			}
			if !ok || found.Format.Tool != want {
				t.Errorf("%s: read as %q, want a format of %s", path, found.Format.Name, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestDetectSaysWhy(t *testing.T) {
	log := "2024-04-09T17:33:12.238986028Z some shell output\n" +
		"2024-04-09T17:33:12.238986028Z sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n"
	found, ok := Detect([]byte(log), "pod.log")
	if !ok || found.Format.Name != "sysbench" || !found.Prefixed || found.Line != 2 || !strings.HasPrefix(found.Text, "sysbench 1.0.20") {
		t.Errorf("%+v", found)
	}
	for _, text := range []string{"", "\n", "hello\n", "#!/bin/sh\nsysbench --test=oltp run\n", "| a | b |\n| --- | --- |\n| 1 | 2 |\n", "1 2\n3 4\n", "a,b\n1,2\n"} {
		if found, ok := Detect([]byte(text), "x"); ok {
			t.Errorf("%q: taken for %s", text, found.Format.Name)
		}
	}
}

func TestFormatsAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range All() {
		if f.Name == "" || f.Tool == "" || f.About == "" || f.Example == "" || f.Match == nil || f.Read == nil {
			t.Errorf("format %q lacks something", f.Name)
		}
		if seen[f.Name] {
			t.Errorf("two formats are called %s", f.Name)
		}
		seen[f.Name] = true
	}
}

func FuzzDetect(f *testing.F) {
	for _, format := range All() {
		f.Add([]byte(format.Example+"\n"), format.Name)
	}
	f.Fuzz(func(t *testing.T, head []byte, name string) {
		found, ok := Detect(head, name)
		if !ok {
			return
		}
		lines := parse.NewLines(bytes.NewReader(head))
		if found.Prefixed {
			lines.StripPrefixes()
		}
		for range found.Format.Read(lines) {
		}
	})
}

// intervals are the two line shapes that most logs of today consist of.
var intervals = []struct {
	format, head, line string
	awk                string // that reads the same figures
}{
	{
		"sysbench", "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nThreads started!\n\n",
		"[ %ds ] thds: 8 tps: 1635.77 qps: 32741.44 (r/w/o: 22920.80/6547.09/3273.54) lat (ms,95%%): 8.28 err/s: 0.00 reconn/s: 0.00\n",
		`/^\[ / { split($10, r, "/"); t += $7 + $9 + r[1] + r[2] + r[3] + $13 + $15 + $17 } END { print t }`,
	},
	{
		"tpcc-mysql", "*** ###easy### TPC-C Load Generator ***\n\nMEASURING START.\n\n",
		"%4d, trx: 12920, 95%%: 9.483, 99%%: 18.738, max_rt: 213.169, 12919|98.778, 1292|101.096, 1293|443.955, 1293|670.842\n",
		`/trx:/ { t += $3 + $5 + $7 + $9; for (i = 10; i <= 13; i++) { split($i, p, "|"); t += p[1] + p[2] } } END { print t }`,
	},
}

// writeLog writes a log of so many report lines and returns its size.
func writeLog(tb testing.TB, path, head, line string, lines int) int64 {
	tb.Helper()
	var log bytes.Buffer
	log.WriteString(head)
	for i := range lines {
		fmt.Fprintf(&log, line, i+1)
	}
	if err := os.WriteFile(path, log.Bytes(), 0o644); err != nil {
		tb.Fatal(err)
	}
	return int64(log.Len())
}

func read(tb testing.TB, format, path string) (intervals int) {
	tb.Helper()
	in, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer in.Close()
	f, _ := Named(format)
	for rec, err := range f.Read(parse.NewLines(in)) {
		if err != nil {
			tb.Fatal(err)
		}
		if _, ok := rec.(*parse.Interval); ok {
			intervals++
		}
	}
	return intervals
}

// BenchmarkAgainstTools reads a log of 400,000 report lines and times wc -l and
// awk on the same file in the same run.
func BenchmarkAgainstTools(b *testing.B) {
	for _, c := range intervals {
		b.Run(c.format, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "log.txt")
			const lines = 400_000
			size := writeLog(b, path, c.head, c.line, lines)
			b.SetBytes(size)
			for b.Loop() {
				if n := read(b, c.format, path); n != lines {
					b.Fatalf("%d intervals of %d", n, lines)
				}
			}
			ours := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(ours/fastest(b, 3, "wc", "-l", path), "x-wc")
			b.ReportMetric(fastest(b, 3, "awk", c.awk, path)/ours, "times-faster-than-awk")
		})
	}
}

// TestFasterThanAwk is the bound behind the benchmark.
func TestFasterThanAwk(t *testing.T) {
	if testing.Short() {
		t.Skip("measures: not with -short, as under the race detector")
	}
	if _, err := exec.LookPath("awk"); err != nil {
		t.Skip("no awk to compare with")
	}
	for _, c := range intervals {
		path := filepath.Join(t.TempDir(), "log.txt")
		writeLog(t, path, c.head, c.line, 100_000)
		ours := 1e9
		for range 3 {
			began := time.Now()
			read(t, c.format, path)
			ours = min(ours, time.Since(began).Seconds())
		}
		if awk := fastest(t, 3, "awk", c.awk, path); ours > awk/1.5 {
			t.Errorf("%s: %.0f ms, and awk %.0f ms: less than 1.5 times as fast", c.format, 1e3*ours, 1e3*awk)
		}
	}
}

// fastest is the shortest time of some runs of a command, in seconds.
func fastest(tb testing.TB, runs int, name string, args ...string) float64 {
	tb.Helper()
	best := 1e9
	for range runs {
		began := time.Now()
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			tb.Fatalf("%s: %v\n%s", name, err, out)
		}
		best = min(best, time.Since(began).Seconds())
	}
	return best
}
