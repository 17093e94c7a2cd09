package tpcc

import (
	"context"
	"flag"
	"strconv"
	"testing"
	"time"
)

var long = flag.Bool("long", false, "load two warehouses at full size, and run on them")

// TestFullSize reports what a load at full size takes, and how many statements a transaction is by the server's count.
func TestFullSize(t *testing.T) {
	if !*long {
		t.Skip("a minute at full size: use -long")
	}
	open := newDatabase(t, "full")
	workload := newWorkload(t, Options{Scale: Scale{Warehouses: 2}})
	start := time.Now()
	if err := workload.Prepare(context.Background(), open, func(done, total int64) {}); err != nil {
		t.Fatal(err)
	}
	t.Logf("loaded and checked in %.1f s", time.Since(start).Seconds())
	conn := connect(t, open)
	questions := func() int {
		n, err := strconv.Atoi(query(t, conn, "SHOW GLOBAL STATUS LIKE 'Questions'"))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	start = time.Now()
	before := questions()
	done := runConcurrently(t, workload, open, 10*time.Second)
	statements := questions() - before
	transactions := 0
	for _, n := range done {
		transactions += n
	}
	t.Logf("%.2f statements a transaction, %.0f statements/s, TpmC %.0f", float64(statements)/float64(transactions),
		float64(statements)/time.Since(start).Seconds(), float64(done[newOrderOp])*60/time.Since(start).Seconds())
	// A deck of 23 cards is 10 x 45.97 + 10 x 9.30 + 4.60 + 80 + 203: of the lines of 20 orders some 200 items
	// are distinct as loaded, 197 once the run's own orders are the latest. tpcc-mysql's payments are 9.70.
	if mean := float64(statements) / float64(transactions); mean < 35.5 || mean > 37.5 {
		t.Errorf("%.2f statements a transaction, want 36.5", mean)
	}
	for _, c := range Conditions(Standard) {
		start = time.Now()
		violations, err := Check(conn, []Condition{c})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("condition %2d checked in %.2f s", c.Number, time.Since(start).Seconds())
		for _, v := range violations {
			t.Error(v)
		}
	}
}
