package hammerdb

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const logs = "../../testdata/other/templates"

func logFiles(t testing.TB) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	paths, err := filepath.Glob(filepath.Join(logs, "hammerdb_*"))
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d logs, %v", len(paths), err)
	}
	for _, path := range paths {
		log, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = log
	}
	return files
}

// detect returns the format that is surest of a log.
func detect(log []byte) (format parse.Format, best parse.Match) {
	in := parse.NewLines(bytes.NewReader(log))
	var head [][]byte
	for b, ok := in.Next(); ok; b, ok = in.Next() {
		head = append(head, bytes.Clone(b))
	}
	for _, f := range Formats {
		if m := f.Match(head); m.Score > best.Score {
			format, best = f, m
		}
	}
	return format, best
}

// formatOf says which format each log is of.
var formatOf = map[string]string{
	"hammerdb_tcount.log": FormatCounter, "hammerdb_profile.log": FormatProfile, "hammerdb_nopm.csv": FormatNOPM,
	"hammerdb_job.json": FormatJSON, "hammerdb_timing.json": FormatJSON, "hammerdb_tcount.json": FormatJSON,
}

func TestGolden(t *testing.T) {
	for name, log := range logFiles(t) {
		t.Run(name, func(t *testing.T) {
			format, match := detect(log)
			want := formatOf[name]
			if want == "" {
				want = FormatLog
			}
			if match.Score < parse.Likely || format.Name != want {
				t.Fatalf("%s with %d", format.Name, match.Score)
			}
			golden := filepath.Join("testdata", "golden", name+".golden")
			var text []byte
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
					if text, err = os.ReadFile(golden); err != nil {
						t.Fatal(err)
					}
				}
				if got.String() != string(text) {
					t.Errorf("reader %d: got\n%s\nwant\n%s", i, got.String(), text)
				}
				if strings.Contains(got.String(), "NOT UNDERSTOOD") {
					t.Errorf("not all lines understood")
				}
				if strings.Contains(got.String(), "secret") {
					t.Errorf("a password was kept")
				}
			}
		})
	}
}
