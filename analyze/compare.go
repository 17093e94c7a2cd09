package analyze

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// CompareOptions say what Compare compares.
type CompareOptions struct {
	Measured
	KeepWarmUp bool
	MinEffect  float64 // smallest relative difference of the level that matters; default 0.02
	Level      float64 // confidence level; default 0.95
	Seed       uint64  // of the bootstrap
}

// A Comparison compares every group with the first.
type Comparison struct {
	Value  Value
	Op     string
	Groups []Group // of the runs that were compared
	Pairs  []Pair  // of group 0 with 1, 2, ...

	// Warnings are those of the pairs, then of the choice of runs, then of each run.
	Warnings []Warning
}

// A Pair is the comparison of one group, B, with the first, A.
type Pair struct {
	A, B  string // names of the groups
	Level stat.Comparison
	// Jitter compares the coefficients of variation; nil for latencies, and where
	// a group has no run of several values.
	Jitter *stat.Comparison
	// P values of "no difference", adjusted for the number of pairs (Benjamini
	// and Hochberg). A difference that they do not bear out is not called one.
	AdjustedP, AdjustedJitterP float64
}

// Compare compares groups of runs, at least two, by the recipe: each run without
// its warm-up; means by effective sample size, or by runs where there are
// several; the verdict against a minimum effect. Percentiles are compared by
// their medians over the report lines.
//
// Of a run without intervals the tool's own total is taken: one value, which has no
// interval of its own, but counts among repeats like any other run. So does a run
// whose load was stepped on purpose, with its mean over the steps.
//
// Latencies of different clocks, different operations, groups that share runs, and
// values without a better side are *UsageErrors. Runs of which nothing is known are
// left out with a warning, and so are groups without any other where two remain.
func (db *DB) Compare(ctx context.Context, groups []Group, o CompareOptions) (*Comparison, error) {
	m, err := o.Measured.withDefaults()
	if err != nil {
		return nil, err
	}
	if !m.Value.IsLatency() && !m.Value.IsWork() {
		return nil, usage("%s cannot be compared: take rate, count, bytes_per_s or a latency", m.Value)
	}
	if len(groups) < 2 {
		return nil, usage("a comparison takes two groups of runs or more")
	}
	if err := apart(groups); err != nil {
		return nil, err
	}
	var wanted []history.Run
	for _, g := range groups {
		wanted = append(wanted, g.Runs...)
	}
	if db, err = db.narrow(ctx, wanted); err != nil {
		return nil, err
	}
	result := &Comparison{Value: m.Value}
	var series [][]stat.Series
	var all []history.Run
	var empty []string // groups of which nothing was measured
	read, err := db.seriesOf(ctx, wanted, m)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		side, steady := result.side(g, read[:len(g.Runs)], m, o.KeepWarmUp)
		read = read[len(g.Runs):]
		if len(steady) == 0 {
			empty = append(empty, g.Name)
			continue // each of its runs has its warning
		}
		result.Groups = append(result.Groups, side)
		series = append(series, steady)
		all = append(all, side.Runs...)
	}
	if len(result.Groups) < 2 {
		if m.Op != "" {
			if _, _, err := db.WithOp(ctx, wanted, m.Op); err != nil {
				return nil, err
			}
		}
		return nil, usage("no run of %s has a %s to compare", strings.Join(empty, ", "), m.Value)
	}
	if m.Value.IsLatency() {
		if err := CheckClocks(all); err != nil {
			return nil, err
		}
	}
	if result.Op, err = oneOp(all, m); err != nil {
		return nil, err
	}
	for i := 1; i < len(result.Groups); i++ {
		result.Pairs = append(result.Pairs, comparePair(result.Groups[0].Name, result.Groups[i].Name, series[0], series[i], m.Value, o))
	}
	adjust(result.Pairs)
	result.Warnings = append(result.Warnings, pairWarnings(result.Pairs)...)
	result.Warnings = append(result.Warnings, residue(result.Groups)...)
	ofRuns, err := db.Warnings(ctx, all)
	if err != nil {
		return nil, err
	}
	result.Warnings = append(result.Warnings, ofRuns...)
	return result, nil
}

// side returns the runs of a group of which something is known, and the steady parts of
// their series.
func (c *Comparison) side(g Group, series []stat.Series, m Measured, keepWarmUp bool) (Group, []stat.Series) {
	side := Group{Name: g.Name, By: g.By}
	var steady []stat.Series
	for i := range g.Runs {
		run, s := &g.Runs[i], series[i]
		if s.Seconds() == 0 {
			lines := len(s) > 0
			if s = totalSeries(run, m); s != nil && lines {
				c.Warnings = append(c.Warnings, Warning{run.Name, "own_total",
					fmt.Sprintf("its report lines have no %s: the tool's own total is taken, a single figure", m.Value)})
			}
		}
		if s == nil {
			what := string(m.Value)
			if m.Op != "" {
				what += " of " + m.Op
			}
			c.Warnings = append(c.Warnings, Warning{run.Name, "left_out", fmt.Sprintf("no %s was measured, so the run is left out", what)})
			continue
		}
		switch {
		case Stages(run) != nil:
			s = oneFigure(s, m.Value)
		case !keepWarmUp:
			s = s.After(stat.MSER5(s))
		}
		side.Runs = append(side.Runs, *run)
		steady = append(steady, s)
	}
	return side, steady
}

