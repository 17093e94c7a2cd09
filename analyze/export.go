package analyze

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"jitterlog/ingest/history"
)

// TableOf is the query for all rows of some runs in one of UserTables.
func TableOf(table string, runs []history.Run) (string, error) {
	if !slices.Contains(UserTables, table) {
		return "", usage("no table is named %q; there are %s", table, strings.Join(UserTables, ", "))
	}
	ids := make([]string, len(runs))
	for i := range runs {
		ids[i] = quote(runs[i].RunID)
	}
	if len(ids) == 0 {
		ids = []string{"NULL"}
	}
	return fmt.Sprintf("SELECT * FROM %s WHERE run_id IN (%s)", table, strings.Join(ids, ", ")), nil
}

// ExportParquet writes the rows of some runs in one of UserTables to a Parquet
// file, compressed with zstd.
func (db *DB) ExportParquet(ctx context.Context, table string, runs []history.Run, path string) error {
	query, err := TableOf(table, runs)
	if err != nil {
		return err
	}
	if _, err := db.sql.ExecContext(ctx, fmt.Sprintf("COPY (%s) TO %s (FORMAT parquet, COMPRESSION zstd)", query, quote(path))); err != nil {
		return fmt.Errorf("export %s to %s: %w", table, path, err)
	}
	return nil
}
