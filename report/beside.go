package report

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// Beside is the table of what was recorded beside a run: all series that changed,
// those that moved most first.
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
		table.Rows = append(table.Rows, append(metric(b.Metric), doc.Float(significant(b.Mean)), doc.Float(significant(b.Median)), doc.Float(significant(b.P95)), doc.Float(significant(b.Max)),
			doc.Float(b.Moved), doc.Float(b.WithRate)))
	}
	text := "moved: p5 to p95 over the mean, without a steady rise or fall; r: of unrelated series, too, many are not 0"
	if constant > 0 {
		text += fmt.Sprintf("; %d series that did not change are left out", constant)
	}
	table.Notes = []doc.Note{{Severity: doc.SeverityInfo, Text: text}}
	return withoutEmpty(table), nil
}

func metric(m analyze.Metric) []doc.Value {
	return []doc.Value{doc.Text(m.Source), text(m.Object), doc.Text(m.Name), text(m.Unit)}
}

// significant is a number to four digits: columns of many units have no decimals in
// common.
func significant(f float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 4, 64), 64) // it is one
	return rounded
}

// fewChanges is how many series are shown beside the stalls.
const fewChanges = 10

// InStalls is the table of the series that changed most in the stalls of a run; it has
// no rows without stalls or samples.
func InStalls(ctx context.Context, db *analyze.DB, j *analyze.Jitter) (doc.Table, error) {
	table := doc.Table{Columns: []doc.Column{
		{Name: "source"}, {Name: "object"}, {Name: "metric"}, {Name: "unit"},
		{Name: "before", Kind: doc.KindFloat, Digits: doc.Exact}, {Name: "within", Title: "in stalls", Kind: doc.KindFloat, Digits: doc.Exact},
		{Name: "changed", Title: "changed (its sd)", Kind: doc.KindFloat, Digits: 1},
	}}
	changes, followed, err := db.InStalls(ctx, j)
	if err != nil {
		return table, err
	}
	for _, c := range changes[:min(len(changes), fewChanges)] {
		table.Rows = append(table.Rows, append(metric(c.Metric), doc.Float(significant(c.Before)), doc.Float(significant(c.Within)), doc.Float(c.Changed)))
	}
	if len(table.Rows) == 0 {
		return table, nil
	}
	said := []string{"what changed together, which need not be a cause"}
	if followed > 0 {
		said = append(said, fmt.Sprintf("%d rates that fell as the throughput did are left out", followed))
	}
	if more := len(changes) - fewChanges; more > 0 {
		said = append(said, fmt.Sprintf("%d more changed less", more))
	}
	table.Notes = []doc.Note{{Severity: doc.SeverityInfo, Text: strings.Join(said, "; ")}}
	return withoutEmpty(table), nil
}
