package analyze

import (
	"context"
	"math"
	"strconv"
	"strings"

	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
)

// A Stage is a part of a run whose load was stepped on purpose, in seconds since
// measuring start.
type Stage struct {
	Start, End float64
	Threads    int64
	Rate       float64 // asked for, per second; NaN in a closed loop
}

// Stages returns the stages of a run that jitterlog made, as its options say
// them; nil for a run whose load was not stepped.
func Stages(run *history.Run) []Stage {
	seconds := numbers(run.Options["stages_s"])
	threads := numbers(run.Options["stages_threads"])
	rates := numbers(run.Options["rate"])
	if len(seconds) < 2 || len(threads) != len(seconds) {
		return nil
	}
	stages := make([]Stage, len(seconds))
	end := 0.0
	for i := range stages {
		stages[i] = Stage{Start: end, End: end + seconds[i], Threads: int64(threads[i]), Rate: math.NaN()}
		if len(rates) == len(stages) {
			stages[i].Rate = rates[i]
		}
		end = stages[i].End
	}
	return stages
}

// Load says what was asked for in the stage: the rate, else the threads.
func (s Stage) Load() string {
	if !math.IsNaN(s.Rate) {
		return strconv.FormatFloat(s.Rate, 'f', -1, 64) + "/s"
	}
	if s.Threads == 1 {
		return "1 thread"
	}
	return strconv.FormatInt(s.Threads, 10) + " threads"
}

// numbers reads a list of numbers with commas; nil if it is none.
func numbers(list string) []float64 {
	var out []float64
	for text := range strings.SplitSeq(list, ",") {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil
		}
		out = append(out, f)
	}
	return out
}

// A StageResult is what came out of one stage.
type StageResult struct {
	Stage
	stat.Description // of the rate
	MeanInterval     stat.Estimate
	Stalls           stat.StallReport
	P95MS, P99MS     float64 // medians of those of the report lines
}

// StageResults describes the stages of a run one by one, by its headline.
func (db *DB) StageResults(ctx context.Context, run *history.Run) ([]StageResult, error) {
	var results []StageResult
	stages := Stages(run)
	if stages == nil {
		return nil, nil
	}
	of := map[Value]stat.Series{}
	for _, v := range []Value{Rate, "lat_p95_ms", "lat_p99_ms"} {
		series, err := db.Series(ctx, run, Measured{Value: v})
		if err != nil {
			return nil, err
		}
		of[v] = series
	}
	for _, stage := range stages {
		rate := stage.Of(of[Rate])
		results = append(results, StageResult{Stage: stage, Description: stat.Describe(rate),
			MeanInterval: stat.MeanInterval(rate, stat.DefaultLevel), Stalls: stat.Stalls(rate, stat.StallOptions{}),
			P95MS: stat.Describe(stage.Of(of["lat_p95_ms"])).Median, P99MS: stat.Describe(stage.Of(of["lat_p99_ms"])).Median})
	}
	return results, nil
}

// Of returns the points of a series that lie in the stage. Intervals end with
// stages; one across a border, of a client that was stopped, is of neither.
func (s Stage) Of(series stat.Series) stat.Series {
	_, rest := series.Split(s.Start)
	part, _ := rest.Split(s.End)
	for len(part) > 0 && part[0].Start < s.Start-1e-6 {
		part = part[1:]
	}
	return part
}

// regimes are the stages as the levels that stalls are measured against.
func regimes(stages []Stage, series stat.Series) []stat.Regime {
	var out []stat.Regime
	for _, stage := range stages {
		if part := stage.Of(series); len(part) > 0 {
			out = append(out, stat.Regime{Start: stage.Start, End: stage.End, Median: stat.Describe(part).Median, Series: part})
		}
	}
	return out
}

// oneFigure is a series as a single value for the whole, the median of what is never
// averaged: between steps of load the values differ by intention, so nothing can be
// told from them of jitter or of how sure the whole is.
func oneFigure(series stat.Series, v Value) stat.Series {
	if series.Seconds() == 0 {
		return series
	}
	level := series.Mean()
	if v.IsQuantile() {
		level = stat.Describe(series).Median
	}
	return stat.Series{{Start: series[0].Start, End: series[len(series)-1].End, Rate: level}}
}

// withoutSpread takes back what cannot be said as a whole of a run whose load was
// stepped on purpose: its spread is that of the load.
func (j *Jitter) withoutSpread() {
	nan := math.NaN()
	j.CV, j.RobustCV, j.Floor, j.Neighbours = nan, nan, nan, nan
	j.Autocorrelation = stat.Autocorrelation{Lag1: nan, IACT: nan, ESS: nan}
	j.Trend, j.MeanInterval = unknown, unknown
	for i := range j.Scales {
		j.Scales[i].CV = nan
	}
}
