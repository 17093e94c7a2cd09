package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"jitterlog/ingest/load"
)

const defaultTime = 60 * time.Second

// stages are the steps of the load that the flags ask for, one if they ask for
// none. Of threads there are so many where the user does not say; ruled is a
// workload that ends a run by a rule of its own.
func (c *runCmd) stages(threads int, ruled bool) ([]load.Stage, error) {
	n := max(len(c.Rate), len(c.Threads), 1)
	if len(c.Rate) > 1 && len(c.Threads) > 1 && len(c.Rate) != len(c.Threads) {
		return nil, usage("--rate has %d values and --threads %d: give as many of both, which go in pairs, or one of either", len(c.Rate), len(c.Threads))
	}
	each, err := c.stageTime(n, ruled)
	if err != nil {
		return nil, err
	}
	stages := make([]load.Stage, n)
	for i := range stages {
		stages[i] = load.Stage{Threads: nth(c.Threads, i, threads), Rate: nth(c.Rate, i, 0), Duration: each}
		if len(c.Rate) > 0 && stages[i].Rate <= 0 {
			return nil, usage("--rate %g: events per second, above 0", stages[i].Rate)
		}
		if stages[i].Threads < 1 {
			return nil, usage("--threads %d: 1 or more", stages[i].Threads)
		}
	}
	return stages, nil
}

// nth is element i of a list, or its only one, or without any the default.
func nth[T any](list []T, i int, otherwise T) T {
	switch len(list) {
	case 0:
		return otherwise
	case 1:
		return list[0]
	}
	return list[i]
}

// stageTime is how long each of n stages lasts, 0 for as long as the events take
// or until the workload's own rule ends the run.
func (c *runCmd) stageTime(n int, ruled bool) (time.Duration, error) {
	switch {
	case c.Time != nil && *c.Time <= 0:
		return 0, usage("--time %v: a time above 0", *c.Time)
	case c.Step != nil && n == 1:
		return 0, usage("--step is for several values of --rate or --threads: give them, or --time instead")
	case c.Step != nil && c.Time != nil && *c.Time != time.Duration(n)*(*c.Step):
		return 0, usage("%d steps of %v take %v, not --time %v: leave one of --step and --time out", n, *c.Step, time.Duration(n)*(*c.Step), *c.Time)
	case c.Step != nil && *c.Step < c.Interval:
		return 0, usage("--step %v is shorter than a report interval of %v: give a longer --step or a shorter --interval", *c.Step, c.Interval)
	case c.Events > 0 && n > 1:
		return 0, usage("--events cannot end a run of %d steps: leave it out, or give one value of --rate and --threads", n)
	case c.Step != nil:
		return *c.Step, nil
	case c.Time == nil && (c.Events > 0 || ruled && n == 1):
		return 0, nil
	}
	whole := defaultTime
	if c.Time != nil {
		whole = *c.Time
	}
	each := whole / time.Duration(n)
	if n > 1 && (each < c.Interval || each%c.Interval != 0) {
		return 0, usage("%v does not divide into %d steps of whole report intervals of %v: say with --step how long each lasts", whole, n, c.Interval)
	}
	return each, nil
}

// loadWords say what the load is.
func loadWords(stages []load.Stage) string {
	threads, rates := make([]string, len(stages)), make([]string, len(stages))
	sameThreads, sameRates := true, true
	for i, s := range stages {
		threads[i], rates[i] = strconv.Itoa(s.Threads), strconv.FormatFloat(s.Rate, 'g', -1, 64)
		sameThreads = sameThreads && threads[i] == threads[0]
		sameRates = sameRates && rates[i] == rates[0]
	}
	if sameThreads {
		threads = threads[:1]
	}
	if sameRates {
		rates = rates[:1]
	}
	text := strings.Join(threads, ", ") + " threads"
	if text == "1 threads" {
		text = "1 thread"
	}
	if stages[0].Rate > 0 {
		text += " at " + strings.Join(rates, ", ") + "/s"
	}
	if len(stages) > 1 {
		text += fmt.Sprintf(" for %v each", stages[0].Duration)
	}
	return text
}
