package load

import (
	"math"
	"testing"
	"time"

	"jitterlog/parse"
)

// TestRateAccuracy prints how a rate that the server can do is kept:
//
//	go test ./ingest/load -run RateAccuracy -long -v
func TestRateAccuracy(t *testing.T) {
	if !*long {
		t.Skip("takes minutes: -long runs it")
	}
	const asked, seconds = 2000.0, 60
	_, cfg := startServer(t, nil)
	for _, poisson := range []bool{false, true} {
		log := &logBuffer{}
		result, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{}, Poisson: poisson, Warmup: 5 * time.Second,
			Stages: []Stage{{Threads: 8, Rate: asked, Duration: seconds * time.Second}}, Log: log})
		if err != nil {
			t.Fatal(err)
		}
		w, end := log.read(t), result.End
		lines := 0.0 // the mean of the report lines
		for _, iv := range w.intervals {
			if iv.Phase == parse.Measure {
				lines += iv.Ops[0].Rate * (iv.End - iv.Start) / seconds
			}
		}
		due := float64(end.Arrived) / seconds
		off := func(rate, from float64) float64 { return 100 * (rate/from - 1) }
		t.Logf("poisson=%v: %.0f/s asked, %.3f/s due, %.3f/s begun (%+.4f %%), mean of the lines %.3f/s (%+.4f %%); begun late by %.3f ms (p99), latency p50 %.3f ms, client CPU %.1f %%, verdict %s",
			poisson, asked, due, float64(end.Begun)/seconds, off(float64(end.Begun)/seconds, due), lines, off(lines, due),
			end.BeginLagP99MS, end.Totals[0].Latency.P50, 100*end.ClientCPUS/seconds, end.Verdict)
		if !poisson && end.Arrived != asked*seconds {
			t.Errorf("%d events were due, want %v", end.Arrived, asked*seconds)
		}
		// What waited at either end of measuring, on a machine that is busy with
		// other things, was finished in it or was not.
		var before, after float64
		for _, s := range w.samples {
			switch {
			case s.Metric != "queue_length":
			case s.T == 0:
				before = s.Value / seconds
			case s.T == seconds:
				after = s.Value / seconds
			}
		}
		t.Logf("in the queue %.0f at the start and %.0f at the end", before*seconds, after*seconds)
		begun := float64(end.Begun) / seconds
		if math.Abs(off(begun, due-after)) > 0.1 || math.Abs(off(lines, due+before-after)) > 0.1 {
			t.Errorf("begun %.3f/s, finished %.3f/s of %.3f/s: more than 0.1 %% off", begun, lines, due)
		}
	}
}
