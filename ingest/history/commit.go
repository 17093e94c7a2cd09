package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Committed says what became of the runs of an import.
type Committed struct {
	Imported   []Run    // sorted by source and section
	Known      []Run    // already there: dropped
	Superseded []string // ids of the runs that imported ones replaced
}

// errEnded is the error for the use of an import after its end.
var errEnded = errors.New("the import has ended")

// Commit makes the ended runs part of the history, except those whose run_id or
// own_sha256 it holds by now (or twice in the import: then the first by source
// and section counts). It ends the import, whatever it returns. After an error
// the history is as before, unless a Committed comes with it: then the runs are
// in, and only the removal of superseded ones failed, which the next import, rm,
// tag or gc makes up for.
func (im *Import) Commit(ctx context.Context) (*Committed, error) {
	if im.done {
		return nil, errEnded
	}
	done, err := im.commit(ctx)
	cerr := im.cleanUp()
	if err != nil {
		return done, errors.Join(err, cerr)
	}
	return done, nil // what could not be cleaned up is left to gc
}

func (im *Import) commit(ctx context.Context) (*Committed, error) {
	if err := im.finishTables(); err != nil {
		return nil, err
	}
	lock, err := im.h.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	files, err := im.h.settle()
	if err != nil {
		return nil, err
	}
	done, replaced := im.sift(newKnown(files))
	if len(done.Imported) == 0 {
		return done, nil
	}
	if err := im.publish(done.Imported, replaced); err != nil {
		return nil, err
	}
	var gone []runKey
	for _, s := range replaced {
		gone = append(gone, s.runKey)
	}
	if err := im.h.removeRuns(gone); err != nil {
		return done, fmt.Errorf("remove superseded runs: %w", err)
	}
	return done, nil
}

// sift tells the new runs from the known ones, and finds the runs that they
// replace.
func (im *Import) sift(known *Known) (*Committed, []superseded) {
	slices.SortStableFunc(im.ended, func(a, b endedRun) int {
		return cmp.Or(cmp.Compare(a.run.Source, b.run.Source), cmp.Compare(a.run.Section, b.run.Section))
	})
	done := new(Committed)
	var replaced []superseded
	for _, e := range im.ended {
		same, isSame := known.Run(e.run.RunID)
		own, isOwn := known.Own(e.run.OwnSHA256)
		if isSame && !e.replaces(same, im.id) || isOwn && !e.replaces(own, im.id) {
			done.Known = append(done.Known, e.run)
			continue
		}
		for _, id := range e.supersedes {
			old, ok := known.Run(id)
			if !ok || old.RunID != id || old.ImportID == im.id {
				continue
			}
			replaced = append(replaced, superseded{runKey{old.ImportID, id}, old.OwnSHA256, e.run.RunID})
			for _, s := range known.replaced {
				if s.by == id { // what it has replaced itself goes over to its heir
					replaced = append(replaced, superseded{s.runKey, s.own, e.run.RunID})
				}
			}
			if !slices.Contains(done.Superseded, id) {
				done.Superseded = append(done.Superseded, id)
			}
		}
		known.add(&e.run)
		done.Imported = append(done.Imported, e.run)
	}
	return done, replaced
}

// replaces tells whether the run supersedes one of an earlier import.
func (e *endedRun) replaces(old KnownRun, importID string) bool {
	return old.ImportID != importID && slices.Contains(e.supersedes, old.RunID)
}

// publish makes runs and their rows part of the history, all or nothing: the
// renaming of the runs file is the commit.
func (im *Import) publish(runs []Run, replaced []superseded) (err error) {
	if err := writeRunsFile(im.temp(Runs), runs, replaced); err != nil {
		return err
	}
	var published []string
	defer func() {
		if err != nil {
			for _, path := range slices.Backward(published) { // the runs file first
				err = errors.Join(err, remove(path))
			}
		}
	}()
	move := func(temp, path string) error {
		published = append(published, path)
		return os.Rename(temp, path)
	}
	var dirs []string
	for i := range runs {
		for _, sha256 := range runs[i].texts() {
			temp, path := im.texts[sha256], im.h.rawPath(sha256)
			if slices.Contains(published, path) {
				continue
			}
			if _, serr := os.Stat(path); serr == nil {
				continue
			}
			if temp == "" {
				return fmt.Errorf("run %s: its text %s was not archived", runs[i].RunID, sha256)
			}
			if err := move(temp, path); err != nil {
				return err
			}
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	for _, t := range dataTables {
		if f := im.tables[t]; f != nil && f.holds(runs) {
			path := im.h.path(t, im.id)
			if err := move(im.temp(t), path); err != nil {
				return err
			}
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	for _, dir := range slices.Compact(dirs) {
		if err := syncDir(dir); err != nil {
			return err
		}
	}
	path := im.h.path(Runs, im.id)
	if err := move(im.temp(Runs), path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// holds tells whether the file has rows of any of the runs.
func (f *tableFile) holds(runs []Run) bool {
	return slices.ContainsFunc(runs, func(r Run) bool { return f.runs[r.RunID] > 0 })
}
