package main

import (
	"context"
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"jitterlog/ingest/load/client"
	"jitterlog/ingest/workload/tpcc"
)

type prepareCmd struct {
	workloadFlags
	serverFlags
	Check bool `help:"tpcc: check the standard's consistency conditions instead of loading."`
}

func (prepareCmd) Help() string {
	return `A load that was interrupted is taken up again. A throwaway server is prepared by
run itself: here the server has to be named.

Examples:
  jitterlog prepare tpcc --warehouses 10 --host 127.0.0.1 --user bench
  jitterlog prepare tpcc --check --dsn 'bench@tcp(127.0.0.1:3306)/tpcc'`
}

func (c *prepareCmd) Run(e *env) error {
	workload, config, err := c.target(e, &c.workloadFlags)
	if err != nil {
		return err
	}
	if c.Check {
		return check(e, config, c.Compat)
	}
	return prepare(e, workload, config)
}

// target is the workload and the server of prepare and cleanup.
func (f *serverFlags) target(e *env, w *workloadFlags) (*chosenWorkload, client.Config, error) {
	if !f.named() {
		return nil, client.Config{}, usage("which server? --host, --socket or --dsn names it (a throwaway server is prepared by run)")
	}
	workload, err := w.choose(&client.Config{})
	if err != nil {
		return nil, client.Config{}, err
	}
	config, err := f.connectTo(e)
	return workload, config, err
}

// prepare makes the tables of a workload, with a bar on a terminal.
func prepare(e *env, workload *chosenWorkload, config client.Config) error {
	tables, err := workload.preparer()
	if err != nil {
		return err
	}
	if err := createDatabase(e.ctx, config); err != nil {
		return err
	}
	tell, finish := loadingBar(e)
	began := time.Now()
	err = tables.Prepare(e.ctx, config.Connect, tell)
	finish()
	if err == nil {
		e.say("prepared %s in %.1f s", workload.Name(), time.Since(began).Seconds())
	}
	return err
}

// loadingBar draws a bar if the messages go to a terminal.
func loadingBar(e *env) (tell func(done, total int64), finish func()) {
	if _, ok := width(e.stderr); !ok {
		return func(int64, int64) {}, func() {}
	}
	bar := progressbar.NewOptions64(1, progressbar.OptionSetWriter(e.stderr), progressbar.OptionSetDescription("loading"),
		progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond))
	return func(done, total int64) {
		bar.ChangeMax64(max(total, 1))
		bar.Set64(done)
	}, func() { bar.Clear() }
}

// check looks whether a TPC-C database is consistent.
func check(e *env, config client.Config, compat string) error {
	rules, err := tpcc.ParseCompat(compat)
	if err != nil {
		return &codedError{exitUsage, err}
	}
	conn, err := config.Connect(e.ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	conditions := tpcc.Conditions(rules)
	violations, err := tpcc.Check(conn, conditions)
	if err != nil {
		return err
	}
	for _, v := range violations {
		e.say("%v", v)
	}
	if len(violations) > 0 {
		return &codedError{exitRegression, fmt.Errorf("%d of %d consistency conditions do not hold", len(violations), len(conditions))}
	}
	e.say("all %d consistency conditions hold", len(conditions))
	return nil
}

type cleanupCmd struct {
	workloadFlags
	serverFlags
}

func (cleanupCmd) Help() string {
	return `Example:
  jitterlog cleanup tpcc --host 127.0.0.1 --user bench`
}

func (c *cleanupCmd) Run(e *env) error {
	workload, config, err := c.target(e, &c.workloadFlags)
	if err != nil {
		return err
	}
	tables, err := workload.preparer()
	if err != nil {
		return err
	}
	conn, err := config.Connect(e.ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return tables.Cleanup(context.WithoutCancel(e.ctx), conn)
}
