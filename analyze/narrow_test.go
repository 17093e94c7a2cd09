package analyze

import (
	"fmt"
	"testing"

	"jitterlog/ingest/history"
)

// A question about few runs of many files is answered from their files alone,
// and the answer is the same.
func TestNarrow(t *testing.T) {
	f := newFixtureIn(t, t.TempDir()+"/history")
	for i := range manyFiles {
		f.add(sysbenchRun(fmt.Sprint("run", i)), rates(1, float64(i), float64(i)))
		f.commit()
	}
	db := open(t, f)
	runs, err := db.Runs(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ runs, files int }{{1, 1}, {manyFiles / worthNarrowing, manyFiles / worthNarrowing}, {manyFiles, manyFiles}} {
		narrowed, err := db.narrow(t.Context(), runs[:c.runs])
		if err != nil {
			t.Fatal(err)
		}
		if n := len(narrowed.files[history.Intervals]); n != c.files {
			t.Errorf("%d runs are read from %d files, not %d", c.runs, n, c.files)
		}
		again, err := db.narrow(t.Context(), runs[:c.runs])
		if again != narrowed || err != nil {
			t.Errorf("opened again: %v", err)
		}
	}
	for _, i := range []int{0, manyFiles - 1} {
		s, err := db.Series(t.Context(), &runs[i], Measured{})
		if err != nil || len(s) != 2 || fmt.Sprint("run", s[0].Rate) != runs[i].Name {
			t.Errorf("%s: %v (%v)", runs[i].Name, s, err)
		}
	}
	// Runs whose files have another name, as after a merge, are read from all.
	runs[0].ImportID = "merged"
	if narrowed, err := db.narrow(t.Context(), runs[:1]); narrowed != db || err != nil {
		t.Errorf("%p, %v", narrowed, err)
	}
}
