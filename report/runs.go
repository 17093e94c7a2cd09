// Package report turns what analyze finds into tables, charts and whole
// reports, in the words of the field and with what each figure must not be used
// for.
package report

import (
	"maps"
	"math"
	"slices"
	"strings"

	"jitterlog/ingest/history"
	"jitterlog/parse"
	"jitterlog/report/doc"
)

// Runs is the table of `jitterlog list`: one row a run.
func Runs(runs []history.Run) doc.Table {
	table := doc.Table{Columns: []doc.Column{
		{Name: "run_id", Title: "run"},
		{Name: "name"},
		{Name: "tool"},
		{Name: "workload"},
		{Name: "threads", Kind: doc.KindInt},
		{Name: "elapsed_s", Title: "elapsed", Unit: "s", Kind: doc.KindFloat},
		{Name: "interval_s", Title: "interval", Unit: "s", Kind: doc.KindFloat},
		{Name: "tpmc", Title: "TpmC", Kind: doc.KindFloat, Digits: 1},
		{Name: "tps", Title: "TPS", Kind: doc.KindFloat, Digits: 1},
		{Name: "complete"},
		{Name: "started_at", Title: "started", Kind: doc.KindTime},
		{Name: "tags"},
		{Name: "source"},
	}}
	for _, r := range runs {
		table.Rows = append(table.Rows, []doc.Value{
			doc.Text(r.RunID), doc.Text(r.Name), text(tool(r)), text(r.Workload), whole(r.Threads),
			doc.Float(elapsed(r)), doc.Float(r.IntervalS), doc.Float(r.TpmC), doc.Float(r.TPS),
			complete(r), moment(r), text(pairs(r.Tags)), doc.Text(r.Source),
		})
	}
	return table
}

// elapsed is how long a run measured: what the tool says; if it says nothing, what
// was asked of a run that came to its end. How long another one lasted, its log
// does not say: NaN.
func elapsed(r history.Run) float64 {
	if math.IsNaN(r.ElapsedS) && r.Complete {
		return r.DurationS
	}
	return r.ElapsedS
}

func tool(r history.Run) string {
	return strings.TrimSpace(r.Tool + " " + r.ToolVersion)
}

func complete(r history.Run) doc.Value {
	if r.Complete {
		return doc.Text("yes")
	}
	return doc.Text("no").With(doc.Bad)
}

func moment(r history.Run) doc.Value {
	if r.StartedAt.IsZero() {
		return doc.Value{}
	}
	return doc.Time(r.StartedAt)
}

func text(s string) doc.Value {
	if s == "" {
		return doc.Value{}
	}
	return doc.Text(s)
}

func whole(n int64) doc.Value {
	if n == parse.Absent {
		return doc.Value{}
	}
	return doc.Int(n)
}

func pairs(m map[string]string) string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		out = append(out, key+"="+m[key])
	}
	return strings.Join(out, " ")
}
