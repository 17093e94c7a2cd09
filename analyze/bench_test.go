package analyze

import (
	"fmt"
	"testing"

	"jitterlog/ingest/history"
)

// BenchmarkHistory asks a history of 300 imports of an hour each, which is about
// a million headline intervals, what commands ask most.
func BenchmarkHistory(b *testing.B) {
	f := newFixtureIn(b, b.TempDir()+"/history")
	hour := make([]float64, 3600)
	for i := range hour {
		hour[i] = float64(1000 + i%17)
	}
	settings := make(map[string]string)
	for i := range 500 {
		settings[fmt.Sprint("variable_", i)] = "some value"
	}
	for i := range 300 {
		r := sysbenchRun(fmt.Sprint("run", i))
		r.Settings = settings
		f.add(r, rates(1, hour...))
		f.commit()
	}
	db, err := Open(b.Context(), f)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	runs, err := db.Runs(b.Context(), ListOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		what string
		ask  func() error
	}{
		{"open", func() error {
			db, err := Open(b.Context(), f)
			if err != nil {
				return err
			}
			return db.Close()
		}},
		{"list", func() error { _, err := db.Runs(b.Context(), ListOptions{}); return err }},
		{"select", func() error { _, err := db.Select(b.Context(), "run17"); return err }},
		{"series", func() error { _, err := db.Series(b.Context(), &runs[17], Measured{}); return err }},
		{"jitter of 10", func() error { _, err := db.Jitter(b.Context(), runs[20:30], JitterOptions{}); return err }},
		{"buckets of 10", func() error { _, err := db.Buckets(b.Context(), runs[:10], BucketOptions{Every: 10}); return err }},
		{"warnings of 1", func() error { _, err := db.Warnings(b.Context(), runs[17:18]); return err }},
		{"warnings of each", func() error { _, err := db.Warnings(b.Context(), runs); return err }},
		{"warnings of all", func() error { _, err := run(b.Context(), db, "SELECT count(*) FROM warnings"); return err }},
		{"buckets of all in SQL", func() error {
			_, err := run(b.Context(), db, "SELECT run_id, ceil(t_end / 10) AS k, avg(rate) FROM headline GROUP BY ALL")
			return err
		}},
	} {
		b.Run(c.what, func(b *testing.B) {
			for b.Loop() {
				if err := c.ask(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

var _ Tables = (*history.History)(nil)
