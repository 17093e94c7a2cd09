package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"jitterlog/ingest"
	"jitterlog/ingest/history"
	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/ingest/workload/insert"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

type runCmd struct {
	workloadFlags
	serverFlags
	Threads  []int             `short:"t" help:"Clients, each with a connection (default: ${threads}, or what the workload is made for); several numbers one after the other." group:"load" placeholder:"N,..."`
	Time     *time.Duration    `help:"How long to measure, all steps together (default: 60s)." group:"load" placeholder:"DURATION"`
	Step     *time.Duration    `help:"How long each of several --rate or --threads lasts (default: its share of --time)." group:"load" placeholder:"DURATION"`
	Events   int64             `help:"End after so many events, or after --time if that comes first." group:"load" placeholder:"N"`
	Warmup   time.Duration     `help:"Load before measuring." default:"10s" group:"load"`
	Interval time.Duration     `help:"Length of a report interval, 100ms or more." default:"1s" group:"load"`
	Rate     []float64         `help:"Open loop: so many events per second; several numbers one after the other." group:"load" placeholder:"N,..."`
	Poisson  bool              `help:"Open loop: arrivals at random instead of at equal gaps." group:"load"`
	Ignore   bool              `name:"ignore-errors" help:"Go on after errors that would end the run, and count them." group:"load"`
	To       string            `short:"o" name:"to" help:"The raw log (default: WORKLOAD-DATE-TIME.log here)." placeholder:"FILE"`
	Name     string            `help:"Name of the run in the history." placeholder:"NAME"`
	Tag      map[string]string `help:"Your own words on the run." placeholder:"KEY=VALUE" mapsep:"none"`
	NoImport bool              `help:"Keep the raw log alone."`
}

func (runCmd) Help() string {
	return `Makes load, writes a raw interval log and imports it. With no server named, a
throwaway one is started, prepared, and removed at the end. In an open loop
(--rate) latency counts from the time an event was due. Ctrl-C ends a run
cleanly.

Several values of --rate or --threads are steps of one run, of --step each; as
many of both go in pairs. The warm-up has the load of the first step. Each step
ends a report interval, and the report describes the steps one by one.

insert-knee --rows or --knee and procedure or any other workload with --events
run until that is reached; --time ends them before.

Examples:
  jitterlog run tpcc --warehouses 2 --threads 8 --time 5m
  jitterlog run tpcc --warehouses 2 --set innodb_flush_log_at_trx_commit=2 --set innodb_buffer_pool_size=2G
  jitterlog run oltp_read_write --tables 4 --table-size 100000 --threads 16
  jitterlog run insert-knee --rows 50000000 --knee 0.5
  jitterlog run oltp_read_write --threads 1,2,4,8 --step 30s
  jitterlog run tpcc --rate 500,1000,2000 --step 60s --host 127.0.0.1 --user bench
  JITTERLOG_PASSWORD=... jitterlog run tpcc --host db1 --user bench --threads 64`
}

func (c *runCmd) Run(e *env) error {
	var server client.Config
	workload, err := c.choose(&server)
	if err != nil {
		return err
	}
	if len(c.Rate) > 0 && c.Workload == insert.Procedure {
		return usage("--rate: the loop of %s runs in the server, as fast as it goes", c.Workload)
	}
	stages, err := c.stages(workload.threads, workload.ruled())
	if err != nil {
		return err
	}
	path := c.To
	if path == "" {
		path = fmt.Sprintf("%s-%s.log", workload.Name(), time.Now().Format("20060102-150405"))
	}
	log, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	before, err := log.Stat()
	if err != nil {
		return errors.Join(err, log.Close())
	}
	measured := false
	err = c.withServer(e, func(config client.Config, started *sandbox.Server) error {
		server = config
		if _, err := workload.preparer(); started != nil && err == nil {
			if err := prepare(e, workload, config); err != nil {
				return err
			}
		}
		measured, err = c.load(e, workload, stages, config, log)
		return err
	})
	if err != nil && !measured {
		err = errors.Join(err, log.Truncate(before.Size()), log.Close())
		if before.Size() == 0 {
			err = errors.Join(err, removed(path))
		}
		return err
	}
	if err := errors.Join(err, log.Close()); err != nil {
		return &hintedError{err, "what was measured is in " + path + " (jitterlog import reads it)"}
	}
	e.say("raw log: %s", path)
	if c.NoImport {
		return nil
	}
	// An interrupt ended the load; what it left is imported all the same.
	e.ctx = context.WithoutCancel(e.ctx)
	return c.keep(e, path)
}

