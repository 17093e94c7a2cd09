package history

import (
	"cmp"
	"slices"
)

// Known says which runs a history holds. It is a snapshot.
type Known struct {
	runs     []KnownRun
	byRun    map[string]int
	byOwn    map[string]int
	bySource map[string][]KnownRun
	replaced []superseded
}

// A KnownRun is what identifies a committed run; see Run for the fields.
type KnownRun struct {
	RunID        string
	ImportID     string
	SourceSHA256 string
	RawSHA256    string
	OwnSHA256    string
	OwnBytes     int64
	Complete     bool
}

// Known returns the index of the runs that the history holds.
func (h *History) Known() (*Known, error) {
	files, err := h.readRuns(knownColumns)
	if err != nil {
		return nil, err
	}
	return newKnown(files), nil
}

func newKnown(files []runsFile) *Known {
	k := &Known{byRun: make(map[string]int), byOwn: make(map[string]int), bySource: make(map[string][]KnownRun)}
	for _, f := range files {
		for i := range f.runs {
			k.add(&f.runs[i])
		}
	}
	for _, f := range files {
		for _, s := range f.supersedes {
			k.addReplaced(s)
		}
	}
	return k
}

func (k *Known) add(r *Run) {
	run := KnownRun{
		RunID: r.RunID, ImportID: r.ImportID, SourceSHA256: r.SourceSHA256, RawSHA256: r.RawSHA256,
		OwnSHA256: r.OwnSHA256, OwnBytes: r.OwnBytes, Complete: r.Complete,
	}
	k.byRun[run.RunID] = len(k.runs)
	if run.OwnSHA256 != "" {
		k.byOwn[run.OwnSHA256] = len(k.runs)
	}
	k.runs = append(k.runs, run)
	k.bySource[run.SourceSHA256] = append(k.bySource[run.SourceSHA256], run)
}

// addReplaced lets a superseded run be found as the one that replaced it, unless
// it is there itself.
func (k *Known) addReplaced(s superseded) {
	by, ok := k.byRun[s.by]
	if !ok {
		return
	}
	k.replaced = append(k.replaced, s)
	if _, ok := k.byRun[s.runID]; !ok {
		k.byRun[s.runID] = by
	}
	if _, ok := k.byOwn[s.own]; !ok && s.own != "" {
		k.byOwn[s.own] = by
	}
}

// Run finds a run by its id. A superseded run is found as the one that replaced
// it.
func (k *Known) Run(id string) (KnownRun, bool) { return k.find(k.byRun, id) }

// Own finds a run by the hash of its own bytes, superseded ones as Run does.
func (k *Known) Own(sha256 string) (KnownRun, bool) { return k.find(k.byOwn, sha256) }

func (k *Known) find(index map[string]int, key string) (KnownRun, bool) {
	i, ok := index[key]
	if !ok {
		return KnownRun{}, false
	}
	return k.runs[i], true
}

// Source returns the runs of a source, none if it is not known. Some of the
// source's runs may have been removed since its import.
func (k *Known) Source(sha256 string) []KnownRun { return k.bySource[sha256] }

// Incomplete returns the incomplete runs, the shortest first. A run whose first
// OwnBytes own bytes have the hash OwnSHA256 of one of them is that run, grown.
func (k *Known) Incomplete() []KnownRun {
	var runs []KnownRun
	for _, r := range k.runs {
		if !r.Complete {
			runs = append(runs, r)
		}
	}
	slices.SortStableFunc(runs, func(a, b KnownRun) int { return cmp.Compare(a.OwnBytes, b.OwnBytes) })
	return runs
}
