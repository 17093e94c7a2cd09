package history

import (
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

// A runKey names one import of a run.
type runKey struct{ importID, runID string }

func (r *Run) key() runKey { return runKey{r.ImportID, r.RunID} }

func formatKeys(keys []runKey) string {
	texts := make([]string, len(keys))
	for i, k := range keys {
		texts[i] = k.importID + "/" + k.runID
	}
	return strings.Join(texts, " ")
}

func parseKeys(text string) []runKey {
	var keys []runKey
	for _, s := range strings.Fields(text) {
		importID, runID, _ := strings.Cut(s, "/")
		keys = append(keys, runKey{importID, runID})
	}
	return keys
}

// hideSuperseded moves the runs that other files supersede from runs to hidden.
func hideSuperseded(files []runsFile) {
	gone := make(map[runKey]bool)
	for _, f := range files {
		for _, k := range f.supersedes {
			gone[k] = true
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
	for _, f := range files {
		if err := h.removeRuns(f.hidden); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// removeRuns removes runs from their runs files.
func (h *History) removeRuns(keys []runKey) error {
	var ids []string
	for _, k := range keys {
		ids = append(ids, k.importID)
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		_, err := h.rewriteFile(id, func(r *Run) bool { return !slices.Contains(keys, r.key()) })
		if err != nil {
			return err
		}
	}
	return nil
}
