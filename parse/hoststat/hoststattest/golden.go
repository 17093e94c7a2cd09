// Package hoststattest holds the readers of host series to golden files and to
// what is true of every stream of samples.
package hoststattest

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"jitterlog/parse"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Written is the reference time of all sources here.
var Written = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

// Files returns the files of those patterns, each of which must match.
func Files(t testing.TB, patterns ...string) []string {
	t.Helper()
	var files []string
	for _, p := range patterns {
		found, err := filepath.Glob(p)
		if err != nil || len(found) == 0 {
			t.Fatalf("no file %s (%v)", p, err)
		}
		files = append(files, found...)
	}
	return files
}

// Load returns a file.
func Load(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A Stream is what was read from a source.
type Stream struct {
	Samples []parse.Sample
	Events  []parse.Event
	Errors  []string
}

// Read reads a source and fails the test if a record breaks a rule: only
// finite samples with a metric, and either a clock or a time.
func Read(t testing.TB, f parse.Format, r io.Reader) Stream {
	t.Helper()
	in := parse.NewLines(r)
	in.SetClock(time.UTC, Written)
	return ReadLines(t, f, in)
}

// ReadLines is Read for lines with a clock or prefixes of their own.
func ReadLines(t testing.TB, f parse.Format, in *parse.Lines) Stream {
	t.Helper()
	var s Stream
	for rec, err := range f.Read(in) {
		switch rec := rec.(type) {
		case nil:
			s.Errors = append(s.Errors, err.Error())
		case *parse.Sample:
			if rec.Metric == "" || rec.Source == "" || math.IsNaN(rec.Value) || rec.Line < 1 || rec.At.IsZero() == math.IsNaN(rec.T) {
				t.Fatalf("sample %+v", *rec)
			}
			s.Samples = append(s.Samples, *rec)
		case *parse.Event:
			if rec.Line < 0 || rec.Count < 1 || rec.Message == "" {
				t.Fatalf("event %+v", *rec)
			}
			s.Events = append(s.Events, *rec)
		default:
			t.Fatalf("a record %T", rec)
		}
	}
	return s
}

// Value returns the one sample of those that is of that object and metric at
// that place among its equals.
func (s Stream) Value(t testing.TB, source, object, metric string, n int) parse.Sample {
	t.Helper()
	for _, v := range s.Samples {
		if v.Source == source && v.Object == object && v.Metric == metric {
			if n == 0 {
				return v
			}
			n--
		}
	}
	t.Fatalf("no such sample: %s %q %s", source, object, metric)
	return parse.Sample{}
}

func (s Stream) lines() []string {
	var out []string
	for _, v := range s.Samples {
		out = append(out, fmt.Sprintf("%d %s %s %q %s %s %v", v.Line, when(v), v.Source, v.Object, v.Metric, v.Unit, v.Value))
	}
	for _, e := range s.Events {
		out = append(out, fmt.Sprintf("event %d %s %s %s", e.Line, e.Severity, e.Kind, e.Message))
	}
	return append(out, s.Errors...)
}

func when(v parse.Sample) string {
	if v.At.IsZero() {
		return fmt.Sprintf("t=%v", v.T)
	}
	return v.At.Format(time.RFC3339Nano)
}

// golden returns count, sum, first and last sample of each metric.
func (s Stream) golden(m parse.Match) []byte {
	type series struct {
		first, last parse.Sample
		count       int
		sum         float64
	}
	type key struct{ source, object, metric string }
	all := map[key]*series{}
	var order []key
	for _, v := range s.Samples {
		k := key{v.Source, v.Object, v.Metric}
		if all[k] == nil {
			all[k] = &series{first: v}
			order = append(order, k)
		}
		x := all[k]
		x.last = v
		x.count++
		x.sum += v.Value
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "match %d at line %d\n", m.Score, m.Line+1)
	for _, k := range order {
		x := all[k]
		fmt.Fprintf(&b, "%s | %s | %s %s | %d: sum %.6g | line %d %s %v | line %d %s %v\n", k.source, k.object, k.metric, x.first.Unit, x.count, x.sum,
			x.first.Line, when(x.first), x.first.Value, x.last.Line, when(x.last), x.last.Value)
	}
	for _, e := range s.Events {
		fmt.Fprintf(&b, "event | line %d %s %s: %s\n", e.Line, e.Severity, e.Kind, e.Message)
	}
	for _, e := range s.Errors {
		fmt.Fprintf(&b, "error | %s\n", e)
	}
	return b.Bytes()
}

// Golden compares what is read of each file with testdata/FILE.golden, and
// wants it to be the same however the source is cut into reads.
func Golden(t *testing.T, f parse.Format, files []string) {
	for _, name := range files {
		label := filepath.Base(name)
		if dir := filepath.Base(filepath.Dir(name)); dir == "templates" {
			label = dir + "-" + label
		}
		t.Run(label, func(t *testing.T) {
			data := Load(t, name)
			s := Read(t, f, bytes.NewReader(data))
			got := s.golden(f.Match(head(data)))
			file := filepath.Join("testdata", label+".golden")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := Load(t, file); !bytes.Equal(got, want) {
				t.Errorf("samples differ from %s (go test -update rewrites it):\n%s", file, difference(got, want))
			}
			for _, in := range []io.Reader{iotest.OneByteReader(bytes.NewReader(data)), iotest.DataErrReader(bytes.NewReader(data))} {
				if again := Read(t, f, in); !slices.Equal(again.lines(), s.lines()) {
					t.Error("samples depend on how the source is read")
				}
			}
		})
	}
}

func difference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	return "one is longer"
}

func head(data []byte) [][]byte {
	var out [][]byte
	in := parse.NewLines(bytes.NewReader(data))
	for line, ok := in.Next(); ok; line, ok = in.Next() {
		out = append(out, bytes.Clone(line))
	}
	return out
}
