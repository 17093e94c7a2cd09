package stat

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// CompareOptions are the options of Compare and CompareJitter; the zero value
// compares throughput with the defaults.
type CompareOptions struct {
	Quantity Quantity // CompareJitter always compares Jitter
	// MinEffect is the smallest relative difference that matters: default 0.02
	// (2 %), for jitter 0.1 (the error of a CV is several times that of a mean).
	MinEffect float64
	Level     float64 // confidence level; default 0.95
	Seed      uint64  // of the bootstrap
	Resamples int     // of the bootstrap; default 1000
}

// Group is one side of a comparison.
type Group struct {
	Runs    int     // runs that gave a value
	Points  int     // most values that one of the runs consists of
	Value   float64 // of one run; of several runs the geometric mean
	Seconds float64 // mean time covered by a run
	ESS     float64 // smallest effective sample size among the runs
}

// Need is what a verdict would take if the estimate and its error stay as they
// are. Both are 0 where the verdict is given or nothing practical would do.
type Need struct {
	Longer float64 // one run a side: runs so many times as long
	Runs   int     // several runs a side: so many runs on each side in all
}

// Comparison is the difference of group B from group A.
type Comparison struct {
	Quantity Quantity
	A, B     Group
	Ratio    Estimate // B / A; NaN where it has no meaning
	P        float64  // two-sided p value of "no difference at all", for AdjustBH
	// BetweenRuns reports whether the interval holds the variation from run to
	// run. With one run a side it cannot.
	BetweenRuns bool
	MinEffect   float64
	Level       float64
	Verdict     Verdict
	Lack        Lack // why the ratio has no interval
	Lean        Lean
	Need        Need
	Warnings    []string

	reach float64 // half width of the interval of the logarithm, given or not
}

// maxNeed is the largest factor, or number of runs, that is worth proposing.
const maxNeed = 100

// uselessSpan is how many times its lower end the upper end of an interval may
// be. One that is wider and holds "no difference" says nothing and is not given.
const uselessSpan = 10

// Compare compares the means of two groups, each of one or more runs of one configuration.
//
// One run a side: the ratio of the means, its logarithm having the standard
// error sqrt(seA^2/meanA^2 + seB^2/meanB^2) (delta method) with the errors of
// MeanInterval, and Welch-Satterthwaite degrees of freedom. Several runs: the
// run is the unit, not the second (Kalibera & Jones 2013); Welch's t interval on
// the logarithms of the runs' means. If only one side has several, the other
// is taken to vary from run to run as much.
//
// The verdict is Better or Worse only if the whole interval lies beyond the
// minimum effect, and NoChange only if all of it lies within (the equivalence
// test of Schuirmann 1987, stricter for using the same interval).
func Compare(a, b []Series, o CompareOptions) Comparison {
	c := newComparison(a, b, o, Series.Mean)
	if len(a) == 1 && len(b) == 1 {
		c.compareMeans(a[0], b[0])
	} else {
		c.compareRuns(logsOf(a, Series.Mean), logsOf(b, Series.Mean))
	}
	return c.judge()
}

// CompareJitter compares a measure of jitter, such as Sample.CV or
// Sample.RobustCV, in the way of Compare; one run a side by BootstrapRatio.
func CompareJitter(a, b []Series, measure Statistic, o CompareOptions) Comparison {
	o.Quantity = Jitter
	value := func(s Series) float64 { return measure(NewSample(s)) }
	c := newComparison(a, b, o, value)
	if len(a) == 1 && len(b) == 1 {
		ratio, logs := bootstrapLogRatio(a[0], b[0], measure, BootstrapOptions{c.Level, o.Resamples, o.Seed})
		c.setInterval(ratio.Lo, ratio.Hi)
		c.P = bootstrapP(logs)
	} else {
		c.compareRuns(logsOf(a, value), logsOf(b, value))
	}
	return c.judge()
}

func newComparison(a, b []Series, o CompareOptions, value func(Series) float64) Comparison {
	nan := math.NaN()
	c := Comparison{
		Quantity: o.Quantity, MinEffect: o.MinEffect, Level: levelOr(o.Level),
		Ratio: Estimate{nan, nan, nan}, P: nan,
	}
	if !(c.MinEffect > 0) {
		c.MinEffect = 0.02
		if o.Quantity == Jitter {
			c.MinEffect = 0.1
		}
	}
	c.MinEffect = min(c.MinEffect, 0.99)
	c.A, c.B = group(a, value), group(b, value)
	c.Ratio.Value = ratio(c.B.Value, c.A.Value)
	if left := len(a) + len(b) - c.A.Runs - c.B.Runs; left > 0 {
		why := "did no work"
		if o.Quantity == Jitter {
			why = "have too few values, or did too little, to speak of jitter"
		}
		c.Warnings = append(c.Warnings, fmt.Sprintf("%d of %d runs %s and are left out", left, len(a)+len(b), why))
	}
	return c
}

