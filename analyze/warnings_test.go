package analyze

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// Every warning is given by a real log, or by one written from a template, and the
// golden file shows the logs that give none of some kind, too.
func TestWarningsOfLogs(t *testing.T) {
	db := open(t, imported(t, "tpcc-mysql", "sysbench"))
	rows, err := run(t.Context(), db, `
		SELECT r.name, w.code, w.message
		FROM runs r LEFT JOIN warnings w USING (run_id)
		WHERE r.workload IS DISTINCT FROM 'load'
		ORDER BY r.source, r.section, r.first_line, w.code`)
	if err != nil {
		t.Fatal(err)
	}
	examples := make(map[any]string)
	var byRun strings.Builder
	last := ""
	for _, row := range rows {
		if row[0] != last {
			last = row[0].(string)
			fmt.Fprintf(&byRun, "\n%s:", last)
		}
		if row[1] != nil {
			fmt.Fprintf(&byRun, " %s", row[1])
			if examples[row[1]] == "" {
				examples[row[1]] = fmt.Sprintf("%s: %s\n", row[1], row[2])
			}
		}
	}
	got := strings.Join(slices.Sorted(maps.Values(examples)), "") + byRun.String() + "\n"
	golden(t, "warnings.golden", got)
}

// What no log of testdata gives cause for.
func TestWarningsOfEvents(t *testing.T) {
	f := newFixture(t)
	r := sysbenchRun("a")
	r.LatClock = parse.WallClock
	f.add(r, rates(1, slices.Repeat([]float64{10}, 60)...),
		event(parse.Event{Line: 7, Kind: parse.NotUnderstood, Severity: parse.Warning, Message: "x", Count: 2}),
		event(parse.Event{Line: 5, Kind: parse.NotUnderstood, Severity: parse.Warning, Message: "y", Count: 1}),
		event(parse.Event{Line: 8, Kind: parse.ClockStep, Severity: parse.Warning, Message: "back", Count: 1}),
		event(parse.Event{Line: 9, T: 30, Kind: parse.Restart, Severity: parse.Warning, Message: "up again", Count: 1}),
		event(parse.Event{Line: 9, Kind: parse.Failure, Severity: parse.Warning, Message: "deprecated", Count: 1}))
	f.add(sysbenchRun("b"), rates(1, slices.Repeat([]float64{10}, 60)...))
	db := open(t, f.commit())
	runs, err := db.Runs(t.Context(), ListOptions{SortBy: "name", Reverse: true})
	if err != nil {
		t.Fatal(err)
	}
	warnings, err := db.Warnings(t.Context(), runs)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range warnings {
		got = append(got, w.Code+" "+w.String())
	}
	want := []string{
		"restarted a: the server restarted: rates after that are of a cold server",
		"clock_step a: the clock was set while it measured: times are not to be trusted around that",
		"not_understood a: 3 lines not understood, the first is line 5: what was said there is missing",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// A server's log tells of the time before and after the run, too.
func TestWarningsKnowWhereARunEnds(t *testing.T) {
	long := rates(1, slices.Repeat([]float64{10}, 60)...)
	at := func(t float64, severity parse.Severity, kind parse.Kind) parse.Event {
		return parse.Event{Line: 1, T: t, Severity: severity, Kind: kind, Message: "x", Count: 1}
	}
	f, want := newFixture(t), map[any]any{}
	ramped := func(r *history.Run) { r.WarmupS, r.DurationS = 10, 60 }
	for _, tc := range []struct {
		name  string
		set   func(*history.Run)
		event parse.Event
		want  string
	}{
		{"start before the ramp-up", ramped, at(-11, parse.Info, parse.Restart), ""},
		{"start in the ramp-up", ramped, at(-4, parse.Info, parse.Restart), ""},
		{"restart in the run", ramped, at(30, parse.Info, parse.Restart), "restarted"},
		{"shutdown at the end", ramped, at(60, parse.Info, parse.Restart), ""},
		{"shutdown by a clock of seconds", ramped, at(59.1, parse.Info, parse.Restart), ""},
		{"shutdown within the last line", func(r *history.Run) { r.IntervalS = 10 }, at(52, parse.Info, parse.Restart), ""},
		{"after the end that the tool tells", func(r *history.Run) { r.ElapsedS = 20 }, at(30, parse.Info, parse.Restart), ""},
		{"after the kill", func(r *history.Run) { r.DurationS, r.Complete = 600, false }, at(70, parse.Info, parse.Restart), ""},
		{"restart without a time", ramped, at(parse.NaN(), parse.Warning, parse.Restart), "restarted"},
		{"start without a time", ramped, at(parse.NaN(), parse.Info, parse.Restart), ""},
		{"error before the tool", ramped, at(-11, parse.Error, parse.Failure), ""},
		{"error in the ramp-up", ramped, at(-10, parse.Error, parse.Failure), "errors"},
		{"error at the end", ramped, at(60, parse.Error, parse.Failure), "errors"},
		{"error after the end", ramped, at(62, parse.Error, parse.Failure), ""},
		{"error without a time", ramped, at(parse.NaN(), parse.Error, parse.Failure), "errors"},
		{"crash in the run", ramped, at(30, parse.Error, parse.Fatal), "fatal"},
		{"crash before", ramped, at(-100, parse.Error, parse.Fatal), ""},
		{"log cut at its start", ramped, at(parse.NaN(), parse.Info, parse.Truncated), ""},
	} {
		r := sysbenchRun(tc.name)
		tc.set(&r)
		f.add(r, long, event(tc.event))
		want[tc.name] = tc.want
	}
	endless := sysbenchRun("endless")
	endless.Complete = false
	f.add(endless, event(at(1000, parse.Info, parse.Restart)))
	want[endless.Name] = "restarted"
	rows, err := run(t.Context(), open(t, f.commit()), `
		SELECT name, coalesce(string_agg(code, ' '), '')
		FROM runs LEFT JOIN (FROM warnings WHERE code IN ('restarted', 'errors', 'fatal', 'truncated')) USING (run_id)
		GROUP BY name`)
	if err != nil {
		t.Fatal(err)
	}
	got := map[any]any{}
	for _, row := range rows {
		got[row[0]] = row[1]
	}
	if !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// jitterlogRun is a complete run of our own load of which little is known.
func jitterlogRun(name string) history.Run {
	r := sysbenchRun(name)
	r.Tool, r.Format, r.DurationS, r.ElapsedS = "jitterlog", "jitterlog", 60, 60
	r.Options, r.Reported = map[string]string{}, map[string]string{"end_reason": "time", "verdict": "valid",
		"transaction_count": "600", "transaction_failed": "0", "transaction_retried": "0"}
	return r
}

// What our own load says of itself at its end, and how it failed.
func TestWarningsOfOurOwnLoad(t *testing.T) {
	minute := rates(1, slices.Repeat([]float64{10}, 60)...)
	f := newFixture(t)
	f.add(jitterlogRun("good"), minute, oneInterval("transaction", parse.CoolDown, 60, 60.1, func(o *parse.Op) { o.Rate = 10 }))
	r := jitterlogRun("saturated")
	r.Reported["verdict"], r.Reported["verdict_reasons"] = "client_saturated", "the client used 95 % of the CPU time"
	f.add(r, minute)
	r = jitterlogRun("too much")
	r.Options["arrivals"], r.Options["rate"] = "uniform", "50"
	r.Reported["verdict"], r.Reported["verdict_reasons"] = "schedule_not_kept", "600 of 3000 events due were begun"
	f.add(r, minute)
	r = jitterlogRun("stopped")
	r.ElapsedS, r.Reported["end_reason"] = 20.123, "interrupt"
	f.add(r, rates(1, slices.Repeat([]float64{10}, 20)...))
	r = jitterlogRun("broken")
	r.Complete, r.Reported["end_reason"] = false, "error"
	f.add(r, minute)
	r = jitterlogRun("deadlocks")
	r.Errors, r.Reported["transaction_retried"] = 4, "4"
	f.add(r, minute, event(parse.Event{Line: 9, T: -1, Kind: parse.Retry, Severity: parse.Warning, Message: "deadlock", Count: 6}))
	r = jitterlogRun("given up")
	r.Errors, r.Reported["transaction_failed"], r.Reported["order_failed"], r.Reported["transaction_retried"] = 9, "2", "1", "6"
	f.add(r, minute)
	wantWarnings(t, f, `
broken incomplete: the run did not come to its end, though there are figures of a final report, and its figures are those of the part that is there
deadlocks retries: retried 4 times, and nothing was given up: that time is in the latencies and missing from the rates
given up errors: 3 events failed and given up; work that failed is not in the rates
given up retries: retried 6 times: that time is in the latencies and missing from the rates
saturated client_saturated: the client was saturated: the client used 95 % of the CPU time; figures are those of the client as much as of the server
stopped interrupted: the run was interrupted: measured 20.1 of 60 s
stopped too_short: only 20 s were measured: too short to see stalls that come every minute, or to be compared
too much fixed_rate: events were started at a fixed rate (50/s): the rate says nothing of what the server can do, and latencies include the wait in the queue
too much schedule_not_kept: the schedule was not kept: 600 of 3000 events due were begun; latencies are those of a queue that grows for as long as the run lasts
`)
}

// Reconnects stand in events, in report lines, or in the final report alone.
func TestWarningsOfReconnects(t *testing.T) {
	lines := func(at ...int) func(*history.RunWriter) {
		return func(w *history.RunWriter) {
			for i := range 60 {
				o := parse.NewOp("transaction")
				o.Rate, o.Reconns = 10, 0
				if slices.Contains(at, i+1) {
					o.Reconns = 2.004
				}
				w.Interval(&parse.Interval{Line: i + 1, Start: float64(i), End: float64(i + 1), Phase: parse.Measure,
					Threads: parse.Absent, Ops: []parse.Op{o}})
			}
		}
	}
	f := newFixture(t)
	f.add(sysbenchRun("none"), lines())
	f.add(sysbenchRun("once"), lines(9))
	f.add(sysbenchRun("twice"), lines(9, 30))
	r := sysbenchRun("at the end")
	r.Reported = map[string]string{"reconnects": "1"}
	f.add(r, lines())
	f.add(sysbenchRun("told"), lines(), event(parse.Event{Line: 9, T: 7.5, Kind: parse.Reconnect, Severity: parse.Info, Message: "again", Count: 3}))
	const means = ": connections were lost, and a stall there may be that of a server that was away\n"
	wantWarnings(t, f, "\nat the end reconnects: 1 reconnect"+means+
		"once reconnects: 2 reconnects, at 9 s"+means+
		"told reconnects: 3 reconnects, at 7.5 s"+means+
		"twice reconnects: 4 reconnects, from 9 to 30 s"+means)
}

// A run that did nothing has failed: nothing else is to be said of its figures.
func TestWarningsOfNoWork(t *testing.T) {
	f := newFixture(t)
	r := tpccRun("unconnected", 1)
	r.HeadlineOp, r.Complete, r.Reported = "transaction", false, map[string]string{"lt": "0"}
	f.add(r, rates(1, 0, 0, 0), event(parse.Event{Line: 2, T: parse.NaN(), Kind: parse.Fatal, Severity: parse.Error, Message: "no thread", Count: 4}),
		event(parse.Event{Line: 9, T: 3, Kind: parse.Fatal, Severity: parse.Error, Message: "nothing", Count: 1}))
	wantWarnings(t, f, `
unconnected fatal: 5 fatal errors, first: no thread; what follows is not the load that was asked for
unconnected no_work: every transaction rate is 0: no work was done, so this is a failed run and not a slow one
`)
}

// wantWarnings compares all warnings of a history with lines "run code: message".
func wantWarnings(t *testing.T, f *fixture, want string) {
	t.Helper()
	rows, err := run(t.Context(), open(t, f.commit()), `
		SELECT name, code, message FROM warnings JOIN runs USING (run_id) ORDER BY name, code`)
	if err != nil {
		t.Fatal(err)
	}
	got := "\n"
	for _, row := range rows {
		got += fmt.Sprintf("%s %s: %s\n", row...)
	}
	if got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}
