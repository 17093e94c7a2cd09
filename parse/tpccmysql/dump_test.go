package tpccmysql

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"jitterlog/parse"
)

// dump writes a stream of records as text, a line a record. Of more than ten
// intervals, samples or buckets in a row only the first and the last three are
// shown.
func dump(w io.Writer, format parse.Format, in *parse.Lines) {
	var run []string
	flush := func() {
		if len(run) > 10 {
			left := len(run) - 6
			run = slices.Concat(run[:3], []string{fmt.Sprintf("... %d more ...\n", left)}, run[len(run)-3:])
		}
		io.WriteString(w, strings.Join(run, ""))
		run = run[:0]
	}
	for rec, err := range format.Read(in) {
		switch rec.(type) {
		case *parse.Interval, *parse.Sample, *parse.Bucket:
		default:
			flush()
		}
		switch rec := rec.(type) {
		case nil:
			fmt.Fprintf(w, "NOT UNDERSTOOD %v\n", err)
		case *parse.Header:
			fmt.Fprintf(w, "header line=%d format=%s tool=%s\n", rec.Line, rec.Format, rec.Tool)
		case *parse.Interval:
			run = append(run, intervalText(rec))
		case *parse.Sample:
			at := ""
			if !rec.At.IsZero() {
				at = " at=" + rec.At.Format("2006-01-02T15:04:05.000000000Z07:00")
			}
			run = append(run, fmt.Sprintf("sample %d: t=%v%s %s object=%q %s=%v %s\n", rec.Line, rec.T, at, rec.Source, rec.Object, rec.Metric, rec.Value, rec.Unit))
		case *parse.Bucket:
			run = append(run, fmt.Sprintf("bucket %d: %s whole=%v (%v, %v] %d\n", rec.Line, rec.Op, rec.WholeRun, rec.LowerMS, rec.UpperMS, rec.Count))
		case *parse.Event:
			fmt.Fprintf(w, "event %d-%d: t=%v %s %s %q x%d: %s\n", rec.Line, rec.LastLine, rec.T, rec.Severity, rec.Kind, rec.Code, rec.Count, rec.Message)
		case *parse.Summary:
			io.WriteString(w, summaryText(rec))
		}
	}
	flush()
}

func intervalText(iv *parse.Interval) string {
	var b strings.Builder
	fmt.Fprintf(&b, "interval %d: (%v, %v] %s", iv.Line, iv.Start, iv.End, iv.Phase)
	for i := range iv.Ops {
		op := &iv.Ops[i]
		fmt.Fprintf(&b, " | %s n=%d", op.Name, op.Count)
		if op.Late >= 0 {
			fmt.Fprintf(&b, " late=%d", op.Late)
		}
		for _, f := range []struct {
			name  string
			value float64
		}{{"rate", op.Rate}, {"p90", op.P90MS}, {"p95", op.P95MS}, {"p99", op.P99MS}, {"p999", op.P999MS}, {"p?", op.PctMS}, {"max", op.MaxMS}} {
			if !math.IsNaN(f.value) {
				fmt.Fprintf(&b, " %s=%v", f.name, f.value)
			}
		}
	}
	return b.String() + "\n"
}

func summaryText(s *parse.Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "summary lines=%d-%d tool=%s format=%s workload=%s headline=%s server=%s started=%s\n", s.FirstLine, s.LastLine, s.Tool, s.Format, s.Workload, s.HeadlineOp, s.Server, s.StartedAt.Format("2006-01-02T15:04:05"))
	fmt.Fprintf(&b, "  threads=%d scale=%d interval=%v warmup=%v duration=%v elapsed=%v complete=%v clock=%s tpmc=%v p95=%v errors=%d\n",
		s.Threads, s.Scale, s.IntervalS, s.WarmupS, s.DurationS, s.ElapsedS, s.Complete, s.Clock, s.TpmC, s.LatP95MS, s.Errors)
	for _, m := range []struct {
		name   string
		values map[string]string
	}{{"options", s.Options}, {"reported", s.Reported}} {
		if len(m.values) == 0 {
			continue
		}
		fmt.Fprintf(&b, "  %s", m.name)
		for _, k := range slices.Sorted(maps.Keys(m.values)) {
			fmt.Fprintf(&b, " %s=%s", k, m.values[k])
		}
		b.WriteString("\n")
	}
	return b.String()
}