// load runs the plan, prints a line an interval, and says whether there was one.
func (c *runCmd) load(e *env, workload *chosenWorkload, stages []load.Stage, config client.Config, log *os.File) (measured bool, err error) {
	plan := load.Plan{
		Server: config, Workload: workload.Workload, Stages: stages, Poisson: c.Poisson, Warmup: c.Warmup,
		Events: c.Events, Interval: c.Interval, Seed: c.Seed, IgnoreErrors: c.Ignore,
		Log: log, Version: version(), Scale: workload.scale, Options: workload.options,
	}
	var end time.Duration
	for _, s := range stages {
		end += s.Duration
	}
	plan.OnInterval = func(iv *rawlog.Interval) {
		measured = true
		if iv.Phase != string(parse.CoolDown) {
			fmt.Fprintln(e.stderr, liveLine(iv, end.Seconds()))
		}
	}
	plan.OnEvent = func(ev *rawlog.Event) {
		if ev.Event != string(parse.Retry) { // those stand in the line of the interval
			e.say("%s: %s", ev.Severity, ev.Message)
		}
	}
	e.say("%s with %s on %s", workload.Name(), loadWords(stages), config)
	result, err := load.Run(e.ctx, plan)
	if result != nil && result.End != nil {
		e.say("verdict on the run itself: %s", strings.Join(append([]string{words(result.End.Verdict)}, result.End.Reasons...), "; "))
	}
	return measured, err
}

// liveLine is an interval as people watch it.
func liveLine(iv *rawlog.Interval, end float64) string {
	text := fmt.Sprintf("[%7.1f s] %3d threads", iv.T1, iv.Threads)
	if iv.Phase != string(parse.Measure) {
		text += " " + iv.Phase
	}
	var errors, failed, retried int64
	for i := range iv.Ops {
		op := &iv.Ops[i]
		for _, n := range op.Errors {
			errors += n
		}
		failed += op.Failed
		retried += op.Retried
		if i > 0 {
			continue
		}
		text += fmt.Sprintf("  %s %8.1f/s", op.Name, float64(op.Count)/iv.ElapsedS)
		if op.Latency != nil {
			text += fmt.Sprintf("  p95 %7.2f ms  p99 %7.2f ms", op.Latency.P95, op.Latency.P99)
		}
	}
	text += fmt.Sprintf("  errors %d", errors)
	if errors+retried+failed > 0 {
		text += fmt.Sprintf(" (%d retried, %d given up)", retried, failed)
	}
	if left := end - iv.T1; left > 0 {
		text += fmt.Sprintf("  left %.0f s", left)
	}
	return text
}

func words(verdict string) string { return strings.ReplaceAll(verdict, "_", " ") }

// keep imports the raw log and shows the run.
func (c *runCmd) keep(e *env, path string) error {
	h, err := history.Create(e.history)
	if err != nil {
		return err
	}
	files, err := ingest.Import(e.ctx, h, []string{path}, ingest.Options{Name: c.Name, Tags: c.Tag, Location: e.location})
	if err != nil {
		return err
	}
	if files[0].Err != nil {
		return fileError(files[0])
	}
	show := showCmd{Word: path}
	if len(files[0].Runs) > 0 {
		show.Word = files[0].Runs[0].RunID
	}
	return show.Run(e)
}
