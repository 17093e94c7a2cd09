package main

import (
	"jitterlog/analyze"
	"jitterlog/analyze/stat"
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
	rows, err := o.db.Jitter(e.ctx, o.all(), analyze.JitterOptions{Measured: c.measured(), KeepWarmUp: c.KeepWarmup,
		Stalls: stat.StallOptions{Below: c.Below, Merge: c.Merge}})
	if err != nil {
		return err
	}
	if c.Stalls {
		return c.print(e, report.Stalls(rows))
	}
	return c.print(e, report.Jitter(rows))
}
