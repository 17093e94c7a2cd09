package analyze

import (
	"testing"

	"jitterlog/ingest"
	"jitterlog/ingest/history"
)

// imported is a history of logs in the common testdata.
func imported(t testing.TB, paths ...string) *history.History {
	t.Helper()
	h, err := history.Create(t.TempDir() + "/history")
	if err != nil {
		t.Fatal(err)
	}
	for i := range paths {
		paths[i] = "../testdata/" + paths[i]
	}
	if _, err := ingest.Import(t.Context(), h, paths, ingest.Options{}); err != nil {
		t.Fatal(err)
	}
	return h
}
