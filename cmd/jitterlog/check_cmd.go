package main

import (
	"errors"
	"fmt"

	"jitterlog/analyze"
	"jitterlog/analyze/stat"
	"jitterlog/report"
)

type checkCmd struct {
	Runs      []string `arg:"" name:"run" help:"The runs to check, as one group of repeats: files, folders, names, ids, key=value."`
	Against   string   `required:"" help:"What they must not be worse than." placeholder:"RUN"`
	MinEffect float64  `help:"Smallest difference that matters, in percent." default:"2" placeholder:"PERCENT"`
	Jitter    bool     `help:"Less steady is a regression too."`
	measuredFlags
	tableFlags
}

func (checkCmd) Help() string {
	return `Exits with 3 if the runs are slower beyond the smallest difference that matters,
and with 0 if they are faster, no different, or if the runs are too short to
tell.

Examples:
  jitterlog check new.log --against old.log
  jitterlog check commit=abc123 --against commit=main --value lat_p95_ms --min-effect 5`
}

func (c *checkCmd) Run(e *env) error {
	o, err := e.open(append([]string{c.Against}, c.Runs...))
	if err != nil {
		return err
	}
	defer o.Close()
	if o.args[0] != c.Against || len(o.groups) < 2 {
		return errors.New("a check needs runs on both sides")
	}
	var checked analyze.Group
	for _, runs := range o.groups[1:] {
		checked.Runs = append(checked.Runs, runs...)
	}
	checked.Name, checked.By = "the runs checked", keyOf(o.args[1])
	if len(checked.Runs) == 1 {
		checked.Name = o.groupName(1)
	}
	against := analyze.Group{Name: o.groupName(0), Runs: o.groups[0], By: keyOf(c.Against)}
	comparison, err := o.db.Compare(e.ctx, []analyze.Group{against, checked},
		analyze.CompareOptions{Measured: c.measured(), MinEffect: c.MinEffect / 100})
	if err != nil {
		return err
	}
	if err := c.print(e, report.Comparison(comparison)); err != nil {
		return err
	}
	pair := comparison.Pairs[0]
	if pair.Level.Verdict == stat.Worse {
		return &codedError{exitRegression, fmt.Errorf("%s is %s than %s", pair.B, pair.Level.Words(), pair.A)}
	}
	if c.Jitter && pair.Jitter != nil && pair.Jitter.Verdict == stat.Worse {
		return &codedError{exitRegression, fmt.Errorf("%s is %s than %s", pair.B, pair.Jitter.Words(), pair.A)}
	}
	return nil
}
