package history

import (
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"

	"jitterlog/parse"
)

// BenchmarkImport writes 50 runs of 4,000 report lines of 5 operations, a million
// rows, from two goroutines, to the end of the commit.
func BenchmarkImport(b *testing.B) {
	const runs, lines = 50, 4000
	names := []string{"transaction", "query", "read", "write", "other"}
	rates := make([]float64, 8192)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range rates {
		rates[i] = float64(rng.IntN(500_000)) / 100
	}
	oneRun := func(im *Import, id string) error {
		w := im.BeginRun(id)
		iv := parse.Interval{Phase: parse.Measure, Threads: 8}
		for _, name := range names {
			iv.Ops = append(iv.Ops, parse.NewOp(name))
		}
		for i := range lines {
			iv.Line, iv.Start, iv.End = i+1, float64(i), float64(i+1)
			for j := range iv.Ops {
				iv.Ops[j].Rate = rates[(i*5+j)%len(rates)]
			}
			iv.Ops[0].P95MS, iv.Ops[0].Errors, iv.Ops[0].Reconns = rates[(i*7)%len(rates)], 0, 0
			w.Interval(&iv)
		}
		return w.End(testRun(id))
	}
	var size int64
	for b.Loop() {
		h := newHistory(b)
		im := begin(b, h)
		var wg sync.WaitGroup
		for part := range 2 {
			wg.Go(func() {
				for i := part; i < runs; i += 2 {
					if err := oneRun(im, fmt.Sprint("run", i)); err != nil {
						b.Error(err)
					}
				}
			})
		}
		wg.Wait()
		commit(b, im)
		info, err := os.Stat(onlyFile(b, h, Intervals))
		if err != nil {
			b.Fatal(err)
		}
		size = info.Size()
	}
	rows := float64(runs * lines * len(names))
	b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(size)/rows, "bytes/row")
}
