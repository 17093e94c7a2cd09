package report

import (
	"fmt"

	"jitterlog/analyze"
	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// Comparison is the table of `jitterlog compare`: a row for the level and one
// for the jitter of each group against the first.
func Comparison(c *analyze.Comparison) doc.Table {
	table := doc.Table{Columns: []doc.Column{
		{Name: "what"},
		{Name: "a"},
		{Name: "b"},
		{Name: "runs", Title: "runs a, b"},
		{Name: "value_a", Title: "value a", Kind: doc.KindFloat},
		{Name: "value_b", Title: "value b", Kind: doc.KindFloat},
		{Name: "difference", Title: "b − a", Kind: doc.KindFloat, Signed: true},
		{Name: "ratio", Title: "b / a", Kind: doc.KindFloat, Digits: 3},
		{Name: "ratio_lo", Title: "95 % from", Kind: doc.KindFloat, Digits: 3},
		{Name: "ratio_hi", Title: "to", Kind: doc.KindFloat, Digits: 3},
		{Name: "p", Kind: doc.KindFloat, Digits: 4},
		{Name: "verdict", Title: "verdict on b"},
	}}
	for i, pair := range c.Pairs {
		if i == 0 {
			table.Columns[8].Title = fmt.Sprintf("%g %% from", 100*pair.Level.Level)
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
	said := map[string]bool{}
	for _, pair := range c.Pairs {
		for _, text := range remarks(pair) {
			if !said[text] {
				said[text] = true
				table.Notes = append(table.Notes, doc.Note{Severity: doc.SeverityWarning, Text: text})
			}
		}
	}
	return table
}

func remarks(pair analyze.Pair) []string {
	texts := append([]string(nil), pair.Level.Warnings...)
	if pair.Jitter != nil {
		texts = append(texts, pair.Jitter.Warnings...)
	}
	return texts
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
		doc.Text(fmt.Sprintf("%d, %d", c.A.Runs, c.B.Runs)),
		doc.Float(c.A.Value), doc.Float(c.B.Value), doc.Float(c.B.Value - c.A.Value),
		doc.Float(c.Ratio.Value), doc.Float(c.Ratio.Lo), doc.Float(c.Ratio.Hi), doc.Float(p),
		doc.Text(c.Words()).With(emphasis),
	}
}
