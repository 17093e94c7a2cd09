package report

import (
	"slices"
	"strings"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

// What warnings are about that do not concern every figure of a run, by their
// codes.
var (
	aboutLatency = []string{"classic_latency_is_cpu_time", "latency_clock_unknown", "first_line_includes_rampup", "percentile_grid"}
	aboutLate    = []string{"count_is_all_transactions", "late_counts_wrong_limit"}
)

// Relevant leaves out the warnings that do not concern a value of the table
// intervals.
func Relevant(warnings []analyze.Warning, v analyze.Value) []analyze.Warning {
	return slices.DeleteFunc(slices.Clone(warnings), func(w analyze.Warning) bool {
		return slices.Contains(aboutLatency, w.Code) && !v.IsLatency() || slices.Contains(aboutLate, w.Code) && v != "late"
	})
}

// Notes are warnings as remarks of a table or document. A warning that does not
// concern all of the runs says which.
func Notes(warnings []analyze.Warning, runs []history.Run) []doc.Note {
	var notes []doc.Note
	about := map[int][]string{}
	index := map[string]int{}
	for _, w := range warnings {
		key := w.Code + "\x00" + w.Message
		i, ok := index[key]
		if !ok {
			i = len(notes)
			index[key] = i
			notes = append(notes, doc.Note{Severity: doc.SeverityWarning, Code: w.Code, Text: w.Message})
		}
		if w.Run != "" && !slices.Contains(about[i], w.Run) {
			about[i] = append(about[i], w.Run)
		}
	}
	for i, who := range about {
		if len(who) < len(runs) {
			notes[i].Text = strings.Join(who, ", ") + ": " + notes[i].Text
		}
	}
	return notes
}
