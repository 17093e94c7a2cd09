package report

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"

	"jitterlog/analyze"
	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/parse"
	"jitterlog/report/chart"
	"jitterlog/report/doc"
)

// StoryOptions say what a whole report tells.
type StoryOptions struct {
	Title     string
	Every     float64 // seconds of a bucket; 0: chosen by the length of the runs
	By        string  // the key that the groups were made by
	MinEffect float64 // smallest relative difference that matters
	// FigureFile names the file of a figure in formats that do not hold pictures
	// themselves, by its name; nil: figures have no files.
	FigureFile func(name string) string
}

// Story is the whole report of some runs in one document: what came out, how
// they differ, how they jitter, what happened, and how the figures are made. Each
// group is one side of the comparisons, the first what the others are compared
// with.
func Story(ctx context.Context, db *analyze.DB, groups []analyze.Group, o StoryOptions) (doc.Document, error) {
	s := &story{ctx: ctx, db: db, groups: groups, opts: o}
	for _, g := range groups {
		s.runs = append(s.runs, g.Runs...)
	}
	if err := s.gather(); err != nil {
		return doc.Document{}, err
	}
	s.doc.Title = o.Title
	if s.doc.Title == "" {
		s.doc.Title = s.title()
	}
	s.doc.Footer = "made by jitterlog from " + sources(s.runs)
	for _, section := range []func() error{s.summary, s.throughput, s.comparison, s.jitter, s.buckets, s.latency, s.operations, s.events, s.provenance} {
		if err := section(); err != nil {
			return doc.Document{}, err
		}
	}
	return s.doc, nil
}

type story struct {
	ctx    context.Context
	db     *analyze.DB
	groups []analyze.Group
	opts   StoryOptions
	doc    doc.Document

	runs     []history.Run
	measured []history.Run // those that have intervals
	rows     []analyze.Jitter
	pairs    *analyze.Comparison // nil with one group
	notPairs error               // why there is none, if there should be
	warnings []analyze.Warning
}

func (s *story) add(blocks ...doc.Block) { s.doc.Blocks = append(s.doc.Blocks, blocks...) }

func (s *story) heading(text string) { s.add(doc.Heading{Level: 2, Text: text}) }

// gather asks for all that several sections need.
func (s *story) gather() error {
	var err error
	if s.warnings, err = s.db.Warnings(s.ctx, s.runs); err != nil {
		return err
	}
	rows, err := s.db.Jitter(s.ctx, s.runs, analyze.JitterOptions{})
	if err != nil {
		return err
	}
	for _, j := range rows {
		if j.Points > 0 {
			s.rows = append(s.rows, j)
			s.measured = append(s.measured, j.Run)
		}
	}
	if len(s.groups) > 1 {
		s.pairs, s.notPairs = s.db.Compare(s.ctx, s.groups, analyze.CompareOptions{By: s.opts.By, MinEffect: s.opts.MinEffect})
	}
	return s.ctx.Err()
}

func (s *story) title() string {
	var names []string
	for _, g := range s.groups {
		names = append(names, g.Name)
	}
	const most = 4
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most-1], ", "), len(names)-most+1)
	}
	return strings.Join(names, " and ")
}

func sources(runs []history.Run) string {
	seen := map[string]bool{}
	var names []string
	for _, run := range runs {
		if !seen[run.Source] {
			seen[run.Source] = true
			names = append(names, run.Source)
		}
	}
	if len(names) > 6 {
		return fmt.Sprintf("%s and %d more files", strings.Join(names[:5], ", "), len(names)-5)
	}
	return strings.Join(names, ", ")
}

// summary is the answer in a few sentences, and what it must not be used for.
func (s *story) summary() error {
	s.heading("In short")
	var items []string
	if s.pairs != nil {
		for _, pair := range s.pairs.Pairs {
			items = append(items, verdict(pair, pair.Level, what(s.pairs)))
			if pair.Jitter != nil {
				items = append(items, verdict(pair, *pair.Jitter, "jitter"))
			}
		}
	}
	for i, j := range s.rows {
		items = append(items, steadiness(label(s.measured, i), j))
	}
	for _, run := range s.runs {
		if !run.Complete {
			items = append(items, run.Name+" is incomplete: its log ends before the tool's final report.")
		}
	}
	s.add(doc.List{Items: items})
	if s.notPairs != nil {
		s.add(doc.Note{Severity: doc.SeverityWarning, Text: "no comparison: " + s.notPairs.Error()})
	}
	warnings := s.warnings
	if s.pairs != nil {
		warnings = s.pairs.Warnings // those of the runs are among them
	}
	for _, note := range Notes(Relevant(warnings, analyze.Rate), s.runs) {
		s.add(note)
	}
	return nil
}

