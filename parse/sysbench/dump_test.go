package sysbench

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"jitterlog/parse"
)

// A stream is what was read of a source, the records kept.
type stream struct {
	text      []string // one line a record
	headers   []parse.Header
	intervals []parse.Interval
	samples   []parse.Sample
	events    []parse.Event
	buckets   []parse.Bucket
	summaries []*parse.Summary
	rejected  []*parse.SyntaxError
}

func readAll(t testing.TB, in io.Reader) *stream {
	t.Helper()
	lines := parse.NewLines(in)
	s := &stream{}
	for rec, err := range Formats[0].Read(lines) {
		s.add(t, rec, err)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stream) add(t testing.TB, rec parse.Record, err error) {
	t.Helper()
	switch rec := rec.(type) {
	case nil:
		e, ok := err.(*parse.SyntaxError)
		if !ok {
			t.Fatalf("error %T: %v", err, err)
		}
		s.rejected = append(s.rejected, e)
		s.text = append(s.text, "rejected "+e.Error())
	case *parse.Header:
		s.headers = append(s.headers, *rec)
		s.text = append(s.text, fmt.Sprintf("header line=%d format=%s tool=%s", rec.Line, rec.Format, rec.Tool))
	case *parse.Interval:
		iv := *rec
		iv.Ops = slices.Clone(rec.Ops)
		s.intervals = append(s.intervals, iv)
		s.text = append(s.text, intervalText(rec))
	case *parse.Sample:
		s.samples = append(s.samples, *rec)
		s.text = append(s.text, fmt.Sprintf("sample line=%d t=%v source=%s object=%s metric=%s unit=%s value=%v",
			rec.Line, rec.T, rec.Source, rec.Object, rec.Metric, rec.Unit, rec.Value))
	case *parse.Event:
		s.events = append(s.events, *rec)
		s.text = append(s.text, fmt.Sprintf("event line=%d-%d t=%v %s %s code=%s count=%d %q",
			rec.Line, max(rec.Line, rec.LastLine), rec.T, rec.Severity, rec.Kind, rec.Code, rec.Count, rec.Message))
	case *parse.Bucket:
		s.buckets = append(s.buckets, *rec)
		s.text = append(s.text, fmt.Sprintf("bucket line=%d op=%s whole=%v (%.4f, %v] count=%d",
			rec.Line, rec.Op, rec.WholeRun, rec.LowerMS, rec.UpperMS, rec.Count))
	case *parse.Summary:
		s.summaries = append(s.summaries, rec)
		s.text = append(s.text, summaryText(rec)...)
	default:
		t.Fatalf("record %T", rec)
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
		if op.Count != parse.Absent || op.Late != parse.Absent || op.Failed != parse.Absent || op.Retried != parse.Absent {
			fmt.Fprint(b, " COUNTS")
		}
		for _, f := range []struct {
			name  string
			value float64
		}{
			{"rate", op.Rate}, {"errors", op.Errors}, {"reconns", op.Reconns}, {"avg", op.AvgMS}, {"p50", op.P50MS}, {"p90", op.P90MS},
			{"p95", op.P95MS}, {"p99", op.P99MS}, {"p999", op.P999MS}, {"max", op.MaxMS}, {"rank", op.PctRank}, {"pct", op.PctMS}, {"bytes", op.Bytes},
		} {
			if !math.IsNaN(f.value) {
				fmt.Fprintf(b, " %s=%v", f.name, f.value)
			}
		}
	}
	return b.String()
}

func summaryText(s *parse.Summary) []string {
	out := []string{fmt.Sprintf("summary lines=%d-%d version=%s workload=%s headline=%s threads=%d scale=%d interval=%v warmup=%v duration=%v elapsed=%v complete=%v clock=%s",
		s.FirstLine, s.LastLine, s.Version, s.Workload, s.HeadlineOp, s.Threads, s.Scale, s.IntervalS, s.WarmupS, s.DurationS, s.ElapsedS, s.Complete, s.Clock),
		fmt.Sprintf("    tps=%v qps=%v lat_avg=%v lat_p95=%v errors=%d", s.TPS, s.QPS, s.LatAvgMS, s.LatP95MS, s.Errors)}
	for _, m := range []map[string]string{s.Options, s.Reported} {
		b := &strings.Builder{}
		for _, k := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(b, " %s=%q", k, m[k])
		}
		out = append(out, "   "+b.String())
	}
	return out
}

// golden shortens runs of more than six lines of one kind to their first and
// last three, so that a person reads the result.
func (s *stream) golden() []byte {
	b := &bytes.Buffer{}
	kind := func(i int) string { k, _, _ := strings.Cut(s.text[i], " "); return k }
	for i := 0; i < len(s.text); {
		n := i
		for n < len(s.text) && kind(n) == kind(i) && kind(i) != "" && kind(i) != "event" {
			n++
		}
		if n-i > 6 {
			for _, line := range s.text[i : i+3] {
				fmt.Fprintln(b, line)
			}
			fmt.Fprintf(b, "... %d more %ss\n", n-i-6, kind(i))
			i = n - 3
		}
		for n = max(n, i+1); i < n; i++ {
			fmt.Fprintln(b, s.text[i])
		}
	}
	return b.Bytes()
}
