package mysqlcli

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

const transcripts = "../../testdata/mysql/transcripts"

// transcriptFiles returns the transcripts by their path in the folder of them.
func transcriptFiles(t testing.TB) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{"*.txt", "written/*.txt"} {
		paths, err := filepath.Glob(filepath.Join(transcripts, pattern))
		if err != nil || len(paths) < 5 {
			t.Fatalf("%d transcripts: %v", len(paths), err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name, err := filepath.Rel(transcripts, path)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.ToSlash(name)] = text
		}
	}
	return files
}

// detect returns the format that is surest of a text.
func detect(text []byte) (parse.Format, parse.Match) {
	var head [][]byte
	in := parse.NewLines(bytes.NewReader(text))
	for line, ok := in.Next(); ok; line, ok = in.Next() {
		head = append(head, bytes.Clone(line))
	}
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
	for name, text := range transcriptFiles(t) {
		t.Run(name, func(t *testing.T) {
			format, match := detect(text)
			if match.Score < parse.Likely {
				t.Fatalf("score %d", match.Score)
			}
			golden := filepath.Join("testdata", "golden", strings.ReplaceAll(name, "/", "-")+".golden")
			var want []byte
			for i, reader := range []func(io.Reader) io.Reader{
				func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader,
			} {
				var got bytes.Buffer
				dump(&got, format, parse.NewLines(reader(bytes.NewReader(text))))
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
