package load

import (
	"bytes"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// startServer returns a throwaway server that ends with the test, with a table t
// of rows 1 to tableRows.
func startServer(t testing.TB, set map[string]string) (*sandbox.Server, client.Config) {
	t.Helper()
	server, err := sandbox.Start(t.Context(), sandbox.Options{Set: set})
	if errors.Is(err, sandbox.ErrNoProgram) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	cfg := clientConfig(server)
	conn, err := cfg.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, sql := range []string{
		"CREATE TABLE t (id INT PRIMARY KEY, c CHAR(120) NOT NULL) ENGINE = InnoDB",
		fmt.Sprintf("INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i, REPEAT('x', 119) FROM n", tableRows),
	} {
		if _, err := conn.Exec(sql); err != nil {
			t.Fatal(err)
		}
	}
	return server, cfg
}

const tableRows = 1000

// clientConfig returns how to connect to the server as it is now: the password
// changes when it is restarted.
func clientConfig(server *sandbox.Server) client.Config {
	c := server.Config()
	return client.Config{Network: "tcp", Address: net.JoinHostPort(c.Host, strconv.Itoa(c.Port)),
		User: c.User, Password: c.Password, Database: c.Database}
}

// selects is a workload of point selects. after, where given, is called after
// each event with its duration.
type selects struct {
	sql   string
	after func(d time.Duration)
}

func (selects) Name() string { return "selects" }
func (selects) Ops() []Op    { return []Op{{Name: "transaction"}} }
func (w selects) NewWorker(env WorkerEnv) (Worker, error) {
	if w.sql == "" {
		w.sql = "SELECT c FROM t WHERE id = ?"
	}
	return &selecting{workload: w, env: env, args: make([]driver.Value, 1)}, nil
}

type selecting struct {
	workload selects
	env      WorkerEnv
	stmt     *client.Stmt
	args     []driver.Value
}

func (w *selecting) Connect(conn *client.Conn) (err error) {
	w.stmt, err = conn.Prepare(w.workload.sql)
	return err
}

func (w *selecting) Next() int { return 0 }

func (w *selecting) Do(rec *Recorder) error {
	start := time.Now()
	w.args[0] = 1 + w.env.Rand.Int64N(tableRows)
	affected, err := w.stmt.Exec(w.args)
	if err != nil {
		return err
	}
	rec.Statement(affected)
	if w.workload.after != nil {
		w.workload.after(time.Since(start))
	}
	return nil
}

// logBuffer is a log that may be read while it is written.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// written is what a log holds.
type written struct {
	intervals []parse.Interval
	samples   []parse.Sample
	events    []*parse.Event
	buckets   []parse.Bucket
	summary   *parse.Summary
}

func (b *logBuffer) read(t testing.TB) written {
	t.Helper()
	var w written
	for rec, err := range rawlog.Formats[0].Read(parse.NewLines(bytes.NewReader(b.buf.Bytes()))) {
		if err != nil {
			t.Fatal(err)
		}
		switch rec := rec.(type) {
		case *parse.Interval:
			iv := *rec
			iv.Ops = append([]parse.Op(nil), rec.Ops...)
			w.intervals = append(w.intervals, iv)
		case *parse.Sample:
			w.samples = append(w.samples, *rec)
		case *parse.Bucket:
			w.buckets = append(w.buckets, *rec)
		case *parse.Event:
			w.events = append(w.events, rec)
		case *parse.Summary:
			w.summary = rec
		}
	}
	return w
}

// transactions returns how many the intervals of a phase hold.
func (w *written) transactions(phase parse.Phase) int64 {
	var n int64
	for _, iv := range w.intervals {
		if iv.Phase == phase {
			n += iv.Ops[0].Count
		}
	}
	return n
}

func (w *written) has(kind parse.Kind) bool {
	for _, e := range w.events {
		if e.Kind == kind {
			return true
		}
	}
	return false
}

// nothingLeft returns a check that goroutines and connections are no more than
// when it was called.
func nothingLeft(t *testing.T, cfg client.Config) func() {
	t.Helper()
	goroutines, connections := runtime.NumGoroutine(), threadsConnected(t, cfg)
	return func() {
		t.Helper()
		var g int
		var c string
		// The first count may hold a connection that the server had not yet let go.
		more := func() bool {
			before, errBefore := strconv.Atoi(connections)
			after, errAfter := strconv.Atoi(c)
			return errBefore != nil || errAfter != nil || after > before
		}
		for deadline := time.Now().Add(3 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			if g, c = runtime.NumGoroutine(), threadsConnected(t, cfg); g <= goroutines && !more() {
				return
			}
		}
		stacks := make([]byte, 1<<16)
		t.Errorf("%d goroutines and %s connections before, %d and %s after\n%s", goroutines, connections, g, c, stacks[:runtime.Stack(stacks, true)])
	}
}

func threadsConnected(t *testing.T, cfg client.Config) string {
	t.Helper()
	conn, err := cfg.Connect(context.WithoutCancel(t.Context()))
	if class, _ := client.Classify(err); class == client.TooMany {
		return "too many" // the server has not seen yet that they are closed
	}
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var n string
	if err := conn.Each("SHOW GLOBAL STATUS LIKE 'Threads_connected'", func(row []string) error { n = row[1]; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}
