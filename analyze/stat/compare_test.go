package stat

import (
	"math"
	"strings"
	"testing"
)

// wave is 400 seconds of mean m with noise of relative size cv.
func wave(seed uint64, m, cv float64) Series { return ar1(newRand(seed), 400, 0, m, m*cv) }

func one(s Series) []Series { return []Series{s} }

func TestVerdicts(t *testing.T) {
	steady := wave(1, 1000, 0.02)
	for _, c := range []struct {
		name  string
		b     Series
		q     Quantity
		words string
	}{
		{"10 % more", wave(2, 1100, 0.02), Throughput, "faster"},
		{"10 % less", wave(2, 900, 0.02), Throughput, "slower"},
		{"10 % more latency", wave(2, 1100, 0.02), Latency, "slower"},
		{"10 % less latency", wave(2, 900, 0.02), Latency, "faster"},
		{"the same", wave(2, 1000, 0.02), Throughput, "no change beyond 2 %"},
		{"1 % more, known for sure", wave(2, 1010, 0.01), Throughput, "no change beyond 2 %"},
		{"2 % more", wave(2, 1020, 0.02), Throughput, "cannot tell: faster, but maybe by less than 2 %"},
		{"2 % less", wave(2, 980, 0.02), Throughput, "cannot tell: slower, but maybe by less than 2 %"},
		{"2 % more latency", wave(2, 1020, 0.02), Latency, "cannot tell: slower, but maybe by less than 2 %"},
		{"the same with much noise", wave(2, 1000, 0.5), Throughput, "cannot tell; runs "},
	} {
		got := Compare(one(steady), one(c.b), CompareOptions{Quantity: c.q})
		if !strings.HasPrefix(got.Words(), c.words) {
			t.Errorf("%s: got %q, want %q (ratio %v)", c.name, got.Words(), c.words, got.Ratio)
		}
	}
}

func TestRatioOfMeansByHand(t *testing.T) {
	a := generate(25, func(i int) float64 { return 100 + 10*float64(i%2) })
	b := generate(25, func(i int) float64 { return 200 + 20*float64(i%2) })
	c := Compare(one(a), one(b), CompareOptions{})
	// Both sides have the same relative error r and 24 degrees of freedom: the
	// logarithm has the error r sqrt 2 and 48 degrees of freedom.
	d := NewSample(a)
	half := 2.010635 * d.SD() / 5 / d.Mean() * math.Sqrt2
	near(t, "ratio", c.Ratio.Value, 2, 1e-9)
	near(t, "low", c.Ratio.Lo, 2*math.Exp(-half), 1e-5)
	near(t, "high", c.Ratio.Hi, 2*math.Exp(half), 1e-5)
}

func TestReplicatesByHand(t *testing.T) {
	group := func(means ...float64) (runs []Series) {
		for _, m := range means {
			runs = append(runs, constant(100, math.Exp(m)))
		}
		return runs
	}
	// Logs 5.9 6.0 6.1 against 6.2 6.3 6.4: error sqrt(2 x 0.01/3), 4 degrees of freedom.
	c := Compare(group(5.9, 6.0, 6.1), group(6.2, 6.3, 6.4), CompareOptions{})
	half := 2.776445 * math.Sqrt(2*0.01/3)
	near(t, "ratio", c.Ratio.Value, math.Exp(0.3), 1e-9)
	near(t, "low", c.Ratio.Lo, math.Exp(0.3-half), 1e-5)
	near(t, "high", c.Ratio.Hi, math.Exp(0.3+half), 1e-5)
	near(t, "p", c.P, 0.021312, 1e-5)
	if !c.BetweenRuns || c.A.Runs != 3 {
		t.Errorf("got %+v", c)
	}
	// One run against three: the new run varies like the others.
	c = Compare(group(5.9, 6.0, 6.1), group(6.3), CompareOptions{})
	near(t, "low", c.Ratio.Lo, math.Exp(0.3-4.302653*0.1*math.Sqrt(4.0/3)), 1e-5)
}

func TestNeed(t *testing.T) {
	a, b := wave(1, 1000, 0.2), wave(2, 1000, 0.2)
	c := Compare(one(a), one(b), CompareOptions{})
	if c.Verdict != CannotTell || !(c.Need.Longer > 1) {
		t.Fatalf("got %+v", c)
	}
	// Half of the interval, with so many times the data, just reaches the border.
	half := math.Log(c.Ratio.Hi/c.Ratio.Lo) / 2
	near(t, "longer", half/math.Sqrt(c.Need.Longer), c.distance(), 1e-9)

	if n := runsNeeded(0.02, 0.01, 0.95, 2); n != 4 { // t(0.975, 6) 0.01 sqrt(2/4) = 0.0173; with 3 runs 0.0227
		t.Errorf("got %d runs, want 4", n)
	}
	if n := runsNeeded(1e-6, 0.01, 0.95, 2); n != 0 {
		t.Errorf("got %d runs for an impossible task", n)
	}
}

