package parsetest

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Files returns the files that match the patterns, and fails the test where
// there are fewer than atLeast.
func Files(t testing.TB, atLeast int, patterns ...string) []string {
	t.Helper()
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < atLeast {
		t.Fatalf("only %d files match %s", len(files), patterns)
	}
	return files
}

// Load returns the content of a file.
func Load(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Detect returns the format that is surest of a source, and its score; the
// first of equals.
func Detect(formats []parse.Format, data []byte) (parse.Format, int) {
	var head [][]byte
	in := parse.NewLines(bytes.NewReader(data))
	for line, ok := in.Next(); ok && len(head) < 1000; line, ok = in.Next() {
		head = append(head, bytes.Clone(line))
	}
	var best parse.Format
	score := parse.NoMatch
	for _, f := range formats {
		if m := f.Match(head); m.Score > score {
			best, score = f, m.Score
		}
	}
	return best, score
}

// Goldens reads each file with the format that claims it and compares the
// records with testdata/NAME.golden of the package, which -update rewrites. The
// records must not depend on how the source is read.
func Goldens(t *testing.T, formats []parse.Format, files []string) {
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data := Load(t, name)
			f, score := Detect(formats, data)
			if score == parse.NoMatch {
				t.Fatal("no format claims the file")
			}
			s := Read(t, f, bytes.NewReader(data))
			golden := filepath.Join("testdata", filepath.Base(name)+".golden")
			if *update {
				if err := os.MkdirAll("testdata", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, s.Golden(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got, want := s.Golden(), Load(t, golden); !bytes.Equal(got, want) {
				t.Errorf("records differ from %s (go test -update rewrites it):\n%s", golden, difference(string(got), string(want)))
			}
			for _, in := range []io.Reader{iotest.OneByteReader(bytes.NewReader(data)), iotest.DataErrReader(bytes.NewReader(data))} {
				if again := Read(t, f, in); !slices.Equal(again.Text, s.Text) {
					t.Error("records depend on how the source is read")
				}
			}
		})
	}
}

func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	return "one is longer"
}

// fuzzed bounds the sources that are fuzzed: a few bytes may be worth many
// intervals.
const fuzzed = 4 << 10

// Fuzz feeds the files and whatever is made of them to every format: nothing
// may panic, and what Read checks must hold.
func Fuzz(f *testing.F, formats []parse.Format, files []string) {
	for _, name := range files {
		data := Load(f, name)
		f.Add(data[:min(len(data), fuzzed)])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), fuzzed)]
		Detect(formats, data)
		for _, format := range formats {
			s := &Stream{checkOnly: true}
			s.read(t, format, bytes.NewReader(data))
		}
	})
}

// Drain reads a source to its end and returns how many intervals it holds.
// Lines that are not understood fail the test.
func Drain(t testing.TB, f parse.Format, in io.Reader) (intervals int) {
	t.Helper()
	for rec, err := range f.Read(parse.NewLines(in)) {
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := rec.(*parse.Interval); ok {
			intervals++
		}
	}
	return intervals
}

// NoAllocationPerLine fails the test where the longer of two sources that
// differ in their number of lines takes more than slack allocations more.
func NoAllocationPerLine(t *testing.T, f parse.Format, short, long []byte, slack float64) {
	t.Helper()
	allocations := func(data []byte) float64 {
		return testing.AllocsPerRun(5, func() { Drain(t, f, bytes.NewReader(data)) })
	}
	if a, b := allocations(short), allocations(long); b-a > slack {
		t.Errorf("%d bytes more take %v allocations more", len(long)-len(short), b-a)
	}
}

// ConstantMemory reads a long source and fails the test where the heap grows
// beyond limit bytes while it does.
func ConstantMemory(t *testing.T, f parse.Format, in io.Reader, limit uint64) {
	t.Helper()
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	peak, records := uint64(0), 0
	for _, err := range f.Read(parse.NewLines(in)) {
		if err != nil {
			t.Fatal(err)
		}
		if records++; records%64 == 0 {
			runtime.ReadMemStats(&now)
			peak = max(peak, now.HeapAlloc)
		}
	}
	if records < 128 {
		t.Fatalf("only %d records: nothing was measured", records)
	}
	if peak > before.HeapAlloc+limit {
		t.Errorf("the heap grew by %d bytes", peak-before.HeapAlloc)
	}
}

// Repeated returns a reader of size bytes or a few more, made of what line
// appends for 0, 1, 2 and so on.
func Repeated(size int64, line func(dst []byte, i int) []byte) io.Reader {
	return &repeated{left: size, line: line}
}

type repeated struct {
	left int64
	line func([]byte, int) []byte
	i    int
	buf  []byte
	from int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.from == len(r.buf) {
		if r.left <= 0 {
			return 0, io.EOF
		}
		r.buf, r.from = r.buf[:0], 0
		for len(r.buf) < 32<<10 && int64(len(r.buf)) < r.left {
			r.buf = r.line(r.buf, r.i)
			r.i++
		}
		r.left -= int64(len(r.buf))
	}
	n := copy(p, r.buf[r.from:])
	r.from += n
	return n, nil
}
