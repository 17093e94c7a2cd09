package report

import (
	"fmt"
	"math"
	"strings"

	"jitterlog/analyze"
	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/report/chart"
)

// PictureOptions say how a chart of runs is drawn.
type PictureOptions struct {
	Kind    chart.Kind
	Title   string            // empty: made from the names
	NoTitle bool              // what is around the picture says it
	Buckets *analyze.Buckets  // of the same runs: drawn as bold lines over the points
	Names   map[string]string // legend entries by run_id, instead of the runs' names
}

// Picture draws one value of some runs, which were measured alike.
func Picture(rows []analyze.Jitter, o PictureOptions) *chart.Chart {
	c := &chart.Chart{Kind: o.Kind, Title: o.Title}
	names := pictureNames(rows, o.Names)
	if c.Title == "" && !o.NoTitle {
		c.Title = strings.Join(firstFew(names, 3), ", ")
	}
	value := valueLabel(rows)
	switch o.Kind {
	case chart.Box, chart.Histogram, chart.ECDF:
		c.X = chart.Axis{Label: value, Fit: true}
		distributions(c, rows, names)
	case chart.Bar:
		c.X = chart.Axis{Label: "mean, " + value}
		if len(rows) > 0 && rows[0].Value.IsQuantile() {
			c.X.Label = "median of the report lines, " + value
		}
		c.Groups = names
		bars(c, rows)
	default:
		c.X = chart.Axis{Label: "time", Clock: true}
		c.Y = chart.Axis{Label: value}
		for i, j := range rows {
			c.Series = append(c.Series, timeSeries(names[i], j, o.Buckets))
		}
		if o.Buckets != nil && o.Kind == chart.Line {
			c.Notes = append(c.Notes, fmt.Sprintf("thin: report lines; bold: averages over %g s", o.Buckets.Every))
		}
	}
	return c
}

// middle is the mean, or the median of what is never averaged.
func middle(j analyze.Jitter) float64 {
	if j.Value.IsQuantile() {
		return j.Median
	}
	return j.Mean
}

// bars draws the means. Of a run without report lines it is the tool's own figure.
func bars(c *chart.Chart, rows []analyze.Jitter) {
	series := chart.Series{Name: "mean with 95 % interval"}
	if len(rows) > 0 && rows[0].Value.IsQuantile() {
		series.Name = "median of the report lines"
	}
	whiskers, figures := false, false
	for _, j := range rows {
		bar := chart.Estimate{Value: middle(j), Low: j.MeanInterval.Lo, High: j.MeanInterval.Hi}
		if j.Points == 0 {
			bar.Value = analyze.Total(&j.Run, analyze.Measured{Op: j.Op, Value: j.Value})
		}
		whiskers = whiskers || !math.IsNaN(bar.Low)
		figures = figures || j.Points <= 1 && !math.IsNaN(bar.Value)
		series.Bars = append(series.Bars, bar)
	}
	c.Series = []chart.Series{series}
	if whiskers {
		c.Notes = append(c.Notes, "intervals by the effective sample size of each run; variation from run to run is not in them")
	}
	if figures {
		c.Notes = append(c.Notes, "bars of single figures have no interval: how much of a difference is chance is not known")
	}
}

func pictureNames(rows []analyze.Jitter, given map[string]string) []string {
	runs := make([]history.Run, len(rows))
	for i, j := range rows {
		runs[i] = j.Run
	}
	names := analyze.Labels(runs)
	for i, run := range runs {
		if name := given[run.RunID]; name != "" {
			names[i] = name
		}
	}
	return names
}

func firstFew(names []string, most int) []string {
	if len(names) <= most {
		return names
	}
	return append(append([]string(nil), names[:most-1]...), fmt.Sprintf("and %d more", len(names)-most+1))
}

