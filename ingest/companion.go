package ingest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"jitterlog/ingest/history"
	"jitterlog/parse"
	"jitterlog/parse/formats"
)

// A companion is a file that belongs to the runs of a log: the server's
// settings, or a series that was recorded beside it.
type companion struct {
	file     *File
	found    formats.Detection
	text     *archived
	mtime    time.Time
	settings map[string]string
	used     bool // by the runs of its log
}

// archive keeps the text of the companion, of which nothing stays in memory: a log
// may have any number of them. What is wrong with the file is put into its File.
func (c *companion) archive(ctx context.Context, to keeper) error {
	t, err := openText(c.file.Path, nil)
	if err != nil {
		c.file.Err = err
		return nil
	}
	defer t.Close()
	c.mtime = t.mtime
	if c.text, err = archive(ctx, t, to, 0); err != nil {
		return err
	}
	if c.text.brokenBy != nil {
		c.file.Err = fmt.Errorf("read %s: %w", c.file.Path, c.text.brokenBy)
	}
	return nil
}

// prepare archives the companion and reads its settings, which are needed before
// the first run of its log ends.
func (c *companion) prepare(ctx context.Context, opts *Options, to keeper) error {
	if err := c.archive(ctx, to); err != nil || c.file.Err != nil {
		return err
	}
	c.settings = map[string]string{}
	err := c.each(opts, func(rec parse.Record) error {
		if s, ok := rec.(*parse.Setting); ok {
			c.settings[s.Name] = s.Value
		}
		return nil
	})
	c.used = len(c.settings) > 0
	return err
}

// each calls take with the records of the archived companion and counts its lines.
func (c *companion) each(opts *Options, take func(parse.Record) error) error {
	in, err := c.text.open()
	if err != nil {
		return err
	}
	defer in.Close()
	lines := parse.NewLines(in)
	lines.SetClock(opts.Location, c.mtime)
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
	if lines.Err() != nil {
		return fmt.Errorf("read the archived text: %w", lines.Err())
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
		if c.used || c.file.Err != nil {
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
		c.file.Aligned, c.used = times.way(), true
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