// setInterval sets the interval of the ratio unless it says nothing.
func (c *Comparison) setInterval(lo, hi float64) {
	c.reach = math.Log(hi/lo) / 2
	if !(hi > uselessSpan*lo && lo <= 1 && hi >= 1) {
		c.Ratio.Lo, c.Ratio.Hi = lo, hi
	}
}

func group(runs []Series, value func(Series) float64) Group {
	logs := logsOf(runs, value)
	mean, _ := meanVariance(logs)
	g := Group{Runs: len(logs), Value: math.Exp(mean), ESS: math.NaN()}
	if len(runs) == 1 {
		g.Value = value(runs[0]) // which may be 0
	} else if len(logs) == 0 {
		g.Value = math.NaN()
	}
	for i, s := range runs {
		g.Points = max(g.Points, len(s.present()))
		g.Seconds += s.Seconds() / float64(len(runs))
		if ess := Autocorrelate(s).ESS; i == 0 || ess < g.ESS {
			g.ESS = ess
		}
	}
	return g
}

// logsOf is the logarithms of the positive values of the runs.
func logsOf(runs []Series, value func(Series) float64) []float64 {
	var logs []float64
	for _, s := range runs {
		if v := value(s); v > 0 && !math.IsInf(v, 1) {
			logs = append(logs, math.Log(v))
		}
	}
	return logs
}

// compareMeans sets the ratio from one run a side.
func (c *Comparison) compareMeans(a, b Series) {
	meanA, seA, dfA := meanError(a)
	meanB, seB, dfB := meanError(b)
	if !(meanA > 0 && meanB > 0) {
		return
	}
	c.setLogRatio(math.Log(meanB/meanA), seA*seA/(meanA*meanA), dfA, seB*seB/(meanB*meanB), dfB)
}

// compareRuns sets the ratio from the logarithms of the runs' values.
func (c *Comparison) compareRuns(a, b []float64) {
	c.BetweenRuns = true
	if len(a) == 0 || len(b) == 0 {
		return
	}
	meanA, varianceA := meanVariance(a)
	meanB, varianceB := meanVariance(b)
	nA, nB := float64(len(a)), float64(len(b))
	switch {
	case len(a) == 1 && len(b) == 1:
		return // all other runs did nothing
	case len(a) == 1:
		c.setLogRatio(meanB-meanA, varianceB*(1+1/nB), nB-1, 0, math.NaN())
	case len(b) == 1:
		c.setLogRatio(meanB-meanA, varianceA*(1+1/nA), nA-1, 0, math.NaN())
	default:
		c.setLogRatio(meanB-meanA, varianceA/nA, nA-1, varianceB/nB, nB-1)
	}
	pooled := (varianceA*(nA-1) + varianceB*(nB-1)) / (nA + nB - 2)
	c.Need.Runs = runsNeeded(c.distance(), math.Sqrt(pooled), c.Level, max(len(a), len(b)))
}

// setLogRatio sets the interval of the ratio and the p value from its logarithm and the error
// variances of the two sides, combined as by Welch and Satterthwaite.
func (c *Comparison) setLogRatio(log, varianceA, dfA, varianceB, dfB float64) {
	variance := varianceA + varianceB
	if math.IsNaN(variance) {
		return
	}
	if variance == 0 {
		c.setInterval(c.Ratio.Value, c.Ratio.Value)
		c.P = 1
		if log != 0 {
			c.P = 0
		}
		return
	}
	var inverse float64
	for _, side := range [2][2]float64{{varianceA, dfA}, {varianceB, dfB}} {
		if side[0] > 0 {
			inverse += side[0] * side[0] / side[1]
		}
	}
	df := variance * variance / inverse
	se := math.Sqrt(variance)
	half := studentQuantile(c.Level, df) * se
	c.setInterval(math.Exp(log-half), math.Exp(log+half))
	c.P = 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Survival(math.Abs(log)/se)
}

// bootstrapP is the two-sided p value of "the logarithm is 0".
func bootstrapP(logs []float64) float64 {
	if len(logs) == 0 {
		return math.NaN()
	}
	var above, below float64
	for _, v := range logs {
		if v >= 0 {
			above++
		}
		if v <= 0 {
			below++
		}
	}
	return min(1, 2*(min(above, below)+1)/(float64(len(logs))+1))
}

// distance is how far the estimate lies from the nearer border of the minimum
// effect, in logarithms.
func (c *Comparison) distance() float64 {
	log := math.Log(c.Ratio.Value)
	return min(math.Abs(log-math.Log(1+c.MinEffect)), math.Abs(log-math.Log(1-c.MinEffect)))
}

// runsNeeded is the number of runs a side at which an interval reaches no
// farther than distance; 0 if more than maxNeed.
func runsNeeded(distance, sd, level float64, have int) int {
	for n := have + 1; n <= maxNeed; n++ {
		half := studentQuantile(level, float64(2*n-2)) * sd * math.Sqrt(2/float64(n))
		if half < distance {
			return n
		}
	}
	return 0
}
