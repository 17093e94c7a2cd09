package main

import (
	"fmt"
	"strings"

	"jitterlog/analyze"
	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/report"
)

type jitterCmd struct {
	Runs       []string `arg:"" name:"run" help:"Runs: files, folders, names, ids, key=value."`
	Stalls     bool     `help:"List the stalls instead, one row each."`
	Below      float64  `help:"A stall is below this share of the median." default:"0.5" placeholder:"SHARE"`
	Merge      float64  `help:"Seconds of work that do not end a stall (default: one report interval)." placeholder:"S"`
	KeepWarmup bool     `help:"Describe the warm-up found by statistics with the rest."`
	measuredFlags
	tableFlags
}

func (jitterCmd) Help() string {
	return `Mean with its confidence interval, median, CV (standard deviation / mean),
robust CV (1.4826 MAD / median), floor (p5 / median), stalls, the work lost in
them, trend, the warm-up found, and the effective sample size: how many
independent values the run holds.

Examples:
  jitterlog jitter binlog.log nobinlog.log
  jitterlog jitter tool=sysbench --output csv
  jitterlog jitter sb.txt --stalls`
}

func (c *jitterCmd) Run(e *env) error {
	o, err := e.open(c.Runs)
	if err != nil {
		return err
	}
	defer o.Close()
	runs, err := e.withOp(o, o.all(), c.Op)
	if err != nil {
		return err
	}
	rows, err := o.db.Jitter(e.ctx, runs, analyze.JitterOptions{Measured: c.measured(), KeepWarmUp: c.KeepWarmup,
		Stalls: stat.StallOptions{Below: c.Below, Merge: c.Merge}})
	if err != nil {
		return err
	}
	if rows, err = e.withLines(o, rows); err != nil {
		return err
	}
	if c.Stalls {
		return c.print(e, report.Stalls(rows))
	}
	return c.print(e, report.Jitter(rows))
}

// withOp leaves out, and says so, the runs that do not have an operation that was asked
// for. It is an error if none has it.
func (e *env) withOp(o *opened, runs []history.Run, op string) ([]history.Run, error) {
	if op == "" {
		return runs, nil
	}
	with, without, err := o.db.WithOp(e.ctx, runs, op)
	if len(without) > 0 && err == nil {
		e.say("left out, since they have no operation %s: %s", op, nameList(without))
	}
	return with, err
}

// withLines leaves out, and says so, the runs without report lines: they have no course
// over time. It hints at the value that a run has instead of a rate.
func (e *env) withLines(o *opened, rows []analyze.Jitter) ([]analyze.Jitter, error) {
	var kept []analyze.Jitter
	var without, rateless []history.Run
	for _, j := range rows {
		if len(j.Series) == 0 {
			without = append(without, j.Run)
			continue
		}
		kept = append(kept, j)
		if j.Points == 0 && j.Value == analyze.Rate {
			rateless = append(rateless, j.Run)
		}
	}
	if len(kept) == 0 && len(rows) > 0 {
		return nil, &hintedError{fmt.Errorf("nothing to measure jitter on: no report lines in the logs of %s", nameList(without)),
			"where only totals are known, compare and chart --kind bar take those"}
	}
	if len(without) > 0 {
		e.say("left out, since their logs have no report lines to measure jitter on: %s", nameList(without))
	}
	if len(rateless) > 0 {
		has, err := o.db.HaveValue(e.ctx, rateless, "bytes_per_s")
		if err != nil {
			return nil, err
		}
		if has {
			e.say("hint: --value bytes_per_s shows %s, whose report lines have no rate", nameList(rateless))
		}
	}
	return kept, nil
}

// nameList is the names of some runs, and how many there are more.
func nameList(runs []history.Run) string {
	const most = 8
	var names []string
	for _, run := range runs[:min(len(runs), most)] {
		names = append(names, run.Name)
	}
	list := strings.Join(names, ", ")
	if len(runs) > most {
		list += fmt.Sprintf(" and %d more", len(runs)-most)
	}
	return list
}
