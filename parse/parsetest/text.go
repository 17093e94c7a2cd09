package parsetest

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"jitterlog/parse"
)

// text is one line of a record, of a summary several.
func text(rec parse.Record) []string {
	switch rec := rec.(type) {
	case *parse.Header:
		return []string{fmt.Sprintf("header line=%d format=%s tool=%s", rec.Line, rec.Format, rec.Tool)}
	case *parse.Interval:
		return []string{intervalText(rec)}
	case *parse.Sample:
		return []string{fmt.Sprintf("sample line=%d %s source=%s object=%s metric=%s unit=%s value=%v",
			rec.Line, when(rec), rec.Source, rec.Object, rec.Metric, rec.Unit, rec.Value)}
	case *parse.Event:
		return []string{fmt.Sprintf("event line=%d-%d t=%v%s %s %s code=%s count=%d %q",
			rec.Line, max(rec.Line, rec.LastLine), rec.T, clock(rec.At), rec.Severity, rec.Kind, rec.Code, rec.Count, rec.Message)}
	case *parse.Bucket:
		return []string{fmt.Sprintf("bucket line=%d op=%s whole=%v (%v, %v] count=%d",
			rec.Line, rec.Op, rec.WholeRun, rec.LowerMS, rec.UpperMS, rec.Count)}
	case *parse.Setting:
		return []string{fmt.Sprintf("setting line=%d %s=%q", rec.Line, rec.Name, rec.Value)}
	case *parse.Summary:
		return summaryText(rec)
	}
	return nil
}

// when is the time of a sample, in seconds, by the clock or both.
func when(s *parse.Sample) string {
	if math.IsNaN(s.T) && !s.At.IsZero() {
		return strings.TrimSpace(clock(s.At))
	}
	return fmt.Sprintf("t=%v%s", s.T, clock(s.At))
}

func clock(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return " at=" + at.Format(time.RFC3339Nano)
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

type number struct {
	name  string
	value int64
}

func numbers(op *parse.Op) [4]number {
	return [4]number{{"count", op.Count}, {"late", op.Late}, {"failed", op.Failed}, {"retried", op.Retried}}
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
		for _, f := range numbers(op) {
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

// fewSettings is how many settings a person can read: those that were noted with
// a run, not the whole list of a server.
const fewSettings = 40

func summaryText(s *parse.Summary) []string {
	out := []string{
		fmt.Sprintf("summary lines=%d-%d tool=%s version=%s format=%s workload=%s headline=%s threads=%d scale=%d interval=%v warmup=%v duration=%v elapsed=%v complete=%v clock=%s",
			s.FirstLine, s.LastLine, s.Tool, s.Version, s.Format, s.Workload, s.HeadlineOp, s.Threads, s.Scale, s.IntervalS, s.WarmupS, s.DurationS, s.ElapsedS, s.Complete, s.Clock),
		fmt.Sprintf("    tpmc=%v tps=%v qps=%v lat_avg=%v lat_p95=%v errors=%d server=%q server_version=%q", s.TpmC, s.TPS, s.QPS, s.LatAvgMS, s.LatP95MS, s.Errors, s.Server, s.ServerVersion),
	}
	if !s.StartedAt.IsZero() {
		out = append(out, "    started_at="+s.StartedAt.Format("2006-01-02T15:04:05.999999Z07:00"))
	}
	named := map[string]map[string]string{"options": s.Options, "reported": s.Reported}
	if len(s.Settings) <= fewSettings {
		named["settings"] = s.Settings
	}
	for name, m := range named {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			out = append(out, fmt.Sprintf("    %s %s=%q", name, k, m[k]))
		}
	}
	slices.Sort(out[2:])
	return out
}

// Golden returns the text of the stream, where runs of more than ten records of
// one kind are shortened to their first and last four. Of the samples of a source
// that is no run each series is one line.
func (s *Stream) Golden() []byte {
	b := &bytes.Buffer{}
	kind := func(line string) string { k, _, _ := strings.Cut(line, " "); return k }
	lines := s.Text
	if len(s.Headers) == 0 {
		s.series(b)
		lines = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return kind(line) == "sample" })
	}
	for i := 0; i < len(lines); {
		n, k := i, kind(lines[i])
		for n < len(lines) && kind(lines[n]) == k && (k == "interval" || k == "sample" || k == "bucket") {
			n++
		}
		if n-i > 10 {
			for _, line := range lines[i : i+4] {
				fmt.Fprintln(b, line)
			}
			fmt.Fprintf(b, "... %d more %ss\n", n-i-8, k)
			i = n - 4
		}
		for n = max(n, i+1); i < n; i++ {
			fmt.Fprintln(b, lines[i])
		}
	}
	return b.Bytes()
}

// series writes the samples, a line a series.
func (s *Stream) series(b *bytes.Buffer) {
	type key struct{ source, object, metric string }
	type series struct {
		first, last *parse.Sample
		count       int
		sum         float64
	}
	all := map[key]*series{}
	var order []*series
	for i := range s.Samples {
		v := &s.Samples[i]
		k := key{v.Source, v.Object, v.Metric}
		x := all[k]
		if x == nil {
			x = &series{first: v}
			all[k], order = x, append(order, x)
		}
		x.last = v
		x.count++
		x.sum += v.Value
	}
	for _, x := range order {
		v := x.first
		fmt.Fprintf(b, "series source=%s object=%s metric=%s unit=%s count=%d sum=%.6g first: line=%d %s value=%v last: line=%d %s value=%v\n",
			v.Source, v.Object, v.Metric, v.Unit, x.count, x.sum, v.Line, when(v), v.Value, x.last.Line, when(x.last), x.last.Value)
	}
}
