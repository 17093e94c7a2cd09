package report

import (
	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// Buckets is the table of `jitterlog buckets`: the end of each bucket, then a
// column for each run.
func Buckets(b *analyze.Buckets, warnings []analyze.Warning) doc.Table {
	table := doc.Table{Columns: []doc.Column{{Name: "t", Unit: "s", Kind: doc.KindFloat}}}
	var runs []history.Run
	for _, column := range b.Runs {
		runs = append(runs, column.Run)
	}
	for _, label := range analyze.Labels(runs) {
		table.Columns = append(table.Columns, doc.Column{Name: label, Kind: doc.KindFloat})
	}
	for i, t := range b.T {
		row := []doc.Value{doc.Float(t)}
		for _, column := range b.Runs {
			row = append(row, doc.Float(column.Values[i]))
		}
		table.Rows = append(table.Rows, row)
	}
	table.Notes = Notes(Relevant(warnings, b.Value), runs)
	return table
}
