package history

import (
	"context"
	"errors"
	"io"

	"jitterlog/parse"
)

// ErrNoHistory is in the chain of Open's error where there is no history.
var ErrNoHistory = errors.New("no history here")

// ErrBusy is in the chain of GC's error while an import is running.
var ErrBusy = errors.New("an import is running")

// A History is a history folder. Its methods may be called at once, from any
// number of goroutines and processes.
type History struct{ dir string }

// Open opens an existing history.
func Open(dir string) (*History, error) { panic("soon") }

// Create opens a history and makes it where there is none.
func Create(dir string) (*History, error) { panic("soon") }

// Dir is the history's folder.
func (h *History) Dir() string { return h.dir }

// Runs returns all committed runs, sorted by import_id, source and section.
func (h *History) Runs() ([]Run, error) { panic("soon") }

// Files returns the paths of a table's committed Parquet files, sorted.
func (h *History) Files(t Table) ([]string, error) { panic("soon") }

// RewriteRuns calls edit for every committed run, under the lock, and stores what
// it changed; a run for which edit returns false is removed. It returns how
// many runs changed or went.
func (h *History) RewriteRuns(ctx context.Context, edit func(*Run) (keep bool)) (int, error) {
	panic("soon")
}

// Known returns the index of the runs that the history holds.
func (h *History) Known() (*Known, error) { panic("soon") }

// Known says which runs a history holds.
type Known struct{}

// A KnownRun is what identifies a committed run.
type KnownRun struct {
	RunID, ImportID, SourceSHA256, OwnSHA256 string
	OwnBytes                                 int64
	Complete                                 bool
}

// Run finds a run by its id.
func (k *Known) Run(id string) (KnownRun, bool) { panic("soon") }

// Own finds a run by the hash of its own bytes.
func (k *Known) Own(sha256 string) (KnownRun, bool) { panic("soon") }

// Source returns the runs of a source.
func (k *Known) Source(sha256 string) []KnownRun { panic("soon") }

// Incomplete returns the incomplete runs, the shortest first.
func (k *Known) Incomplete() []KnownRun { panic("soon") }

// Garbage is what GC removed.
type Garbage struct {
	Files int
	Bytes int64
}

// GC removes what no committed run needs. While an import runs, in this process
// or another, it removes nothing and its error is ErrBusy.
func (h *History) GC(ctx context.Context) (Garbage, error) { panic("soon") }

// OpenRaw opens an archived log; it reads the text.
func (h *History) OpenRaw(sha256 string) (io.ReadCloser, error) { panic("soon") }

// NewImport starts an import. Commit or Abort ends it.
func (h *History) NewImport(ctx context.Context) (*Import, error) { panic("soon") }

// An Import adds runs to a history, all at once at its Commit. BeginRun and
// NewRaw may be called from any number of goroutines, Commit and Abort once all of
// their writers are done with.
type Import struct{}

// ID is the import_id; ids sort by time.
func (im *Import) ID() string { panic("soon") }

// BeginRun returns a writer for the rows of a run. Any number of runs may be
// open at once.
func (im *Import) BeginRun(runID string) *RunWriter { panic("soon") }

// Commit makes the ended runs part of the history, except those whose run_id or
// own_sha256 it holds by now.
func (im *Import) Commit(ctx context.Context) (*Committed, error) { panic("soon") }

// Abort ends the import and removes all that it has written. After Commit it
// does nothing, so it may be deferred.
func (im *Import) Abort() error { panic("soon") }

// Committed says what became of the runs of an import.
type Committed struct {
	Imported   []Run
	Known      []Run    // already there: dropped
	Superseded []string // run ids that went, since an imported run replaces them
}

// A RunWriter takes the rows of one run. It is one goroutine's; rows go to
// disk in batches.
type RunWriter struct{}

// Interval adds one row an operation. Intervals are numbered (seq) as they come.
func (w *RunWriter) Interval(iv *parse.Interval) { panic("soon") }

// Sample adds a sample; one without a finite value holds nothing and is left out.
func (w *RunWriter) Sample(s *parse.Sample) { panic("soon") }

// Event adds an event.
func (w *RunWriter) Event(e parse.Event) { panic("soon") }

// Bucket adds a histogram's bucket: of the whole run, or of the last Interval.
func (w *RunWriter) Bucket(b *parse.Bucket) { panic("soon") }

// Err is why the import cannot go on, such as a full disk, else nil.
func (w *RunWriter) Err() error { panic("soon") }

// End hands over the run and its rows. At Commit the runs named in supersedes are
// removed; the run's own id there replaces an earlier import of itself.
func (w *RunWriter) End(run Run, supersedes ...string) error { panic("soon") }

// Drop forgets the run and its rows.
func (w *RunWriter) Drop() { panic("soon") }

// NewRaw returns a writer that archives a log's text.
func (im *Import) NewRaw() (*RawWriter, error) { panic("soon") }

// A RawWriter archives a text.
type RawWriter struct{}

// Write implements io.Writer.
func (w *RawWriter) Write(p []byte) (int, error) { panic("soon") }

// Finish ends the text. Commit then keeps it if an imported run has its hash as
// RawSHA256.
func (w *RawWriter) Finish() (*Raw, error) { panic("soon") }

// Abort removes what was written. After Finish it does nothing.
func (w *RawWriter) Abort() error { panic("soon") }

// A Raw is an archived text of an import that is not yet committed.
type Raw struct {
	SHA256 string // of the text, hex
	Bytes  int64  // length of the text
}

// Open reads the text back, before Commit or Abort.
func (r *Raw) Open() (io.ReadCloser, error) { panic("soon") }
