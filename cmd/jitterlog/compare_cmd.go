package main

import (
	"slices"
	"strings"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report"
)

type compareCmd struct {
	Runs       []string `arg:"" name:"run" help:"Groups of runs, the first being what the others are compared with: files, folders, names, ids, key=value. Several runs in one group are repeats."`
	By         string   `help:"Put all runs together and group them by this tag, setting or column of runs." placeholder:"KEY"`
	MinEffect  float64  `help:"Smallest difference that matters, in percent." default:"2" placeholder:"PERCENT"`
	KeepWarmup bool     `help:"Leave the warm-up found by statistics in."`
	measuredFlags
	tableFlags
}

func (compareCmd) Help() string {
	return `Each group is compared with the first. The ratio of the means comes with its
confidence interval, by the effective sample size of one run a side, or by the
runs where there are repeats; the verdict is in words. The jitter is compared
on its own.

Examples:
  jitterlog compare nobinlog.log binlog.log
  jitterlog compare sync_binlog=0 sync_binlog=1
  jitterlog compare results/ --by innodb_flush_log_at_trx_commit
  jitterlog compare a.log b.log --value lat_p95_ms --min-effect 5`
}

func (c *compareCmd) Run(e *env) error {
	o, err := e.open(c.Runs)
	if err != nil {
		return err
	}
	defer o.Close()
	groups, err := grouped(e, o, c.By)
	if err != nil {
		return err
	}
	comparison, err := o.db.Compare(e.ctx, groups, analyze.CompareOptions{Measured: c.measured(),
		KeepWarmUp: c.KeepWarmup, MinEffect: c.MinEffect / 100})
	if err != nil {
		return err
	}
	return c.print(e, report.Comparison(comparison))
}

// grouped makes the groups of a comparison: one for each argument, or one for
// each value of a key.
func grouped(e *env, o *opened, by string) ([]analyze.Group, error) {
	if by == "" {
		var groups []analyze.Group
		for i, runs := range o.groups {
			groups = append(groups, analyze.Group{Name: o.groupName(i), Runs: runs, By: keyOf(o.args[i])})
		}
		return groups, nil
	}
	groups, without, err := analyze.GroupBy(o.all(), by)
	if len(without) > 0 {
		var names []string
		for _, run := range without {
			names = append(names, run.Name)
		}
		e.say("left out, since they do not say their %s: %s", by, strings.Join(names, ", "))
	}
	return groups, err
}

// groupName is short where it can be: a run's own name, with what tells it from the
// others, else what the user wrote.
func (o *opened) groupName(i int) string {
	if len(o.groups[i]) > 1 {
		return o.args[i]
	}
	var all []history.Run // the run itself first
	for _, run := range append(slices.Clone(o.groups[i]), o.all()...) {
		if len(all) == 0 || run.RunID != all[0].RunID {
			all = append(all, run)
		}
	}
	return analyze.Labels(all)[0]
}

// keyOf is the key of an argument such as memory=12G, which is meant to differ.
func keyOf(arg string) string {
	if _, _, ok := asPath(arg); ok {
		return ""
	}
	key, _, pair := strings.Cut(arg, "=")
	if !pair {
		return ""
	}
	return key
}
