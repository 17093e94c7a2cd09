package tpccmysql

import (
	"bytes"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const logs = "../../testdata/tpcc-mysql"

// logFiles returns the logs of the tool by their path in the folder of logs.
func logFiles(t testing.TB) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(logs, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) == ".md" || filepath.Ext(path) == ".tsv" || filepath.Ext(path) == ".gz" {
			return err
		}
		name, err := filepath.Rel(logs, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 60 {
		t.Fatalf("only %d logs in %s", len(files), logs)
	}
	return files
}

// detect returns the format that is surest of a log.
func detect(log []byte) (parse.Format, parse.Match) {
	head := bytes.Split(log, []byte("\n"))
	var best parse.Match
	var format parse.Format
	for _, f := range Formats {
		if m := f.Match(head); m.Score > best.Score {
			format, best = f, m
		}
	}
	return format, best
}

func TestGolden(t *testing.T) {
	for name, log := range logFiles(t) {
		t.Run(name, func(t *testing.T) {
			format, match := detect(log)
			if match.Score < parse.Likely {
				t.Fatalf("score %d", match.Score)
			}
			golden := filepath.Join("testdata", "golden", strings.ReplaceAll(name, "/", "-")+".golden")
			var want []byte
			for i, reader := range []func(io.Reader) io.Reader{
				func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader,
			} {
				var got bytes.Buffer
				dump(&got, format, parse.NewLines(reader(bytes.NewReader(log))))
				if i == 0 {
					if *update {
						if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
							t.Fatal(err)
						}
					}
					var err error
					if want, err = os.ReadFile(golden); err != nil {
						t.Fatal(err)
					}
				}
				if got.String() != string(want) {
					t.Errorf("reader %d: got\n%s\nwant\n%s", i, got.String(), want)
				}
				if strings.Contains(got.String(), "NOT UNDERSTOOD") {
					t.Errorf("not all lines understood")
				}
			}
		})
	}
}

// Shell scripts of the tool make two columns of a log; they are no log.
func TestNotClaimed(t *testing.T) {
	for name, text := range map[string]string{
		"three columns":    "5266 2.695 10\r\n5137 2.731 20\r\n5123 2.700 30\r\n",
		"count, latency":   "5266 2.695\n5137 2.731\n5200 2.700\n",
		"averages":         "30 4782\n60 4472\n90 4930\n",
		"server error log": "2026-12-01  0:02:05 0 [Note] InnoDB: Removed temporary tablespace data file\n",
		"vmstat":           "procs -----------memory----------\n 1  0      0 8123456  12345\n",
		"sysbench":         "[ 1s ] thds: 4 tps: 3588.08 qps: 71761.60 (r/w/o: 50233.12/14352.32/7176.16) lat (ms,95%): 1.30 err/s: 0.00 reconn/s: 0.00\n",
		"one error":        "1205, HY000, Lock wait timeout exceeded; try restarting transaction\n",
		"csv":              "1, 4, 10.00, 20.00\n2, 4, 11.00, 22.00\n",
		"printf demo":      "  10, trx: 12920, 95r=-1\n  10, trx: 5\n-nan% inf -nan\n",
	} {
		if format, match := detect([]byte(text)); match.Score > parse.NoMatch {
			t.Errorf("%s: claimed by %s with %d", name, format.Name, match.Score)
		}
	}
}

// A line that is no line of the tool is reported once, where it stands, and
// costs nothing of the rest.
func TestJunk(t *testing.T) {
	const junk = "    37 % what is this, 5266?"
	for name, log := range logFiles(t) {
		format, _ := detect(log)
		intervals := countIntervals(format, log)
		lines := bytes.SplitAfter(log, []byte("\n"))
		for at := 1; at < len(lines)-1; at += 1 + len(lines)/12 {
			planted := bytes.Join([][]byte{bytes.Join(lines[:at], nil), []byte(junk + "\n"), bytes.Join(lines[at:], nil)}, nil)
			var found []*parse.SyntaxError
			for rec, err := range format.Read(parse.NewLines(bytes.NewReader(planted))) {
				if rec == nil {
					found = append(found, err.(*parse.SyntaxError))
				}
			}
			if len(found) != 1 || found[0].Line != at+1 || found[0].Text != junk {
				t.Errorf("%s: junk in line %d: %v", name, at+1, found)
			}
			if n := countIntervals(format, planted); n != intervals {
				t.Errorf("%s: junk in line %d: %d intervals instead of %d", name, at+1, n, intervals)
			}
		}
	}
}

func countIntervals(format parse.Format, log []byte) int {
	n := 0
	for rec := range format.Read(parse.NewLines(bytes.NewReader(log))) {
		if _, ok := rec.(*parse.Interval); ok {
			n++
		}
	}
	return n
}

func TestSyntaxErrors(t *testing.T) {
	for _, tc := range []struct {
		line   string
		column int
	}{
		{"  10, trx: 12920, 95%: x, 99%: 18.738", 24},
		{"  10, trx: 12920, 95%: 9.483, 99%: 18.738, max_rt: 213.169, 12919-98.778, 1292|101.096, 1293|443.955, 1293|670.842", 66},
		{"  10, trx: 12920, 95%: 9.483, 99%: 18.738, max_rt: 213.169, 12919|98.778, 1292|101.096, 1293|443.955, 1293|670.842 7", 116},
		{"  10, 5266(0):2.695|3.028, 5269(0):0.500|0.696, 526:0.236|0.291, 527(0):2.976|3.190, 527(0):6.000|6.460", 64},
		{"   0, 5266(0):2.695, 5269(0):0.500, 526(0):0.236, 527(0):2.976, 527(0):6.000", 4},
		{"[rampup: 10 (sec.)", 0},
		{"option h with value 127.0.0.1 ", 31},
		{"STOPPING THREADS....what", 21},
		{"[... some lines cut ...]", 6},
	} {
		log := startBanner + "\n<Parameters>\n" + tc.line + "\n\n"
		var found []*parse.SyntaxError
		for rec, err := range read(FormatLog)(parse.NewLines(strings.NewReader(log))) {
			if rec == nil {
				found = append(found, err.(*parse.SyntaxError))
			}
		}
		if len(found) != 1 || found[0].Line != 3 {
			t.Errorf("%q: %v", tc.line, found)
		} else if found[0].Column != tc.column && tc.column != 0 {
			t.Errorf("%q: %v, want column %d", tc.line, found[0], tc.column)
		}
	}
}
