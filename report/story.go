package report

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// StoryOptions say what a whole report tells.
type StoryOptions struct {
	Title     string
	Every     float64 // seconds of a bucket; 0: chosen by the length of the runs
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
		for _, run := range g.Runs {
			if !slices.ContainsFunc(s.runs, func(r history.Run) bool { return r.RunID == run.RunID }) {
				s.runs = append(s.runs, run)
			}
		}
	}
	s.labels = analyze.Labels(s.runs)
	if err := s.gather(); err != nil {
		return doc.Document{}, err
	}
	s.doc.Title = o.Title
	if s.doc.Title == "" {
		s.doc.Title = s.title()
	}
	s.doc.Footer = "made by jitterlog from " + sources(s.runs)
	for _, section := range []func() error{s.summary, s.throughput, s.comparison, s.jitter, s.buckets, s.latency, s.operations, s.metrics, s.events, s.provenance} {
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
	labels   []string      // of runs
	measured []history.Run // those that have a course over time: more than one interval
	rows     []analyze.Jitter
	single   []analyze.Jitter    // those of which one figure is known
	pairs    *analyze.Comparison // nil with one group
	notPairs error               // why there is none, if there should be
	warnings []analyze.Warning
	sampled  map[string]bool // by run_id: whether anything was sampled beside it
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
		switch {
		case j.Points > 1:
			s.rows = append(s.rows, j)
			s.measured = append(s.measured, j.Run)
		case !math.IsNaN(level(j)):
			s.single = append(s.single, j)
		}
	}
	if s.sampled, err = sampled(s.ctx, s.db, s.runs); err != nil {
		return err
	}
	if len(s.groups) > 1 {
		s.pairs, s.notPairs = s.db.Compare(s.ctx, s.groups, analyze.CompareOptions{MinEffect: s.opts.MinEffect})
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
	items = append(items, s.singleFigures()...)
	labels := analyze.Labels(s.measured)
	for i, j := range s.rows {
		items = append(items, steadiness(labels[i], j))
	}
	for _, run := range s.runs {
		if !run.Complete && len(run.Reported) == 0 {
			items = append(items, run.Name+" is incomplete: its log ends before the tool's final report.")
		}
	}
	s.add(doc.List{Items: items})
	warnings := s.warnings
	if s.pairs != nil {
		warnings = s.pairs.Warnings // those of the runs are among them
	}
	for _, note := range Notes(Relevant(warnings, analyze.Rate), s.runs) {
		s.add(note)
	}
	return nil
}

// level is the one figure of a run without a course over time: that of its only
// report line, else the tool's own.
func level(j analyze.Jitter) float64 {
	if j.Points > 0 {
		return j.Mean
	}
	return analyze.Total(&j.Run, analyze.Measured{})
}

// singleFigures says how far the runs of one figure each lie apart, a sentence for
// each operation.
func (s *story) singleFigures() []string {
	var sentences []string
	byOp := map[string][]analyze.Jitter{}
	var ops []string
	for _, j := range s.single {
		if byOp[j.Op] == nil {
			ops = append(ops, j.Op)
		}
		byOp[j.Op] = append(byOp[j.Op], j)
	}
	for _, op := range ops {
		order := func(a, b analyze.Jitter) int { return cmp.Compare(level(a), level(b)) }
		least, most := slices.MinFunc(byOp[op], order), slices.MaxFunc(byOp[op], order)
		figure := func(j analyze.Jitter) string {
			return fmt.Sprintf("%s %s/s (%s)", short(level(j)), op, s.labels[s.place(j)])
		}
		if len(byOp[op]) == 1 {
			sentences = append(sentences, figure(least)+" is a single figure, of which nothing can be said of jitter.")
			continue
		}
		sentences = append(sentences, fmt.Sprintf("%d runs are single figures, of which nothing can be said of jitter: from %s to %s, a factor of %s.",
			len(byOp[op]), figure(least), figure(most), factor(level(most)/level(least))))
	}
	return sentences
}