// CheckClocks is a *UsageError if the latencies of the runs were taken with
// different clocks and must not stand side by side.
func CheckClocks(runs []history.Run) error {
	for i := range runs {
		if runs[i].LatClock != runs[0].LatClock {
			return usage("latencies of %s are %s, those of %s are %s: they cannot be compared",
				runs[0].Name, clockWords(runs[0]), runs[i].Name, clockWords(runs[i]))
		}
	}
	return nil
}

// oneOp is the operation that is compared in all runs.
func oneOp(runs []history.Run, m Measured) (string, error) {
	for i := range runs {
		if a, b := m.op(&runs[0]), m.op(&runs[i]); a != b {
			return "", usage("%s counts %s and %s counts %s: name one operation that both have", runs[0].Name, a, runs[i].Name, b)
		}
	}
	return m.op(&runs[0]), nil
}

func comparePair(nameA, nameB string, a, b []stat.Series, value Value, o CompareOptions) Pair {
	pair := Pair{A: nameA, B: nameB, AdjustedJitterP: math.NaN()}
	options := stat.CompareOptions{MinEffect: o.MinEffect, Level: o.Level, Seed: o.Seed}
	switch {
	case value == "lat_avg_ms":
		options.Quantity = stat.Latency
		pair.Level = stat.Compare(a, b, options)
	case value.IsLatency():
		// Percentiles and maxima are never averaged. CompareJitter takes any
		// statistic of which less is better, so only the words change.
		if !(options.MinEffect > 0) {
			options.MinEffect = 0.02
		}
		pair.Level = stat.CompareJitter(a, b, stat.Sample.Median, options)
		pair.Level.Quantity = stat.Latency
	default:
		pair.Level = stat.Compare(a, b, options)
		jitter := stat.CompareJitter(a, b, stat.Sample.CV, stat.CompareOptions{Level: o.Level, Seed: o.Seed})
		if jitter.A.Runs > 0 && jitter.B.Runs > 0 {
			pair.Jitter = &jitter
			pair.AdjustedJitterP = jitter.P
		}
	}
	pair.AdjustedP = pair.Level.P
	return pair
}

// adjust allows for several comparisons made at once.
func adjust(pairs []Pair) {
	if len(pairs) < 2 {
		return
	}
	levels, jitters := make([]float64, len(pairs)), make([]float64, len(pairs))
	for i, p := range pairs {
		levels[i], jitters[i] = p.AdjustedP, p.AdjustedJitterP
	}
	levels, jitters = stat.AdjustBH(levels), stat.AdjustBH(jitters)
	for i := range pairs {
		p := &pairs[i]
		p.AdjustedP, p.AdjustedJitterP = levels[i], jitters[i]
		withdraw(&p.Level, p.AdjustedP)
		if p.Jitter != nil {
			withdraw(p.Jitter, p.AdjustedJitterP)
		}
	}
}

// withdraw takes back a verdict that the adjusted p value does not bear out.
func withdraw(c *stat.Comparison, p float64) {
	if p <= 1-c.Level || c.Verdict != stat.Better && c.Verdict != stat.Worse {
		return
	}
	c.Lean = stat.MaybeWorse
	if c.Verdict == stat.Better {
		c.Lean = stat.MaybeBetter
	}
	c.Verdict = stat.CannotTell
	c.Warnings = append(c.Warnings, "the difference would be one, were it the only comparison; among several it may be chance")
}

// pairWarnings are what the statistics say of the pairs, each once.
func pairWarnings(pairs []Pair) []Warning {
	var warnings []Warning
	add := func(messages []string) {
		for _, m := range messages {
			w := Warning{Code: "comparison", Message: m}
			if !slices.Contains(warnings, w) {
				warnings = append(warnings, w)
			}
		}
	}
	for _, p := range pairs {
		add(p.Level.Warnings)
		if p.Jitter != nil {
			add(p.Jitter.Warnings)
		}
	}
	return warnings
}

func clockWords(r history.Run) string {
	switch r.LatClock {
	case parse.WallClock:
		return "response times"
	case parse.ClientCPU:
		return "CPU time of the client"
	}
	return "of an unknown clock"
}
