package analyze

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"jitterlog/ingest/history"
)

// It pays to open another database, which takes some 10 ms, from so many files
// on, and where the runs in question leave most of them out.
const (
	manyFiles      = 40
	worthNarrowing = 4
)

// narrow returns a database on the files of these runs alone, or db where that
// would not save much. DuckDB opens every file of a table for every query, so
// a question about one run would grow with the history. It is closed with db.
func (db *DB) narrow(ctx context.Context, runs []history.Run) (*DB, error) {
	if len(db.files[history.Runs]) < manyFiles {
		return db, nil
	}
	var imports []string
	for _, r := range runs {
		imports = append(imports, r.ImportID)
	}
	slices.Sort(imports)
	imports = slices.Compact(imports)
	some := make(fileLists)
	for table, files := range db.files {
		some[table] = slices.DeleteFunc(slices.Clone(files), func(path string) bool {
			_, found := slices.BinarySearch(imports, importOf(path))
			return !found
		})
	}
	// A file that holds several imports has the name of none of these.
	if len(some[history.Runs]) < len(imports) || len(db.files[history.Runs]) < worthNarrowing*len(imports) {
		return db, nil
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	key := strings.Join(imports, " ")
	if narrowed, ok := db.narrowed[key]; ok {
		return narrowed, nil
	}
	narrowed, err := Open(ctx, some)
	if err != nil {
		return nil, err
	}
	if db.narrowed == nil {
		db.narrowed = make(map[string]*DB)
	}
	db.narrowed[key] = narrowed
	return narrowed, nil
}

// importOf is the import that a file is named after; a file that was attached
// to it later has a plus sign and more behind that.
func importOf(path string) string {
	id, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".parquet"), "+")
	return id
}

// fileLists is the files of a history at one moment.
type fileLists map[history.Table][]string

// Files implements Tables.
func (l fileLists) Files(t history.Table) ([]string, error) { return l[t], nil }
