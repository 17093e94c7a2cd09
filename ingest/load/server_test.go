package load

import (
	"bytes"
	"context"
	"database/sql/driver"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/ingest/sandbox/sandboxtest"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// TestMain gives the tests a folder for everything that they make, and wants
// neither a file in it nor a child process left when they are through.
func TestMain(m *testing.M) {
	flag.Parse()
	// Most of the time of most tests is spent waiting.
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = parallel.Value.Set("4")
	}
	code, err := runTests(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func runTests(m *testing.M) (code int, err error) {
	parent := os.Getenv("TMPDIR")
	if parent == "" {
		parent = "/var/tmp" // as package sandbox
	}
	dir, err := os.MkdirTemp(parent, "load-test-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if err := os.Setenv("TMPDIR", dir); err != nil {
		return 0, err
	}
	code = m.Run()
	if shared.server != nil {
		if err := shared.server.Close(); err != nil {
			return 0, err
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	if len(left) > 0 {
		return 0, fmt.Errorf("the tests left %v in %s", left, dir)
	}
	if children := children(); len(children) > 0 {
		return 0, fmt.Errorf("the tests left the processes %v", children)
	}
	return code, nil
}

// children returns the numbers of the processes that this one started and that
// have not ended, as far as Linux tells.
func children() []string {
	var all []string
	files, _ := filepath.Glob("/proc/self/task/*/children") // the pattern is well formed
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // the thread has ended
		}
		all = append(all, strings.Fields(string(data))...)
	}
	return all
}

// shared is the server of all tests that leave it as it is.
var shared struct {
	sync.Mutex
	server *sandbox.Server
}

// sharedServer returns how to connect to a database of the test's own with a
// table t of rows 1 to tableRows, on a server that others use at the same time.
func sharedServer(t testing.TB) client.Config {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		server, err := sandbox.Start(context.Background(), sandbox.Options{Set: sandboxtest.Cheap(nil)})
		if errors.Is(err, sandbox.ErrNoProgram) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		shared.server = server
	}
	return fill(t, shared.server)
}

// startServer returns a server of the test's own, which ends with it, and how to
// connect to a database there as sharedServer makes.
func startServer(t testing.TB, set map[string]string) (*sandbox.Server, client.Config) {
	t.Helper()
	server := sandboxtest.Start(t, set)
	return server, fill(t, server)
}

// fill makes the database of a test.
func fill(t testing.TB, server *sandbox.Server) client.Config {
	t.Helper()
	cfg := sandboxtest.Config(server)
	conn, err := cfg.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	cfg.Database = strings.ReplaceAll(t.Name(), "/", "_")
	for _, sql := range []string{
		"DROP DATABASE IF EXISTS " + cfg.Database, // of the test before, with -count
		"CREATE DATABASE " + cfg.Database,
		"CREATE TABLE " + cfg.Database + ".t (id INT PRIMARY KEY, c CHAR(120) NOT NULL) ENGINE = InnoDB",
		fmt.Sprintf("INSERT INTO %s.t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i, REPEAT('x', 119) FROM n", cfg.Database, tableRows),
	} {
		if _, err := conn.Exec(sql); err != nil {
			t.Fatal(err)
		}
	}
	return cfg
}

const tableRows = 1000

// selects is a workload of point selects, or of another statement with one
// argument. after, where given, is called after each event with its duration.
// think is the pause before an event: few tests need all that the machine can do.
type selects struct {
	sql   string
	think time.Duration
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

func (w *selecting) Pause() (before, after time.Duration) { return w.workload.think, 0 }

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

// read reads the log; a line that is not understood is the test's error.
func (b *logBuffer) read(t testing.TB) written {
	t.Helper()
	b.mu.Lock()
	text := bytes.Clone(b.buf.Bytes())
	b.mu.Unlock()
	var w written
	for rec, err := range rawlog.Formats[0].Read(parse.NewLines(bytes.NewReader(text))) {
		if err != nil {
			t.Error(err)
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

// latest returns how many transactions the last interval holds.
func (w *written) latest() int64 {
	if len(w.intervals) == 0 {
		return 0
	}
	return w.intervals[len(w.intervals)-1].Ops[0].Count
}

// count returns how many events of a kind happened.
func (w *written) count(kind parse.Kind) int64 {
	var n int64
	for _, e := range w.events {
		if e.Kind == kind {
			n += e.Count
		}
	}
	return n
}

func (w *written) has(kind parse.Kind) bool { return w.count(kind) > 0 }

// said returns the events whose message holds a text.
func (w *written) said(text string) []*parse.Event {
	var found []*parse.Event
	for _, e := range w.events {
		if strings.Contains(e.Message, text) {
			found = append(found, e)
		}
	}
	return found
}

// most returns the greatest value of a metric, -1 without one.
func (w *written) most(source, metric string) float64 {
	most := -1.0
	for _, s := range w.samples {
		if s.Source == source && s.Metric == metric {
			most = max(most, s.Value)
		}
	}
	return most
}

// runUntil makes the load of a plan until enough of its log satisfies, asked
// after each interval of 100 ms, and fails the test if that never comes.
func runUntil(t *testing.T, plan Plan, enough func(w written) bool) (*Result, written) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	log := &logBuffer{}
	met := false
	plan.Log, plan.Interval = log, minInterval
	plan.Stages = []Stage{{Threads: 4, Duration: 30 * time.Second}}
	plan.OnInterval = func(*rawlog.Interval) {
		if !met && enough(log.read(t)) {
			met = true
			cancel()
		}
	}
	result, err := Run(ctx, plan)
	if err != nil {
		t.Fatal(err)
	}
	w := log.read(t)
	if !met {
		t.Fatalf("what the test waits for did not happen: events %v", w.events)
	}
	if result.End.Reason != "interrupt" || !w.summary.Complete {
		t.Errorf("end %+v, summary %+v", result.End, w.summary)
	}
	return result, w
}

// last returns the last value of a metric.
func (w *written) last(metric string) float64 {
	for _, s := range slices.Backward(w.samples) {
		if s.Metric == metric {
			return s.Value
		}
	}
	return math.NaN()
}
