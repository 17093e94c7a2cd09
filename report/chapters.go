package report

import (
	"bytes"
	"fmt"
	"slices"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/parse"
	"jitterlog/report/chart"
	"jitterlog/report/doc"
)

// throughput is the headline picture and the tools' own figures.
func (s *story) throughput() error {
	s.heading("Throughput")
	if len(s.rows) > 0 {
		o := PictureOptions{Kind: chart.Line, NoTitle: true}
		if every := s.every(); every >= 2.99*s.interval() {
			buckets, err := s.db.Buckets(s.ctx, s.measured, analyze.BucketOptions{Every: every})
			if err == nil {
				o.Buckets = buckets
			}
		}
		if err := s.figure("throughput", Picture(s.rows, o), "Throughput over time; time without a report line is a gap, stalls are marked below."); err != nil {
			return err
		}
	}
	if err := s.bars(); err != nil {
		return err
	}
	s.add(s.results())
	return nil
}

// bars is the picture of the means where there are several and either some are single
// figures, which have no course over time, or the runs are compared.
func (s *story) bars() error {
	rows := append(slices.Clone(s.rows), s.single...)
	if len(s.single) == 0 && s.pairs == nil || len(rows) < 2 || len(s.single) == 0 && len(rows) < 3 {
		return nil
	}
	if slices.ContainsFunc(rows, func(j analyze.Jitter) bool { return j.Op != rows[0].Op }) {
		return nil // other things are counted in others: bars would compare them
	}
	slices.SortStableFunc(rows, func(a, b analyze.Jitter) int { return s.place(a) - s.place(b) })
	picture := Picture(rows, PictureOptions{Kind: chart.Bar, NoTitle: true})
	picture.Height = max(500, 26*len(rows)+120)
	return s.figure("means", picture, "Mean throughput of each run.")
}

// place is where a run stands among those of the story.
func (s *story) place(j analyze.Jitter) int {
	return slices.IndexFunc(s.runs, func(r history.Run) bool { return r.RunID == j.Run.RunID })
}

// results is the table of what the tools themselves say came out.
func (s *story) results() doc.Table {
	table := doc.Table{Title: "The runs, and their tools' own figures", Columns: []doc.Column{
		{Name: "run"}, {Name: "tool"}, {Name: "workload"},
		{Name: "threads", Kind: doc.KindInt}, {Name: "scale", Kind: doc.KindInt},
		{Name: "elapsed", Unit: "s", Kind: doc.KindFloat}, {Name: "interval", Unit: "s", Kind: doc.KindFloat},
		{Name: "TpmC", Kind: doc.KindFloat, Digits: 3}, {Name: "TPS", Kind: doc.KindFloat, Digits: 2}, {Name: "QPS", Kind: doc.KindFloat, Digits: 2},
		{Name: "mean latency", Unit: "ms", Kind: doc.KindFloat}, {Name: "p95 latency", Unit: "ms", Kind: doc.KindFloat},
		{Name: "complete"}, {Name: "started", Kind: doc.KindTime},
	}}
	for i, r := range s.runs {
		table.Rows = append(table.Rows, []doc.Value{doc.Text(s.labels[i]), text(tool(r)), text(r.Workload), whole(r.Threads), whole(r.Scale),
			doc.Float(elapsed(r)), doc.Float(r.IntervalS), doc.Float(r.TpmC), doc.Float(r.TPS), doc.Float(r.QPS),
			doc.Float(r.LatAvgMS), doc.Float(r.LatP95MS), complete(r), moment(r)})
	}
	return withoutEmpty(table)
}

// figure adds a picture that follows the colours of the page.
func (s *story) figure(name string, c *chart.Chart, caption string) error {
	c.Theme = chart.Auto
	var svg bytes.Buffer
	if _, err := c.Render(&svg, chart.SVG); err != nil {
		return fmt.Errorf("draw the %s: %w", name, err)
	}
	figure := doc.Figure{SVG: svg.Bytes(), Caption: caption, Alt: name + " of " + s.title()}
	if s.opts.FigureFile != nil {
		figure.File = s.opts.FigureFile(name)
	}
	s.add(figure)
	return nil
}

// interval is the longest report interval of the runs.
func (s *story) interval() float64 {
	longest := 0.0
	for _, j := range s.rows {
		longest = max(longest, j.Series.Interval())
	}
	return longest
}

