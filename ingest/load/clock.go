package load

import (
	"fmt"
	"maps"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// A clock makes the reports of a run.
type clock struct {
	*engine
	label   time.Duration // the end of the last report, on the grid
	tally   tally         // of the interval, reused
	totals  tally         // of the measure phase
	host    *hostSampler  // nil: the server's machine cannot be seen
	client  *clientSampler
	sampled time.Duration // when client and machine were sampled last
	rule    Rule          // of the workload; nil: none
	ruled   bool          // it has ended the run, at ruledAt
	ruledAt time.Duration

	early    int64 // events due in the warm-up
	arrived  int64 // events due in measuring
	cpu      time.Duration
	cpuShare float64 // of all that the client may use, 0 to 1
}

func newClock(g *engine, host *hostSampler) *clock {
	ops := len(g.meter.ops)
	return &clock{engine: g, label: -g.plan.Warmup, tally: newTally(ops), totals: newTally(ops),
		host: host, client: newClientSampler(g.cpus), sampled: -g.plan.Warmup, rule: g.plan.rule()}
}

// run makes reports until the asked end, until stop, or until all events of a
// run that counts them are done.
func (c *clock) run(workersDone <-chan struct{}) {
	if c.plan.Events == 0 {
		workersDone = nil // they may be through with a schedule before its end
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		timer.Reset(c.grid.after(c.label) - c.now())
		select {
		case <-timer.C:
		case <-workersDone:
			c.account(c.now())
			return
		case <-c.stop:
			c.account(c.now())
			return
		}
		if c.report(); c.duration > 0 && c.label >= c.duration {
			c.account(c.duration)
			return
		}
	}
}

// account takes stock at the end of measuring.
func (c *clock) account(end time.Duration) {
	c.cpu, c.cpuShare = c.client.usage()
	if c.schedule != nil && end > 0 {
		c.arrived = c.schedule.arrivals.before(end) - c.early
	}
}

// measuring takes stock at the start of measuring.
func (c *clock) measuring() {
	c.client.start()
	if c.schedule != nil {
		c.early = c.schedule.arrivals.before(0)
	}
}

// report closes the interval up to the last grid point that has passed.
func (c *clock) report() {
	label := c.grid.last(c.now())
	if c.label < 0 && label > 0 { // warm-up and measuring are never in one interval
		label = 0
	}
	if label <= c.label { // a timer that fired a moment early
		return
	}
	if label-c.label > c.plan.Interval {
		c.faults.add(parse.Warning, parse.LateReport, "",
			fmt.Sprintf("a report covers more than %v: the client was stopped or had no CPU", c.plan.Interval))
	}
	c.interval(label)
}

// final closes the interval that was open when the run ended, at end, if
// anything belongs to it: it makes no tail of zeros.
func (c *clock) final(end time.Duration) {
	open := end-c.label > time.Millisecond && (c.duration == 0 || c.label < c.duration) && !c.ruled
	c.meter.take(&c.tally, never)
	if open || !c.tally.empty() {
		c.interval(max(end, c.label+time.Millisecond).Round(time.Microsecond))
	}
	c.errorLog.read(c.faults.add)
	c.events()
}

// interval writes the interval from the last label to this one: what ended in
// it, whenever it was asked for.
func (c *clock) interval(label time.Duration) {
	c.meter.take(&c.tally, label)
	phase := c.phase(label)
	if phase == parse.Measure {
		c.totals.add(&c.tally)
	}
	stage := c.plan.stageAt((c.label + label) / 2)
	line := &rawlog.Interval{
		T0: c.label.Seconds(), T1: label.Seconds(), Phase: string(phase), ElapsedS: (label - c.label).Seconds(),
		Threads: int64(stage.Threads), Rate: stage.Rate,
		Ops: c.tally.lines(c.meter.ops, true), Statements: c.tally.statementLine(),
	}
	c.overlong()
	c.write(line)
	if c.plan.OnInterval != nil {
		c.plan.OnInterval(line)
	}
	lag := c.tally.lag.percentile(99)
	c.tally.reset()
	c.label = label
	if phase != parse.CoolDown {
		c.judge(line)
	}
	c.sample(label, lag)
	c.events()
	if label == 0 {
		c.measuring()
	}
}

// judge asks the workload's rule whether the run ends with an interval.
func (c *clock) judge(line *rawlog.Interval) {
	if c.rule == nil {
		return
	}
	if e := c.rule(line); e != nil {
		c.rule, c.ruled, c.ruledAt = nil, true, c.label
		c.writeEvent(e)
		c.end(nil)
	}
}

func (c *clock) phase(label time.Duration) parse.Phase {
	switch {
	case label <= 0:
		return parse.RampUp
	case c.ruled || c.duration > 0 && label > c.duration:
		return parse.CoolDown
	}
	return parse.Measure
}

// overlong says that latencies were longer than a histogram holds.
func (c *clock) overlong() {
	for i := range c.tally.ops {
		o := &c.tally.ops[i]
		for range o.latency.overlong + o.service.overlong {
			c.faults.add(parse.Warning, parse.Failure, "",
				fmt.Sprintf("a latency of %s of more than %v is counted as %v", c.meter.ops[i].Name, longest, longest))
		}
	}
}

// events writes what happened since the last report.
func (c *clock) events() {
	for _, e := range c.faults.lines(c.label) {
		c.writeEvent(e)
	}
}

func (c *clock) writeEvent(e *rawlog.Event) {
	c.write(e)
	if c.plan.OnEvent != nil {
		c.plan.OnEvent(e)
	}
}

// write writes a line; a log that cannot be written ends the run.
func (c *clock) write(line rawlog.Line) {
	if err := c.log.Write(line); err != nil {
		c.end(err)
	}
}

// sample writes what the client and the machine did until t. The 99th percentile
// of how late events of the interval were begun is lag.
func (c *clock) sample(t, lag time.Duration) {
	inflight, oldest := c.underWay()
	values := map[string]float64{"inflight": float64(inflight), "oldest_ms": ms(oldest)}
	if c.schedule != nil {
		values["queue_length"] = float64(c.schedule.queued(t))
		values["begin_lag_p99_ms"] = ms(lag)
	}
	if c.sampling > 0 && t-c.sampled >= c.sampling {
		c.sampled = t
		maps.Copy(values, c.client.values())
		c.errorLog.read(c.faults.add)
		if line := c.disk.sample(c.faults.add); line != nil {
			line.T = t.Seconds()
			c.write(line)
		}
		for _, line := range c.host.sample(time.Now()) {
			line.T = t.Seconds()
			c.write(line)
		}
	}
	c.write(&rawlog.Sample{T: t.Seconds(), Source: "client", Values: values})
}
