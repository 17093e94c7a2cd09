package analyze

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

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
		event(parse.Event{Line: 9, Kind: parse.Restart, Severity: parse.Warning, Message: "up again", Count: 1}),
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
