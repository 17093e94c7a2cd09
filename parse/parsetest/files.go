// Package parsetest holds what the tests of the format packages share. It reads
// a source into records that are kept and into text that a person can compare,
// holds every record to what is true of all formats, and checks what every
// reader must keep to: golden files, independence of how the source is read,
// lines that are not understood, memory, and input that is no log at all.
//
// A format package names its files and calls Goldens, Understood, NotClaimed,
// RejectedOnce, NoAllocationPerLine and Fuzz; what its tool says of its own
// figures it checks itself, on the Stream that Read returns.
package parsetest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"jitterlog/parse"
)

// Files returns the files that match the patterns, each of which must match
// some, and fails the test where there are fewer than atLeast.
func Files(t testing.TB, atLeast int, patterns ...string) []string {
	t.Helper()
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no file matches %s (%v)", pattern, err)
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

// LoadAll returns the content of files by their name without the folder.
func LoadAll(t testing.TB, files []string) map[string][]byte {
	t.Helper()
	all := make(map[string][]byte, len(files))
	for _, name := range files {
		all[filepath.Base(name)] = Load(t, name)
	}
	if len(all) < len(files) {
		t.Fatalf("%d files have only %d names", len(files), len(all))
	}
	return all
}

// headLines is how many lines of a source a format may look at.
const headLines = 1000

// Head returns the first lines of a source, as formats are given them.
func Head(data []byte) (head [][]byte) {
	in := parse.NewLines(bytes.NewReader(data))
	for line, ok := in.Next(); ok && len(head) < headLines; line, ok = in.Next() {
		head = append(head, bytes.Clone(line))
	}
	return head
}

// Detect returns the format that is surest of a source, and its score; the
// first of equals.
func Detect(formats []parse.Format, data []byte) (parse.Format, int) {
	f, m := detect(formats, data)
	return f, m.Score
}

func detect(formats []parse.Format, data []byte) (best parse.Format, match parse.Match) {
	head := Head(data)
	for _, f := range formats {
		if m := f.Match(head); m.Score > match.Score {
			best, match = f, m
		}
	}
	return best, match
}

// NotClaimed wants that no format claims any of those texts, which have names.
func NotClaimed(t *testing.T, formats []parse.Format, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		if f, m := detect(formats, []byte(text)); m.Score > parse.NoMatch {
			t.Errorf("%s: claimed by %s with %d for line %d", name, f.Name, m.Score, m.Line+1)
		}
	}
}
