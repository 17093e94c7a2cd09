package mysqlcli

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
		case *parse.Setting:
			fmt.Fprintf(w, "setting %d: %s = %s\n", rec.Line, rec.Name, rec.Value)
		case *parse.Interval:
			fmt.Fprintf(w, "interval %d: (%v, %v] %s threads=%d", rec.Line, rec.Start, rec.End, rec.Phase, rec.Threads)
			for _, op := range rec.Ops {
				fmt.Fprintf(w, " | %s n=%d rate=%v", op.Name, op.Count, op.Rate)
			}
			fmt.Fprintln(w)
		case *parse.Event:
			fmt.Fprintf(w, "event %d: %s %s %q x%d: %s\n", rec.Line, rec.Severity, rec.Kind, rec.Code, rec.Count, rec.Message)
		case *parse.Summary:
			fmt.Fprintf(w, "summary lines=%d-%d workload=%s headline=%s server=%s %s threads=%d scale=%d elapsed=%v complete=%v clock=%s tps=%v\n",
				rec.FirstLine, rec.LastLine, rec.Workload, rec.HeadlineOp, rec.Server, rec.ServerVersion, rec.Threads, rec.Scale, rec.ElapsedS, rec.Complete, rec.Clock, rec.TPS)
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
