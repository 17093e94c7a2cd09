package report

import (
	"fmt"
	"math"

	"jitterlog/analyze"
	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// ratioLo is the column of Comparison whose title says the level of the interval.
const ratioLo = 5

// Comparison is the table of `jitterlog compare`: a row for the level and one
// for the jitter of each group against the first.
func Comparison(c *analyze.Comparison) doc.Table {
	table := doc.Table{Columns: []doc.Column{
		{Name: "what"},
		{Name: "a"},
		{Name: "b"},
		{Name: "verdict", Title: "verdict on b"},
		{Name: "ratio", Title: "b / a", Kind: doc.KindFloat, Digits: 3},
		{Name: "ratio_lo", Title: "95 % from", Kind: doc.KindFloat, Digits: 3},
		{Name: "ratio_hi", Title: "to", Kind: doc.KindFloat, Digits: 3},
		{Name: "value_a", Title: "a", Kind: doc.KindFloat},
		{Name: "value_b", Title: "b", Kind: doc.KindFloat},
		{Name: "difference", Title: "b − a", Kind: doc.KindFloat, Signed: true},
		{Name: "p"},
		{Name: "runs", Title: "runs"},
	}}
	for i, pair := range c.Pairs {
		if i == 0 {
			table.Columns[ratioLo].Title = fmt.Sprintf("%g %% from", 100*pair.Level.Level)
		}
		table.Rows = append(table.Rows, comparisonRow(what(c), pair, pair.Level, pair.AdjustedP))
		if pair.Jitter != nil {
			table.Rows = append(table.Rows, comparisonRow("jitter (CV)", pair, *pair.Jitter, pair.AdjustedJitterP))
		}
	}
	var runs []history.Run
	for _, group := range c.Groups {
		runs = append(runs, group.Runs...)
	}
	table.Notes = Notes(Relevant(c.Warnings, c.Value), runs)
	return table
}

// what names the compared quantity.
func what(c *analyze.Comparison) string {
	if c.Value == analyze.Rate {
		return c.Op + " per s"
	}
	return c.Op + " " + string(c.Value)
}

func comparisonRow(what string, pair analyze.Pair, c stat.Comparison, p float64) []doc.Value {
	emphasis := doc.Neutral
	switch c.Verdict {
	case stat.Better:
		emphasis = doc.Good
	case stat.Worse:
		emphasis = doc.Bad
	}
	return []doc.Value{
		doc.Text(what), doc.Text(pair.A), doc.Text(pair.B),
		doc.Text(c.Words()).With(emphasis),
		doc.Float(c.Ratio.Value), doc.Float(c.Ratio.Lo), doc.Float(c.Ratio.Hi),
		doc.Float(c.A.Value), doc.Float(c.B.Value), doc.Float(c.B.Value - c.A.Value),
		text(pValue(p)), doc.Text(fmt.Sprintf("%d, %d", c.A.Runs, c.B.Runs)),
	}
}

// pValue is a p value as papers print it.
func pValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return ""
	case p < 0.001:
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}
