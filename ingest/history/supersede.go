package history

import (
	"errors"
	"os"
	"slices"
	"strings"
)

// A run that was imported while it was incomplete goes when its complete self
// is imported. The two stand in the runs files of two imports, which cannot
// change at once. The new one is committed first, and its file names the runs
// that it supersedes; then they are removed from theirs. A reader between the
// two steps sees both runs through DuckDB and the new one alone through Runs; a
// crash between them is made good by whoever takes the commit lock next. In no
// order of events is there neither.
//
// The names stay in the file as long as the new run, so that a copy of the
// incomplete log is known when it is met again.

// A runKey names one import of a run.
type runKey struct{ importID, runID string }

func (r *Run) key() runKey { return runKey{r.ImportID, r.RunID} }

// A superseded is a run that another one replaces.
type superseded struct {
	runKey
	own string // its own_sha256
	by  string // run_id of the other
}

func formatSuperseded(list []superseded) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = strings.Join([]string{s.importID, s.runID, s.own, s.by}, "/")
	}
	return strings.Join(texts, " ")
}

func parseSuperseded(text string) []superseded {
	var list []superseded
	for _, s := range strings.Fields(text) {
		if f := strings.Split(s, "/"); len(f) == 4 {
			list = append(list, superseded{runKey{f[0], f[1]}, f[2], f[3]})
		}
	}
	return list
}

// hideSuperseded moves the runs that other files supersede from runs to hidden.
func hideSuperseded(files []runsFile) {
	gone := make(map[runKey]bool)
	for _, f := range files {
		for _, s := range f.supersedes {
			gone[s.runKey] = true
		}
	}
	if len(gone) == 0 {
		return
	}
	for i := range files {
		f := &files[i]
		f.runs = slices.DeleteFunc(f.runs, func(r Run) bool {
			if gone[r.key()] {
				f.hidden = append(f.hidden, r.key())
				return true
			}
			return false
		})
	}
}

// settle removes the superseded runs that a crash left, and returns the runs
// files as they are then, with the columns of the index of known runs. The
// caller holds the commit lock.
func (h *History) settle() ([]runsFile, error) {
	files, err := h.readRuns(knownColumns)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if err := h.removeRuns(files[i].hidden); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(files, func(f runsFile) bool { return len(f.runs) == 0 }), nil
}

// removeRuns removes runs from their runs files, those that are still there.
func (h *History) removeRuns(keys []runKey) error {
	var ids []string
	for _, k := range keys {
		ids = append(ids, k.importID)
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		_, err := h.rewriteFile(id, func(r *Run) bool { return !slices.Contains(keys, r.key()) })
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
