//go:build linux

// Package sidebyside measures what the client costs beside sysbench and go-tpc,
// each a process of its own, in turns on one throwaway server:
//
//	go test ./ingest/load/sidebyside -long -v -count 1 -timeout 60m
//
// Runs are compared with those of the same round, because a machine is not the
// same from one minute to the next. Queries are those that the server counted.
package sidebyside

import (
	"flag"
	"math"
	"testing"
)

var (
	long    = flag.Bool("long", false, "measure, which takes minutes and wants a machine without other work")
	rounds  = flag.Int("rounds", 5, "rounds that count, after one that does not")
	seconds = flag.Int("seconds", 8, "length of a run")
)

const (
	threads    = 8
	tables     = 4
	rows       = 100_000 // of each table
	warehouses = 2
)

// What the client may cost.
const (
	leastRate   = 0.9              // of sysbench's transactions/s
	mostCPU     = 1.15             // of sysbench's CPU time a query
	mostOfGoTPC = 0.5              // of go-tpc's CPU time a query
	mostMemory  = 20 + 0.3*threads // MiB
)

// A work is a workload.
type work struct {
	name        string
	transaction string // the server's counter that grows by one with each
}

var tpcc = work{"tpcc", "Com_commit"}

func TestBesideSysbench(t *testing.T) {
	b := newBench(t)
	tools := []tool{b.sysbench(), b.jitterlog()}
	half := b.half()
	for i, w := range []work{{"oltp_point_select", "Com_select"}, {"oltp_read_write", "Com_commit"}, {"oltp_insert", "Com_insert"}} {
		t.Run(w.name, func(t *testing.T) {
			b := *b
			b.t = t
			preparer := tools[i%2] // the tables of either serve both
			b.empty()
			b.prepare(preparer, w)
			results := b.rounds(tools, w, 0)
			theirs, ours := results[0], results[1]
			rates, costs := ratio(ours, theirs, rate), ratio(ours, theirs, cpu)
			memory := b.run(half, w, 0).resident
			own := of(ours, anonymous).most

			t.Logf("%d threads, prepared by %s, %d rounds of %d s: median (range)", threads, preparer.name, *rounds, *seconds)
			t.Logf("transactions/s: jitterlog %v, sysbench %v, ratio %v", of(ours, rate), of(theirs, rate), rates)
			t.Logf("CPU s per 10,000 queries: jitterlog %v, sysbench %v, ratio %v", of(ours, cpu), of(theirs, cpu), costs)
			t.Logf("MiB resident at most: load half %.1f, sysbench %.1f; jitterlog %.1f, of them %.1f its own and the others pages of its file",
				memory, of(theirs, resident).most, of(ours, resident).most, own)
			if rates.median < leastRate {
				t.Errorf("%.3f of sysbench's transactions/s, want %v", rates.median, leastRate)
			}
			if costs.median > mostCPU {
				t.Errorf("%.3f of sysbench's CPU time a query, want at most %v", costs.median, mostCPU)
			}
			if memory > mostMemory || own > mostMemory {
				t.Errorf("%.1f MiB resident in the load half, %.1f in jitterlog, want at most %.1f", memory, own, mostMemory)
			}
			asCounted(t, ours)
			crossCheck(t, b.rounds(tools, w, int(min(of(theirs, rate).median, of(ours, rate).median)/2)))
		})
	}
}

// asCounted wants our tool to report what the server counted.
func asCounted(t *testing.T, ours []measurement) {
	t.Helper()
	for _, m := range ours {
		if counted := m.rate * length().Seconds(); math.Abs(float64(m.events)/counted-1) > 0.005 {
			t.Errorf("jitterlog reports %d transactions where the server counted %.0f", m.events, counted)
		}
	}
}

// crossCheck wants the two tools to report the same throughput where both were
// asked for the same, with arrivals at random. As fast as they go they must not:
// a client that takes less CPU time leaves more to the server.
func crossCheck(t *testing.T, results [][]measurement) {
	t.Helper()
	theirs, ours := mean(results[0]), mean(results[1])
	t.Logf("at the same rate, mean of the intervals' transactions/s (95 %% interval): jitterlog %s, sysbench %s", show(ours), show(theirs))
	if theirs.Lo > ours.Hi || ours.Lo > theirs.Hi {
		t.Error("the intervals do not overlap")
	}
	asCounted(t, results[1])
}

// TestTPCC compares with go-tpc where there is one, and with what tpcc-mysql
// printed elsewhere.
func TestTPCC(t *testing.T) {
	b := newBench(t)
	tools := []tool{b.jitterlog()}
	other, found := b.goTPC()
	if found {
		tools = append(tools, other)
	} else {
		t.Log("no go-tpc on PATH: go install github.com/pingcap/go-tpc/cmd/go-tpc@v1.0.12")
	}
	for _, tool := range tools {
		b.prepare(tool, tpcc)
	}
	results := b.rounds(tools, tpcc, 0)
	ours := results[0]
	statements := of(ours, func(m measurement) float64 { return float64(m.queries) / float64(m.events) })
	t.Logf("%d threads, %d warehouses, %d rounds of %d s: median (range)", threads, warehouses, *rounds, *seconds)
	t.Logf("statements a transaction: %v; tpcc-mysql 36.75", statements)
	t.Logf("CPU s per 10,000 queries: jitterlog %v; tpcc-mysql 0.098 where sysbench's oltp_read_write is 0.101", of(ours, cpu))
	t.Logf("MiB resident at most: jitterlog %.1f, of them %.1f its own", of(ours, resident).most, of(ours, anonymous).most)
	if statements.median < 36.2 || statements.median > 37 {
		t.Errorf("%.2f statements a transaction, want 36.6", statements.median)
	}
	if found {
		costs := ratio(ours, results[1], cpu)
		t.Logf("CPU s per 10,000 queries: go-tpc %v, ratio %v", of(results[1], cpu), costs)
		if costs.median > mostOfGoTPC {
			t.Errorf("%.3f of go-tpc's CPU time a query, want at most %v", costs.median, mostOfGoTPC)
		}
	}
}

// rounds returns the runs of each tool by round. Every other round goes in the
// opposite order, and the first does not count: it warms the server.
func (b *bench) rounds(tools []tool, w work, rate int) [][]measurement {
	results := make([][]measurement, len(tools))
	for round := range *rounds + 1 {
		for i := range tools {
			if round%2 == 1 {
				i = len(tools) - 1 - i
			}
			m := b.run(tools[i], w, rate)
			if round > 0 {
				results[i] = append(results[i], m)
			}
		}
	}
	return results
}
