package hammerdb

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"jitterlog/parse"
)

// dump writes a stream of records as text, a line a record. Of more than ten
// intervals in a row only the first and the last three are shown.
func dump(w io.Writer, format parse.Format, in *parse.Lines) {
	var many []string
	flush := func() {
		if len(many) > 10 {
			left := len(many) - 6
			many = slices.Concat(many[:3], []string{fmt.Sprintf("... %d more ...\n", left)}, many[len(many)-3:])
		}
		io.WriteString(w, strings.Join(many, ""))
		many = many[:0]
	}
	for rec, err := range format.Read(in) {
		if iv, ok := rec.(*parse.Interval); ok {
			many = append(many, intervalText(iv))
			continue
		}
		flush()
		switch rec := rec.(type) {
		case nil:
			fmt.Fprintf(w, "NOT UNDERSTOOD %v\n", err)
		case *parse.Header:
			fmt.Fprintf(w, "header line=%d format=%s tool=%s\n", rec.Line, rec.Format, rec.Tool)
		case *parse.Sample:
			fmt.Fprintf(w, "sample %d: t=%v at=%s %s object=%q %s=%v %s\n", rec.Line, rec.T, rec.At.Format(time.DateTime), rec.Source, rec.Object, rec.Metric, rec.Value, rec.Unit)
		case *parse.Event:
			fmt.Fprintf(w, "event %d-%d: t=%v %s %s %q x%d: %s\n", rec.Line, rec.LastLine, rec.T, rec.Severity, rec.Kind, rec.Code, rec.Count, rec.Message)
		case *parse.Summary:
			io.WriteString(w, summaryText(rec))
		default:
			fmt.Fprintf(w, "unexpected %T\n", rec)
		}
	}
	flush()
}

func intervalText(iv *parse.Interval) string {
	var b strings.Builder
	fmt.Fprintf(&b, "interval %d: (%v, %v] %s threads=%d", iv.Line, iv.Start, iv.End, iv.Phase, iv.Threads)
	for i := range iv.Ops {
		op := &iv.Ops[i]
		fmt.Fprintf(&b, " | %s n=%d", op.Name, op.Count)
		for _, f := range []struct {
			name  string
			value float64
		}{{"rate", op.Rate}, {"avg", op.AvgMS}, {"p50", op.P50MS}, {"p90", op.P90MS}, {"p95", op.P95MS}, {"p99", op.P99MS}, {"p999", op.P999MS}, {"max", op.MaxMS}} {
			if !math.IsNaN(f.value) {
				fmt.Fprintf(&b, " %s=%.6g", f.name, f.value)
			}
		}
	}
	return b.String() + "\n"
}

func summaryText(s *parse.Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "summary lines=%d-%d tool=%s format=%s workload=%s headline=%s server=%s started=%s\n", s.FirstLine, s.LastLine, s.Tool, s.Format, s.Workload, s.HeadlineOp, s.Server, s.StartedAt.Format("2006-01-02T15:04:05"))
	fmt.Fprintf(&b, "  threads=%d scale=%d interval=%v warmup=%v duration=%v elapsed=%v complete=%v clock=%s tpmc=%v avg=%.6g p95=%v errors=%d\n",
		s.Threads, s.Scale, s.IntervalS, s.WarmupS, s.DurationS, s.ElapsedS, s.Complete, s.Clock, s.TpmC, s.LatAvgMS, s.LatP95MS, s.Errors)
	for _, k := range slices.Sorted(maps.Keys(s.Options)) {
		fmt.Fprintf(&b, "  option %s=%s\n", k, s.Options[k])
	}
	for _, k := range slices.Sorted(maps.Keys(s.Reported)) {
		fmt.Fprintf(&b, "  reported %s=%s\n", k, s.Reported[k])
	}
	return b.String()
}
