package load

import (
	"database/sql/driver"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/ingest/sandbox/sandboxtest"
	"jitterlog/parse"
)

// smallDisk mounts a file system of its own until the end of the test.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	err := syscall.Mount("jitterlog-test", dir, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV, "size="+size+",mode=0700")
	if errors.Is(err, os.ErrPermission) {
		t.Skipf("a small disk cannot be mounted: %v: run the test as root", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		left, err := os.ReadDir(dir)
		if err != nil || len(left) > 0 {
			t.Errorf("left on the disk: %v, %v", left, err)
		}
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// leave takes all of a disk but so much until the end of the test, or until what
// it returns is called.
func leave(t *testing.T, dir string, bytes uint64) (giveBack func()) {
	t.Helper()
	free, ok := available(dir)
	if !ok || free < bytes {
		t.Fatalf("%d bytes are free, known: %v", free, ok)
	}
	file, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	giveBack = sync.OnceFunc(func() {
		if err := errors.Join(file.Close(), os.Remove(file.Name())); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(giveBack)
	if err := syscall.Fallocate(int(file.Fd()), 0, 0, int64(free-bytes)); err != nil {
		t.Fatal(err)
	}
	return giveBack
}

// growing is a workload that fills the disk.
type growing struct{}

func (growing) Name() string                        { return "growing" }
func (growing) Ops() []Op                           { return []Op{{Name: "insert"}} }
func (growing) NewWorker(WorkerEnv) (Worker, error) { return &inserting{}, nil }

type inserting struct{ stmt *client.Stmt }

func (w *inserting) Connect(conn *client.Conn) (err error) {
	if _, err := conn.Exec("CREATE TABLE IF NOT EXISTS grown (id BIGINT AUTO_INCREMENT PRIMARY KEY, c VARBINARY(8000)) ENGINE = InnoDB"); err != nil {
		return err
	}
	w.stmt, err = conn.Prepare("INSERT INTO grown (c) VALUES (?)")
	return err
}

func (w *inserting) Next() int { return 0 }

func (w *inserting) Do(rec *Recorder) error {
	n, err := w.stmt.Exec([]driver.Value{make([]byte, 8_000)})
	if err == nil {
		rec.Statement(n)
	}
	return err
}

// The disk of the data directory fills up: the run ends at the first insert that
// has no room, or when that has killed the server, with one message that names
// the disk, which the log holds too.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	mount := smallDisk(t, "320m")
	server := sandboxtest.StartWith(t, sandbox.Options{Dir: mount, Set: sandboxtest.Cheap(map[string]string{
		"loose_innodb_log_file_size": "8M", "loose_innodb_redo_log_capacity": "8M",
		"skip_log_bin": "", // a server whose binary log is full waits for room
	})})
	cfg := fill(t, server)
	giveBack := leave(t, mount, 32*mib)
	left := nothingLeft(t, cfg)
	log := &logBuffer{}
	start := time.Now()
	_, err := Run(t.Context(), Plan{Server: cfg, Workload: growing{}, Interval: minInterval,
		Stages: []Stage{{Threads: 4, Duration: 30 * time.Second}}, Log: log})
	if full := (*fullError)(nil); !errors.As(err, &full) {
		t.Fatalf("error %v after %v", err, time.Since(start))
	}
	for _, part := range []string{"MiB are free on the disk", "tmpfs", mount} {
		if strings.Count(err.Error(), part) != 1 {
			t.Errorf("error %q does not say %q once", err, part)
		}
	}
	if server.PID() != 0 {
		giveBack() // the server needs some to answer
		left()
	}
	w := log.read(t)
	if fatal := w.said(mount + ")"); len(fatal) == 0 || w.count(parse.Fatal) != 1 || fatal[len(fatal)-1].Message != err.Error() {
		t.Errorf("error %q, events %+v", err, w.events)
	}
	if w.summary.Reported["end_reason"] != "error" || w.transactions(parse.Measure) == 0 {
		t.Errorf("summary %+v", w.summary)
	}
}

// What is free on a disk is told, and once when it is little.
func TestDisk(t *testing.T) {
	dir := smallDisk(t, "20m")
	var told []string
	d := &disk{dir: dir, mount: dir, filesystem: "tmpfs", device: "jitterlog-test"}
	sample := func() float64 {
		line := d.sample(func(_ parse.Severity, _ parse.Kind, _, message string) { told = append(told, message) })
		return line.Values["disk_free_kb"]
	}
	if free := sample(); free != 20*1024 || len(told) > 0 {
		t.Errorf("%v kB, told %q", free, told)
	}
	lost := errors.New("connection refused")
	if err := d.gone(lost); err != nil {
		t.Errorf("a server that is gone while there is room: %v", err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, make([]byte, 8*mib), 0o600); err != nil {
		t.Fatal(err)
	}
	sample()
	if free := sample(); free != 12*1024 || len(told) != 1 || !strings.Contains(told[0], dir) {
		t.Errorf("%v kB, told %q", free, told)
	}
	if err := d.gone(lost); !errors.Is(err, lost) || err.Error() != "connection refused: "+told[0] {
		t.Errorf("a server that is gone while little is left: %v", err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if free := sample(); free != 20*1024 || len(told) != 1 {
		t.Errorf("%v kB, told %q", free, told)
	}
}
