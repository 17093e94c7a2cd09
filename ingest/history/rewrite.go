package history

import (
	"context"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"time"
)

// RewriteRuns calls edit for every committed run, under the lock, and stores
// what it changed; a run for which edit returns false is removed, and its rows
// are hidden from then on. It returns how many runs changed or went. Each
// import's runs file is replaced by itself, so after an error those of earlier
// imports have changed. edit must leave RunID and ImportID alone.
func (h *History) RewriteRuns(ctx context.Context, edit func(*Run) (keep bool)) (int, error) {
	lock, err := h.lock(ctx)
	if err != nil {
		return 0, err
	}
	defer lock.Close()
	files, err := h.settle()
	if err != nil {
		return 0, err
	}
	changed := 0
	for _, f := range files {
		n, err := h.rewriteFile(f.importID, edit)
		if err != nil {
			return changed, err
		}
		changed += n
	}
	return changed, nil
}

// rewriteFile edits the runs of one import. The caller holds the commit lock, and
// what the file supersedes is gone already.
func (h *History) rewriteFile(importID string, edit func(*Run) bool) (changed int, err error) {
	path := h.path(Runs, importID)
	f, err := readRunsFile(path, nil)
	if err != nil {
		return 0, err
	}
	var kept []Run
	for i := range f.runs {
		run := &f.runs[i]
		before := cloneRun(run)
		if !edit(run) {
			changed++
			continue
		}
		if !equalRuns(&before, run) {
			changed++
		}
		kept = append(kept, *run)
	}
	switch {
	case changed == 0:
		return 0, nil
	case len(kept) == 0:
		if err := remove(path); err != nil {
			return 0, err
		}
		return changed, syncDir(filepath.Dir(path))
	}
	supersedes := slices.DeleteFunc(f.supersedes, func(s superseded) bool {
		return !slices.ContainsFunc(kept, func(r Run) bool { return r.RunID == s.by })
	})
	if err := writeRunsFile(path+tempSuffix, kept, supersedes); err != nil {
		return 0, err
	}
	return changed, publish(path+tempSuffix, path)
}

// cloneRun copies a run and its maps.
func cloneRun(r *Run) Run {
	c := *r
	c.Options, c.Settings = maps.Clone(r.Options), maps.Clone(r.Settings)
	c.Tags, c.Reported = maps.Clone(r.Tags), maps.Clone(r.Reported)
	c.Attached = maps.Clone(r.Attached)
	return c
}

func equalRuns(a, b *Run) bool {
	for _, c := range runColumns {
		if !equalValues(c.field(a), c.field(b)) {
			return false
		}
	}
	return true
}

func equalValues(a, b any) bool {
	switch a := a.(type) {
	case *string:
		return *a == *b.(*string)
	case *int64:
		return *a == *b.(*int64)
	case *float64:
		b := *b.(*float64)
		return *a == b || math.IsNaN(*a) && math.IsNaN(b)
	case *bool:
		return *a == *b.(*bool)
	case *time.Time:
		return a.Equal(*b.(*time.Time))
	default:
		return maps.Equal(*a.(*map[string]string), *b.(*map[string]string))
	}
}
