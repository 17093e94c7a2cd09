package resulttable

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const logs = "../../testdata/resulttable"

func logFiles(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(logs, "[bst]*.*"))
	if err != nil || len(paths) < 4 {
		t.Fatalf("%d logs: %v", len(paths), err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		if files[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func detect(text []byte) parse.Match {
	var head [][]byte
	in := parse.NewLines(bytes.NewReader(text))
	for line, ok := in.Next(); ok; line, ok = in.Next() {
		head = append(head, bytes.Clone(line))
	}
	return match(head)
}

func TestGolden(t *testing.T) {
	for name, text := range logFiles(t) {
		t.Run(name, func(t *testing.T) {
			if m := detect(text); m.Score < parse.Likely {
				t.Errorf("score %d", m.Score)
			}
			golden := filepath.Join("testdata", "golden", name+".golden")
			var want []byte
			for i, reader := range []func(io.Reader) io.Reader{
				func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader,
			} {
				var got bytes.Buffer
				dump(&got, Formats[0], parse.NewLines(reader(bytes.NewReader(text))))
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
			}
		})
	}
}