// verdict is one comparison in a sentence.
func verdict(pair analyze.Pair, c stat.Comparison, what string) string {
	text := fmt.Sprintf("%s against %s, %s: %s", pair.B, pair.A, what, c.Words())
	if !math.IsNaN(c.Ratio.Value) && !math.IsNaN(c.Ratio.Lo) {
		text += fmt.Sprintf(" (%+.1f %%; %g %% interval %+.1f to %+.1f %%)", 100*(c.Ratio.Value-1), 100*c.Level,
			100*(c.Ratio.Lo-1), 100*(c.Ratio.Hi-1))
	}
	return text + "."
}

// steadiness says how even one run was.
func steadiness(name string, j analyze.Jitter) string {
	text := fmt.Sprintf("%s: mean %s %s/s, CV %s", name, short(j.Mean), j.Op, percent(j.CV))
	switch n := len(j.Stalls.Stalls); {
	case n == 0:
		text += ", no stall"
	case n == 1:
		text += fmt.Sprintf(", one stall of %s s", short(j.Stalls.Longest))
	default:
		text += fmt.Sprintf(", %d stalls, the longest of %s s", n, short(j.Stalls.Longest))
	}
	if j.Stalls.Share > 0 {
		text += fmt.Sprintf(", %s of the work lost in stalls", percent(j.Stalls.Share))
	}
	switch j.WarmUp.State {
	case stat.WarmUpFound:
		text += fmt.Sprintf("; the first %s s are warm-up and left out", short(j.WarmUp.End))
	case stat.NeverSteady:
		text += "; it never became steady"
	}
	if !math.IsNaN(j.Run.TpmC) {
		text += fmt.Sprintf("; TpmC %.3f", j.Run.TpmC)
	}
	return text + "."
}

func short(f float64) string {
	if math.Abs(f) >= 1000 {
		return fmt.Sprintf("%.0f", f)
	}
	return fmt.Sprintf("%.4g", f)
}

func percent(f float64) string {
	if math.IsNaN(f) {
		return "unknown"
	}
	return fmt.Sprintf("%.1f %%", 100*f)
}

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
	s.add(s.results())
	return nil
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
		table.Rows = append(table.Rows, []doc.Value{doc.Text(label(s.runs, i)), text(tool(r)), text(r.Workload), whole(r.Threads), whole(r.Scale),
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
	if s.pairs == nil {
		return nil
	}
	s.heading("Comparison")
	table := Comparison(s.pairs)
	table.Notes = nil // they stand at the top
	s.add(table)
	if len(s.measured) > 2 {
		if err := s.figure("means", Picture(s.rows, PictureOptions{Kind: chart.Bar, NoTitle: true}), "Mean throughput of each run."); err != nil {
			return err
		}
	}
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
	if err := s.figure("distribution", Picture(s.rows, PictureOptions{Kind: chart.Box, NoTitle: true}), "How the rates of the report lines are spread."); err != nil {
		return err
	}
	s.add(Scales(s.rows))
	if stalls := Stalls(s.rows); len(stalls.Rows) > 0 {
		stalls.Title = "Stalls: intervals below half of the median of their regime"
		s.add(shorten(stalls, 30))
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
	for i := range s.measured {
		series, err := s.db.Series(s.ctx, &s.measured[i], analyze.Measured{Value: v})
		if err != nil || series.Seconds() == 0 {
			return false
		}
	}
	return len(s.measured) > 0
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
	for _, run := range s.runs {
		blocks := []doc.Block{identity(run), figures(run)}
		if len(run.Options) > 0 {
			blocks = append(blocks, doc.Paragraph{Text: "Options of the tool"}, named(run.Options))
		}
		if len(run.Settings) > 0 {
			blocks = append(blocks, doc.Paragraph{Text: "Server settings"}, named(run.Settings))
		}
		s.add(doc.Details{Summary: run.Name + " (" + run.RunID + ")", Blocks: blocks})
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

// Scales is the table of the CV over blocks of 1 to 60 seconds: the
// variance-time curve, which is the fingerprint of what makes the jitter.
func Scales(rows []analyze.Jitter) doc.Table {
	table := doc.Table{Title: "CV of means over longer and longer blocks (a CV that falls slowly comes from slow waves)",
		Columns: []doc.Column{{Name: "run"}}}
	var runs []history.Run
	for _, j := range rows {
		runs = append(runs, j.Run)
	}
	for i, j := range rows {
		row := []doc.Value{doc.Text(label(runs, i))}
		for _, scale := range j.Scales {
			if i == 0 {
				table.Columns = append(table.Columns, doc.Column{Name: fmt.Sprintf("cv_%gs", scale.Seconds),
					Title: fmt.Sprintf("%g s", scale.Seconds), Kind: doc.KindPercent, Digits: 1})
			}
			row = append(row, doc.Float(scale.CV))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}
