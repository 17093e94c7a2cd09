package main

import (
	"strings"
	"testing"
	"time"

	"jitterlog/ingest/load"
)

func TestStagesOfFlags(t *testing.T) {
	duration := func(d time.Duration) *time.Duration { return &d }
	const second = time.Second
	for _, c := range []struct {
		flags runCmd
		want  string // the load in words and how long it lasts, or an error
	}{
		{runCmd{}, "8 threads, 1m0s"},
		{runCmd{Threads: []int{1}, Time: duration(500 * time.Millisecond)}, "1 thread, 500ms"},
		{runCmd{Events: 9}, "8 threads, 0s"},
		{runCmd{Events: 9, Time: duration(2 * second)}, "8 threads, 2s"},
		{runCmd{Rate: []float64{500, 1000, 2000}, Step: duration(4 * second)}, "8 threads at 500, 1000, 2000/s for 4s each, 12s"},
		{runCmd{Rate: []float64{500, 1000, 2000}}, "8 threads at 500, 1000, 2000/s for 20s each, 1m0s"},
		{runCmd{Threads: []int{1, 2}, Time: duration(6 * second)}, "1, 2 threads for 3s each, 6s"},
		{runCmd{Threads: []int{1, 2}, Time: duration(6 * second), Step: duration(3 * second)}, "1, 2 threads for 3s each, 6s"},
		{runCmd{Threads: []int{4, 8}, Rate: []float64{10, 20}, Step: duration(3 * second)}, "4, 8 threads at 10, 20/s for 3s each, 6s"},
		{runCmd{Threads: []int{4, 8}, Rate: []float64{10}, Step: duration(3 * second)}, "4, 8 threads at 10/s for 3s each, 6s"},
		{runCmd{Step: duration(second)}, "--step is for several values"},
		{runCmd{Threads: []int{1, 2}, Time: duration(7 * second), Step: duration(3 * second)}, "2 steps of 3s take 6s, not --time 7s"},
		{runCmd{Threads: []int{1, 2}, Time: duration(7 * second)}, "7s does not divide into 2 steps"},
		{runCmd{Threads: []int{1, 2}, Step: duration(second / 2)}, "shorter than a report interval"},
		{runCmd{Threads: []int{1, 2}, Rate: []float64{1, 2, 3}}, "--rate has 3 values and --threads 2"},
		{runCmd{Threads: []int{1, 2}, Events: 5}, "--events cannot end a run of 2 steps"},
		{runCmd{Threads: []int{1, 0}}, "--threads 0"},
		{runCmd{Rate: []float64{0}}, "--rate 0"},
		{runCmd{Time: duration(0)}, "--time 0s"},
	} {
		c.flags.Interval = second
		stages, err := c.flags.stages(defaultThreads, false)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = loadWords(stages) + ", " + total(stages).String()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%+v: %s, want %s", c.flags, got, c.want)
		}
	}
}

func total(stages []load.Stage) (d time.Duration) {
	for _, s := range stages {
		d += s.Duration
	}
	return d
}
