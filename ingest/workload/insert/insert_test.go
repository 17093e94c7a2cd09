package insert

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/ingest/sandbox/sandboxtest"
	"jitterlog/ingest/workload/statement"
	"jitterlog/parse/rawlog"
)

func mustNew(t *testing.T, name string, o Options) Workload {
	t.Helper()
	w, err := New(name, o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func prepare(t *testing.T, s *sandbox.Server, w Workload) {
	t.Helper()
	err := w.Prepare(context.Background(), sandboxtest.Config(s).Connect, func(done, total int64) {})
	if err != nil {
		t.Fatal(err)
	}
}

func number1(t *testing.T, conn *client.Conn, sql string) int64 {
	t.Helper()
	var n int64
	err := conn.Each(sql, func(c []string) (err error) {
		n, err = strconv.ParseInt(c[len(c)-1], 10, 64)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestEveryEventIsOneRow(t *testing.T) {
	s := sandboxtest.Start(t, nil)
	control := sandboxtest.Connect(t, s)
	const n = 500
	for name, c := range map[string]struct {
		o     Options
		table string
		valid string // of each row
	}{
		"insert-rows": {Options{}, "insert_rows", "LENGTH(ca) BETWEEN 4 AND 16 AND LENGTH(ck) BETWEEN 4 AND 16 AND ca<>ck"},
		"insert-knee": {Options{Charset: "gbk"}, "insert_knee", "LENGTH(s1) BETWEEN 1 AND 50 AND LENGTH(s2) BETWEEN 1 AND 250 AND LENGTH(s3) BETWEEN 1 AND 700 AND n1>=0 AND n1<>n2"},
	} {
		for _, mode := range []statement.Mode{statement.Prepared, statement.Text} {
			c.o.Mode = mode
			w := mustNew(t, name, c.o)
			prepare(t, s, w)
			before := number1(t, control, "SHOW GLOBAL STATUS LIKE 'Com_insert'")
			log := &bytes.Buffer{}
			result, err := load.Run(context.Background(), load.Plan{Server: sandboxtest.Config(s), Workload: w, Stages: []load.Stage{{Threads: 4}}, Events: n, Seed: 1, Log: log})
			if err != nil {
				t.Fatal(err)
			}
			if total := result.End.Totals[0]; total.Name != "insert" || total.Count != n || result.End.Statements != (rawlog.Statements{Write: n}) {
				t.Errorf("%s: totals %+v, statements %+v", name, total, result.End.Statements)
			}
			if got := number1(t, control, "SHOW GLOBAL STATUS LIKE 'Com_insert'") - before; got != n {
				t.Errorf("%s: %d INSERTs for %d rows", name, got, n)
			}
			if got := number1(t, control, "SELECT COUNT(*) FROM "+c.table+" WHERE "+c.valid); got < n-2 {
				t.Errorf("%s: %d of %d rows are as described", name, got, n)
			}
			if err := w.Prepare(context.Background(), sandboxtest.Config(s).Connect, nil); err == nil || !strings.Contains(err.Error(), "clean up first") {
				t.Errorf("%s: a second Prepare = %v", name, err)
			}
			if err := w.Cleanup(context.Background(), control); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestRowOutlivesItsConnection tries an event again on another connection, as the engine does.
func TestRowOutlivesItsConnection(t *testing.T) {
	s := sandboxtest.Start(t, nil)
	w := mustNew(t, "insert-rows", Options{})
	prepare(t, s, w)
	k, err := w.NewWorker(load.WorkerEnv{Threads: 1, Rand: rand.New(rand.NewPCG(1, 1))})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if err := k.Connect(sandboxtest.Connect(t, s)); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			k.Next()
		}
		if err := k.Do(&load.Recorder{}); err != nil {
			t.Fatal(err)
		}
	}
	if got := number1(t, sandboxtest.Connect(t, s), "SELECT COUNT(*)-COUNT(DISTINCT ca,ck)+SUM(ca<>'') FROM insert_rows"); got != 3 {
		t.Errorf("two tries made rows that differ or are empty: %d", got)
	}
}

// TestProcedureIsSeenFromTheSide runs CALLs that end and one that does not, and compares what was counted
// with the rows.
func TestProcedureIsSeenFromTheSide(t *testing.T) {
	s := sandboxtest.Start(t, nil)
	control := sandboxtest.Connect(t, s)
	for _, rows := range []int{200, 100_000_000} {
		w := mustNew(t, "procedure", Options{Rows: rows, Connect: sandboxtest.Config(s).Connect})
		prepare(t, s, w)
		var intervals int
		result, err := load.Run(context.Background(), load.Plan{Server: sandboxtest.Config(s), Workload: w, Seed: 1, Log: &bytes.Buffer{},
			Stages: []load.Stage{{Threads: 1, Duration: time.Second}}, Interval: 100 * time.Millisecond,
			OnInterval: func(i *rawlog.Interval) {
				if len(i.Ops) > 0 && i.Ops[0].Count > 0 {
					intervals++
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		left := func() int64 {
			return number1(t, control, "SELECT COUNT(*) FROM information_schema.processlist WHERE command<>'Daemon' AND id<>CONNECTION_ID()")
		}
		for range 100 { // the server takes a moment to notice that a connection is closed
			if left() == 0 {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if still := left(); still != 0 {
			t.Errorf("%d rows a CALL: %d connections are left", rows, still)
		}
		counted := result.End.Totals[0].Count
		got := number1(t, control, "SELECT COUNT(*) FROM insert_procedure")
		// The last rows fall into the time after the measuring.
		if counted == 0 || math.Abs(float64(counted-got)) > float64(got)/20 {
			t.Errorf("%d rows a CALL: counted %d of %d rows", rows, counted, got)
		}
		if intervals < 9 {
			t.Errorf("%d rows a CALL: %d of 10 intervals have rows", rows, intervals)
		}
		if calls := result.End.Totals[1]; calls.Name != "call" || (calls.Count > 0) != (rows == 200) {
			t.Errorf("%d rows a CALL: %+v", rows, calls)
		}
		if commits := number1(t, control, "SHOW GLOBAL STATUS LIKE 'Com_commit'"); commits < got {
			t.Errorf("%d commits for %d rows", commits, got)
		}
		if err := w.Cleanup(context.Background(), control); err != nil {
			t.Fatal(err)
		}
	}
	if left := number1(t, control, "SELECT COUNT(*) FROM information_schema.routines WHERE routine_schema=DATABASE()"); left != 0 {
		t.Errorf("%d procedures left after Cleanup", left)
	}
}

// TestProcedureOutlivesItsServer kills the server under a CALL.
func TestProcedureOutlivesItsServer(t *testing.T) {
	s := sandboxtest.Start(t, nil)
	w := mustNew(t, "procedure", Options{Rows: 1_000_000, Connect: sandboxtest.Config(s).Connect})
	prepare(t, s, w)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var back atomic.Bool
	go func() {
		time.Sleep(300 * time.Millisecond)
		s.Kill()
		if err := s.Restart(context.Background()); err != nil {
			t.Error(err)
		}
		back.Store(true)
	}()
	after := 0 // intervals with rows since; the first may have begun before the crash
	_, err := load.Run(ctx, load.Plan{Server: sandboxtest.Config(s), Workload: w, Seed: 1, Log: &bytes.Buffer{},
		Stages: []load.Stage{{Threads: 1, Duration: time.Minute}}, Interval: 100 * time.Millisecond,
		OnInterval: func(i *rawlog.Interval) {
			if back.Load() && len(i.Ops) > 0 && i.Ops[0].Count > 0 {
				after++
			}
			if after == 2 {
				cancel()
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	if after < 2 {
		t.Error("no rows after the restart")
	}
}

func TestWrongOptions(t *testing.T) {
	for want, make := range map[string]func() error{
		"no workload": func() error { _, err := New("insert", Options{}); return err },
		"no name":     func() error { _, err := New("insert-knee", Options{Charset: "gbk;"}); return err },
		"-1 rows":     func() error { _, err := New("procedure", Options{Rows: -1}); return err },
		"the share 2": func() error { _, err := New("insert-knee", Options{Until: Until{Share: 2}}); return err },
		"until -1":    func() error { _, err := New("insert-knee", Options{Until: Until{Rows: -1}}); return err },
		"lasts -1s":   func() error { _, err := New("insert-knee", Options{Until: Until{For: -time.Second}}); return err },
		"want 1": func() error {
			_, err := mustNew(t, "procedure", Options{}).NewWorker(load.WorkerEnv{Threads: 2})
			return err
		},
		"needs Options.": func() error {
			_, err := mustNew(t, "procedure", Options{}).NewWorker(load.WorkerEnv{Threads: 1})
			return err
		},
	} {
		if err := make(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error = %v, want one that says %q", err, want)
		}
	}
	s := sandboxtest.Start(t, nil)
	for _, name := range Names {
		_, err := load.Run(context.Background(), load.Plan{Server: sandboxtest.Config(s), Workload: mustNew(t, name, Options{Connect: sandboxtest.Config(s).Connect}),
			Stages: []load.Stage{{Threads: 1}}, Events: 1, Log: &bytes.Buffer{}})
		if err == nil || !strings.Contains(err.Error(), "prepare it first") {
			t.Errorf("%s without its table: %v", name, err)
		}
	}
}
