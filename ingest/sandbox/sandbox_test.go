package sandbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/ingest/sandbox/sandboxtest"
)

// clientDir tells the test program to be a client that starts a server there and waits.
const clientDir = "SANDBOX_TEST_CLIENT_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(clientDir); dir != "" {
		beClient(dir)
	}
	os.Exit(m.Run())
}

func beClient(dir string) {
	s, err := sandbox.Start(context.Background(), sandbox.Options{Dir: dir})
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	fmt.Println(s.PID())
	select {}
}

// shortDir is a folder whose path leaves room for a socket; t.TempDir has the test's name in it.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "sbx")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// value asks the server for the value of one expression.
func value(t *testing.T, conn *client.Conn, expression string) string {
	t.Helper()
	var v string
	if err := conn.Each("SELECT "+expression, func(c []string) error { v = c[0]; return nil }); err != nil {
		t.Fatal(err)
	}
	return v
}

func exec1(t *testing.T, conn *client.Conn, statements ...string) {
	t.Helper()
	for _, sql := range statements {
		if _, err := conn.Exec(sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

func waitDead(t *testing.T, pid int) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); alive(pid); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("server %d is still alive", pid)
		}
	}
}

func isEmpty(t *testing.T, dir string) bool {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries) == 0
}

func TestServerHasItsSettingsAndLeavesNothing(t *testing.T) {
	sandboxtest.Products(t, testServerHasItsSettingsAndLeavesNothing)
}

func testServerHasItsSettingsAndLeavesNothing(t *testing.T, program string) {
	dir := shortDir(t)
	s := sandboxtest.StartWith(t, sandbox.Options{Program: program, Dir: dir, Set: map[string]string{
		"innodb-buffer-pool-size": "32M", "sql_mode": "", "innodb_page_size": "8k", "skip_log_bin": "",
	}})
	conn := sandboxtest.Connect(t, s)
	for expression, want := range map[string]string{
		"@@innodb_buffer_pool_size": "33554432",
		"@@sql_mode":                "",
		"@@innodb_page_size":        "8192",
		"@@log_bin":                 "0",
		"@@port":                    strconv.Itoa(s.Config().Port),
		"@@datadir":                 s.DataDir() + "/",
		"@@log_error":               s.ErrorLog(),
		"@@tmpdir":                  filepath.Join(filepath.Dir(s.DataDir()), "tmp"),
		"DATABASE()":                sandbox.Database,
	} {
		if got := value(t, conn, expression); got != want {
			t.Errorf("%s = %q, want %q", expression, got, want)
		}
	}
	if v := value(t, conn, "VERSION()"); s.Program().MariaDB != strings.Contains(v, "MariaDB") {
		t.Errorf("Program() = %+v, but VERSION() = %s", s.Program(), v)
	}
	pid := s.PID()
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if alive(pid) || !isEmpty(t, dir) {
		t.Errorf("after Close: server alive: %v, folder empty: %v", alive(pid), isEmpty(t, dir))
	}
	if err := s.Restart(context.Background()); err == nil {
		t.Error("a closed server started again")
	}
}

func TestPortNeedsThePassword(t *testing.T) { sandboxtest.Products(t, testPortNeedsThePassword) }

func testPortNeedsThePassword(t *testing.T, program string) {
	s := sandboxtest.StartWith(t, sandbox.Options{Program: program})
	config := sandboxtest.Config(s)
	config.Password = ""
	for _, user := range []string{"root", "", "nobody"} {
		config.User = user
		if conn, err := config.Connect(context.Background()); err == nil {
			conn.Close()
			t.Errorf("user %q entered without a password", user)
		} else if class, _ := client.Classify(err); class == client.Lost {
			t.Errorf("user %q: %v, want a refusal", user, err)
		}
	}
	config = sandboxtest.Config(s)
	config.Network, config.Address = "unix", s.Config().Socket
	conn, err := config.Connect(context.Background())
	if err != nil {
		t.Fatalf("by the socket: %v", err)
	}
	conn.Close()
}

