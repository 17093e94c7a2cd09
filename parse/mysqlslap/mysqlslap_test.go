package mysqlslap

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const logs = "../../testdata/other"

func logFiles(t testing.TB) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{"mysqlslap_*", "templates/mysqlslap_*"} {
		paths, err := filepath.Glob(filepath.Join(logs, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d logs, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			log, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.Base(path)] = log
		}
	}
	return files
}

func detect(log []byte) (format parse.Format, best parse.Match) {
	head := bytes.Split(log, []byte("\n"))
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
			golden := filepath.Join("testdata", "golden", name+".golden")
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

func TestNotClaimed(t *testing.T) {
	for name, text := range map[string]string{
		"prose":         "We ran a Benchmark.\nThe Average number of seconds to run all queries: it depends\n",
		"sysbench csv":  "1,4,1645.26,32909.15,23029.61,6589.03,3290.52,7.70,0.00,0.00\n",
		"seven columns": "a,b,1.5,1.2,1.9,8,250\n",
		"out of order":  "a,b,1.500,1.600,1.900,8,250\n",
		"with heading":  "engine,type,avg,min,max,clients,queries\ninnodb,mixed,0.302,0.270,0.320,8,250\n",
		"nothing":       "\n\n",
	} {
		if format, m := detect([]byte(text)); m.Score > parse.NoMatch && name != "prose" {
			t.Errorf("%s: claimed by %s with %d", name, format.Name, m.Score)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, tc := range []struct {
		format int
		line   string
		column int
	}{
		{0, "Average number of seconds to run all queries: 0.5 seconds", 47},
		{0, "Number of clients running queries: many", 36},
		{0, "Benchmarks", 0},
		{1, "innodb,mixed,0.302,0.27,0.320,8,250", 20},
		{1, "innodb,mixed,0.302,0.270,0.320,0,250", 32},
		{1, "innodb,mixed", 13},
	} {
		var found []*parse.SyntaxError
		for rec, err := range Formats[tc.format].Read(parse.NewLines(strings.NewReader("\n" + tc.line + "\n"))) {
			if rec == nil {
				found = append(found, err.(*parse.SyntaxError))
			}
		}
		if len(found) != 1 || found[0].Line != 2 || found[0].Column != tc.column {
			t.Errorf("%q: %v, want column %d", tc.line, found, tc.column)
		}
	}
}

// Queries a second are those of all clients, by the mean time.
func TestRates(t *testing.T) {
	log := logFiles(t)["mysqlslap_mariadb.txt"]
	want := []float64{1 * 2000 / 0.504, 4 * 500 / 0.358, 8 * 250 / 0.341}
	for rec := range Formats[0].Read(parse.NewLines(bytes.NewReader(log))) {
		if s, ok := rec.(*parse.Summary); ok {
			if len(want) == 0 || math.Abs(s.QPS-want[0]) > 1e-9*want[0] {
				t.Errorf("%v queries a second, want %v", s.QPS, want)
			}
			want = want[min(1, len(want)):]
		}
	}
	if len(want) > 0 {
		t.Errorf("no run for %v", want)
	}
}

func BenchmarkCSV(b *testing.B) {
	log := bytes.Repeat([]byte("innodb,mixed,0.302,0.270,0.320,8,250\n"), 1000)
	b.SetBytes(int64(len(log)))
	for b.Loop() {
		for _, err := range Formats[1].Read(parse.NewLines(bytes.NewReader(log))) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// Whatever the input: no panic, each header has its summary, and readers stop
// where they are told to.
func FuzzRead(f *testing.F) {
	for _, log := range logFiles(f) {
		f.Add(log)
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		lines := bytes.Count(log, []byte("\n")) + 1
		for _, format := range Formats {
			format.Match(bytes.Split(log, []byte("\n")))
			open, n := false, 0
			for rec, err := range format.Read(parse.NewLines(bytes.NewReader(log))) {
				n++
				switch rec := rec.(type) {
				case nil:
					if line := err.(*parse.SyntaxError).Line; line < 1 || line > lines {
						t.Fatalf("an error in line %d of %d", line, lines)
					}
				case *parse.Header:
					if open {
						t.Fatal("a header inside a run")
					}
					open = true
				case *parse.Event:
					if !open || rec.Line < 1 || rec.Line > lines || rec.Message == "" {
						t.Fatalf("%v %+v", open, rec)
					}
				case *parse.Summary:
					if !open || rec.FirstLine < 1 || rec.LastLine < rec.FirstLine || rec.LastLine > lines || rec.QPS < 0 {
						t.Fatalf("%v %+v", open, rec)
					}
					open = false
				}
			}
			if open {
				t.Fatal("a run without a summary")
			}
			for limit := 1; limit <= min(n, 3); limit++ {
				seen := 0
				for range format.Read(parse.NewLines(bytes.NewReader(log))) {
					if seen++; seen == limit {
						break
					}
				}
			}
		}
	})
}
