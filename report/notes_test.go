package report

import (
	"fmt"
	"strings"
	"testing"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
)

// However many runs there are, a code is said once: with the range of what differs
// in numbers, and with each text of another kind.
func TestNotesAreMergedByCode(t *testing.T) {
	warn := func(run, code, message string) analyze.Warning {
		return analyze.Warning{Run: run, Code: code, Message: message}
	}
	warnings := []analyze.Warning{
		warn("a", "too_short", "only 10 s were measured: too short"),
		warn("b", "too_short", "only 9.5 s were measured: too short"),
		warn("", "groups_differ", "the groups differ in threads"),
		warn("", "groups_differ", "the groups differ in scale"),
		warn("a", "lines", "1 report line: few (limit 30)"),
		warn("b", "lines", "12 report lines: few (limit 30)"),
		warn("a", "errors", "3 errors, mostly: gone away"),
		warn("b", "errors", "1 error, mostly: deadlock"),
		warn("c", "errors", "2 errors, mostly: deadlock"),
		warn("c", "rate", "at a fixed rate (20,50/s): none"),
	}
	for i := range 7 {
		warnings = append(warnings, warn(fmt.Sprint("r", i), "many", "the same"))
		warnings = append(warnings, warn(fmt.Sprint("r", i), "unlike", "it is "+strings.Repeat("x", i+1)))
	}
	var got strings.Builder
	for _, note := range Notes(warnings, make([]history.Run, 8)) {
		fmt.Fprintf(&got, "%s: %s\n", note.Code, note.Text)
	}
	const want = `too_short: a, b: only 9.5–10 s were measured: too short
groups_differ: the groups differ in threads
groups_differ: the groups differ in scale
lines: a, b: 1–12 report lines: few (limit 30)
errors: b, c: 1–2 errors, mostly: deadlock; a: 3 errors, mostly: gone away
rate: c: at a fixed rate (20,50/s): none
many: r0, r1, r2 and 4 more: the same
unlike: r0: it is x; r1: it is xx; r2: it is xxx; of 4 more with other details see each run
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// A warning that concerns every run names none.
func TestNotesOfAllRuns(t *testing.T) {
	notes := Notes([]analyze.Warning{{Run: "a", Code: "x", Message: "is 20 so"}, {Run: "b", Code: "x", Message: "is 3 so"}}, make([]history.Run, 2))
	if len(notes) != 1 || notes[0].Text != "is 3–20 so" {
		t.Errorf("got %+v", notes)
	}
}
