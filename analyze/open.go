// Package analyze answers questions about a history: it opens the Parquet files
// in DuckDB, and is the only package that knows DuckDB. Its SQL is in the
// folder sql, the statistics are those of package stat.
//
// All functions return data. What a figure must not be used for comes with it
// as Warnings.
package analyze

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/marcboeker/go-duckdb"

	"jitterlog/ingest/history"
)

//go:embed sql
var sqlFiles embed.FS

// Tables is where the Parquet files of a history are; *history.History is one.
type Tables interface {
	// Files returns the paths of a table's committed files.
	Files(history.Table) ([]string, error)
}

// DB is a history opened for questions: the state it had at Open. It may be used
// by several goroutines; Close ends it.
type DB struct {
	sql       *sql.DB
	connector *duckdb.Connector
	files     fileLists

	mu       sync.Mutex
	narrowed map[string]*DB // by the imports they read, see narrow
}

// memoryLimit bounds what DuckDB takes. Aggregates over 10 million rows stay
// far below it.
const memoryLimit = 1 << 30

// Open opens a history in an in-memory DuckDB that reads the Parquet files in
// place, writes nothing and loads no extension.
func Open(ctx context.Context, tables Tables) (*DB, error) {
	connector, err := duckdb.NewConnector("?autoinstall_known_extensions=false&autoload_known_extensions=false", nil)
	if err != nil {
		return nil, fmt.Errorf("start duckdb: %w", err)
	}
	db := &DB{sql: sql.OpenDB(connector), connector: connector, files: make(fileLists)}
	if err := db.prepare(ctx, tables); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// Close releases the database.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	var errs []error
	for _, n := range db.narrowed {
		errs = append(errs, n.Close())
	}
	return errors.Join(append(errs, db.sql.Close(), db.connector.Close())...)
}

// hardening comes first: an empty temp_directory keeps large sorts from spilling
// to a folder where the user happens to be. The views read files, so
// enable_external_access has to stay on; the leash is what keeps users' own SQL
// from doing so.
var hardening = fmt.Sprintf(`
SET memory_limit = '%d MiB';
SET threads = %d;
SET temp_directory = '';
SET allow_community_extensions = false;
`, memoryLimit>>20, runtime.GOMAXPROCS(0))

func (db *DB) prepare(ctx context.Context, tables Tables) error {
	script := []string{hardening, embedded("schema.sql"), "CREATE SCHEMA raw;"}
	// The runs first: rows of runs that come later are hidden.
	for _, t := range []history.Table{history.Runs, history.Intervals, history.Samples, history.Events, history.Histograms} {
		files, err := tables.Files(t)
		if err != nil {
			return err
		}
		db.files[t] = files
		from := "empty." + string(t)
		if len(files) > 0 {
			from = "read_parquet(" + literalList(files) + ")"
		}
		script = append(script, fmt.Sprintf("CREATE VIEW raw.%s AS FROM %s;", t, from))
	}
	script = append(script, embedded("views.sql"), embedded("warnings.sql"), "SET lock_configuration = true;")
	for _, part := range script {
		if _, err := db.sql.ExecContext(ctx, part); err != nil {
			return fmt.Errorf("open the history: %w", err)
		}
	}
	return nil
}

// embedded returns a file of the folder sql.
func embedded(name string) string {
	text, err := sqlFiles.ReadFile("sql/" + name)
	if err != nil {
		panic(err) // a name misspelled in this package
	}
	return string(text)
}

// literalList is a list of strings in SQL: views cannot hold parameters. The
// characters that read_parquet takes for a pattern stand in brackets, which
// makes them plain.
func literalList(paths []string) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, path := range paths {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('\'')
		for _, r := range path {
			switch r {
			case '*', '?', '[':
				b.WriteString("[" + string(r) + "]")
			case '\'':
				b.WriteString("''")
			default:
				b.WriteRune(r)
			}
		}
		b.WriteByte('\'')
	}
	b.WriteByte(']')
	return b.String()
}
