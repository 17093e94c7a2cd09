package report

import (
	"math"
	"testing"

	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// What was asked is how long a run took only if it came to its end.
func TestElapsed(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name        string
		told, asked float64
		complete    bool
		want        float64
	}{
		{"told", 119.5, 120, true, 119.5},
		{"not told", nan, 120, true, 120},
		{"killed", nan, 120, false, nan},
		{"stopped, and told", 50, 120, false, 50},
	} {
		run := history.NewRun(parse.NewSummary("tpcc-mysql", "tpcc-mysql", 1))
		run.ElapsedS, run.DurationS, run.Complete = c.told, c.asked, c.complete
		if got := elapsed(run); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: %g, want %g", c.name, got, c.want)
		}
	}
}
