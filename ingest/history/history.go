package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

var (
	// ErrNoHistory is in the chain of Open's error where there is no history.
	ErrNoHistory = errors.New("no history")
	// ErrNewer is in the chain of the error for a history of a newer schema.
	ErrNewer = errors.New("made by a newer jitterlog")
	// ErrBusy is in the chain of the error for what cannot be done while an import
	// is running.
	ErrBusy = errors.New("an import is running")
)

// Names in the history's folder, beside the folders of the tables.
const (
	rawDir     = "raw"
	schemaFile = "schema"      // holds Version
	commitLock = "commit.lock" // held while committed files change
	importLock = "import.lock" // held shared by an import, exclusively by gc
	extension  = ".parquet"
)

// A History is a history folder. Its methods may be called at once, from any
// number of goroutines and processes. Reading takes no lock: committed files
// are replaced, never changed.
type History struct{ dir string }

// Open opens an existing history. One of an older version is brought up to date,
// for which it must be writable; while an import into it is running that fails with
// ErrBusy.
func Open(dir string) (*History, error) {
	path := filepath.Join(dir, schemaFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w in %s", ErrNoHistory, dir)
	}
	if err != nil {
		return nil, err
	}
	version, err := parseVersion(strings.TrimSpace(string(data)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	h := &History{dir: dir}
	if version < Version {
		if err := h.migrate(context.Background()); err != nil {
			return nil, fmt.Errorf("bring %s from schema version %d up to %d: %w", dir, version, Version, err)
		}
	}
	return h, nil
}

func parseVersion(version string) (int, error) {
	v, err := strconv.Atoi(version)
	if err != nil || v < 1 {
		return 0, fmt.Errorf("schema version %q: expected a number from 1", version)
	}
	if v > Version {
		return 0, fmt.Errorf("schema version %d, known up to %d: %w", v, Version, ErrNewer)
	}
	return v, nil
}

// Create opens a history and makes it where there is none. It refuses a folder
// that holds something else.
func Create(dir string) (*History, error) {
	h, err := Open(dir)
	if !errors.Is(err, ErrNoHistory) {
		return h, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Name() != schemaFile && !strings.HasSuffix(e.Name(), tempSuffix) {
			return nil, fmt.Errorf("%s: holds %s and is no history: name an empty or a new folder", dir, e.Name())
		}
	}
	if err := writeSchema(dir); err != nil {
		return nil, err
	}
	return Open(dir)
}

func writeSchema(dir string) error {
	f, err := os.CreateTemp(dir, schemaFile+"-*"+tempSuffix)
	if err != nil {
		return err
	}
	out := newOutFile(f)
	_, _ = out.Write([]byte(versionText() + "\n"))
	err = out.finish()
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = publish(f.Name(), filepath.Join(dir, schemaFile))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// Dir is the history's folder.
func (h *History) Dir() string { return h.dir }

// Files returns the paths of a table's committed Parquet files, sorted: those
// whose import has a runs file, and what was attached to them.
func (h *History) Files(t Table) ([]string, error) {
	committed, err := h.imports(Runs)
	if err != nil || len(committed) == 0 {
		return nil, err
	}
	ids := committed
	if t != Runs {
		if ids, err = h.imports(t); err != nil {
			return nil, err
		}
	}
	var files []string
	for _, id := range ids {
		if _, ok := slices.BinarySearch(committed, importOf(id)); ok {
			files = append(files, h.path(t, id))
		}
	}
	return files, nil
}

// imports returns the ids of the imports that have a file in a table's folder,
// committed or not, sorted.
func (h *History) imports(t Table) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(h.dir, string(t)))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), extension); ok && !e.IsDir() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// importOf is the import that a file belongs to, by its name without the
// extension: attachments put more behind a plus sign.
func importOf(stem string) string {
	id, _, _ := strings.Cut(stem, attached)
	return id
}

// path is where the file of an import stands.
func (h *History) path(t Table, importID string) string {
	return filepath.Join(h.dir, string(t), importID+extension)
}

func (h *History) rawPath(sha256 string) string {
	return filepath.Join(h.dir, rawDir, sha256+".gz")
}

// makeDirs makes the folders of the tables.
func (h *History) makeDirs() error {
	for _, t := range append([]Table{rawDir}, allTables...) {
		if err := os.MkdirAll(filepath.Join(h.dir, string(t)), 0o777); err != nil {
			return err
		}
	}
	return syncDir(h.dir)
}

// lockPoll is how often a lock that another holds is tried.
const lockPoll = 5 * time.Millisecond

// lock waits for the lock that guards changes of committed files, and takes it.
func (h *History) lock(ctx context.Context) (*flock.Flock, error) {
	l := h.flock(commitLock)
	if _, err := l.TryLockContext(ctx, lockPoll); err != nil {
		return nil, lockError(l, err)
	}
	return l, nil
}

// lockAll takes that lock and keeps imports away, whose files are not committed yet.
// Where one is running its error is ErrBusy.
func (h *History) lockAll(ctx context.Context) (unlock func(), err error) {
	imports := h.flock(importLock)
	free, err := imports.TryLock()
	if err != nil {
		return nil, lockError(imports, err)
	}
	if !free {
		return nil, fmt.Errorf("%s: %w: try again when it is done", h.dir, ErrBusy)
	}
	lock, err := h.lock(ctx)
	if err != nil {
		return nil, errors.Join(err, imports.Close())
	}
	return func() {
		lock.Close()
		imports.Close()
	}, nil
}

func (h *History) flock(name string) *flock.Flock {
	return flock.New(filepath.Join(h.dir, name), flock.SetPermissions(0o644))
}

func lockError(l *flock.Flock, err error) error {
	return fmt.Errorf("lock %s: %w", l.Path(), err)
}
