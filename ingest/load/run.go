package load

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// A Result is what a run came to; everything else is in its log.
type Result struct {
	StartedAt time.Time   // measuring start
	End       *rawlog.End // the last line of the log
}

// Run makes the load of a plan and writes the log. It ends when the plan's time
// or events are done, or when ctx is done: then the events under way are still
// finished, and the run is complete with the reason "interrupt". An error means
// that the run did not start, or was ended by an error that the workload's rule
// does not go on after; the log says so as well, and the Result is there if
// measuring had begun. Nothing that Run started is left when it returns.
func Run(ctx context.Context, plan Plan) (*Result, error) {
	g, err := newEngine(ctx, plan)
	if err != nil {
		return nil, err
	}
	return g.run(ctx)
}

func (g *engine) run(ctx context.Context) (*Result, error) {
	defer g.cancel()
	defer g.widen()()
	defer g.disconnect()
	if err := g.log.Write(g.plan.header(time.Now())); err != nil {
		return nil, err
	}
	status, err := g.prepare(ctx)
	if err != nil {
		fatal := &rawlog.Event{Severity: string(parse.Error), Event: string(parse.Fatal), Code: client.Code(err), Message: client.Message(err)}
		if ctx.Err() != nil {
			err = fmt.Errorf("interrupted before the load began: %w", ctx.Err())
		}
		_ = g.log.Write(fatal) // err is the one to report
		return nil, err
	}
	return g.measure(ctx, status)
}

// prepare opens all connections and describes the server.
func (g *engine) prepare(ctx context.Context) (*statusSampler, error) {
	conn, err := g.plan.Server.Connect(ctx)
	if err != nil {
		return nil, err
	}
	server, err := describe(conn, g.plan.Server.Local())
	if err == nil {
		g.errorLog = newErrorLog(server, g.plan.Server.Local())
		g.disk = newDisk(server)
		err = g.log.Write(server)
	}
	if err == nil {
		err = g.connect(ctx)
	}
	var status *statusSampler
	if err == nil {
		status, err = newStatusSampler(g, conn)
	}
	if err != nil {
		_ = conn.Close() // err is the one to report
		return nil, err
	}
	return status, nil
}

// measure runs the workers, the clock and the samplers.
func (g *engine) measure(ctx context.Context, status *statusSampler) (*Result, error) {
	clock := newClock(g, newHostSampler(g.plan.Server.Local()))
	defer clock.client.lag.close()
	g.origin = time.Now().Add(g.plan.Warmup)
	result := &Result{StartedAt: g.origin}
	if err := g.log.Write(&rawlog.Start{At: g.origin.UTC()}); err != nil {
		g.end(err)
	}
	interrupted := context.AfterFunc(ctx, func() { g.end(context.Cause(ctx)) })
	defer interrupted()

	var workers sync.WaitGroup
	for _, r := range g.runners {
		workers.Go(r.loop)
	}
	workersDone := make(chan struct{})
	go func() {
		workers.Wait()
		close(workersDone)
	}()
	go status.run()

	clock.run(workersDone)
	end := g.drain(workersDone)
	g.end(nil) // stops what still samples
	status.finish()
	g.err = g.disk.explain(g.err)
	if err := g.failure(ctx); err != nil {
		g.faults.error(parse.Error, parse.Fatal, err)
	}
	clock.final(end)
	result.End = g.ending(ctx, clock, status, end)
	if err := g.log.Write(result.End); err != nil && g.err == nil {
		return result, err
	}
	return result, g.failure(ctx)
}

// drain waits for the events under way, and gives them up after the grace. It
// returns when the run ended.
func (g *engine) drain(workersDone <-chan struct{}) time.Duration {
	timer := time.NewTimer(g.plan.Grace)
	defer timer.Stop()
	select {
	case <-workersDone:
	case <-timer.C:
		g.abort()
		<-workersDone
		g.faults.add(parse.Warning, parse.Failure, "", fmt.Sprintf("events had not ended %v after the run and were given up", g.plan.Grace))
	}
	return g.now()
}

// failure returns the error that ended the run, nil if none did.
func (g *engine) failure(ctx context.Context) error {
	if ctx.Err() != nil && errors.Is(g.err, context.Cause(ctx)) {
		return nil // interrupted, which is no failure
	}
	return g.err
}

// ending returns the last line of the log.
func (g *engine) ending(ctx context.Context, c *clock, status *statusSampler, end time.Duration) *rawlog.End {
	line := &rawlog.End{T: end.Seconds(), Reason: "time", Totals: c.totals.lines(g.meter.ops, false),
		Statements: c.totals.statementLine(), Unfinished: g.unfinished.Load(), Samples: status.taken, SamplesMissed: status.missed}
	measured := end
	switch {
	case g.failure(ctx) != nil:
		line.Reason = "error"
	case ctx.Err() != nil && (g.duration == 0 || end < g.duration):
		line.Reason = "interrupt"
	case c.ruled:
		line.Reason, measured = "rule", c.ruledAt
	case g.duration == 0 || end < g.duration:
		line.Reason = "events"
	default:
		measured = g.duration
	}
	line.ElapsedS = max(0, measured.Seconds())
	e := evidence{measured: measured, cpuShare: c.cpuShare, lagP99: c.client.lags.percentile(99)}
	line.ClientCPUS, line.LagP99MS = c.cpu.Seconds(), ms(e.lagP99)
	if g.schedule != nil {
		e.arrived, e.begun = c.arrived, g.begun.Load()
		e.underWay = int64(len(g.runners))
		line.Arrived, line.Begun, line.BeginLagP99MS = e.arrived, e.begun, ms(c.totals.lag.percentile(99))
	}
	line.Verdict, line.Reasons = verdict(e)
	return line
}
