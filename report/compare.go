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
const ratioLo = 6

// Comparison is the table of `jitterlog compare`: a row for the level and one
// for the jitter of each group against the first.
func Comparison(c *analyze.Comparison) doc.Table {
	table := doc.Table{Columns: []doc.Column{
		{Name: "what"},
		{Name: "a"},
		{Name: "b"},
		{Name: "verdict", Title: "verdict on b"},
		{Name: "verdict_code", Code: true},
		{Name: "ratio", Title: "b / a", Kind: doc.KindFloat, Digits: 3},
		{Name: "ratio_lo", Title: "95 % from", Kind: doc.KindFloat, Digits: 3},
		{Name: "ratio_hi", Title: "to", Kind: doc.KindFloat, Digits: 3},
		{Name: "value_a", Title: "a", Kind: doc.KindFloat},
		{Name: "value_b", Title: "b", Kind: doc.KindFloat},
		{Name: "difference", Title: "b − a", Kind: doc.KindFloat, Signed: true},
		{Name: "p", Kind: doc.KindP},
		{Name: "runs_a", Title: "runs a", Kind: doc.KindInt},
		{Name: "runs_b", Title: "runs b", Kind: doc.KindInt},
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
	repeats := false
	for _, group := range c.Groups {
		runs = append(runs, group.Runs...)
		repeats = repeats || len(group.Runs) > 1
	}
	for i := len(table.Columns) - 2; i < len(table.Columns); i++ {
		table.Columns[i].Code = !repeats // one run a side: people have been told so
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
	valueA, valueB, difference := doc.Float(c.A.Value), doc.Float(c.B.Value), doc.Float(c.B.Value-c.A.Value)
	if c.Quantity == stat.Jitter {
		valueA, valueB, difference = valueA.Percent(), valueB.Percent(), difference.Percent()
	}
	return []doc.Value{
		doc.Text(what), doc.Text(pair.A), doc.Text(pair.B),
		doc.Text(c.Words()).With(emphasis), doc.Text(c.Verdict.Code()),
		doc.Float(c.Ratio.Value), doc.Float(c.Ratio.Lo), doc.Float(c.Ratio.Hi),
		valueA, valueB, difference,
		doc.Float(p), doc.Int(int64(c.A.Runs)), doc.Int(int64(c.B.Runs)),
	}
}

// verdict is one comparison in a sentence.
func verdict(pair analyze.Pair, c stat.Comparison, what string) string {
	text := fmt.Sprintf("%s against %s, %s: ", pair.B, pair.A, what)
	switch {
	case math.IsNaN(c.Ratio.Value):
		text += c.Words()
	case c.Lack == stat.OneFigure:
		text += fmt.Sprintf("%s to %s, a factor of %s; a single figure bears no interval, only repeats would tell how much of it is chance",
			short(c.B.Value), short(c.A.Value), factor(c.Ratio.Value))
	case c.Lack == stat.TooLittle:
		text += fmt.Sprintf("%s (%+.1f %%; interval not known)", c.Words(), 100*(c.Ratio.Value-1))
	default:
		text += fmt.Sprintf("%s (%+.1f %%; %g %% interval %+.1f to %+.1f %%)", c.Words(), 100*(c.Ratio.Value-1), 100*c.Level,
			100*(c.Ratio.Lo-1), 100*(c.Ratio.Hi-1))
	}
	return text + "."
}

// factor is a ratio that people can picture: 1/17.3 rather than 0.0578.
func factor(ratio float64) string {
	if ratio > 0 && ratio < 0.1 {
		return fmt.Sprintf("1/%.3g", 1/ratio)
	}
	return fmt.Sprintf("%.3g", ratio)
}
