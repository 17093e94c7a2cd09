package load

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// The server is killed in the middle of the run and comes back: the workers
// connect again and go on, and the log says so.
func TestServerRestart(t *testing.T) {
	server, cfg := startServer(t, nil)
	log := &logBuffer{}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var back atomic.Bool
	go func() {
		time.Sleep(500 * time.Millisecond)
		server.Kill()
		if err := server.Restart(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		back.Store(true)
	}()
	after := 0 // intervals with transactions since; the first may have begun before the crash
	_, err := Run(ctx, Plan{Server: cfg, Workload: selects{}, Stages: []Stage{{Threads: 4, Duration: time.Minute}}, Log: log,
		OnInterval: func(iv *rawlog.Interval) {
			if back.Load() && iv.Ops[0].Count > 0 {
				after++
			}
			if after == 2 {
				cancel()
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	if w := log.read(t); after < 2 || !w.has(parse.Reconnect) || !w.has(parse.Retry) || w.summary.Errors < 1 {
		t.Errorf("%d intervals with transactions after the restart, events %v", after, w.events)
	}
}

func TestTooFewConnections(t *testing.T) {
	_, cfg := startServer(t, map[string]string{"max_connections": "10"})
	left := nothingLeft(t, cfg)
	log := &logBuffer{}
	_, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{}, Stages: []Stage{{Threads: 50, Duration: time.Second}}, Log: log})
	if err == nil || !strings.Contains(err.Error(), "max_connections") {
		t.Errorf("error %v", err)
	}
	left()
	if w := log.read(t); !w.has(parse.Fatal) || w.summary.Complete {
		t.Errorf("events %v", w.events)
	}
}

// A run that is interrupted while the server stands still gives up what is
// under way after the grace, and its log has an end.
func TestInterruptOfFrozenServer(t *testing.T) {
	server, cfg := startServer(t, nil)
	left := nothingLeft(t, cfg)
	log := &logBuffer{}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		time.Sleep(300 * time.Millisecond)
		if err := server.Freeze(); err != nil {
			t.Error(err)
		}
		time.Sleep(200 * time.Millisecond)
		cancel()
	}()
	start := time.Now()
	result, err := Run(ctx, Plan{Server: cfg, Workload: selects{}, Grace: 500 * time.Millisecond,
		Stages: []Stage{{Threads: 4, Duration: time.Minute}}, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	if err := server.Thaw(); err != nil {
		t.Fatal(err)
	}
	left()
	if result.End.Reason != "interrupt" || result.End.Unfinished != 4 {
		t.Errorf("end %+v", result.End)
	}
	if w := log.read(t); !w.summary.Complete || w.summary.Errors != 0 {
		t.Errorf("summary %+v", w.summary)
	}
}

func TestErrorEndsRun(t *testing.T) {
	_, cfg := startServer(t, nil)
	failing := selects{sql: "SELECT c FROM t WHERE id = ? UNION SELECT c FROM t WHERE id = (SELECT id FROM t)"}
	log := &logBuffer{}
	_, err := Run(t.Context(), Plan{Server: cfg, Workload: failing, Stages: []Stage{{Threads: 2, Duration: 5 * time.Second}}, Log: log})
	if client.Code(err) != "1242" {
		t.Errorf("error %v", err)
	}
	w := log.read(t)
	if !w.has(parse.Fatal) || w.summary.Complete || w.summary.Reported["end_reason"] != "error" {
		t.Errorf("events %v, summary %+v", w.events, w.summary)
	}

	log = &logBuffer{}
	result, err := Run(t.Context(), Plan{Server: cfg, Workload: failing, IgnoreErrors: true, Events: 100, Stages: []Stage{{Threads: 2}}, Log: log})
	if err != nil || result.End.Totals[0].Failed != 100 || result.End.Totals[0].Errors["other"] != 100 || result.End.Reason != "events" {
		t.Errorf("%v, end %+v", err, result.End)
	}
}

func TestEvents(t *testing.T) {
	_, cfg := startServer(t, nil)
	log := &logBuffer{}
	result, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{}, Events: 1000, Stages: []Stage{{Threads: 3}}, Log: log})
	if err != nil || result.End.Totals[0].Count != 1000 || result.End.Reason != "events" {
		t.Errorf("%v, end %+v", err, result.End)
	}
}

// A log that cannot be written ends the run with its error.
func TestLogNotWritable(t *testing.T) {
	_, cfg := startServer(t, nil)
	full := &fullAfter{left: 20}
	_, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{}, Interval: 100 * time.Millisecond,
		Stages: []Stage{{Threads: 2, Duration: 10 * time.Second}}, Log: full})
	if !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}

var errFull = errors.New("disk full")

type fullAfter struct{ left int }

func (w *fullAfter) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}