func (s *story) comparison() error {
	if s.pairs == nil && s.notPairs == nil {
		return nil
	}
	s.heading("Comparison")
	if s.notPairs != nil {
		s.add(doc.Note{Severity: doc.SeverityWarning, Text: "no comparison: " + s.notPairs.Error()})
		return nil
	}
	table := Comparison(s.pairs)
	table.Notes = nil // they stand at the top
	s.add(table)
	if differing := Differing(s.runs); len(differing.Rows) > 0 {
		differing.Title = "What differs between the runs"
		s.add(differing)
	}
	return nil
}

func (s *story) jitter() error {
	if len(s.rows) == 0 {
		return nil
	}
	s.heading("Jitter")
	table := Jitter(s.rows)
	table.Notes = nil
	s.add(withoutEmpty(table))
	stages, err := Stages(s.ctx, s.db, s.measured)
	if err != nil {
		return err
	}
	if len(stages.Rows) > 0 {
		stages.Title = "Steps of load"
		s.add(stages)
	}
	if err := s.figure("distribution", Picture(s.rows, PictureOptions{Kind: chart.Box, NoTitle: true}), "How the rates of the report lines are spread."); err != nil {
		return err
	}
	if scales := Scales(s.rows); len(scales.Rows) > 0 {
		s.add(scales)
	}
	if stalls := Stalls(s.rows); len(stalls.Rows) > 0 {
		stalls.Title = "Stalls: intervals below half of the median of their regime"
		s.add(shorten(stalls, 30))
	}
	labels := analyze.Labels(s.measured)
	for i := range s.rows {
		if !s.sampled[s.rows[i].Run.RunID] {
			continue
		}
		table, err := InStalls(s.ctx, s.db, &s.rows[i])
		if err != nil {
			return err
		}
		if len(table.Rows) > 0 {
			table.Title = labels[i] + ": what changed most in the stalls, against the seconds before each"
			s.add(table)
		}
	}
	return nil
}

// shorten folds the rows of a long table away.
func shorten(table doc.Table, most int) doc.Block {
	if len(table.Rows) <= most {
		return table
	}
	return doc.Details{Summary: fmt.Sprintf("%s (%d rows)", table.Title, len(table.Rows)), Blocks: []doc.Block{table}}
}

func (s *story) buckets() error {
	if len(s.measured) == 0 {
		return nil
	}
	every := s.every()
	buckets, err := s.db.Buckets(s.ctx, s.measured, analyze.BucketOptions{Every: every})
	if err != nil {
		s.add(doc.Note{Severity: doc.SeverityInfo, Text: "no bucket averages: " + err.Error()})
		return nil
	}
	table := Buckets(buckets, nil)
	table.Title = fmt.Sprintf("Averages over %g s, per second", every)
	s.heading("Averages over time")
	s.add(shorten(table, 60))
	if hasCounts(s.measured) {
		counts, err := s.db.Buckets(s.ctx, s.measured, analyze.BucketOptions{Every: every, Measured: analyze.Measured{Value: "count"}})
		if err == nil {
			table := Buckets(counts, nil)
			table.Title = fmt.Sprintf("Mean count of the report lines in each %g s", every)
			s.add(shorten(table, 60))
		}
	}
	return nil
}

// hasCounts says whether all runs are of a tool that prints counts.
func hasCounts(runs []history.Run) bool {
	for _, run := range runs {
		if run.Tool != "tpcc-mysql" {
			return false
		}
	}
	return true
}

// every is the length of the buckets: asked for, or about thirty to a run and at
// least three report intervals each.
func (s *story) every() float64 {
	if s.opts.Every > 0 {
		return s.opts.Every
	}
	seconds := 0.0
	for _, j := range s.rows {
		if n := len(j.Series); n > 0 {
			seconds = max(seconds, j.Series[n-1].End)
		}
	}
	want := max(seconds/30, 3*s.interval())
	for _, nice := range []float64{1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600} {
		if nice >= want*0.999 {
			return nice
		}
	}
	return 7200
}

