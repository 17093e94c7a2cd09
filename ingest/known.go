package ingest

import (
	"context"
	"maps"

	"jitterlog/ingest/history"
)

// described are the words of the user on runs: they hold also for runs in the files
// that the history had before this import.
type described struct{ tags, settings map[string]string }

// describeKnown gives the tags and settings that the user states of files to the runs
// in them that the history held already, and notes how many that changed.
func (im *importer) describeKnown(ctx context.Context, files []*File) error {
	fresh := map[string]bool{}
	for _, f := range files {
		for i := range f.Runs {
			fresh[f.Runs[i].RunID] = true // a copy of it has no say
		}
	}
	words := map[string]described{}
	of := map[string]*File{}
	for _, f := range files {
		d := described{tags: map[string]string{}, settings: im.opts.Settings}
		maps.Copy(d.tags, im.opts.TagsFrom.Tags(f.Path))
		maps.Copy(d.tags, im.opts.Tags)
		if len(d.tags)+len(d.settings) == 0 {
			continue
		}
		for _, id := range f.Known {
			if _, done := words[id]; !done && !fresh[id] {
				words[id], of[id] = d, f
			}
		}
	}
	if len(words) == 0 {
		return nil
	}
	_, err := im.history.RewriteRuns(ctx, func(run *history.Run) bool {
		d, ok := words[run.RunID]
		if !ok {
			return true
		}
		tags, settings := with(run.Tags, d.tags), with(run.Settings, d.settings)
		if !maps.Equal(tags, run.Tags) || !maps.Equal(settings, run.Settings) {
			of[run.RunID].Described++
		}
		run.Tags, run.Settings = tags, settings
		return true
	})
	return err
}
