package parsetest

import (
	"bytes"
	"slices"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
)

const (
	// fuzzed bounds the sources that are fuzzed, and fuzzTexts what is kept of
	// them: a few bytes may be worth many intervals.
	fuzzed    = 4 << 10
	fuzzTexts = 1000
)

// Fuzz feeds the files, their beginnings and ends, what the package added before
// and whatever is made of them to every format: nothing may panic, what Read and
// the checks want must hold, records must not depend on how the source is read,
// and the reading must end where the caller ends it. The checks are given streams
// that are kept only in part where they are long.
func Fuzz(f *testing.F, formats []parse.Format, files []string, checks ...func(testing.TB, *Stream)) {
	for _, name := range files {
		data := Load(f, name)
		f.Add(data[:min(len(data), fuzzed)])
		if len(data) > fuzzed {
			f.Add(data[len(data)-fuzzed/2:])
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), fuzzed)]
		head := Head(data)
		for _, format := range formats {
			if m := format.Match(head); m.Score < parse.NoMatch || m.Score > parse.Certain || m.Line < 0 || m.Score > parse.NoMatch && m.Line >= len(head) {
				t.Fatalf("%s: match %+v of %d lines", format.Name, m, len(head))
			}
			s := newStream(format, fuzzTexts)
			s.read(t, parse.NewLines(bytes.NewReader(data)))
			for _, check := range checks {
				check(t, s)
			}
			again := newStream(format, fuzzTexts)
			again.read(t, parse.NewLines(iotest.OneByteReader(bytes.NewReader(data))))
			if s.records != again.records || !slices.Equal(s.Text, again.Text) {
				t.Fatalf("%s: records depend on how the source is read", format.Name)
			}
			stop(format, data, 3)
		}
	})
}
