package parsetest

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Goldens reads each file with the format that claims it and compares the
// records with testdata/NAME.golden of the package, which -update rewrites. The
// records must not depend on how the source is read, and the reading must end
// where the caller ends it.
func Goldens(t *testing.T, formats []parse.Format, files []string) {
	LoadAll(t, files) // no two share a golden file
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data := Load(t, name)
			f, match := detect(formats, data)
			if match.Score == parse.NoMatch {
				t.Fatal("no format claims the file")
			}
			s := Read(t, f, bytes.NewReader(data))
			got := s.Golden()
			if len(s.Headers) == 0 {
				// No header says what the file was taken for.
				got = append(fmt.Appendf(nil, "match format=%s score=%d line=%d\n", f.Name, match.Score, match.Line+1), got...)
			}
			golden := filepath.Join("testdata", filepath.Base(name)+".golden")
			if *update {
				if err := os.MkdirAll("testdata", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := Load(t, golden); !bytes.Equal(got, want) {
				t.Errorf("records differ from %s (go test -update rewrites it):\n%s", golden, difference(string(got), string(want)))
			}
			for _, in := range []io.Reader{iotest.OneByteReader(bytes.NewReader(data)), iotest.DataErrReader(bytes.NewReader(data))} {
				if again := Read(t, f, in); !slices.Equal(again.Text, s.Text) {
					t.Error("records depend on how the source is read")
				}
			}
			stop(f, data, 20)
		})
	}
}

// stop ends the reading of a source behind its first record, its second and so
// on. A reader that went on would panic.
func stop(f parse.Format, data []byte, upTo int) {
	for limit := 1; limit <= upTo; limit++ {
		n := 0
		for range f.Read(parse.NewLines(bytes.NewReader(data))) {
			if n++; n == limit {
				break
			}
		}
		if n < limit {
			return
		}
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

// Claimed wants that some format is that sure of each file.
func Claimed(t *testing.T, formats []parse.Format, files []string, least int) {
	t.Helper()
	for _, name := range files {
		if f, score := Detect(formats, Load(t, name)); score < least {
			t.Errorf("%s is claimed by %q with %d, not %d", name, f.Name, score, least)
		}
	}
}

// Understood wants that each file is claimed by a line of the right shape at
// least, and that every line of it is understood.
func Understood(t *testing.T, formats []parse.Format, files []string) {
	t.Helper()
	Claimed(t, formats, files, parse.Likely)
	for _, name := range files {
		for _, err := range ReadClaimed(t, formats, name).Rejected {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// RejectedOnce puts a line of junk behind that many lines of a source. It must be
// rejected, once and where it stands, and neither cost a record nor make one, but
// where the source holds none.
func RejectedOnce(t *testing.T, f parse.Format, data []byte, behind int, junk string) {
	t.Helper()
	lines := bytes.SplitAfter(data, []byte("\n"))
	planted := bytes.Join(slices.Insert(lines, behind, []byte(junk+"\n")), nil)
	want, got := Read(t, f, bytes.NewReader(data)), Read(t, f, bytes.NewReader(planted))
	if len(got.Rejected) != len(want.Rejected)+1 {
		t.Errorf("%q in line %d: rejected %v, and without it %v", junk, behind+1, got.Rejected, want.Rejected)
		return
	}
	at := slices.IndexFunc(got.Rejected, func(e *parse.SyntaxError) bool { return e.Line == behind+1 })
	if at < 0 || got.Rejected[at].Text != junk && got.Rejected[at].Text != strings.TrimSpace(junk) {
		t.Errorf("%q in line %d: rejected %v", junk, behind+1, got.Rejected)
	}
	if g, w := got.counts(), want.counts(); g != w && (w != counts{} || g.intervals > 0) {
		t.Errorf("%q in line %d: %+v instead of %+v", junk, behind+1, g, w)
	}
}

// Junk is RejectedOnce at a dozen places of a source, but for those behind lines
// that take any line.
func Junk(t *testing.T, f parse.Format, data []byte, junk string, takesAny func(before [][]byte) bool) {
	t.Helper()
	lines := bytes.SplitAfter(data, []byte("\n"))
	for behind := 1; behind < len(lines)-1; behind += 1 + len(lines)/12 {
		if takesAny == nil || !takesAny(lines[:behind]) {
			RejectedOnce(t, f, data, behind, junk)
		}
	}
}
