package analyze

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"jitterlog/ingest/history"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it); got:\n%s", path, got)
	}
}

// noFiles is a history in which nothing was imported yet.
type noFiles struct{}

func (noFiles) Files(history.Table) ([]string, error) { return nil, nil }

func open(t *testing.T, tables Tables) *DB {
	t.Helper()
	db, err := Open(context.Background(), tables)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
