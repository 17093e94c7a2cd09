package analyze

import (
	"context"
	"math"

	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
)

// JitterOptions say what Jitter looks at.
type JitterOptions struct {
	Measured
	KeepWarmUp bool // describe the warm-up found by statistics with the rest
	Stalls     stat.StallOptions
}

// Jitter is how steady one run was: one row of the jitter table. A figure for
// which the run is too short is NaN, and so are those of the spread where the
// load was stepped on purpose, all that is a mean where Value.IsQuantile, a trend
// that cannot be told from chance, and all of a run that did no work but the rate of 0.
type Jitter struct {
	Run   history.Run
	Op    string
	Value Value

	Series stat.Series // all of it
	Faults stat.Faults // of Series: gaps, clock steps, missing values
	WarmUp stat.WarmUp // what MSER-5 found
	Steady stat.Series // Series without the warm-up; Series if that is kept. All below is of it.

	stat.Description
	MeanInterval stat.Estimate // of the mean, by the effective sample size
	Regimes      []stat.Regime
	Stalls       stat.StallReport // empty where Value is no work done

	Warnings []Warning
}

// Jitter describes runs one by one; one that does not have the operation is a row
// without figures, see WithOp. The tail of a run after its asked end
// is of another phase and left out from the start.
func (db *DB) Jitter(ctx context.Context, runs []history.Run, o JitterOptions) ([]Jitter, error) {
	m, err := o.Measured.withDefaults()
	if err != nil {
		return nil, err
	}
	if db, err = db.narrow(ctx, runs); err != nil {
		return nil, err
	}
	o.Measured = m
	series, err := db.seriesOf(ctx, runs, m)
	if err != nil {
		return nil, err
	}
	warnings, err := db.warningsByRun(ctx, runs)
	if err != nil {
		return nil, err
	}
	table := make([]Jitter, len(runs))
	for i := range runs {
		table[i] = jitterOf(series[i], Stages(&runs[i]), o)
		table[i].Run, table[i].Op, table[i].Value = runs[i], m.op(&runs[i]), m.Value
		table[i].Warnings = warnings[i]
	}
	return table, nil
}

// minTrendSeconds is what a run must have measured for a trend: in less, any wave
// is one, and of hundreds of percent per minute.
const minTrendSeconds = 60

var unknown = stat.Estimate{Value: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}

// withoutMeans takes back what is computed from means.
func (j *Jitter) withoutMeans() {
	j.Mean, j.CV, j.MeanInterval = math.NaN(), math.NaN(), unknown
	for i := range j.Scales {
		j.Scales[i].CV = math.NaN()
	}
}

// jitterOf follows the recipe: warm-up, regimes, description, stalls. In a run of
// stages the regimes are known, and what is said of the whole is less.
func jitterOf(series stat.Series, stages []Stage, o JitterOptions) Jitter {
	j := Jitter{Series: series, Faults: series.Check(), WarmUp: stat.MSER5(series), Steady: series}
	if stages != nil {
		j.WarmUp = stat.WarmUp{}
	}
	if !o.KeepWarmUp {
		j.Steady = series.After(j.WarmUp)
	}
	j.Description = stat.Describe(j.Steady)
	j.MeanInterval = stat.MeanInterval(j.Steady, stat.DefaultLevel)
	if stages != nil {
		j.Regimes = regimes(stages, j.Steady)
		j.withoutSpread()
	} else {
		j.Regimes = stat.Regimes(j.Steady, stat.RegimeOptions{})
	}
	if !(j.Seconds >= minTrendSeconds && j.Trend.Lo*j.Trend.Hi > 0) {
		j.Trend = unknown
	}
	if o.Value.IsQuantile() {
		j.withoutMeans()
	}
	if o.Value.IsWork() && j.Max == 0 { // of a failed run there is nothing more to say
		j.withoutSpread()
		return j
	}
	if o.Value.IsWork() {
		stalls := o.Stalls
		if stalls.Regimes == nil {
			stalls.Regimes = j.Regimes
		}
		j.Stalls = stat.Stalls(j.Steady, stalls)
	}
	return j
}
