package analyze

import (
	"math"
	"slices"
	"strconv"

	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// Total is the tool's own figure for a whole run: all that is known of one whose log
// has no report lines. It is NaN where the tool gives none for that value, for
// another operation than the headline, and outside the measure phase.
func Total(run *history.Run, m Measured) float64 {
	outside := len(m.Phases) > 0 && !slices.Contains(m.Phases, parse.Measure)
	if outside || m.op(run) != run.HeadlineOp {
		return math.NaN()
	}
	switch m.Value {
	case "", Rate:
		return totalRate(run)
	case "lat_avg_ms":
		return run.LatAvgMS
	case "lat_p95_ms":
		return run.LatP95MS
	}
	return math.NaN()
}

func totalRate(run *history.Run) float64 {
	rate := run.TPS
	switch run.HeadlineOp {
	case "new_order":
		if !math.IsNaN(run.TpmC) {
			rate = run.TpmC / 60
		}
	case "query":
		rate = run.QPS
	case "event":
		if perSecond, err := strconv.ParseFloat(run.Reported["events_per_s"], 64); err == nil && math.IsNaN(rate) {
			rate = perSecond
		}
	}
	return rate
}

// totalSeries is the total as a series of one point, as long as the run took; nil
// where there is none.
func totalSeries(run *history.Run, m Measured) stat.Series {
	total := Total(run, m)
	if math.IsNaN(total) {
		return nil
	}
	seconds := 1.0 // of one value the length has no weight
	for _, known := range []float64{run.DurationS, run.ElapsedS} {
		if known > 0 {
			seconds = known
		}
	}
	return stat.Series{{End: seconds, Rate: total}}
}
