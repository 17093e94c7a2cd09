package mysqlslap

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
		case *parse.Event:
			fmt.Fprintf(w, "event %d: t=%v %s %s %q x%d: %s\n", rec.Line, rec.T, rec.Severity, rec.Kind, rec.Code, rec.Count, rec.Message)
		case *parse.Summary:
			fmt.Fprintf(w, "summary lines=%d-%d workload=%s headline=%s threads=%d elapsed=%v qps=%.6g complete=%v clock=%s",
				rec.FirstLine, rec.LastLine, rec.Workload, rec.HeadlineOp, rec.Threads, rec.ElapsedS, rec.QPS, rec.Complete, rec.Clock)
			for _, m := range []map[string]string{rec.Options, rec.Reported} {
				for _, k := range slices.Sorted(maps.Keys(m)) {
					fmt.Fprintf(w, " %s=%s", k, m[k])
				}
			}
			fmt.Fprintln(w)
		default:
			fmt.Fprintf(w, "unexpected %T\n", rec)
		}
	}
}
