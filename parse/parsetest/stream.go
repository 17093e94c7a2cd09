package parsetest

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"testing"
	"time"

	"jitterlog/parse"
)

// Written is when the sources that Read reads were written.
var Written = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

// A Stream is what was read of a source, the records kept.
type Stream struct {
	Format    parse.Format
	Text      []string // one line a record
	Headers   []*parse.Header
	Intervals []parse.Interval
	Samples   []parse.Sample
	Events    []*parse.Event
	Buckets   []parse.Bucket
	Settings  []*parse.Setting
	Summaries []*parse.Summary
	Rejected  []*parse.SyntaxError
	Runs      []*Run
	Loose     int // how many records are outside a run

	end     float64 // of the last interval of the run
	limit   int     // of lines of text behind which long kinds are not kept; 0: none
	records int
}

// A Run is the records of one run.
type Run struct {
	Header    *parse.Header
	Intervals []parse.Interval
	Events    []*parse.Event
	Summary   *parse.Summary
}

func newStream(f parse.Format, limit int) *Stream { return &Stream{Format: f, limit: limit} }

// Read reads a source with a format, and fails the test where the order of the
// records or what stands in them is impossible. Times without a zone are UTC, and
// the source was Written.
func Read(t testing.TB, f parse.Format, in io.Reader) *Stream {
	t.Helper()
	lines := parse.NewLines(in)
	lines.SetClock(time.UTC, Written)
	return ReadLines(t, f, lines)
}

// ReadFile is Read for a file.
func ReadFile(t testing.TB, f parse.Format, name string) *Stream {
	t.Helper()
	return Read(t, f, bytes.NewReader(Load(t, name)))
}

// ReadClaimed is Read for a file, with the format that claims it.
func ReadClaimed(t testing.TB, formats []parse.Format, name string) *Stream {
	t.Helper()
	data := Load(t, name)
	f, score := Detect(formats, data)
	if score == parse.NoMatch {
		t.Fatalf("no format claims %s", name)
	}
	return Read(t, f, bytes.NewReader(data))
}

// ReadLines is Read for lines with a clock or prefixes of their own.
func ReadLines(t testing.TB, f parse.Format, lines *parse.Lines) *Stream {
	t.Helper()
	s := newStream(f, 0)
	s.read(t, lines)
	return s
}

func (s *Stream) read(t testing.TB, lines *parse.Lines) {
	t.Helper()
	for rec, err := range s.Format.Read(lines) {
		s.records++
		if line := lastLine(rec, err); line < 1 || line > lines.Number()+1 { // an end that comes too early is behind the last line
			t.Fatalf("%s: %T %+v of line %d of %d", s.Format.Name, rec, rec, line, lines.Number())
		}
		s.add(t, rec, err, lines.Number())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(s.Headers) != len(s.Summaries) {
		t.Fatalf("%s: %d headers, %d summaries", s.Format.Name, len(s.Headers), len(s.Summaries))
	}
}

// inRun says whether the last header has no summary yet.
func (s *Stream) inRun() bool { return len(s.Headers) > len(s.Summaries) }

func (s *Stream) full() bool { return s.limit > 0 && len(s.Text) >= s.limit }

func (s *Stream) add(t testing.TB, rec parse.Record, err error, lines int) {
	t.Helper()
	if rec == nil {
		var syntax *parse.SyntaxError
		if !errors.As(err, &syntax) {
			t.Fatalf("%s: error %T: %v", s.Format.Name, err, err)
		}
		checkSyntaxError(t, syntax, lines)
		s.Rejected = append(s.Rejected, syntax)
		s.Text = append(s.Text, "rejected "+syntax.Error())
		return
	}
	if header, ok := rec.(*parse.Header); ok {
		if s.inRun() || s.Loose > 0 {
			t.Fatalf("%s: a header within a run, or behind %d records outside of one", s.Format.Name, s.Loose)
		}
		s.end = math.Inf(-1)
		s.Headers = append(s.Headers, header)
		s.Runs = append(s.Runs, &Run{Header: header})
		s.Text = append(s.Text, text(rec)...)
		return
	}
	run := &Run{}
	if s.inRun() {
		run = s.Runs[len(s.Runs)-1]
	} else if s.Loose++; !s.mayBeLoose(rec) {
		t.Fatalf("%s: %T outside a run: %+v", s.Format.Name, rec, rec)
	}
	check(t, rec)
	switch rec := rec.(type) {
	case *parse.Interval:
		if rec.Start < s.end {
			t.Fatalf("%s: line %d: interval (%v, %v] behind one to %v", s.Format.Name, rec.Line, rec.Start, rec.End, s.end)
		}
		s.end = rec.End
		if s.full() {
			return
		}
		iv := *rec
		iv.Ops = slices.Clone(rec.Ops)
		s.Intervals = append(s.Intervals, iv)
		run.Intervals = append(run.Intervals, iv)
	case *parse.Sample:
		if s.full() {
			return
		}
		s.Samples = append(s.Samples, *rec)
	case *parse.Bucket:
		if s.full() {
			return
		}
		s.Buckets = append(s.Buckets, *rec)
	case *parse.Event:
		s.Events = append(s.Events, rec)
		run.Events = append(run.Events, rec)
	case *parse.Setting:
		s.Settings = append(s.Settings, rec)
	case *parse.Summary:
		if n := len(s.Summaries); n > 0 && rec.FirstLine < s.Summaries[n-1].FirstLine {
			t.Fatalf("a run from line %d behind one from line %d", rec.FirstLine, s.Summaries[n-1].FirstLine)
		}
		s.Summaries = append(s.Summaries, rec)
		run.Summary = rec
	}
	s.Text = append(s.Text, text(rec)...)
}

// mayBeLoose says whether a record may stand in a source that is no run.
func (s *Stream) mayBeLoose(rec parse.Record) bool {
	if !s.Format.Attaches || len(s.Headers) > 0 {
		return false
	}
	switch rec := rec.(type) {
	case *parse.Sample: // without a run nothing else gives it a time
		return rec.At.IsZero() == !math.IsNaN(rec.T)
	case *parse.Event, *parse.Setting:
		return true
	}
	return false
}

// Value returns the sample of a series at that place among its values, from 0.
func (s *Stream) Value(t testing.TB, source, object, metric string, n int) parse.Sample {
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

// counts are how many records a stream has, what was rejected left out.
type counts struct{ headers, intervals, samples, events, buckets, settings, summaries int }

func (s *Stream) counts() counts {
	return counts{len(s.Headers), len(s.Intervals), len(s.Samples), len(s.Events), len(s.Buckets), len(s.Settings), len(s.Summaries)}
}
