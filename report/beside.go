package report

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// Beside is the table of what was recorded beside a run: all series that changed,
// those that moved most first. Its note counts the others, of which there may be some
// even if it has no rows.
func Beside(ctx context.Context, db *analyze.DB, run *history.Run) (doc.Table, error) {
	table := doc.Table{Columns: []doc.Column{
		{Name: "source"}, {Name: "object"}, {Name: "metric"}, {Name: "unit"},
		{Name: "mean", Kind: doc.KindFloat, Digits: doc.Exact}, {Name: "median", Kind: doc.KindFloat, Digits: doc.Exact},
		{Name: "p95", Kind: doc.KindFloat, Digits: doc.Exact}, {Name: "max", Kind: doc.KindFloat, Digits: doc.Exact},
		{Name: "moved", Kind: doc.KindPercent, Digits: doc.Whole},
		{Name: "with_rate", Title: "r with throughput", Kind: doc.KindFloat, Digits: 2},
	}}
	moved, constant, err := db.Beside(ctx, run)
	if err != nil {
		return table, err
	}
	for _, b := range moved {
		row := metric(b.Metric)
		for _, f := range []float64{b.Mean, b.Median, b.P95, b.Max} {
			row = append(row, doc.Float(significant(f)))
		}
		table.Rows = append(table.Rows, append(row, doc.Float(b.Moved), doc.Float(b.WithRate)))
	}
	var said []string
	if len(moved) > 0 {
		said = append(said, "moved: p5 to p95 over the mean, without a steady rise or fall",
			"r: correlation with the throughput of the same seconds, of which unrelated series have some, too")
	}
	if constant > 0 {
		said = append(said, several(constant, "series that did not change is left out", "series that did not change are left out"))
	}
	if len(said) > 0 {
		table.Notes = []doc.Note{{Severity: doc.SeverityInfo, Text: strings.Join(said, "; ")}}
	}
	return withoutEmpty(table), nil
}

func metric(m analyze.Metric) []doc.Value {
	return []doc.Value{doc.Text(m.Source), text(m.Object), doc.Text(m.Name), text(m.Unit)}
}

// several is a count with the words for one and for more.
func several(n int, one, more string) string {
	if n == 1 {
		more = one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// sampled says, by run_id, which runs have series beside them while they measure: a
// question about the series of each is not worth asking of the others.
func sampled(ctx context.Context, db *analyze.DB, runs []history.Run) (map[string]bool, error) {
	found, err := byRun(ctx, db, runs, "SELECT DISTINCT run_id FROM samples WHERE {these} AND t >= 0")
	if err != nil {
		return nil, err
	}
	has := make(map[string]bool, len(found))
	for id := range found {
		has[id] = true
	}
	return has, nil
}

// significant is a number to four digits: columns of many units have no decimals in
// common.
func significant(f float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 4, 64), 64) // it is one
	return rounded
}

// What is shown beside the stalls: so many series, and none that changed by less
// standard deviations.
const (
	fewChanges  = 10
	leastChange = 1
)

// InStalls is the table of the series that changed most in the stalls of a run; it has
// no rows without stalls or samples.
func InStalls(ctx context.Context, db *analyze.DB, j *analyze.Jitter) (doc.Table, error) {
	table := doc.Table{Columns: []doc.Column{
		{Name: "source"}, {Name: "object"}, {Name: "metric"}, {Name: "unit"},
		{Name: "before", Kind: doc.KindFloat, Digits: doc.Exact}, {Name: "within", Title: "in stalls", Kind: doc.KindFloat, Digits: doc.Exact},
		{Name: "changed", Title: "changed, in sd", Kind: doc.KindFloat, Digits: 1},
	}}
	changes, followed, err := db.InStalls(ctx, j)
	if err != nil {
		return table, err
	}
	for _, c := range changes {
		if len(table.Rows) == fewChanges || c.Changed < leastChange {
			break
		}
		changed := doc.Float(c.Changed)
		if math.IsInf(c.Changed, 0) {
			changed = doc.Text("else constant")
		}
		table.Rows = append(table.Rows, append(metric(c.Metric), doc.Float(significant(c.Before)), doc.Float(significant(c.Within)), changed))
	}
	if len(table.Rows) == 0 {
		return table, nil
	}
	said := []string{"sd: standard deviation outside of the stalls", "what changed together need not be a cause"}
	if followed > 0 {
		said = append(said, several(followed, "rate that fell as the throughput did is left out", "rates that fell as the throughput did are left out"))
	}
	if more := len(changes) - len(table.Rows); more > 0 {
		said = append(said, fmt.Sprintf("%d more changed less", more))
	}
	table.Notes = []doc.Note{{Severity: doc.SeverityInfo, Text: strings.Join(said, "; ")}}
	return withoutEmpty(table), nil
}
