package stat

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"
)

var long = flag.Bool("long", false, "run the simulations with ten times the repetitions")

// repetitions is n, or ten times n with -long.
func repetitions(n int) int {
	if *long {
		return 10 * n
	}
	return n
}

// everySecond makes a series of one-second points from rates.
func everySecond(rates ...float64) Series { return every(1, rates...) }

func every(length float64, rates ...float64) Series {
	s := make(Series, len(rates))
	for i, rate := range rates {
		s[i] = Point{float64(i) * length, float64(i+1) * length, rate}
	}
	return s
}

// constant is n seconds at one rate.
func constant(n int, rate float64) Series {
	return generate(n, func(int) float64 { return rate })
}

// generate is n one-second points.
func generate(n int, rate func(i int) float64) Series {
	rates := make([]float64, n)
	for i := range rates {
		rates[i] = rate(i)
	}
	return everySecond(rates...)
}

// ar1 is a stationary AR(1) series of n one-second points around mean.
func ar1(rng *rand.Rand, n int, phi, mean, sd float64) Series {
	x := rng.NormFloat64() * sd
	innovation := sd * math.Sqrt(1-phi*phi)
	return generate(n, func(int) float64 {
		value := mean + x
		x = phi*x + rng.NormFloat64()*innovation
		return value
	})
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v within %v", what, got, want, tolerance)
	}
}

func isNaN(t *testing.T, what string, got float64) {
	t.Helper()
	if !math.IsNaN(got) {
		t.Errorf("%s: got %v, want NaN", what, got)
	}
}
