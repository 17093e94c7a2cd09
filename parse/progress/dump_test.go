package progress

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"jitterlog/parse"
)

// dump writes a stream of records as text, a line a record.
func dump(w io.Writer, format parse.Format, in *parse.Lines) {
	for rec, err := range format.Read(in) {
		switch rec := rec.(type) {
		case nil:
			fmt.Fprintf(w, "NOT UNDERSTOOD %v\n", err)
		case *parse.Header:
			fmt.Fprintf(w, "header line=%d format=%s tool=%s\n", rec.Line, rec.Format, rec.Tool)
		case *parse.Interval:
			fmt.Fprintf(w, "interval %d: (%v, %v] %s threads=%d", rec.Line, rec.Start, rec.End, rec.Phase, rec.Threads)
			for _, op := range rec.Ops {
				fmt.Fprintf(w, " | %s n=%d rate=%.6g avg=%.6g", op.Name, op.Count, op.Rate, op.AvgMS)
			}
			fmt.Fprintln(w)
		case *parse.Event:
			fmt.Fprintf(w, "event %d: t=%v %s %s %q x%d: %s\n", rec.Line, rec.T, rec.Severity, rec.Kind, rec.Code, rec.Count, rec.Message)
		case *parse.Summary:
			fmt.Fprintf(w, "summary lines=%d-%d workload=%s headline=%s threads=%d scale=%d elapsed=%v complete=%v clock=%s tps=%v lat=%v\n",
				rec.FirstLine, rec.LastLine, rec.Workload, rec.HeadlineOp, rec.Threads, rec.Scale, rec.ElapsedS, rec.Complete, rec.Clock, rec.TPS, rec.LatAvgMS)
			dumpMap(w, "options", rec.Options)
			dumpMap(w, "settings", rec.Settings)
			dumpMap(w, "reported", rec.Reported)
		}
	}
}

func dumpMap(w io.Writer, name string, values map[string]string) {
	for _, k := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(w, "  %s %s = %s\n", name, k, values[k])
	}
}
