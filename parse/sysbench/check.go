package sysbench

import (
	"fmt"
	"math"

	"jitterlog/parse"
)

// check yields a mismatch for figures of the log that contradict each other
// beyond what rounding and the time outside the intervals explain.
func (r *reader) check() {
	run := r.run
	r.checkNegative()
	if !run.sum.Complete || run.checkpoints > 0 || !run.isSQL {
		return
	}
	r.checkTransactions()
	r.checkLittle()
}

func (r *reader) mismatch(message string) {
	e := parse.Event{Line: r.run.sum.LastLine, T: parse.NaN(), Severity: parse.Warning, Kind: parse.Mismatch, Message: message, Count: 1}
	r.emit(&e)
}

// checkNegative finds totals that 0.4 and 0.5 printed with 32 bits.
func (r *reader) checkNegative() {
	for _, name := range counted {
		if r.run.reported(name) < 0 {
			r.mismatch("totals are negative: they went past 2^31 and were printed with 32 bits")
			return
		}
	}
}

// checkTransactions compares the sum of rate x length with the total. What the
// intervals do not cover, or cover beyond their label, is at most at the
// highest rate seen.
func (r *reader) checkTransactions() {
	run := r.run
	total, elapsed := run.reported("transactions"), run.sum.ElapsedS
	t := &run.totals
	if run.reports == 0 || t.unknown || !(total >= 0) || math.IsNaN(elapsed) || run.headless() {
		return
	}
	outside := math.Abs(elapsed-run.now()) + 0.1
	if difference := math.Abs(t.transactions - total); difference > 0.005*total+outside*t.highest+1 {
		r.mismatch(fmt.Sprintf("the intervals hold %.0f transactions, the final report %.0f", t.transactions, total))
	}
}

// checkLittle holds a closed loop to Little's law: the threads are busy all the
// time, so latencies add up to threads x time (0.996 to 1.002 of it in 983
// public runs).
func (r *reader) checkLittle() {
	run := r.run
	busy := run.reported("lat.sum_ms") / 1000
	if math.IsNaN(busy) {
		busy = run.reported("execution_time_s")
	}
	_, paced := run.sum.Options["rate"]
	whole := float64(run.sum.Threads) * run.sum.ElapsedS
	if paced || run.fatal || run.totals.fewer || run.sum.Threads <= 0 || !(run.sum.ElapsedS >= 1) || math.IsNaN(busy) ||
		run.reported("unfinished_transactions") > 0 {
		return
	}
	if share := busy / whole; share < 0.9 || share > 1.1 {
		r.mismatch(fmt.Sprintf("latencies add up to %.2f of threads x time", share))
	}
}
