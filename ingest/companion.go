package ingest

import (
	"fmt"
	"io"
	"math"
	"slices"

	"jitterlog/ingest/history"
	"jitterlog/parse"
	"jitterlog/parse/formats"
)

// A companion is a file that belongs to the runs of a log: the server's
// settings, or a series that was recorded beside it.
type companion struct {
	file     *File
	found    formats.Detection
	settings map[string]string
}

// readSettings reads the settings of a companion; they are needed before the
// first run of its log ends.
func (c *companion) readSettings(opts *Options) error {
	c.settings = map[string]string{}
	return c.each(opts, func(rec parse.Record) error {
		if s, ok := rec.(*parse.Setting); ok {
			c.settings[s.Name] = s.Value
		}
		return nil
	})
}

// each calls take with the records of the companion and counts its lines.
func (c *companion) each(opts *Options, take func(parse.Record) error) error {
	t, err := openText(c.file.Path, opts.Stdin)
	if err != nil {
		return err
	}
	defer t.Close()
	lines := parse.NewLines(newMaskReader(t))
	lines.SetClock(opts.Location, t.mtime)
	if c.found.Prefixed {
		lines.StripPrefixes()
	}
	c.file.NotUnderstood, c.file.FirstNotUnderstood = 0, nil
	for rec, err := range c.found.Format.Read(lines) {
		if err != nil {
			c.file.notUnderstood(err)
		} else if err := take(rec); err != nil {
			return err
		}
	}
	c.file.Lines = int64(lines.Number())
	if err := lines.Err(); err != nil && err != io.EOF {
		return fmt.Errorf("read %s: %w", c.file.Path, err)
	}
	return nil
}

// attachSamples puts the series of the companions into the run that is open at
// the end of the log.
func (r *sectionReader) attachSamples() error {
	if r.open == nil {
		return nil
	}
	slices.SortStableFunc(r.companions, func(a, b companion) int { return outlivingLast(a.found, b.found) })
	var series *aligner
	for i := range r.companions {
		c := &r.companions[i]
		if len(c.settings) > 0 || c.file.Err != nil {
			continue
		}
		if r.section > 1 {
			c.file.Err = fmt.Errorf("the log beside it, %s, holds %d runs: say with --attach which one it belongs to", r.file.Path, r.section)
			continue
		}
		times := r.open.aligner(r)
		if c.found.Format.Outlives {
			times.follow(series)
		}
		err := c.each(r.opts, func(rec parse.Record) error {
			switch rec := rec.(type) {
			case *parse.Sample:
				r.open.writer.Sample(times.sample(rec))
			case *parse.Event:
				r.open.events.addIn(times.event(rec))
			}
			return r.open.writer.Err()
		})
		if err != nil {
			return err
		}
		c.file.Aligned = times.way()
		if !c.found.Format.Outlives {
			series = times
		}
	}
	return nil
}

// outlivingLast orders files so that what outlives the run comes after the series
// whose clock it follows.
func outlivingLast(a, b formats.Detection) int {
	switch {
	case a.Format.Outlives == b.Format.Outlives:
		return 0
	case a.Format.Outlives:
		return 1
	}
	return -1
}

// aligner knows the clock of the open run, whose summary the end of the log has
// brought.
func (o *openRun) aligner(r *sectionReader) *aligner {
	took, warmup := parse.NaN(), parse.NaN()
	if o.summary != nil {
		run := history.NewRun(o.summary)
		took, warmup = measured(run), run.WarmupS
		if math.IsNaN(took) {
			took = o.lastEnd // of a run that was killed
		}
	}
	return newAligner(o.startedAt(r.opts), r.mtime, took, warmup, r.opts)
}
