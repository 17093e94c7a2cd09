package analyze

import (
	"context"
	"fmt"
	"strings"

	"jitterlog/ingest/history"
)

// Matched says by what a word names a run.
type Matched string

// The ways to name a run, in the order in which they are tried.
const (
	ByTag     Matched = "tag"
	BySetting Matched = "setting"
	ByColumn  Matched = "column" // of the table runs, as in tool=sysbench
	ByName    Matched = "name"
	ByID      Matched = "id"
)

// A Selection is the runs that a word names, in the order of measuring.
type Selection struct {
	Word string
	By   Matched
	Runs []history.Run
}

// A NoRunError is a word that names no run.
type NoRunError struct {
	Word string
	Like []string // names that it may have been meant for
}

func (e *NoRunError) Error() string {
	key, _, pair := strings.Cut(e.Word, "=")
	switch {
	case pair:
		return fmt.Sprintf("no run has the tag, setting or column %s", e.Word)
	case len(e.Like) > 0:
		return fmt.Sprintf("no run %s; did you mean %s", e.Word, strings.Join(e.Like, ", "))
	}
	return fmt.Sprintf("no run %s: give a path, key=value, a name, or the first %d or more digits of an id", key, minIDPrefix)
}

const minIDPrefix = 4

// Select finds the runs that a word names: key=value is a tag, else a server setting,
// else a column of runs; any word is an exact name, else the beginning of an id.
// Keys and values do not depend on case, and - in a key is _. Paths are not
// looked at. No run at all is a *NoRunError.
func (db *DB) Select(ctx context.Context, word string) (*Selection, error) {
	tries := []try{{ByName, "name = ?", []any{word}}}
	if prefix := strings.ToLower(word); len(word) >= minIDPrefix && strings.Trim(prefix, "0123456789abcdef") == "" {
		tries = append(tries, try{ByID, "starts_with(run_id, ?)", []any{prefix}})
	}
	if key, value, pair := strings.Cut(word, "="); pair {
		tries = append(pairTries(key, value), tries...)
	}
	for _, t := range tries {
		runs, err := db.runs(ctx, t.where, "coalesce(started_at, imported_at), imported_at, source, section", t.args...)
		if err != nil {
			return nil, err
		}
		if len(runs) > 0 {
			return &Selection{word, t.by, runs}, nil
		}
	}
	like, err := db.similarNames(ctx, word)
	if err != nil {
		return nil, err
	}
	return nil, &NoRunError{word, like}
}

// A try is one way in which a word may name runs.
type try struct {
	by    Matched
	where string
	args  []any
}

func pairTries(key, value string) []try {
	const inMap = `len(list_filter(map_entries(%s), e -> replace(lower(e.key), '-', '_') = ? AND lower(e.value) = ?)) > 0`
	args := []any{strings.ReplaceAll(strings.ToLower(key), "-", "_"), strings.ToLower(value)}
	tries := []try{
		{ByTag, fmt.Sprintf(inMap, "tags"), args},
		{BySetting, fmt.Sprintf(inMap, "settings"), args},
	}
	for _, column := range sortable {
		if column == args[0] {
			tries = append(tries, try{ByColumn, fmt.Sprintf(`lower(CAST("%s" AS VARCHAR)) = ?`, column), args[1:]})
		}
	}
	return tries
}

// similarNames are a few names that a mistyped word may have been meant for.
func (db *DB) similarNames(ctx context.Context, word string) ([]string, error) {
	rows, err := db.sql.QueryContext(ctx, `
		SELECT DISTINCT name, levenshtein(lower(name), lower(?)) AS distance FROM runs
		WHERE contains(lower(name), lower(?)) OR distance <= 2
		ORDER BY distance, name LIMIT 3`, word, word)
	if err != nil {
		return nil, fmt.Errorf("list the runs: %w", err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		var distance int
		if err := rows.Scan(&name, &distance); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}
