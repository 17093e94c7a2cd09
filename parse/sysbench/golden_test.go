package sysbench

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const logs = "../../testdata/sysbench"

// logFiles returns the logs, those written from templates included.
func logFiles(t testing.TB) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"/*.txt", "/templates/*.txt", "/templates/*.csv", "/templates/*.json"} {
		found, err := filepath.Glob(logs + pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 65 {
		t.Fatalf("only %d logs", len(files))
	}
	return files
}

func load(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestGolden(t *testing.T) {
	for _, name := range logFiles(t) {
		rel, _ := filepath.Rel(logs, name)
		t.Run(rel, func(t *testing.T) {
			s := readAll(t, bytes.NewReader(load(t, name)))
			got := s.golden()
			file := filepath.Join("testdata", strings.ReplaceAll(rel, "/", "-")+".golden")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := load(t, file); !bytes.Equal(got, want) {
				t.Errorf("records differ from %s (go test -update rewrites it):\n%s", file, firstDifference(got, want))
			}
		})
	}
}

func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	return "one is longer"
}

func TestChunks(t *testing.T) {
	for _, name := range logFiles(t) {
		data := load(t, name)
		want := readAll(t, bytes.NewReader(data)).text
		for _, in := range []io.Reader{iotest.OneByteReader(bytes.NewReader(data)), iotest.DataErrReader(bytes.NewReader(data))} {
			if got := readAll(t, in).text; !slices.Equal(got, want) {
				t.Errorf("%s: records depend on how the source is read", name)
			}
		}
	}
}
