package analyze

import (
	"context"
	"iter"
	"slices"
	"strings"

	"jitterlog/ingest/history"
)

// worthReadingAll is how many times as many runs a history may hold as are asked for
// if they are asked for in one query.
const worthReadingAll = 20

// inParts yields runs as one query each is to ask for them. Given one id, DuckDB
// leaves out most of what it would have to read, but planning a query takes it some
// 20 ms; given a list of ids it reads the intervals of all runs. So it is one
// query for all if they are much of the history, else a query each.
func (db *DB) inParts(ctx context.Context, runs []history.Run) iter.Seq[[]history.Run] {
	var all int
	err := db.sql.QueryRowContext(ctx, "SELECT count(*) FROM raw.runs").Scan(&all)
	if err == nil && all <= worthReadingAll*len(runs) && len(runs) > 0 {
		return slices.Chunk(runs, len(runs))
	}
	return slices.Chunk(runs, 1)
}

// oneOf is a condition in SQL that holds for the rows of these runs, of which there
// must be one.
func oneOf(runs []history.Run) string {
	if len(runs) == 1 {
		return "run_id = " + quote(runs[0].RunID)
	}
	ids := make([]string, len(runs))
	for i, r := range runs {
		ids[i] = r.RunID
	}
	return "run_id IN (" + quotedList(ids) + ")"
}

// quotedList are texts as literals of SQL with commas between them.
func quotedList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = quote(t)
	}
	return strings.Join(quoted, ", ")
}
