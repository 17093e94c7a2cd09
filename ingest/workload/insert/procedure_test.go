package insert

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/sandbox/sandboxtest"
)

// The events of a procedure are its rows, not the looks at its progress: in a run
// of so many, the table holds as many, whether a CALL is larger or smaller.
func TestProcedureCountsRowsAsEvents(t *testing.T) {
	s := sandboxtest.Start(t, map[string]string{"innodb_flush_log_at_trx_commit": "0"})
	control := sandboxtest.Connect(t, s)
	for _, rows := range []int{150, 1_000_000} {
		w := mustNew(t, "procedure", Options{Rows: rows, Connect: sandboxtest.Config(s).Connect})
		prepare(t, s, w)
		const events = 400
		result, err := load.Run(context.Background(), load.Plan{Server: sandboxtest.Config(s), Workload: w, Seed: 1, Log: &bytes.Buffer{},
			Stages: []load.Stage{{Threads: 1}}, Events: events, Interval: 100 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		inTable := number1(t, control, "SELECT COUNT(*) FROM insert_procedure")
		if got := result.End.Totals[0].Count; got != events || inTable != events || result.End.Reason != "events" {
			t.Errorf("%d rows a CALL: counted %d, in the table %d, end %s, want %d", rows, got, inTable, result.End.Reason, events)
		}
		if err := w.Cleanup(context.Background(), control); err != nil {
			t.Fatal(err)
		}
	}
}

// A run that ends in the middle of a CALL leaves all rows counted, no connection
// killed, and nothing in the log of a server that logs every lost connection.
func TestProcedureEndsCleanly(t *testing.T) {
	s := sandboxtest.Start(t, map[string]string{"loose_log_warnings": "9", "innodb_flush_log_at_trx_commit": "0"})
	control := sandboxtest.Connect(t, s)
	w := mustNew(t, "procedure", Options{Rows: 100_000_000, Connect: sandboxtest.Config(s).Connect})
	prepare(t, s, w)
	log := &bytes.Buffer{}
	_, err := load.Run(context.Background(), load.Plan{Server: sandboxtest.Config(s), Workload: w, Seed: 1, Log: log,
		Stages: []load.Stage{{Threads: 1, Duration: 500 * time.Millisecond}}, Interval: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, `"kind":"event"`) && !strings.Contains(line, "late_report") {
			t.Errorf("an event of a normal end: %s", line)
		}
	}
	if aborted := number1(t, control, "SHOW GLOBAL STATUS LIKE 'Aborted_clients'"); aborted != 0 {
		t.Errorf("%d connections were lost", aborted)
	}
}
