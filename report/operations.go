package report

import (
	"context"
	"maps"
	"slices"
	"strings"

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
	found, err := byRun(ctx, db, runs, `SELECT run_id, op, CAST(sum(count) AS BIGINT),
			sum(rate * (t_end - t_start)) / sum(t_end - t_start) FILTER (rate IS NOT NULL),
			median(lat_p95_ms) FILTER (wall), median(lat_p99_ms) FILTER (wall), max(lat_max_ms) FILTER (wall)
		FROM intervals JOIN (SELECT run_id, lat_clock = 'wall' AS wall FROM runs) USING (run_id)
		WHERE phase = 'measure' AND {these}
		GROUP BY run_id, op ORDER BY run_id, op`)
	if err != nil {
		return table, err
	}
	for i, label := range analyze.Labels(runs) {
		for _, cells := range found[runs[i].RunID] {
			table.Rows = append(table.Rows, append([]doc.Value{doc.Text(label)}, cells...))
		}
	}
	return withoutEmpty(table), nil
}

// byRun asks for rows about several runs at once. The query returns the run_id first;
// {these} in it becomes the condition on that. The result is the other columns.
func byRun(ctx context.Context, db *analyze.DB, runs []history.Run, query string) (map[string][][]doc.Value, error) {
	if len(runs) == 0 {
		return nil, nil
	}
	ids := make([]string, len(runs))
	for i, run := range runs {
		ids[i] = run.RunID
	}
	these := "run_id IN ('" + strings.Join(ids, "', '") + "')"
	rows, err := db.Query(ctx, strings.ReplaceAll(query, "{these}", these))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[string][][]doc.Value{}
	for rows.Next() {
		values := rows.Values()
		id, _ := values[0].(string)
		var cells []doc.Value
		for _, v := range values[1:] {
			cells = append(cells, doc.Of(v))
		}
		found[id] = append(found[id], cells)
	}
	return found, rows.Err()
}

// withoutEmpty leaves out the columns of a table that have no value at all.
func withoutEmpty(t doc.Table) doc.Table {
	return columns(t, func(i int) bool {
		return len(t.Rows) == 0 || slices.ContainsFunc(t.Rows, func(row []doc.Value) bool { return !row[i].IsNull() })
	})
}

// columns is a table with only the columns that are to be kept.
func columns(t doc.Table, keep func(i int) bool) doc.Table {
	out := doc.Table{Title: t.Title, Notes: t.Notes, Rows: make([][]doc.Value, len(t.Rows))}
	for i, column := range t.Columns {
		if !keep(i) {
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
	labels := analyze.Labels(runs)
	names := map[string]bool{}
	for i := range runs {
		table.Columns = append(table.Columns, doc.Column{Name: labels[i]})
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
