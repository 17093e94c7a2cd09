package sandbox

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestSweepKillsAnOrphan is for systems that cannot tie the server's life to the client's.
func TestSweepKillsAnOrphan(t *testing.T) {
	dir, err := os.MkdirTemp("", "sbx")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	s, err := Start(context.Background(), Options{Dir: dir})
	if errors.Is(err, ErrNoProgram) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	// What is not a server's folder stays, and so does a folder that is just being made.
	for _, name := range []string{"other", unready + "1"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Freeze(); err != nil {
		t.Fatal(err)
	}
	sweep(dir)
	if s.PID() == 0 {
		t.Fatal("the server of a living client was killed")
	}
	if err := s.lock.Unlock(); err != nil { // as the kernel does for a client that died
		t.Fatal(err)
	}
	sweep(dir)
	select {
	case <-s.Exited():
	case <-time.After(10 * time.Second):
		t.Fatal("the orphan runs on")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 2 {
		t.Errorf("left in the folder: %v, want what was not the orphan's", entries)
	}
}

func TestCopyKeepsHoles(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	f, err := os.Create(from)
	if err != nil {
		t.Fatal(err)
	}
	const size = 8 << 20
	for at, text := range map[int64]string{0: "begin", size / 2: "middle", size - 3: "end"} {
		if _, err := f.WriteAt([]byte(text), at); err != nil {
			t.Fatal(err)
		}
	}
	// A hole at the end as well.
	if err := f.Truncate(size + 1<<20); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := copyFile(from, to); err != nil {
		t.Fatal(err)
	}
	a, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	if string(a) != string(b) {
		t.Error("the copy differs")
	}
	if used, original := blocks(t, to), blocks(t, from); used > original+64 {
		t.Errorf("the copy takes %d blocks, the original %d", used, original)
	}
}

func blocks(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t).Blocks
}
