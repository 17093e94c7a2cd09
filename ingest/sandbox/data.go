package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// makeData fills the data directory: by the product's own program, or from a snapshot.
func (s *Server) makeData(ctx context.Context, from string, shape []string) error {
	if from != "" {
		if err := copyTree(ctx, from, s.DataDir()); err != nil {
			return fmt.Errorf("copy the snapshot: %w", err)
		}
		return nil
	}
	path, args, err := s.program.initCommand(s.DataDir(), s.path("tmp"), shape)
	if err != nil {
		return err
	}
	logPath := s.path("init.log")
	log, err := os.OpenFile(logPath, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("make a data directory: %w", err)
	}
	defer log.Close()
	p, err := spawn(path, args, s.dir, log)
	if err != nil {
		return fmt.Errorf("make a data directory: %w", err)
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		// The script's own children too.
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-p.done
		return fmt.Errorf("make a data directory: %w", context.Cause(ctx))
	}
	if p.err != nil {
		return fmt.Errorf("make a data directory: %s: %w; the end of what it says:\n%s",
			filepath.Base(path), p.err, tail(logPath, 0))
	}
	return nil
}

// Snapshot shuts the server down cleanly and copies its data directory to dir, which must not exist
// or be empty. The server stays down; Restart goes on with it. Options.From starts another server
// of the same program with a copy of dir, in a fraction of the time that loading takes.
func (s *Server) Snapshot(ctx context.Context, dir string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.stop(ctx); err != nil {
		return err
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("take a snapshot: %s is not empty", dir)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("take a snapshot: %w", err)
	}
	if err := copyTree(ctx, s.DataDir(), dir); err != nil {
		return fmt.Errorf("take a snapshot: %w", err)
	}
	return nil
}

// copyTree copies a folder of plain files. They are flushed, so that a measurement which follows
// does not pay for their write-back.
func copyTree(ctx context.Context, from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o700)
		case d.Type().IsRegular():
			return copyFile(path, target)
		default:
			return fmt.Errorf("%s is neither a file nor a folder", path)
		}
	})
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := out.Close(); err == nil {
			err = cerr
		}
	}()
	// The length first: a hole at the end is not written.
	if err := out.Truncate(info.Size()); err != nil {
		return err
	}
	if err := copyExtents(in, out, info.Size()); err != nil {
		return err
	}
	return out.Sync()
}

// Offset of the next data, of the next hole.
const (
	seekData = 3
	seekHole = 4
)

// copyExtents copies what a sparse file holds and leaves its holes: a redo log that is written for
// the first time behaves unlike one that is overwritten, and the copy shall behave as the original.
func copyExtents(in, out *os.File, size int64) error {
	for at := int64(0); at < size; {
		start, end := at, size
		if runtime.GOOS == "linux" { // others number them otherwise
			data, err := in.Seek(at, seekData)
			if errors.Is(err, syscall.ENXIO) {
				return nil // a hole to the end
			}
			if err == nil {
				start = data
				if hole, err := in.Seek(start, seekHole); err == nil {
					end = hole
				}
			}
		}
		if _, err := in.Seek(start, io.SeekStart); err != nil {
			return err
		}
		if _, err := out.Seek(start, io.SeekStart); err != nil {
			return err
		}
		if _, err := io.CopyN(out, in, end-start); err != nil {
			return err
		}
		at = end
	}
	return nil
}
