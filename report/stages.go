package report

import (
	"context"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// Stages is the table of the steps of runs whose load was stepped on purpose:
// one row a stage. It has no rows if there is no such run.
func Stages(ctx context.Context, db *analyze.DB, runs []history.Run) (doc.Table, error) {
	table := doc.Table{Columns: []doc.Column{
		{Name: "run"},
		{Name: "start_s", Title: "from", Unit: "s", Kind: doc.KindFloat},
		{Name: "end_s", Title: "to", Unit: "s", Kind: doc.KindFloat},
		{Name: "threads", Kind: doc.KindInt},
		{Name: "asked", Unit: "1/s", Kind: doc.KindFloat},
		{Name: "mean", Unit: "1/s", Kind: doc.KindFloat},
		{Name: "mean_lo", Title: "95 % from", Kind: doc.KindFloat},
		{Name: "mean_hi", Title: "to", Kind: doc.KindFloat},
		{Name: "cv", Title: "CV", Kind: doc.KindPercent, Digits: 1},
		{Name: "stalls", Kind: doc.KindInt},
		{Name: "lost_work", Title: "lost work", Kind: doc.KindPercent, Digits: 1},
		{Name: "lat_p95_ms", Title: "median of p95", Unit: "ms", Kind: doc.KindFloat},
		{Name: "lat_p99_ms", Title: "median of p99", Unit: "ms", Kind: doc.KindFloat},
	}}
	labels := analyze.Labels(runs)
	for i := range runs {
		results, err := db.StageResults(ctx, &runs[i])
		if err != nil {
			return table, err
		}
		for _, r := range results {
			table.Rows = append(table.Rows, []doc.Value{doc.Text(labels[i]), doc.Float(r.Start), doc.Float(r.End),
				doc.Int(r.Threads), doc.Float(r.Rate), doc.Float(r.Mean), doc.Float(r.MeanInterval.Lo), doc.Float(r.MeanInterval.Hi),
				doc.Float(r.CV), doc.Int(int64(len(r.Stalls.Stalls))), doc.Float(r.Stalls.Share), doc.Float(r.P95MS), doc.Float(r.P99MS)})
		}
	}
	return withoutEmpty(table), nil
}
