package resulttable

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
			fmt.Fprintf(w, "event %d: %s %s x%d: %s\n", rec.Line, rec.Severity, rec.Kind, rec.Count, rec.Message)
		case *parse.Summary:
			fmt.Fprintf(w, "summary lines=%d-%d threads=%d scale=%d elapsed=%v complete=%v tpmc=%v tps=%v qps=%v lat=%v p95=%v\n",
				rec.FirstLine, rec.LastLine, rec.Threads, rec.Scale, rec.ElapsedS, rec.Complete, rec.TpmC, rec.TPS, rec.QPS, rec.LatAvgMS, rec.LatP95MS)
			dumpMap(w, "options", rec.Options)
			dumpMap(w, "settings", rec.Settings)
			dumpMap(w, "reported", rec.Reported)
		}
	}
}

func dumpMap(w io.Writer, name string, values map[string]string) {
	if len(values) == 0 {
		return
	}
	fmt.Fprintf(w, "  %s", name)
	for _, k := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(w, " [%s = %s]", k, values[k])
	}
	fmt.Fprintln(w)
}
