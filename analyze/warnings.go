package analyze

import (
	"context"
	"fmt"

	"jitterlog/ingest/history"
)

// A Warning says what a figure must not be used for.
type Warning struct {
	Run     string // name of the run, or empty if it is of all of them
	Code    string // stable, as in the view warnings
	Message string
}

func (w Warning) String() string {
	if w.Run == "" {
		return w.Message
	}
	return w.Run + ": " + w.Message
}

// Warnings returns the rows of the view warnings that are about these runs, in
// the order of the runs.
func (db *DB) Warnings(ctx context.Context, runs []history.Run) ([]Warning, error) {
	db, err := db.narrow(ctx, runs)
	if err != nil {
		return nil, err
	}
	var all []Warning
	for i := range runs {
		// One by one: of a list of ids DuckDB would read the intervals of all runs.
		found, err := db.runWarnings(ctx, &runs[i])
		if err != nil {
			return nil, fmt.Errorf("look for warnings about %s: %w", runs[i].Name, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

func (db *DB) runWarnings(ctx context.Context, run *history.Run) ([]Warning, error) {
	rows, err := db.sql.QueryContext(ctx, "SELECT code, message FROM warnings WHERE run_id = ?", run.RunID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []Warning
	for rows.Next() {
		w := Warning{Run: run.Name}
		if err := rows.Scan(&w.Code, &w.Message); err != nil {
			return nil, err
		}
		found = append(found, w)
	}
	return found, rows.Err()
}
