package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// A server's folder holds everything that is its own:
//
//	lock        locked by the client while it lives
//	data/       the data directory
//	files/      the only place for SELECT INTO OUTFILE
//	tmp/        temporary tables
//	init.sql    sets the password at each start
//	error.log   mysqld.sock   mysqld.pid
const (
	prefix     = "jitterlog-server-"
	unready    = "new-" + prefix // a folder that is not locked yet
	lockName   = "lock"
	socketName = "mysqld.sock"
)

// makeFolder makes the folder of a server in parent and locks it. It gets its name only when it is
// locked: a folder of that name without a lock is one whose client is gone.
func makeFolder(parent string) (string, *flock.Flock, error) {
	raw, err := os.MkdirTemp(parent, unready)
	if err != nil {
		return "", nil, fmt.Errorf("make a folder for a server: %w", err)
	}
	dir := filepath.Join(parent, strings.TrimPrefix(filepath.Base(raw), "new-"))
	lock := flock.New(filepath.Join(raw, lockName))
	if _, err = lock.TryLock(); err == nil {
		err = errors.Join(os.Mkdir(filepath.Join(raw, "files"), 0o700), os.Mkdir(filepath.Join(raw, "tmp"), 0o700))
		if err == nil {
			err = os.Rename(raw, dir)
		}
	}
	if err != nil {
		lock.Close()
		os.RemoveAll(raw)
		return "", nil, fmt.Errorf("make a folder for a server: %w", err)
	}
	return dir, lock, nil
}

// sweep removes what clients that were killed left in parent: their servers, where those still run,
// and their folders. What belongs to others, or cannot be removed, stays.
func sweep(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		path := filepath.Join(parent, e.Name())
		info, err := e.Info()
		if err != nil || !info.IsDir() || !isOwn(info) {
			continue
		}
		switch {
		case strings.HasPrefix(e.Name(), unready) && time.Since(info.ModTime()) > time.Hour:
			os.RemoveAll(path)
		case strings.HasPrefix(e.Name(), prefix):
			sweepFolder(path)
		}
	}
}

func sweepFolder(path string) {
	// Read only: a folder that is just being removed by its client must not get a new lock.
	lock := flock.New(filepath.Join(path, lockName), flock.SetFlag(os.O_RDONLY))
	// Where locks do not work at all nothing is known to be dead. Without a lock's file it is: the
	// client was killed while it removed the folder.
	free, err := lock.TryLock()
	if err != nil && !errors.Is(err, fs.ErrNotExist) || err == nil && !free {
		return
	}
	defer lock.Close()
	killHolder(filepath.Join(path, "data", "ibdata1"))
	os.RemoveAll(path)
}

func isOwn(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// killHolder kills the process that holds a lock on a file and waits until it let go. InnoDB locks
// its system tablespace, so this finds the server of a data directory and never another process
// that got its number.
func killHolder(file string) {
	f, err := os.Open(file)
	if err != nil {
		return
	}
	defer f.Close()
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		l := syscall.Flock_t{Type: syscall.F_WRLCK}
		if err := syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &l); err != nil || l.Type == syscall.F_UNLCK || l.Pid <= 0 {
			return
		}
		_ = syscall.Kill(int(l.Pid), syscall.SIGKILL)
	}
}
