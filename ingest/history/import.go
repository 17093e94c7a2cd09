package history

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// An Import adds runs to a history, all of them at once at its Commit. BeginRun
// and NewRaw may be called from any number of goroutines; Commit and Abort when
// all their writers are done with.
//
// The writers fill batches, each its own, and send them through a bounded queue
// to one goroutine that encodes them into row groups. A batch is a whole run
// where it fits in a row group, so that short runs share one and stand together
// in it; a longer run has row groups of its own.
type Import struct {
	h    *History
	id   string // import_id of the rows
	stem string // of its files' names: the id, unless it is an attachment
	at   time.Time
	lock *flock.Flock // shared: keeps gc away

	queue   chan *batch
	written chan struct{} // closed when the queue is worked off
	tables  map[Table]*tableFile

	mu    sync.Mutex
	err   error // of the writing goroutine
	ended []endedRun
	raws  int               // begun
	texts map[string]string // of the finished raws: file by hash

	done bool
}

type endedRun struct {
	run        Run
	supersedes []string
}

// NewImport starts an import, which Commit or Abort ends. Any number of
// imports may be open at once, in this process and in others; it waits for a
// gc.
func (h *History) NewImport(ctx context.Context) (*Import, error) {
	var tail [4]byte
	_, _ = rand.Read(tail[:]) // never fails
	now := time.Now()
	return h.newImport(ctx, now.UTC().Format("20060102T150405.000")+"-"+hex.EncodeToString(tail[:]), now)
}

func (h *History) newImport(ctx context.Context, id string, at time.Time) (*Import, error) {
	im, err := h.openImport(ctx, id, id)
	if err == nil {
		im.at = at
	}
	return im, err
}

// openImport starts to write files of that stem, with rows of that import_id.
func (h *History) openImport(ctx context.Context, id, stem string) (*Import, error) {
	if err := h.makeDirs(); err != nil {
		return nil, err
	}
	lock := h.flock(importLock)
	if _, err := lock.TryRLockContext(ctx, lockPoll); err != nil {
		return nil, lockError(lock, err)
	}
	im := &Import{
		h: h, id: id, stem: stem, lock: lock,
		queue: make(chan *batch, 4), written: make(chan struct{}),
		tables: make(map[Table]*tableFile), texts: make(map[string]string),
	}
	go im.write()
	return im, nil
}

// ID is the import_id. Ids sort by time, to the millisecond.
func (im *Import) ID() string { return im.id }

// write works the queue off. After an error it goes on and drops what comes, so
// that no writer waits for ever.
func (im *Import) write() {
	defer close(im.written)
	for b := range im.queue {
		if im.failure() != nil {
			b.free()
			continue
		}
		if err := im.writeBatch(b); err != nil {
			im.mu.Lock()
			im.err = err
			im.mu.Unlock()
		}
	}
}

func (im *Import) writeBatch(b *batch) error {
	f := im.tables[b.table]
	if f == nil {
		var err error
		if f, err = createTable(b.table, im.temp(b.table), im.id); err != nil {
			return err
		}
		im.tables[b.table] = f
	}
	return f.add(b)
}

func (im *Import) failure() error {
	im.mu.Lock()
	defer im.mu.Unlock()
	return im.err
}

func (im *Import) endRun(run Run, supersedes []string) {
	run.ImportID, run.ImportedAt = im.id, im.at
	im.mu.Lock()
	defer im.mu.Unlock()
	im.ended = append(im.ended, endedRun{run, supersedes})
}

// finishTables makes the files of the data tables complete, under their temporary
// names.
func (im *Import) finishTables() error {
	close(im.queue)
	<-im.written
	if im.err != nil {
		return im.err
	}
	for _, t := range dataTables {
		if f := im.tables[t]; f != nil {
			if err := f.finish(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Abort ends the import and removes all that it has written. After Commit it
// does nothing, so it may be deferred.
func (im *Import) Abort() error {
	if im.done {
		return nil
	}
	close(im.queue)
	<-im.written
	return im.cleanUp()
}

// cleanUp removes the temporary files and lets gc in.
func (im *Import) cleanUp() error {
	im.done = true
	var errs []error
	for _, f := range im.tables {
		f.out.close()
	}
	clear(im.tables) // an ended import should not hold a row group's memory
	for _, t := range allTables {
		errs = append(errs, remove(im.temp(t)))
	}
	for i := range im.raws {
		errs = append(errs, remove(im.rawTemp(i)))
	}
	if err := im.lock.Close(); err != nil {
		errs = append(errs, fmt.Errorf("unlock %s: %w", im.lock.Path(), err))
	}
	return errors.Join(errs...)
}

// temp is where a table's file is written.
func (im *Import) temp(t Table) string { return im.h.path(t, im.stem) + tempSuffix }

func (im *Import) rawTemp(i int) string {
	return filepath.Join(im.h.dir, rawDir, fmt.Sprintf("%s-%d%s", im.stem, i, tempSuffix))
}

// remove removes a file if it is there.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
