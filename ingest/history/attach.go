package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// attached stands in the name of a file between the import that it belongs to
// and what makes it another file than the import's own.
const attached = "+"

// An Attachment adds to a run that the history holds what was recorded beside it:
// rows, texts and what Commit's caller changes of the run itself. Its rows carry the
// run's import_id and stand in files of their own, named after the run's import, so
// they are hidden and cleared with it.
type Attachment struct {
	*RunWriter
	run KnownRun
}

// Attach starts an attachment to a run. The key names what is attached, such as
// the hash of its text: attaching the same again replaces it.
func (h *History) Attach(ctx context.Context, runID, key string) (*Attachment, error) {
	known, err := h.Known()
	if err != nil {
		return nil, err
	}
	run, ok := known.Run(runID)
	if !ok {
		return nil, fmt.Errorf("attach to run %s: it is not in %s", runID, h.dir)
	}
	stem := run.ImportID + attached + run.RunID + "-" + key
	im, err := h.openImport(ctx, run.ImportID, stem)
	if err != nil {
		return nil, err
	}
	return &Attachment{RunWriter: im.BeginRun(run.RunID), run: run}, nil
}

// NewRaw archives a text, all of which Commit keeps; edit says in the run's Attached
// that it is needed.
func (a *Attachment) NewRaw() (*RawWriter, error) { return a.im.NewRaw() }

// Replaces says whether rows of the same key were attached before.
func (a *Attachment) Replaces() bool {
	for _, t := range dataTables {
		if _, err := os.Stat(a.im.h.path(t, a.im.stem)); err == nil {
			return true
		}
	}
	return false
}

// Commit makes the rows and the texts part of the history and lets edit change the
// run, as RewriteRuns does. It ends the attachment, whatever it returns.
func (a *Attachment) Commit(ctx context.Context, edit func(*Run)) error {
	err := a.commit(ctx, edit)
	return errors.Join(err, a.im.cleanUp())
}

func (a *Attachment) commit(ctx context.Context, edit func(*Run)) error {
	for i := range a.batches {
		a.send(i)
	}
	if err := errors.Join(a.im.finishTables(), a.RunWriter.err); err != nil {
		return err
	}
	lock, err := a.im.h.lock(ctx)
	if err != nil {
		return err
	}
	defer lock.Close()
	files, err := a.im.h.settle()
	if err != nil {
		return err
	}
	if now, ok := newKnown(files).Run(a.run.RunID); !ok || now.ImportID != a.run.ImportID {
		return fmt.Errorf("attach to run %s: it was removed or imported again meanwhile", a.run.RunID)
	}
	if err := a.publishTexts(); err != nil {
		return err
	}
	_, err = a.im.h.rewriteFile(a.run.ImportID, func(r *Run) bool {
		if r.RunID == a.run.RunID {
			edit(r)
		}
		return true
	})
	if err != nil {
		return err
	}
	for _, t := range dataTables {
		if a.im.tables[t] == nil {
			continue
		}
		path := a.im.h.path(t, a.im.stem)
		if err := os.Rename(a.im.temp(t), path); err != nil {
			return err
		}
		if err := syncDir(filepath.Dir(path)); err != nil {
			return err
		}
	}
	return nil
}

// publishTexts gives the archived texts their names. The caller holds the commit lock.
func (a *Attachment) publishTexts() error {
	for sha256, temp := range a.im.texts {
		if err := publish(temp, a.im.h.rawPath(sha256)); err != nil {
			return err
		}
	}
	return nil
}

// Abort ends the attachment and removes what it has written. After Commit it
// does nothing.
func (a *Attachment) Abort() error {
	a.Drop()
	return a.im.Abort()
}
