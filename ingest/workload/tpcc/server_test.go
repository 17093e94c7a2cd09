package tpcc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
)

// server is shared by the tests, which have a database each; nil without a server program.
var server *sandbox.Server

func TestMain(m *testing.M) { os.Exit(withServer(m)) }

func withServer(m *testing.M) int {
	var err error
	server, err = sandbox.Start(context.Background(), sandbox.Options{Set: map[string]string{
		"innodb_flush_log_at_trx_commit": "0", "innodb_buffer_pool_size": "268435456", "max_connections": "50"}})
	switch {
	case errors.Is(err, sandbox.ErrNoProgram):
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1
	default:
		defer server.Close()
	}
	return m.Run()
}

// newDatabase makes an empty database and returns how to connect to it.
func newDatabase(t testing.TB, name string) load.Connect {
	t.Helper()
	if server == nil {
		t.Skip(sandbox.ErrNoProgram)
	}
	c := server.Config()
	config := client.Config{Network: "unix", Address: c.Socket, User: c.User, Password: c.Password}
	conn, err := config.Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, sql := range []string{"DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name} {
		if _, err := conn.Exec(sql); err != nil {
			t.Fatal(err)
		}
	}
	config.Database = name
	return config.Connect
}

// connect opens a connection for the test.
func connect(t testing.TB, open load.Connect) *client.Conn {
	t.Helper()
	conn, err := open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// query returns the only value of a query.
func query(t testing.TB, conn *client.Conn, sql string) string {
	t.Helper()
	value := ""
	if err := conn.Each(sql, func(columns []string) error {
		value = columns[len(columns)-1]
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return value
}

func execute(t testing.TB, conn *client.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(sql); err != nil {
		t.Fatal(err)
	}
}

// small is a database that loads in a second.
var small = Scale{Warehouses: 1, Items: 1000, Customers: 100}

func newWorkload(t testing.TB, opts Options) *Workload {
	t.Helper()
	w, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// loaded loads a database and returns its workload.
func loaded(t testing.TB, name string, opts Options) (*Workload, load.Connect) {
	t.Helper()
	open := newDatabase(t, name)
	w := newWorkload(t, opts)
	if err := w.Prepare(context.Background(), open, func(done, total int64) {}); err != nil {
		t.Fatal(err)
	}
	return w, open
}
