package report

import (
	"context"
	"maps"
	"slices"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// Operations is the table of all operations of runs: mean rates over the
// measured time, and medians of the report lines' latencies where they are
// response times.
func Operations(ctx context.Context, db *analyze.DB, runs []history.Run) (doc.Table, error) {
	table := doc.Table{Columns: []doc.Column{
		{Name: "run"}, {Name: "op"},
		{Name: "count", Kind: doc.KindInt},
		{Name: "mean_rate", Title: "mean rate", Unit: "1/s", Kind: doc.KindFloat},
		{Name: "lat_p95_ms", Title: "median of p95", Unit: "ms", Kind: doc.KindFloat},
		{Name: "lat_p99_ms", Title: "median of p99", Unit: "ms", Kind: doc.KindFloat},
		{Name: "lat_max_ms", Title: "max", Unit: "ms", Kind: doc.KindFloat},
	}}
	for i, run := range runs {
		rows, err := db.Query(ctx, `SELECT op, CAST(sum(count) AS BIGINT),
				sum(rate * (t_end - t_start)) / sum(t_end - t_start) FILTER (rate IS NOT NULL),
				median(lat_p95_ms) FILTER (wall), median(lat_p99_ms) FILTER (wall), max(lat_max_ms) FILTER (wall)
			FROM intervals, (SELECT lat_clock = 'wall' AS wall FROM runs WHERE run_id = '`+run.RunID+`')
			WHERE phase = 'measure' AND run_id = '`+run.RunID+`'
			GROUP BY op ORDER BY op`)
		if err != nil {
			return table, err
		}
		for rows.Next() {
			cells := []doc.Value{doc.Text(label(runs, i))}
			for _, v := range rows.Values() {
				cells = append(cells, doc.Of(v))
			}
			table.Rows = append(table.Rows, cells)
		}
		err = rows.Err()
		rows.Close()
		if err != nil {
			return table, err
		}
	}
	return withoutEmpty(table), nil
}

// withoutEmpty leaves out the columns of a table that have no value at all.
func withoutEmpty(t doc.Table) doc.Table {
	out := doc.Table{Title: t.Title, Notes: t.Notes, Rows: make([][]doc.Value, len(t.Rows))}
	for i, column := range t.Columns {
		empty := true
		for _, row := range t.Rows {
			empty = empty && row[i].IsNull()
		}
		if empty && len(t.Rows) > 0 {
			continue
		}
		out.Columns = append(out.Columns, column)
		for r, row := range t.Rows {
			out.Rows[r] = append(out.Rows[r], row[i])
		}
	}
	return out
}

// Differing is the table of the circumstances (settings, options, threads, ...)
// that are not the same in all runs: a row for each, a column for each run.
func Differing(runs []history.Run) doc.Table {
	table := doc.Table{Columns: []doc.Column{{Name: "name", Title: "differs"}}}
	circumstances := make([]map[string]string, len(runs))
	names := map[string]bool{}
	for i := range runs {
		table.Columns = append(table.Columns, doc.Column{Name: label(runs, i)})
		circumstances[i] = analyze.Circumstances(&runs[i])
		for name := range circumstances[i] {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		row := []doc.Value{doc.Text(name)}
		same := true
		for _, values := range circumstances {
			same = same && values[name] == circumstances[0][name]
			row = append(row, text(values[name]))
		}
		if !same {
			table.Rows = append(table.Rows, row)
		}
	}
	return table
}
