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
