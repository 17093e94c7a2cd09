// Package parsetest holds what the tests of the format packages share: it reads
// a source into text that a person can compare, and checks what every format
// must keep to.
package parsetest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"jitterlog/parse"
)

// A Stream is what was read of a source, the records kept.
type Stream struct {
	Text      []string // one line a record
	Headers   []*parse.Header
	Intervals []parse.Interval
	Samples   []parse.Sample
	Events    []*parse.Event
	Buckets   []parse.Bucket
	Summaries []*parse.Summary
	Rejected  []*parse.SyntaxError

	checkOnly bool // nothing but headers and summaries is kept
}

// Read reads a source with a format, and fails the test where the order of the
// records or what stands in them is impossible.
func Read(t testing.TB, f parse.Format, in io.Reader) *Stream {
	t.Helper()
	s := &Stream{}
	s.read(t, f, in)
	return s
}

func (s *Stream) read(t testing.TB, f parse.Format, in io.Reader) {
	t.Helper()
	lines := parse.NewLines(in)
	for rec, err := range f.Read(lines) {
		s.add(t, rec, err)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(s.Headers) != len(s.Summaries) {
		t.Fatalf("%d headers, %d summaries", len(s.Headers), len(s.Summaries))
	}
}

// inRun says whether the last header has no summary yet.
func (s *Stream) inRun() bool { return len(s.Headers) > len(s.Summaries) }

func (s *Stream) add(t testing.TB, rec parse.Record, err error) {
	t.Helper()
	switch rec := rec.(type) {
	case nil:
		var syntax *parse.SyntaxError
		if !errors.As(err, &syntax) {
			t.Fatalf("error %T: %v", err, err)
		}
		if syntax.Line < 1 || syntax.Column < 0 || syntax.Want == "" {
			t.Fatalf("syntax error %+v", syntax)
		}
		s.Rejected = append(s.Rejected, syntax)
		s.Text = append(s.Text, "rejected "+syntax.Error())
		return
	case *parse.Header:
		if s.inRun() {
			t.Fatal("a header within a run")
		}
		s.Headers = append(s.Headers, rec)
		s.Text = append(s.Text, fmt.Sprintf("header line=%d format=%s tool=%s", rec.Line, rec.Format, rec.Tool))
		return
	}
	if !s.inRun() {
		t.Fatalf("%T outside a run", rec)
	}
	switch rec := rec.(type) {
	case *parse.Interval:
		s.interval(t, rec)
	case *parse.Sample:
		if s.checkOnly {
			return
		}
		s.Samples = append(s.Samples, *rec)
		s.Text = append(s.Text, fmt.Sprintf("sample line=%d t=%v source=%s object=%s metric=%s unit=%s value=%v",
			rec.Line, rec.T, rec.Source, rec.Object, rec.Metric, rec.Unit, rec.Value))
	case *parse.Event:
		if rec.Count < 1 || rec.Line < 1 {
			t.Fatalf("event %+v", rec)
		}
		s.Events = append(s.Events, rec)
		s.Text = append(s.Text, fmt.Sprintf("event line=%d-%d t=%v %s %s code=%s count=%d %q",
			rec.Line, max(rec.Line, rec.LastLine), rec.T, rec.Severity, rec.Kind, rec.Code, rec.Count, rec.Message))
	case *parse.Bucket:
		if !(rec.LowerMS >= 0 && rec.LowerMS < rec.UpperMS) || rec.Count < 0 {
			t.Fatalf("bucket %+v", rec)
		}
		if s.checkOnly {
			return
		}
		s.Buckets = append(s.Buckets, *rec)
		s.Text = append(s.Text, fmt.Sprintf("bucket line=%d op=%s whole=%v (%v, %v] count=%d",
			rec.Line, rec.Op, rec.WholeRun, rec.LowerMS, rec.UpperMS, rec.Count))
	case *parse.Summary:
		if rec.LastLine < rec.FirstLine || rec.FirstLine < 1 {
			t.Fatalf("run is lines %d-%d", rec.FirstLine, rec.LastLine)
		}
		s.Summaries = append(s.Summaries, rec)
		s.Text = append(s.Text, summaryText(rec)...)
	default:
		t.Fatalf("record %T", rec)
	}
}

func (s *Stream) interval(t testing.TB, rec *parse.Interval) {
	t.Helper()
	if !(rec.Start < rec.End) || len(rec.Ops) == 0 {
		t.Fatalf("line %d: interval (%v, %v] of %d operations", rec.Line, rec.Start, rec.End, len(rec.Ops))
	}
	for i := range rec.Ops {
		for _, f := range figures(&rec.Ops[i]) {
			if f.value < 0 || math.IsInf(f.value, 0) {
				t.Fatalf("line %d: %s of %s is %v", rec.Line, f.name, rec.Ops[i].Name, f.value)
			}
		}
	}
	if s.checkOnly {
		return
	}
	iv := *rec
	iv.Ops = slices.Clone(rec.Ops)
	s.Intervals = append(s.Intervals, iv)
	s.Text = append(s.Text, intervalText(rec))
}

type figure struct {
	name  string
	value float64
}

func figures(op *parse.Op) [13]figure {
	return [13]figure{
		{"rate", op.Rate}, {"errors", op.Errors}, {"reconns", op.Reconns}, {"avg", op.AvgMS}, {"p50", op.P50MS}, {"p90", op.P90MS},
		{"p95", op.P95MS}, {"p99", op.P99MS}, {"p999", op.P999MS}, {"max", op.MaxMS}, {"rank", op.PctRank}, {"pct", op.PctMS}, {"bytes", op.Bytes},
	}
}

func intervalText(iv *parse.Interval) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "interval line=%d (%v, %v] %s", iv.Line, iv.Start, iv.End, iv.Phase)
	if iv.Threads != parse.Absent {
		fmt.Fprintf(b, " threads=%d", iv.Threads)
	}
	for i := range iv.Ops {
		op := &iv.Ops[i]
		fmt.Fprintf(b, " | %s", op.Name)
		for _, f := range []struct {
			name  string
			value int64
		}{{"count", op.Count}, {"late", op.Late}, {"failed", op.Failed}, {"retried", op.Retried}} {
			if f.value != parse.Absent {
				fmt.Fprintf(b, " %s=%d", f.name, f.value)
			}
		}
		for _, f := range figures(op) {
			if !math.IsNaN(f.value) {
				fmt.Fprintf(b, " %s=%v", f.name, f.value)
			}
		}
	}
	return b.String()
}