// timeSeries is one run over time: gaps stay gaps, stalls and the warm-up are
// marked.
func timeSeries(name string, j analyze.Jitter, buckets *analyze.Buckets) chart.Series {
	s := chart.Series{Name: name, Warmup: j.WarmUp.State == stat.WarmUpFound, WarmupEnd: j.WarmUp.End}
	for _, p := range j.Series {
		s.Points = append(s.Points, chart.Point{X: p.End, Y: p.Rate, Length: p.Length()})
	}
	for _, stall := range j.Stalls.Stalls {
		s.Stalls = append(s.Stalls, chart.Span{Start: stall.Start, End: stall.End})
	}
	if buckets == nil {
		return s
	}
	for _, column := range buckets.Runs {
		if column.Run.RunID != j.Run.RunID {
			continue
		}
		s.Buckets = averages(buckets, column.Values, analyze.Stages(&j.Run))
	}
	return s
}

// averages are the buckets of a run. Those that lie across the border of two steps
// of its load are left out, and no line is drawn from one step to the next.
func averages(buckets *analyze.Buckets, values []float64, stages []analyze.Stage) []chart.Point {
	const slack = 1e-6 // times are sums of decimals
	var points []chart.Point
	for i, t := range buckets.T {
		for len(stages) > 1 && t > stages[0].End+slack {
			points = append(points, chart.Point{X: stages[0].End, Y: math.NaN()})
			stages = stages[1:]
		}
		if len(stages) > 0 && t-buckets.Every < stages[0].Start-slack {
			continue
		}
		points = append(points, chart.Point{X: t, Y: values[i], Length: buckets.Every})
	}
	return points
}

// distributions draws the report lines of the steady part without their order, each
// step of a stepped load by itself.
func distributions(c *chart.Chart, rows []analyze.Jitter, names []string) {
	cut := false
	for i, j := range rows {
		cut = cut || len(j.Steady) < len(j.Series)
		stages := analyze.Stages(&j.Run)
		for _, stage := range stages {
			c.Series = append(c.Series, distribution(names[i]+": "+stage.Load(), stage.Of(j.Steady)))
		}
		if stages == nil {
			c.Series = append(c.Series, distribution(names[i], j.Steady))
		}
	}
	if cut {
		c.Notes = append(c.Notes, "warm-up left out")
	}
}

func distribution(name string, series stat.Series) chart.Series {
	s := chart.Series{Name: name}
	for _, p := range series {
		if !math.IsNaN(p.Rate) {
			s.Values = append(s.Values, p.Rate)
		}
	}
	return s
}

// opTitles are operations in the words of the field.
var opTitles = map[string]string{
	"new_order": "New-Order transactions", "payment": "Payment transactions", "order_status": "Order-Status transactions",
	"delivery": "Delivery transactions", "stock_level": "Stock-Level transactions",
	"transaction": "transactions", "query": "queries", "read": "reads", "write": "writes", "other": "other statements",
	"event": "events", "insert": "inserts", "operation": "operations", "fsync": "fsyncs",
}

func opTitle(op string) string {
	if title := opTitles[op]; title != "" {
		return title
	}
	return op
}

// valueLabel is what an axis shows, with its unit.
func valueLabel(rows []analyze.Jitter) string {
	if len(rows) == 0 {
		return ""
	}
	op := opTitle(rows[0].Op)
	for _, j := range rows {
		if j.Op != rows[0].Op {
			op = "operations"
		}
	}
	switch v := rows[0].Value; {
	case v == analyze.Rate:
		return op + " per second"
	case v == "count":
		return op + " per report interval"
	case v.IsLatency():
		return latencyTitle(v) + " of " + op + " (ms)"
	case v == "bytes_per_s":
		return "bytes per second"
	default:
		return op + ": " + strings.ReplaceAll(string(v), "_", " ")
	}
}

func latencyTitle(v analyze.Value) string {
	switch v {
	case "lat_avg_ms":
		return "mean latency"
	case "lat_max_ms":
		return "maximum latency"
	case "lat_p999_ms":
		return "p99.9 latency"
	case "pct_ms":
		return "latency percentile"
	}
	rank := strings.TrimSuffix(strings.TrimPrefix(string(v), "lat_"), "_ms")
	return rank + " latency"
}
