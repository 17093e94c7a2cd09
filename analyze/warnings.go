package analyze

import (
	"context"
	"fmt"
	"slices"

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
	byRun, err := db.warningsByRun(ctx, runs)
	return slices.Concat(byRun...), err
}

// warningsByRun are the warnings about each of these runs.
func (db *DB) warningsByRun(ctx context.Context, runs []history.Run) ([][]Warning, error) {
	db, err := db.narrow(ctx, runs)
	if err != nil {
		return nil, err
	}
	byID := make(map[string][]Warning)
	for part := range db.inParts(ctx, runs) {
		if err := db.readWarnings(ctx, part, byID); err != nil {
			return nil, fmt.Errorf("look for warnings about %s: %w", part[0].Name, err)
		}
	}
	byRun := make([][]Warning, len(runs))
	for i, r := range runs {
		for _, w := range byID[r.RunID] {
			w.Run = r.Name
			byRun[i] = append(byRun[i], w)
		}
	}
	return byRun, nil
}

func (db *DB) readWarnings(ctx context.Context, runs []history.Run, byID map[string][]Warning) error {
	// The view of one row a run under the view warnings: one row a warning takes a join.
	rows, err := db.sql.QueryContext(ctx, "SELECT run_id, warnings FROM raw.run_warnings WHERE "+oneOf(runs))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var list any
		if err := rows.Scan(&id, &list); err != nil {
			return err
		}
		items, _ := list.([]any)
		for _, item := range items {
			fields, _ := item.(map[string]any)
			var w Warning
			w.Code, _ = fields["code"].(string)
			w.Message, _ = fields["message"].(string)
			byID[id] = append(byID[id], w)
		}
	}
	return rows.Err()
}
