// Package distribution draws integers the way sysbench does, so that loads hit the same rows as
// often: uniform, gaussian, special, pareto and zipfian.
package distribution

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Options name a distribution and its parameters, with sysbench's names and defaults (Default).
type Options struct {
	Type string // one of Types
	// Iterations of the gaussian and special distributions: a number is the mean of so many uniform ones.
	Iterations int
	// SpecialPercent is the share of the range, around its middle, that the special distribution
	// favours, SpecialShare the share of the numbers that fall there, both in percent.
	SpecialPercent, SpecialShare int
	ParetoH                      float64 // above 0, below 1
	ZipfExponent                 float64 // above 0
}

// Types are the distributions.
var Types = []string{"uniform", "gaussian", "special", "pareto", "zipfian"}

// Default returns sysbench 1.0's options. The default of later versions is uniform; zipfian came with
// them.
func Default() Options {
	return Options{Type: "special", Iterations: 12, SpecialPercent: 1, SpecialShare: 75, ParetoH: 0.2, ZipfExponent: 0.8}
}

// A Distribution draws integers. It keeps nothing between draws and may be shared.
type Distribution struct {
	o      Options
	pareto float64 // exponent
}

// New returns the distribution, or an error that says which option is out of range.
func New(o Options) (*Distribution, error) {
	switch {
	case !slices.Contains(Types, o.Type):
		return nil, fmt.Errorf("distribution %q: want one of %s", o.Type, strings.Join(Types, ", "))
	case o.Iterations < 1:
		return nil, fmt.Errorf("distribution: %d iterations: want 1 or more", o.Iterations)
	case o.SpecialPercent < 1 || o.SpecialPercent > 100:
		return nil, fmt.Errorf("distribution: special percent %d: want 1 to 100", o.SpecialPercent)
	case o.SpecialShare < 0 || o.SpecialShare > 99:
		return nil, fmt.Errorf("distribution: special share %d %%: want 0 to 99", o.SpecialShare)
	case !(o.ParetoH > 0 && o.ParetoH < 1):
		return nil, fmt.Errorf("distribution: pareto h %g: want above 0 and below 1", o.ParetoH)
	case !(o.ZipfExponent > 0 && o.ZipfExponent <= 100):
		return nil, fmt.Errorf("distribution: zipfian exponent %g: want above 0, at most 100", o.ZipfExponent)
	}
	return &Distribution{o: o, pareto: math.Log(o.ParetoH) / math.Log(1-o.ParetoH)}, nil
}

// Draw returns a number from lo to hi, both included; hi must not be less than lo.
func (d *Distribution) Draw(r *rand.Rand, lo, hi int64) int64 {
	var at int64 // from lo
	n := float64(hi-lo) + 1
	switch d.o.Type {
	case "uniform":
		at = int64(r.Float64() * n)
	case "gaussian":
		at = int64(d.bell(r) * n)
	case "special":
		at = d.special(r, n-1)
	case "pareto":
		at = int64(n * math.Pow(r.Float64(), d.pareto))
	case "zipfian":
		at = zipf(r, d.o.ZipfExponent, n) - 1
	}
	return lo + min(max(at, 0), hi-lo)
}

// bell is the mean of uniform numbers in [0,1): a gaussian one for all practical ends.
func (d *Distribution) bell(r *rand.Rand) float64 {
	sum := 0.0
	for range d.o.Iterations {
		sum += r.Float64()
	}
	return sum / float64(d.o.Iterations)
}

// special draws most numbers from a narrow span around the middle of t and the others from a bell
// over all of it. One uniform number makes the choice and the place in the span, so that only the
// upper part of the span is hit: that is what sysbench does.
func (d *Distribution) special(r *rand.Rand, t float64) int64 {
	u := r.Float64()
	others := float64(100-d.o.SpecialShare) / 100
	if u < others {
		return int64(d.bell(r) * t)
	}
	span := t * float64(d.o.SpecialPercent) / 100
	return int64(u*(span+1) + t/2 - span/2)
}

// zipf draws a rank from 1 to n with a probability proportional to 1/rank^s, by the rejection and
// inversion of Hoermann and Derflinger (Rejection-inversion to generate variates from monotone discrete
// distributions, ACM TOMACS 6(3), 1996): no table, some 1.1 tries a number.
func zipf(r *rand.Rand, s, n float64) int64 {
	low := integral(1.5, s) - 1 // the area for rank 1 is exactly its weight
	high := integral(n+0.5, s)
	for {
		u := high + r.Float64()*(low-high)
		x := inverse(u, s)
		k := min(max(math.Floor(x+0.5), 1), n)
		if u >= integral(k+0.5, s)-math.Exp(-s*math.Log(k)) {
			return int64(k)
		}
	}
}

// integral is that of 1/x^s from 1 to x: (x^(1-s) - 1) / (1-s), or the logarithm for s = 1.
func integral(x, s float64) float64 {
	l := math.Log(x)
	return l * growth((1-s)*l)
}

// inverse is the inverse of integral.
func inverse(u, s float64) float64 {
	t := max(u*(1-s), -1)
	if math.Abs(t) < 1e-8 {
		return math.Exp(u * (1 - t/2))
	}
	return math.Exp(u * math.Log1p(t) / t)
}

// growth is (e^x - 1) / x.
func growth(x float64) float64 {
	if math.Abs(x) < 1e-8 {
		return 1 + x/2
	}
	return math.Expm1(x) / x
}
