package analyze

import (
	"context"
	"fmt"
	"strings"

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
	ids := make([]string, len(runs))
	for i, r := range runs {
		ids[i] = quote(r.RunID)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := db.sql.QueryContext(ctx, "SELECT run_id, code, message FROM warnings WHERE run_id IN ("+strings.Join(ids, ", ")+")")
	if err != nil {
		return nil, fmt.Errorf("look for warnings: %w", err)
	}
	defer rows.Close()
	found := make(map[string][]Warning)
	for rows.Next() {
		var id string
		var w Warning
		if err := rows.Scan(&id, &w.Code, &w.Message); err != nil {
			return nil, fmt.Errorf("look for warnings: %w", err)
		}
		found[id] = append(found[id], w)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look for warnings: %w", err)
	}
	var all []Warning
	for _, r := range runs {
		for _, w := range found[r.RunID] {
			w.Run = r.Name
			all = append(all, w)
		}
	}
	return all, nil
}
