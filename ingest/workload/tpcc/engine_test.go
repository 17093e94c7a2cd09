package tpcc

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
)

// TestEngine runs the workload as the engine does, and finds its operations in the log.
func TestEngine(t *testing.T) {
	workload, _ := loaded(t, "engine", Options{Scale: small})
	c := server.Config()
	var log bytes.Buffer
	_, err := load.Run(context.Background(), load.Plan{
		Server:   client.Config{Network: "unix", Address: c.Socket, User: c.User, Password: c.Password, Database: "engine"},
		Workload: workload,
		Stages:   []load.Stage{{Threads: 2, Duration: time.Second}},
		Interval: 500 * time.Millisecond,
		Seed:     1,
		Log:      &log,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range workload.Ops() {
		if !strings.Contains(log.String(), op.Name) {
			t.Errorf("no %s in the log", op.Name)
		}
	}
}

func TestPauses(t *testing.T) {
	workload := newWorkload(t, Options{Pace: 0.5})
	w, err := workload.NewWorker(load.WorkerEnv{ID: 7, Rand: newRand(1)})
	if err != nil {
		t.Fatal(err)
	}
	terminal := w.(*worker)
	terminal.database = &database{Scale: Scale{Warehouses: 3}.withDefaults()}
	var think time.Duration
	const events = 23 * 1000
	for range events {
		op := w.Next()
		before, after := terminal.Pause()
		if want := time.Duration(keyingTime[op] * float64(time.Second) / 2); before != want {
			t.Fatalf("keying time %v, want %v", before, want)
		}
		if limit := time.Duration(thinkTime[op] * float64(time.Second) * 5); after < 0 || after > limit {
			t.Fatalf("think time %v, want at most %v", after, limit)
		}
		think += after
		if home := terminal.transactions[newOrderOp].(*newOrder).w; home != 2 && home != 0 {
			t.Fatalf("terminal 7 of 3 warehouses at warehouse %d, want 2", home)
		}
		if d := terminal.transactions[stockLevelOp].(*stockLevel).d; d != 3 && d != 0 {
			t.Fatalf("terminal 7 of 3 warehouses looks at district %d, want 3", d)
		}
	}
	// (20 x 12 + 10 + 5 + 5) / 23 s is the mean of the deck.
	mean := think.Seconds() / events / 0.5
	if want := 260.0 / 23; mean < want*0.97 || mean > want*1.03 {
		t.Errorf("mean think time %.2f s, want %.2f", mean, want)
	}

	idle, err := newWorkload(t, Options{}).NewWorker(load.WorkerEnv{Rand: newRand(1)})
	if err != nil {
		t.Fatal(err)
	}
	if before, after := idle.(*worker).Pause(); before != 0 || after != 0 {
		t.Errorf("pauses of %v and %v without a pace", before, after)
	}
}
