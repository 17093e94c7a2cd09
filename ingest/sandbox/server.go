// Package sandbox runs a throwaway MySQL or MariaDB server: its own data directory, socket and
// loopback port, started in a second, stopped and removed at the end whatever happens.
package sandbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// Database is the empty database that every throwaway server has.
const Database = "jitterlog"

// Config says how to connect. The password is made anew at each Start: a server of root's that any
// user of the machine could enter by its port would hand root to everyone.
type Config struct {
	Host     string // 127.0.0.1
	Port     int
	Socket   string
	User     string
	Password string
	Database string
}

// Server is a throwaway server. Its methods may be called from several goroutines.
type Server struct {
	program  Program
	dir      string
	lock     *flock.Flock
	settings []string
	config   Config
	life     context.Context // done when the server is to be removed
	end      context.CancelCauseFunc

	mu      sync.Mutex // held while the process is being changed
	proc    *process
	logFrom int64 // length of the error log when proc started
	closed  bool
}

// Start makes a data directory, or copies one, and returns when the server takes connections.
// When ctx is done the server is killed and its folder removed, as by Close. Errors tell why a
// server did not start, with the end of its error log.
func Start(ctx context.Context, o Options) (*Server, error) {
	settings, shape, err := o.settings()
	if err != nil {
		return nil, err
	}
	parent, err := o.parent()
	if err != nil {
		return nil, err
	}
	program, err := Find(ctx, o.Program)
	if err != nil {
		return nil, err
	}
	sweep(parent)
	dir, lock, err := makeFolder(parent)
	if err != nil {
		return nil, err
	}
	life, end := context.WithCancelCause(ctx)
	s := &Server{
		program: program, dir: dir, lock: lock, settings: settings, life: life, end: end,
		config: Config{
			Host: "127.0.0.1", Socket: filepath.Join(dir, socketName),
			User: "root", Password: rand.Text(), Database: Database,
		},
	}
	if err := s.first(ctx, o.From, shape); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	context.AfterFunc(life, func() { _ = s.remove() })
	return s, nil
}

func (s *Server) first(ctx context.Context, from string, shape []string) error {
	if err := s.makeData(ctx, from, shape); err != nil {
		return err
	}
	if err := os.WriteFile(s.path("init.sql"), []byte(s.initSQL()), 0o600); err != nil {
		return fmt.Errorf("make a server: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	// Another program may take the free port before the server does.
	for try := 1; ; try++ {
		port, err := freePort()
		if err != nil {
			return err
		}
		s.config.Port = port
		if err = s.start(ctx); err == nil || try == 3 || !strings.Contains(err.Error(), "Bind on TCP/IP port") {
			return err
		}
	}
}

// initSQL gives the accounts that can be reached their password. The server runs it before it takes
// connections. Nothing of it goes to the binary log.
func (s *Server) initSQL() string {
	var b strings.Builder
	b.WriteString("SET SESSION sql_log_bin=0;\n")
	for _, host := range []string{"localhost", "127.0.0.1"} {
		account := "'" + s.config.User + "'@'" + host + "'"
		fmt.Fprintf(&b, "CREATE USER IF NOT EXISTS %s;\n", account)
		fmt.Fprintf(&b, "ALTER USER %s IDENTIFIED BY '%s';\n", account, s.config.Password)
		fmt.Fprintf(&b, "GRANT ALL PRIVILEGES ON *.* TO %s WITH GRANT OPTION;\n", account)
	}
	fmt.Fprintf(&b, "CREATE DATABASE IF NOT EXISTS %s;\n", s.config.Database)
	return b.String()
}

func freePort() (int, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// args is the server's command line. The settings asked for come last and win.
func (s *Server) args() []string {
	args := []string{
		"--no-defaults", // must be the first
		"--datadir=" + s.DataDir(),
		"--socket=" + s.config.Socket,
		"--pid-file=" + s.path("mysqld.pid"),
		"--log-error=" + s.ErrorLog(),
		"--init-file=" + s.path("init.sql"),
		"--secure-file-priv=" + s.path("files"),
		"--bind-address=" + s.config.Host,
		"--port=" + strconv.Itoa(s.config.Port),
		// MariaDB empties the folder of temporary tables when it starts: two servers must not share one.
		"--tmpdir=" + s.path("tmp"),
		"--skip-name-resolve",
		// A pool warmed in the background by the snapshot's run would be measured with this one.
		"--innodb-buffer-pool-load-at-startup=0",
		"--innodb-buffer-pool-dump-at-shutdown=0",
	}
	if !s.program.MariaDB {
		args = append(args, "--loose-mysqlx=OFF") // a second port
	}
	if os.Geteuid() == 0 {
		args = append(args, "--user=root")
	}
	return append(args, s.settings...)
}

func (s *Server) path(name string) string { return filepath.Join(s.dir, name) }

// Config says how to connect; it stays the same over a Restart.
func (s *Server) Config() Config { return s.config }

// Program is the server program that runs.
func (s *Server) Program() Program { return s.program }

// DataDir is the server's data directory.
func (s *Server) DataDir() string { return s.path("data") }

// ErrorLog is the path of the server's error log, of all its starts.
func (s *Server) ErrorLog() string { return s.path("error.log") }

// PID is the server's process number; 0 while it does not run.
func (s *Server) PID() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.proc.running() {
		return 0
	}
	return s.proc.cmd.Process.Pid
}

// Exited is closed when the process that runs now has ended, on its own or by Stop, Kill or Close.
func (s *Server) Exited() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.proc.done
}

// Restart stops the server if it runs and starts it again on the same data, port and password.
func (s *Server) Restart(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.stop(ctx); err != nil {
		return err
	}
	return s.start(ctx)
}

// Stop shuts the server down cleanly and keeps its data. When ctx is done first, the server is
// killed. A server that was frozen is thawed.
func (s *Server) Stop(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stop(ctx)
}

// Kill ends the server as a crash would, and keeps its data: the next Restart recovers.
func (s *Server) Kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.proc.kill()
}

// Freeze stops every thread of the server where it stands, until Thaw. Connections stay open. On
// Linux all of them stand still when it returns.
func (s *Server) Freeze() error {
	if err := s.signal(syscall.SIGSTOP); err != nil {
		return err
	}
	pid := s.PID()
	for deadline := time.Now().Add(time.Second); moves(pid) && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
	}
	return nil
}

// Thaw lets a frozen server go on.
func (s *Server) Thaw() error { return s.signal(syscall.SIGCONT) }

func (s *Server) signal(sig syscall.Signal) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.proc.cmd.Process.Signal(sig); err != nil {
		return fmt.Errorf("send %s to the server: %w", sig, err)
	}
	return nil
}

// Close kills the server and removes its folder. It may be called more than once.
func (s *Server) Close() error {
	s.end(errClosed) // a start or stop that is waiting gives up
	return s.remove()
}

func (s *Server) remove() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	s.proc.kill()
	err := os.RemoveAll(s.dir)
	if unlock := s.lock.Close(); err == nil {
		err = unlock
	}
	if err != nil {
		return fmt.Errorf("remove a throwaway server: %w", err)
	}
	return nil
}
