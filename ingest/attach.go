package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// errIsRun says that a file cannot be attached.
var errIsRun = errors.New("a log with runs of its own: import it")

// Attach brings files that belong to a run of the history to it: settings, and
// series recorded beside it. Their times become the run's by the wall clock where
// both have one.
func Attach(ctx context.Context, h *history.History, run history.Run, paths []string, opts Options) ([]*File, error) {
	im := &importer{history: h, opts: &opts}
	files := im.recognise(ctx, expand(paths, h.Dir()))
	ordered := slices.Clone(files)
	slices.SortStableFunc(ordered, func(a, b recognised) int { return outlivingLast(a.found, b.found) })
	var series *aligner
	for _, f := range ordered {
		if f.file.Err == nil && f.file.Path == Stdin {
			f.file.Err = errors.New("cannot be attached from standard input")
		}
		if f.file.Err == nil && !f.found.Format.Attaches {
			f.file.Err = errIsRun
		}
		if f.file.Err != nil {
			continue
		}
		f.file.Format, f.file.BelongsTo = f.found.Format.Name, run.Source
		times := newAligner(run.StartedAt, run.SourceMtime, measured(run), run.WarmupS, &opts)
		if f.found.Format.Outlives {
			times.follow(series)
		}
		if err := attach(ctx, h, &run, f, times, &opts); err != nil {
			return accounts(files), err
		}
		if !f.found.Format.Outlives {
			series = times
		}
	}
	return accounts(files), nil
}

// attach reads one file: its settings into the run, its series into the history.
// It notes in run what is beside it then.
func attach(ctx context.Context, h *history.History, run *history.Run, f recognised, times *aligner, opts *Options) error {
	to, err := h.Attach(ctx, run.RunID, attachmentKey(f.file.Path))
	if err != nil {
		return err
	}
	defer to.Abort()
	c := &companion{file: f.file, found: f.found}
	if err := c.archive(ctx, to); err != nil || f.file.Err != nil {
		return err
	}
	if twin := twinOf(run, f.file.Path, c.text.raw.SHA256); twin != "" && !to.Replaces() {
		f.file.Repeats = twin
		return nil
	}
	var events eventTally
	settings := map[string]string{}
	err = c.each(opts, func(rec parse.Record) error {
		switch rec := rec.(type) {
		case *parse.Setting:
			settings[rec.Name] = rec.Value
		case *parse.Sample:
			to.Sample(times.sample(rec))
		case *parse.Event:
			events.addIn(times.event(rec))
		}
		return to.Err()
	})
	if err != nil {
		return err
	}
	f.file.Aligned = times.way()
	for _, event := range events.drain() {
		to.Event(event)
	}
	if opts.DryRun {
		return nil
	}
	return to.Commit(ctx, func(r *history.Run) {
		r.Settings, r.Attached = with(r.Settings, settings), with(r.Attached, map[string]string{f.file.Path: c.text.raw.SHA256})
		run.Attached = r.Attached
	})
}

// twinOf is the file beside a run that holds that text, itself if it is one of
// them; empty if none does. Rows of the same text must not stand there twice.
func twinOf(run *history.Run, path, text string) string {
	if run.Attached[path] == text {
		return path
	}
	for _, other := range slices.Sorted(maps.Keys(run.Attached)) {
		if run.Attached[other] == text {
			return other
		}
	}
	return ""
}

// with returns a map with the entries of another one added.
func with(m, more map[string]string) map[string]string {
	m = maps.Clone(m)
	if m == nil {
		m = map[string]string{}
	}
	maps.Copy(m, more)
	return m
}

// measured is how long a run measured, NaN if the tool does not say: one that was
// stopped did not measure as long as was asked for.
func measured(run history.Run) float64 {
	if math.IsNaN(run.ElapsedS) && run.Complete {
		return run.DurationS
	}
	return run.ElapsedS
}

// attachmentKey names what is attached by its path, so that a file which has
// grown replaces what it was.
func attachmentKey(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:])[:12]
}
