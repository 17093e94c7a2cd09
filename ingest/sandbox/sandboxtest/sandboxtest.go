// Package sandboxtest starts throwaway servers for tests: of the first server program on PATH, so that
// PATH decides which product a test runs on, or of both products by Products.
package sandboxtest

import (
	"context"
	"errors"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
)

// Cheap returns settings that make a server cheap, overridden by set.
func Cheap(set map[string]string) map[string]string {
	all := map[string]string{
		"innodb_buffer_pool_size":        "64M",
		"loose_innodb_log_file_size":     "16M", // MariaDB, and MySQL as long as it had it
		"loose_innodb_redo_log_capacity": "16M",
		"innodb_flush_log_at_trx_commit": "0",
	}
	maps.Copy(all, set)
	return all
}

// Start starts a server with settings that make it cheap, overridden by set, and removes it at the
// end of the test, of which then nothing may be left. Without a server program on the machine the
// test is skipped.
func Start(tb testing.TB, set map[string]string) *sandbox.Server {
	tb.Helper()
	return StartWith(tb, sandbox.Options{Set: Cheap(set)})
}

// StartWith is Start with all options in the test's hands.
func StartWith(tb testing.TB, o sandbox.Options) *sandbox.Server {
	tb.Helper()
	s, err := sandbox.Start(context.Background(), o)
	if errors.Is(err, sandbox.ErrNoProgram) {
		tb.Skip(err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
		if pid := s.PID(); pid != 0 {
			tb.Errorf("the server still runs as process %d", pid)
		}
		if folder := filepath.Dir(s.DataDir()); exists(folder) {
			tb.Errorf("the server's folder %s is still there", folder)
		}
	})
	return s
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Products runs test as a subtest for MariaDB and for MySQL, with the path of a server program of each:
// for what has to hold on both. A product that is not installed is skipped.
func Products(t *testing.T, test func(t *testing.T, program string)) {
	t.Helper()
	for _, product := range []struct {
		name, missing string
		mariaDB       bool
	}{
		{"MariaDB", "no mariadbd on PATH or in /usr/sbin: install mariadb-server", true},
		{"MySQL", "no mysqld of MySQL on PATH or in /usr/sbin: not tested on MySQL", false},
	} {
		t.Run(product.name, func(t *testing.T) {
			for path := range sandbox.Installed() {
				program, err := sandbox.Find(t.Context(), path)
				if err != nil {
					t.Fatal(err)
				}
				if program.MariaDB == product.mariaDB {
					test(t, path)
					return
				}
			}
			t.Skip(product.missing)
		})
	}
}

// Config says how a client connects to s by its port.
func Config(s *sandbox.Server) client.Config {
	c := s.Config()
	return client.Config{Network: "tcp", Address: net.JoinHostPort(c.Host, strconv.Itoa(c.Port)),
		User: c.User, Password: c.Password, Database: c.Database}
}

// Connect opens a connection to s, closed at the end of the test.
func Connect(tb testing.TB, s *sandbox.Server) *client.Conn {
	tb.Helper()
	conn, err := Config(s).Connect(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = conn.Close() })
	return conn
}