func (s *story) latency() error {
	value := analyze.Value("")
	for _, v := range []analyze.Value{"lat_p99_ms", "lat_p95_ms", "lat_avg_ms", "lat_max_ms"} {
		if s.allHave(v) {
			value = v
			break
		}
	}
	if value == "" {
		return nil
	}
	s.heading("Latency")
	if err := analyze.CheckClocks(s.measured); err != nil {
		s.add(doc.Note{Severity: doc.SeverityWarning, Code: "clocks_differ", Text: "no latency is shown: " + err.Error()})
		return nil
	}
	if s.measured[0].LatClock != parse.WallClock {
		s.add(doc.Note{Severity: doc.SeverityWarning, Code: "classic_latency_is_cpu_time",
			Text: "no latency is shown: those of these logs are CPU time of the client, not response times"})
		return nil
	}
	rows, err := s.db.Jitter(s.ctx, s.measured, analyze.JitterOptions{Measured: analyze.Measured{Value: value}, KeepWarmUp: true})
	if err != nil {
		return err
	}
	return s.figure("latency", Picture(rows, PictureOptions{Kind: chart.Line, NoTitle: true}), "Latency over time, from the report lines.")
}

// allHave says whether every run has that latency in its report lines.
func (s *story) allHave(v analyze.Value) bool {
	has, err := s.db.HaveValue(s.ctx, s.measured, v)
	return err == nil && has && len(s.measured) > 0
}

func (s *story) operations() error {
	table, err := Operations(s.ctx, s.db, s.measured)
	if err != nil || len(table.Rows) == 0 {
		return err
	}
	s.heading("Operations")
	table.Title = "All operations, over the time measured"
	s.add(table)
	return nil
}

// mostOpen is how many rows of what was recorded beside a run are not folded away.
const mostOpen = 10

// metrics is what was recorded beside the runs: what moved most of each, and the
// rest in a table that readers open.
func (s *story) metrics() error {
	first := true
	for i := range s.runs {
		if !s.sampled[s.runs[i].RunID] {
			continue
		}
		table, err := Beside(s.ctx, s.db, &s.runs[i])
		if err != nil {
			return err
		}
		if len(table.Rows)+len(table.Notes) == 0 {
			continue
		}
		if first {
			s.heading("Beside the runs")
			first = false
		}
		rows := table.Rows
		if len(rows) == 0 {
			for _, note := range table.Notes { // all are constant
				note.Text = s.labels[i] + ": " + note.Text
				s.add(note)
			}
			continue
		}
		table.Title = s.labels[i] + ": series of the server, disk and system while it measured, what moved most first"
		table.Rows = rows[:min(len(rows), mostOpen)]
		s.add(table)
		if len(rows) > mostOpen {
			rest := doc.Table{Columns: table.Columns, Rows: rows[mostOpen:]}
			s.add(doc.Details{Summary: fmt.Sprintf("%d series that moved less", len(rest.Rows)), Blocks: []doc.Block{rest}})
		}
	}
	return nil
}

func (s *story) events() error {
	table, err := Events(s.ctx, s.db, s.runs)
	if err != nil || len(table.Rows) == 0 {
		return err
	}
	s.heading("What happened")
	table.Title = "Events in the logs; equal ones are counted"
	s.add(shorten(table, 40))
	return nil
}

// provenance says where all comes from, and how the figures are made.
func (s *story) provenance() error {
	s.heading("Where this comes from")
	for i, run := range s.runs {
		blocks := []doc.Block{identity(run), figures(run)}
		if len(run.Options) > 0 {
			blocks = append(blocks, doc.Paragraph{Text: "Options of the tool"}, named(run.Options))
		}
		if len(run.Settings) > 0 {
			blocks = append(blocks, doc.Paragraph{Text: "Server settings"}, named(run.Settings))
		}
		s.add(doc.Details{Summary: s.labels[i] + " (" + run.RunID + ")", Blocks: blocks})
	}
	s.add(doc.Details{Summary: "How the figures are made", Blocks: []doc.Block{doc.List{Items: method}}})
	return nil
}

// method is the recipe in plain words.
var method = []string{
	"Rates are weighted by the length of their intervals. Only the part that the tool itself calls measured is used.",
	"A warm-up is looked for by MSER-5 and left out of means, comparisons and stalls; it stays in the pictures.",
	"Intervals of a means use the effective sample size: neighbouring intervals are alike, so a run holds fewer independent values than lines.",
	"CV is the standard deviation over the mean; the robust CV is 1.4826 times the median absolute deviation over the median; the floor is the 5th percentile over the median.",
	"A stall is a stretch below half of its regime's median; lost work is what the median would have done in it.",
	"A verdict is given only if the whole interval lies beyond the smallest difference that matters, or within it; everything else is “cannot tell”.",
	"Percentiles are never averaged: where only those of the report lines exist, the median over the lines is shown.",
}
