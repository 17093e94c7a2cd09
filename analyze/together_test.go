package analyze

import (
	"fmt"
	"reflect"
	"testing"
)

// Runs that are asked for in one query, since they are much of the history, and those
// that are asked for one by one give the same.
func TestInParts(t *testing.T) {
	f := newFixture(t)
	for i := range 2*worthReadingAll + 2 {
		f.add(sysbenchRun(fmt.Sprintf("r%02d", i)), rates(1, float64(i+1), float64(i+2)))
	}
	db := open(t, f.commit())
	all, err := db.Runs(t.Context(), ListOptions{SortBy: "name"})
	if err != nil {
		t.Fatal(err)
	}
	queries := 0
	for range db.inParts(t.Context(), all) {
		queries++
	}
	for range db.inParts(t.Context(), all[3:5]) {
		queries++
	}
	if queries != 1+2 {
		t.Errorf("%d queries, want one for all and one for each of two", queries)
	}
	together, err := db.Jitter(t.Context(), all, JitterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	alone, err := db.Jitter(t.Context(), all[3:5], JitterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, j := range alone {
		if k := together[3+i]; j.Run.Name != k.Run.Name || j.Mean != float64(i)+4.5 || !reflect.DeepEqual(j.Series, k.Series) ||
			len(j.Warnings) == 0 || !reflect.DeepEqual(j.Warnings, k.Warnings) {
			t.Errorf("%s: %v, %v; among all %v, %v", j.Run.Name, j.Series, j.Warnings, k.Series, k.Warnings)
		}
	}
}
