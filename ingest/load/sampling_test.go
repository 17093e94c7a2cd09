package load

import (
	"bytes"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"jitterlog/ingest/load/client"
)

var (
	long         = flag.Bool("long", false, "run the tests that take minutes; on a machine that does nothing else")
	samplingTime = flag.Duration("sampling-time", 10*time.Minute, "how long each test of the sampling takes, with -long")
)

// fullLoad makes all the load that 8 connections can, with samples of that
// period, 0: none.
func fullLoad(t *testing.T, cfg client.Config, duration, period time.Duration) (*Result, written) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "run.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plan := Plan{Server: cfg, Workload: selects{}, Warmup: 300 * time.Millisecond, Stages: []Stage{{Threads: 8, Duration: duration}}, Log: file}
	if period != samplePeriod {
		plan.Interval = minInterval // the machine is sampled with a report
	}
	g, err := newEngine(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	g.sampling = period
	result, err := g.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	log := &logBuffer{buf: *bytes.NewBuffer(text)}
	return result, log.read(t)
}

// Under full load each second has its samples of the server and the machine.
func TestNoSampleMissed(t *testing.T) {
	if !*long {
		t.Skipf("takes %v: run it with -long", *samplingTime)
	}
	_, cfg := startServer(t, nil)
	result, w := fullLoad(t, cfg, *samplingTime, samplePeriod)
	seconds := int64(*samplingTime / time.Second)
	at := map[string]map[float64]bool{"status": {}, "innodb_status": {}, "proc": {}}
	for _, s := range w.samples {
		if times := at[s.Source]; times != nil && s.T > 0 {
			times[s.T] = true
		}
	}
	for source, times := range at {
		if n := int64(len(times)); n != seconds {
			t.Errorf("%d of %d samples of %s", n, seconds, source)
		}
	}
	if end := result.End; end.Samples-end.SamplesMissed < seconds || end.SamplesMissed > 0 {
		t.Errorf("%d samples, %d missed, of %d", end.Samples, end.SamplesMissed, seconds)
	}
	t.Logf("%d samples, %d missed, at %.0f transactions per second; verdict %s %v", result.End.Samples, result.End.SamplesMissed,
		float64(result.End.Totals[0].Count)/result.End.ElapsedS, result.End.Verdict, result.End.Reasons)
}

// Sampling costs less than 0.5 % of the throughput. Blocks with and without
// alternate in pairs of random order. Blocks with take amplified times the
// samples, so that the cost stands out of the noise; it is that of amplified
// seconds.
func TestCostOfSampling(t *testing.T) {
	if !*long {
		t.Skipf("takes %v: run it with -long", *samplingTime)
	}
	const (
		amplified = 10
		block     = 2 * time.Second
		limit     = 0.005
	)
	_, cfg := startServer(t, nil)
	rate := func(period time.Duration) float64 {
		result, w := fullLoad(t, cfg, block, period)
		if sampled := w.most("status", "uptime") >= 0; sampled != (period > 0) {
			t.Fatalf("samples every %v: %v", period, sampled)
		}
		return float64(result.End.Totals[0].Count) / result.End.ElapsedS
	}
	fullLoad(t, cfg, block, 0) // warms the server
	random := rand.New(rand.NewPCG(1, 2))
	var costs []float64
	for start := time.Now(); time.Since(start) < *samplingTime; {
		var with, without float64
		for _, first := range [][]bool{{true, false}, {false, true}}[random.IntN(2)] {
			if first {
				with = rate(samplePeriod / amplified)
			} else {
				without = rate(0)
			}
		}
		costs = append(costs, (1-with/without)/amplified)
	}
	median, low, high := medianInterval(costs, 0.95)
	t.Logf("sampling costs %.2f %% of the throughput, 95 %% interval %.2f to %.2f %%, from %d pairs of %v blocks",
		100*median, 100*low, 100*high, len(costs), block)
	if !(high < limit) {
		t.Errorf("a cost below %.1f %% is not shown: up to %.2f %%", 100*limit, 100*high)
	}
}

// medianInterval returns the median of independent values and the interval
// between two of them that holds the true one with that confidence, by the sign
// test (Conover, Practical Nonparametric Statistics, 1999, 3.2): it assumes
// nothing of their distribution. Too few values bound nothing.
func medianInterval(values []float64, confidence float64) (median, low, high float64) {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return math.NaN(), math.Inf(-1), math.Inf(1)
	}
	median = (sorted[(n-1)/2] + sorted[n/2]) / 2
	signs := distuv.Binomial{N: float64(n), P: 0.5}
	below := -1 // values below the interval
	for 2*signs.CDF(float64(below+1)) <= 1-confidence {
		below++
	}
	if below < 0 {
		return median, math.Inf(-1), math.Inf(1)
	}
	return median, sorted[below], sorted[n-1-below]
}

func TestMedianInterval(t *testing.T) {
	if _, low, high := medianInterval([]float64{1, 2, 3, 4, 5}, 0.95); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("5 values bound the median to %v to %v", low, high)
	}
	// The probability that all of 6 lie on one side is 2/64.
	if median, low, high := medianInterval([]float64{6, 1, 5, 2, 4, 3}, 0.95); median != 3.5 || low != 1 || high != 6 {
		t.Errorf("%v in %v to %v", median, low, high)
	}
	random := rand.New(rand.NewPCG(3, 4))
	held := 0
	const repeats = 2000
	for range repeats {
		values := make([]float64, 41)
		for i := range values {
			values[i] = random.ExpFloat64()
		}
		if _, low, high := medianInterval(values, 0.95); low <= math.Ln2 && math.Ln2 <= high {
			held++
		}
	}
	if share := float64(held) / repeats; share < 0.94 || share > 0.985 {
		t.Errorf("95 %% intervals hold the median in %.3f", share)
	}
}
