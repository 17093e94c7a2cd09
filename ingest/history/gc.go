package history

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Garbage is what GC removed.
type Garbage struct {
	Files int
	Bytes int64
}

// GC removes what no committed run needs: temporary files of imports that are
// no more, files of imports without a runs file, archived texts that no run
// refers to. It leaves alone what is not of a history. While an import is open, in
// this process or another, it removes nothing and its error is ErrBusy.
func (h *History) GC(ctx context.Context) (Garbage, error) {
	var g Garbage
	unlock, err := h.lockAll(ctx)
	if err != nil {
		return g, err
	}
	defer unlock()
	files, err := h.settle()
	if err != nil {
		return g, err
	}
	imported, texts := make(map[string]bool), make(map[string]bool)
	for _, f := range files {
		imported[f.importID] = true
		for i := range f.runs {
			for _, sha256 := range f.runs[i].texts() {
				texts[sha256] = true
			}
		}
	}
	errs := []error{
		g.sweep(h.dir, "", nil),
		g.sweep(filepath.Join(h.dir, rawDir), ".gz", texts),
		g.sweep(filepath.Join(h.dir, string(Runs)), extension, imported),
	}
	for _, t := range dataTables {
		errs = append(errs, g.sweep(filepath.Join(h.dir, string(t)), extension, imported))
	}
	return g, errors.Join(errs...)
}

// sweep removes the temporary files of a folder, and those with the suffix whose
// stem is not needed.
func (g *Garbage) sweep(dir, suffix string, needed map[string]bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	var errs []error
	for _, e := range entries {
		stem, ok := strings.CutSuffix(e.Name(), suffix)
		garbage := strings.HasSuffix(e.Name(), tempSuffix) || suffix != "" && ok && !needed[importOf(stem)]
		if e.IsDir() || !garbage {
			continue
		}
		info, err := e.Info()
		if err == nil {
			err = os.Remove(filepath.Join(dir, e.Name()))
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		g.Files++
		g.Bytes += info.Size()
	}
	return errors.Join(errs...)
}
