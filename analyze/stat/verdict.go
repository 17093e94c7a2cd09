package stat

import (
	"fmt"
	"math"
)

// Quantity says what is compared, and so which direction is better.
type Quantity int

const (
	Throughput Quantity = iota // higher is better: "faster", "slower"
	Latency                    // lower is better: "faster", "slower"
	Jitter                     // lower is better: "steadier", "less steady"
)

func (q Quantity) lowerIsBetter() bool { return q != Throughput }

func (q Quantity) words() (better, worse string) {
	if q == Jitter {
		return "steadier", "less steady"
	}
	return "faster", "slower"
}

// Verdict is what a comparison of B with A comes to.
type Verdict int

const (
	CannotTell Verdict = iota // the interval reaches over a border of the minimum effect
	Better                    // it lies wholly beyond the border, on the better side
	Worse                     // likewise on the worse side
	NoChange                  // it lies wholly within: shown to be equivalent
)

// Code is the verdict for programs: better, worse, no_change or cannot_tell.
func (v Verdict) Code() string {
	return [...]string{CannotTell: "cannot_tell", Better: "better", Worse: "worse", NoChange: "no_change"}[v]
}

// Lack says why there is no interval, and so no verdict.
type Lack int

const (
	NoLack    Lack = iota
	OneFigure      // a side is a single figure without repeats
	TooLittle      // too few values, or values too scattered, for an interval that says anything
)

// Lean refines CannotTell.
type Lean int

const (
	NoLean      Lean = iota // the interval holds "no difference"
	MaybeBetter             // B is better, but maybe by less than the minimum effect
	MaybeWorse              // B is worse, but maybe by less than the minimum effect
)

// minTrustedESS is the effective sample size from which the coverage of the
// intervals is held by simulation.
const minTrustedESS = 30

// judge sets verdict, lean, need and warnings from the interval.
func (c Comparison) judge() Comparison {
	low, high := 1-c.MinEffect, 1+c.MinEffect
	lo, hi := c.Ratio.Lo, c.Ratio.Hi
	switch {
	case lo > high:
		c.Verdict = c.side(true)
	case hi < low:
		c.Verdict = c.side(false)
	case lo >= low && hi <= high:
		c.Verdict = NoChange
	case lo > 1 || hi < 1:
		c.Lean = MaybeWorse
		if c.side(lo > 1) == Better {
			c.Lean = MaybeBetter
		}
	}
	if c.Verdict != CannotTell {
		c.Need = Need{}
	} else if !c.BetweenRuns && c.reach > 0 {
		// The half width falls with the square root of the time.
		longer := math.Pow(c.reach/c.distance(), 2)
		if longer <= maxNeed {
			c.Need.Longer = max(longer, 1.1)
		}
	}
	if math.IsNaN(lo) {
		c.Lack = TooLittle
		if !c.BetweenRuns && min(c.A.Points, c.B.Points) == 1 {
			c.Lack = OneFigure
		}
	}
	c.warn()
	return c
}

func (c Comparison) side(higher bool) Verdict {
	if higher != c.Quantity.lowerIsBetter() {
		return Better
	}
	return Worse
}

func (c *Comparison) warn() {
	switch c.Lack {
	case OneFigure:
		c.Warnings = append(c.Warnings, "a single figure without repeats bears no interval: the ratio stands, but how much of it is chance is not known")
		return
	case TooLittle:
		of := ""
		if c.Quantity == Jitter {
			of = " of the jitter"
		}
		c.Warnings = append(c.Warnings, "there is too little data for an interval"+of+" that says anything")
		return
	}
	if !c.BetweenRuns {
		c.Warnings = append(c.Warnings,
			"one run a side: the interval does not hold the variation from run to run, which is 1-10 % in published data")
		if ess := min(c.A.ESS, c.B.ESS); ess < minTrustedESS {
			c.Warnings = append(c.Warnings,
				fmt.Sprintf("a run is worth only %.0f independent intervals: its confidence interval is rough below %d", ess, minTrustedESS))
		}
		return
	}
	if c.A.Runs == 1 || c.B.Runs == 1 {
		c.Warnings = append(c.Warnings, "one side has a single run: it is taken to vary from run to run as the other side does")
	}
	if c.A.Runs+c.B.Runs < 6 {
		c.Warnings = append(c.Warnings, "fewer than three runs a side: the interval is wide because the variation from run to run is hardly known")
	}
}

// Words is the verdict in words, such as "faster", "no change beyond 2 %" or
// "cannot tell: faster, but maybe by less than 2 %; runs 4 times as long would tell".
func (c Comparison) Words() string {
	better, worse := c.Quantity.words()
	effect := fmt.Sprintf("%.3g %%", 100*c.MinEffect)
	switch c.Verdict {
	case Better:
		return better
	case Worse:
		return worse
	case NoChange:
		return "no change beyond " + effect
	}
	words := "cannot tell"
	switch c.Lack {
	case OneFigure:
		return words + ": a single figure bears no interval; repeat the runs"
	case TooLittle:
		words += ": too little data"
	}
	switch c.Lean {
	case MaybeBetter:
		words += ": " + better + ", but maybe by less than " + effect
	case MaybeWorse:
		words += ": " + worse + ", but maybe by less than " + effect
	}
	switch {
	case c.Need.Longer > 0:
		words += fmt.Sprintf("; runs %.2g times as long would tell", c.Need.Longer)
	case c.Need.Runs > 0:
		words += fmt.Sprintf("; %d runs a side would tell", c.Need.Runs)
	case !math.IsNaN(c.Ratio.Lo):
		words += "; no practical amount of data would"
	}
	return words
}