func TestStopKillRestartKeepData(t *testing.T) { sandboxtest.Products(t, testStopKillRestartKeepData) }

func testStopKillRestartKeepData(t *testing.T, program string) {
	s := sandboxtest.StartWith(t, sandbox.Options{Program: program})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	exec1(t, sandboxtest.Connect(t, s), "CREATE TABLE t (a INT) ENGINE=InnoDB", "INSERT INTO t VALUES (1)")
	if err := s.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	if s.PID() != 0 {
		t.Error("the server runs after Stop")
	}
	if err := s.Restart(ctx); err != nil {
		t.Fatal(err)
	}
	exec1(t, sandboxtest.Connect(t, s), "INSERT INTO t VALUES (2)", "SET GLOBAL innodb_flush_log_at_trx_commit=1", "INSERT INTO t VALUES (3)")
	exited := s.Exited()
	s.Kill()
	<-exited
	if err := s.ExitError(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Errorf("ExitError() = %v, want one that says killed", err)
	}
	if err := s.Restart(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.ExitError(); err != nil {
		t.Errorf("ExitError() of a running server = %v", err)
	}
	if got := value(t, sandboxtest.Connect(t, s), "SUM(a) FROM t"); got != "6" {
		t.Errorf("sum after a crash = %s, want 6", got)
	}
}

func TestFreezeHoldsAnswersBack(t *testing.T) {
	s := sandboxtest.Start(t, nil)
	conn := sandboxtest.Connect(t, s)
	if err := s.Freeze(); err != nil {
		t.Fatal(err)
	}
	const frozen = 200 * time.Millisecond
	time.AfterFunc(frozen, func() { _ = s.Thaw() })
	start := time.Now()
	value(t, conn, "1")
	if took := time.Since(start); took < frozen*9/10 {
		t.Errorf("a frozen server answered after %s", took)
	}
	if err := s.Freeze(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := s.Stop(ctx); err != nil {
		t.Errorf("stop a frozen server: %v", err)
	}
}

func TestSnapshotStartsAnotherServer(t *testing.T) {
	sandboxtest.Products(t, testSnapshotStartsAnotherServer)
}

func testSnapshotStartsAnotherServer(t *testing.T, program string) {
	dir := shortDir(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s := sandboxtest.StartWith(t, sandbox.Options{Program: program})
	exec1(t, sandboxtest.Connect(t, s), "CREATE TABLE t (a INT) ENGINE=InnoDB", "INSERT INTO t VALUES (42)")
	snapshot := filepath.Join(dir, "snapshot")
	if err := s.Snapshot(ctx, snapshot); err != nil {
		t.Fatal(err)
	}
	if err := s.Snapshot(ctx, snapshot); err == nil {
		t.Error("a second snapshot overwrote the first")
	}
	for range 2 { // a snapshot serves many servers
		begin := time.Now()
		copied := sandboxtest.StartWith(t, sandbox.Options{Program: program, From: snapshot})
		t.Logf("start from a snapshot: %s", time.Since(begin).Round(time.Millisecond))
		conn := sandboxtest.Connect(t, copied)
		if got := value(t, conn, "a FROM t"); got != "42" {
			t.Errorf("row in the copy = %s, want 42", got)
		}
		exec1(t, conn, "DELETE FROM t")
		if copied.Config().Password == s.Config().Password {
			t.Error("two servers have one password")
		}
	}
	if err := s.Restart(ctx); err != nil {
		t.Error(err)
	}
}

func TestFailedStartsSayWhyAndLeaveNothing(t *testing.T) {
	dir := shortDir(t)
	if _, err := sandbox.Find(context.Background(), ""); errors.Is(err, sandbox.ErrNoProgram) {
		t.Skip(err)
	}
	for name, c := range map[string]struct {
		o    sandbox.Options
		want string
	}{
		"unknown variable":          {sandbox.Options{Set: map[string]string{"innodb_bufer_pool_size": "1G"}}, "unknown variable 'innodb-bufer-pool-size=1G'"},
		"value of a data directory": {sandbox.Options{Set: map[string]string{"innodb_page_size": "5k"}}, "Invalid page size"},
		"server's own end":          {sandbox.Options{Set: map[string]string{"innodb_data_file_path": "nonsense"}}, "nonsense"},
		"variable of the sandbox":   {sandbox.Options{Set: map[string]string{"DataDir": "/var/lib/mysql"}}, "DataDir cannot be set"},
		"no name":                   {sandbox.Options{Set: map[string]string{"a=b": "1"}}, `"a=b" is no name of a server variable`},
		"no such program":           {sandbox.Options{Program: filepath.Join(dir, "mysqld")}, "no such file"},
		"another program":           {sandbox.Options{Program: "/bin/echo"}, "is no MySQL or MariaDB server"},
		"no such snapshot":          {sandbox.Options{From: filepath.Join(dir, "none")}, "copy the snapshot"},
		"path too long for socket":  {sandbox.Options{Dir: dir + strings.Repeat("/long", 20)}, "too long for a socket"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.o.Dir == "" {
				c.o.Dir = dir
			}
			s, err := sandbox.Start(context.Background(), c.o)
			if err == nil {
				s.Close()
				t.Fatal("the server started")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v\nwant one that says %q", err, c.want)
			}
			if lines := strings.Count(err.Error(), "\n"); lines > 12 {
				t.Errorf("error of %d lines:\n%v", lines, err)
			}
			if !isEmpty(t, dir) {
				t.Error("something was left in the folder")
			}
		})
	}
}

func TestNoProgramNamesThePackages(t *testing.T) {
	for _, want := range []string{"apt-get install mariadb-server", "dnf install mariadb-server"} {
		if !strings.Contains(sandbox.ErrNoProgram.Error(), want) {
			t.Errorf("ErrNoProgram lacks %q", want)
		}
	}
}

func TestCancelledContextRemovesTheServer(t *testing.T) {
	if _, err := sandbox.Find(context.Background(), ""); errors.Is(err, sandbox.ErrNoProgram) {
		t.Skip(err)
	}
	dir := shortDir(t)
	ctx, cancel := context.WithCancel(context.Background())
	s, err := sandbox.Start(ctx, sandbox.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	pid, exited := s.PID(), s.Exited()
	// Even while a stop waits for a server that cannot answer.
	exec1(t, sandboxtest.Connect(t, s), "SET GLOBAL innodb_fast_shutdown=0")
	go func() { _ = s.Stop(context.Background()) }()
	cancel()
	<-exited
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if alive(pid) || !isEmpty(t, dir) {
		t.Errorf("after cancel: server alive: %v, folder empty: %v", alive(pid), isEmpty(t, dir))
	}
	early, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer stop()
	if _, err := sandbox.Start(early, sandbox.Options{Dir: dir}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Start with 100 ms = %v, want deadline exceeded", err)
	}
	if !isEmpty(t, dir) {
		t.Error("a cancelled start left something in the folder")
	}
}

// TestKilledClient kills a client as kill -9 does: its server ends with it, frozen or not, and the
// next start removes the folder.
func TestKilledClient(t *testing.T) {
	if _, err := sandbox.Find(context.Background(), ""); errors.Is(err, sandbox.ErrNoProgram) {
		t.Skip(err)
	}
	dir := shortDir(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), clientDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	pid, perr := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || perr != nil {
		t.Fatalf("the client says %q: %v %v", line, err, perr)
	}
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	// A living client's server is left alone by others.
	other := sandboxtest.StartWith(t, sandbox.Options{Dir: dir})
	if !alive(pid) {
		t.Fatal("another start killed the server of a living client")
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	waitDead(t, pid)
	if isEmpty(t, dir) {
		t.Fatal("the killed client's folder is gone before the next start: nothing to sweep")
	}
	other = sandboxtest.StartWith(t, sandbox.Options{Dir: dir})
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if !isEmpty(t, dir) {
		t.Error("the next start did not remove the killed client's folder")
	}
}
