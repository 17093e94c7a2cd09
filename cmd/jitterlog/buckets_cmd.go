package main

import (
	"time"

	"jitterlog/analyze"
	"jitterlog/parse"
	"jitterlog/report"
)

// measuredFlags choose which numbers of a run are meant.
type measuredFlags struct {
	Op    string   `help:"Operation, such as payment or query (default: the run's headline)." placeholder:"OP"`
	Phase []string `help:"Parts of the run: rampup, measure, cooldown." enum:"rampup,measure,cooldown" default:"measure"`
	Value string   `help:"Column: rate, count, lat_p95_ms, ..." default:"rate" placeholder:"COLUMN"`
}

func (f measuredFlags) measured() analyze.Measured {
	m := analyze.Measured{Op: f.Op, Value: analyze.Value(f.Value)}
	for _, phase := range f.Phase {
		m.Phases = append(m.Phases, parse.Phase(phase))
	}
	return m
}

type bucketsCmd struct {
	Runs    []string      `arg:"" name:"run" help:"Runs: files, folders, names, ids, key=value."`
	Every   time.Duration `help:"Length of a bucket." default:"30s"`
	Partial bool          `help:"Keep a last bucket that is not full."`
	measuredFlags
	tableFlags
}

func (bucketsCmd) Help() string {
	return `The first column is the end of each bucket in seconds, then one column per
run. Rates are weighted by the length of their intervals.

Examples:
  jitterlog buckets binlog.log nobinlog.log --every 30s --value count
  jitterlog buckets sync_binlog=1 --value lat_p95_ms --output csv`
}

func (c *bucketsCmd) Run(e *env) error {
	o, err := e.open(c.Runs)
	if err != nil {
		return err
	}
	defer o.Close()
	runs, err := e.withOp(o, o.all(), c.Op)
	if err != nil {
		return err
	}
	buckets, err := o.db.Buckets(e.ctx, runs, analyze.BucketOptions{Measured: c.measured(), Every: c.Every.Seconds(), Partial: c.Partial})
	if err != nil {
		return err
	}
	warnings, err := o.db.Warnings(e.ctx, runs)
	if err != nil {
		return err
	}
	return c.print(e, report.Buckets(buckets, warnings))
}