func summaryText(s *parse.Summary) []string {
	out := []string{
		fmt.Sprintf("summary lines=%d-%d tool=%s version=%s format=%s workload=%s headline=%s threads=%d scale=%d interval=%v warmup=%v duration=%v elapsed=%v complete=%v clock=%s",
			s.FirstLine, s.LastLine, s.Tool, s.Version, s.Format, s.Workload, s.HeadlineOp, s.Threads, s.Scale, s.IntervalS, s.WarmupS, s.DurationS, s.ElapsedS, s.Complete, s.Clock),
		fmt.Sprintf("    tpmc=%v tps=%v qps=%v lat_avg=%v lat_p95=%v errors=%d server=%q server_version=%q", s.TpmC, s.TPS, s.QPS, s.LatAvgMS, s.LatP95MS, s.Errors, s.Server, s.ServerVersion),
	}
	if !s.StartedAt.IsZero() {
		out = append(out, "    started_at="+s.StartedAt.Format("2006-01-02T15:04:05.999999Z07:00"))
	}
	for name, m := range map[string]map[string]string{"options": s.Options, "reported": s.Reported} {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			out = append(out, fmt.Sprintf("    %s %s=%q", name, k, m[k]))
		}
	}
	slices.Sort(out[2:])
	return out
}

// Golden returns the text of the stream, where runs of more than eight records
// of one kind are shortened to their first and last four.
func (s *Stream) Golden() []byte {
	b := &bytes.Buffer{}
	kind := func(i int) string { k, _, _ := strings.Cut(s.Text[i], " "); return k }
	for i := 0; i < len(s.Text); {
		n := i
		for n < len(s.Text) && kind(n) == kind(i) && kind(i) != "" && kind(i) != "event" {
			n++
		}
		if n-i > 8 {
			for _, line := range s.Text[i : i+4] {
				fmt.Fprintln(b, line)
			}
			fmt.Fprintf(b, "... %d more %ss\n", n-i-8, kind(i))
			i = n - 4
		}
		for n = max(n, i+1); i < n; i++ {
			fmt.Fprintln(b, s.Text[i])
		}
	}
	return b.Bytes()
}
