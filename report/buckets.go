package report

import (
	"fmt"

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
	for i := range runs {
		table.Columns = append(table.Columns, doc.Column{Name: label(runs, i), Kind: doc.KindFloat})
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

// label is the name of the i-th run, with its id where others have the same
// name.
func label(runs []history.Run, i int) string {
	for j, run := range runs {
		if j != i && run.Name == runs[i].Name {
			return fmt.Sprintf("%s (%s)", run.Name, runs[i].RunID)
		}
	}
	return runs[i].Name
}