func TestCompareJitter(t *testing.T) {
	a := wave(1, 1000, 0.10)
	for _, c := range []struct {
		name  string
		b     Series
		words string
	}{
		{"half of the CV", wave(2, 1000, 0.05), "steadier"},
		{"half of the CV at three times the rate", wave(2, 3000, 0.05), "steadier"},
		{"twice the CV", wave(2, 1000, 0.20), "less steady"},
		{"the same CV", wave(2, 1000, 0.10), "cannot tell"},
	} {
		for name, measure := range map[string]Statistic{"CV": Sample.CV, "robust CV": Sample.RobustCV} {
			got := CompareJitter(one(a), one(c.b), measure, CompareOptions{})
			if !strings.HasPrefix(got.Words(), c.words) {
				t.Errorf("%s by %s: got %q (ratio %v)", c.name, name, got.Words(), got.Ratio)
			}
		}
	}
	several := func(cv float64, seed uint64) (runs []Series) {
		for i := range uint64(4) {
			runs = append(runs, wave(seed+i, 1000, cv))
		}
		return runs
	}
	if got := CompareJitter(several(0.10, 10), several(0.05, 20), Sample.CV, CompareOptions{}); got.Verdict != Better || !got.BetweenRuns {
		t.Errorf("four runs a side: %q (ratio %v)", got.Words(), got.Ratio)
	}
}

func TestCompareWarns(t *testing.T) {
	has := func(c Comparison, words string) bool {
		return strings.Contains(strings.Join(c.Warnings, "\n"), words)
	}
	a, b := wave(1, 1000, 0.02), wave(2, 1000, 0.02)
	if c := Compare(one(a), one(b), CompareOptions{}); !has(c, "from run to run") || len(c.Warnings) != 1 {
		t.Errorf("one run a side: %q", c.Warnings)
	}
	if c := Compare(one(a[:20]), one(b), CompareOptions{}); !has(c, "independent intervals") {
		t.Errorf("a short run: %q", c.Warnings)
	}
	if c := Compare([]Series{a, b}, one(b), CompareOptions{}); !has(c, "single run") {
		t.Errorf("two runs and one: %q", c.Warnings)
	}
	zero := constant(400, 0)
	if c := Compare([]Series{a, b, zero}, []Series{a, b, b}, CompareOptions{}); !has(c, "1 of 6 runs") || c.A.Runs != 2 {
		t.Errorf("a run without work: %q", c.Warnings)
	}
	if c := Compare(one(a), one(zero), CompareOptions{}); !has(c, "too little data") || c.Verdict != CannotTell || c.Ratio.Value != 0 {
		t.Errorf("nothing done: %+v", c)
	}
}

// A single figure has a ratio and no more; an interval that says nothing is not given.
func TestNoInterval(t *testing.T) {
	c := Compare(one(Series{{0, 60.35, 500000 / 60.35}}), one(Series{{0, 25.08, 500000 / 25.08}}), CompareOptions{})
	near(t, "ratio", c.Ratio.Value, 60.35/25.08, 1e-12)
	isNaN(t, "low", c.Ratio.Lo)
	if c.Lack != OneFigure || c.Words() != "cannot tell: a single figure bears no interval; repeat the runs" || c.Verdict.Code() != "cannot_tell" {
		t.Errorf("%q: %+v", c.Words(), c)
	}
	two := func(a, b float64) []Series { return []Series{constant(100, a), constant(100, b)} }
	c = Compare(two(100, 300), two(90, 280), CompareOptions{})
	if c.Lack != TooLittle || !math.IsNaN(c.Ratio.Lo) || !strings.HasPrefix(c.Words(), "cannot tell: too little data") {
		t.Errorf("%q: %+v", c.Words(), c)
	}
	// As wide, but beyond doubt: 100 times as much is more.
	c = Compare(two(100, 150), two(10000, 15000), CompareOptions{})
	if c.Verdict != Better || c.Verdict.Code() != "better" || c.Lack != NoLack {
		t.Errorf("%q: %+v", c.Words(), c)
	}
	if j := CompareJitter(one(Series{{0, 1, 5}}), one(wave(1, 100, 0.1)), Sample.CV, CompareOptions{}); j.A.Runs != 0 ||
		!strings.HasPrefix(j.Warnings[0], "1 of 2 runs have too few values") {
		t.Errorf("%+v", j)
	}
}

// A rate is not negative: half of a run at full speed and half at none tells no mean.
func TestMeanIntervalReachesNoZero(t *testing.T) {
	s := generate(13, func(i int) float64 { return 1700 * float64(1-i/7) })
	e := MeanInterval(s, 0.95)
	near(t, "mean", e.Value, 1700*7.0/13, 1e-9)
	isNaN(t, "low", e.Lo)
	isNaN(t, "high", e.Hi)
}

func TestAdjustBH(t *testing.T) {
	// 0.01 x 4/1, 0.02 x 4/2, 0.03 x 4/3, 0.5: each the least of those to its right.
	got := AdjustBH([]float64{0.5, 0.01, nan, 0.03, 0.02})
	want := []float64{0.5, 0.04, nan, 0.04, 0.04}
	for i := range want {
		if math.IsNaN(want[i]) {
			isNaN(t, "adjusted", got[i])
			continue
		}
		near(t, "adjusted", got[i], want[i], 1e-12)
	}
}

func TestLittle(t *testing.T) {
	if r, holds := Little(8, 400, 20); math.Abs(r-1) > 1e-12 || !holds {
		t.Errorf("got %v %v", r, holds)
	}
	if r, holds := Little(8, 400, 2); math.Abs(r-0.1) > 1e-12 || holds {
		t.Errorf("got %v %v", r, holds)
	}
	for _, threads := range []float64{0, nan} {
		if r, holds := Little(threads, 400, 2); !math.IsNaN(r) || holds {
			t.Errorf("%v threads: got %v %v", threads, r, holds)
		}
	}
}
