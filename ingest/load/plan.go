package load

import (
	"errors"
	"fmt"
	"io"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse/rawlog"
)

// A Plan is one run.
type Plan struct {
	Server   client.Config
	Workload Workload
	// Stages are the load over time, after the warm-up, which has the load of
	// the first. All of them have a rate, or none.
	Stages  []Stage
	Poisson bool // arrivals at random, exponential gaps; else at equal ones
	Warmup  time.Duration
	// Events ends the run after so many events begun in measuring; 0: no limit.
	// With Events, or a workload's own Rule, a single stage may be without a
	// Duration.
	Events   int64
	Interval time.Duration // of reports, 100 ms or more; 0: 1 s
	Seed     uint64        // of everything drawn at random
	// IgnoreErrors makes events that fail by an error that would end the run
	// count as failed, and the run go on.
	IgnoreErrors bool
	// Grace is how long events under way at the end may take, before their
	// connections are closed under them; 0: 10 s.
	Grace time.Duration

	// Log takes the raw interval log, a line at a time, unbuffered.
	Log io.Writer
	// What the log says besides.
	Version string            // of the program
	Scale   int64             // of the workload, 0: none
	Options map[string]string // no secrets

	// OnInterval and OnEvent, where given, are called with what was written to
	// the log; they must not keep it, nor take long.
	OnInterval func(*rawlog.Interval)
	OnEvent    func(*rawlog.Event)
}

// A Stage is a part of a run.
type Stage struct {
	Threads  int
	Rate     float64 // events per second, 0: a closed loop
	Duration time.Duration
}

const (
	minInterval     = 100 * time.Millisecond
	defaultInterval = time.Second
	defaultGrace    = 10 * time.Second
	maxRate         = 1e7
)

// complete checks the plan and fills in what it leaves open.
func (p *Plan) complete() error {
	if p.Interval == 0 {
		p.Interval = defaultInterval
	}
	if p.Grace == 0 {
		p.Grace = defaultGrace
	}
	switch {
	case p.Workload == nil || len(p.Workload.Ops()) == 0:
		return errors.New("a run needs a workload with at least one operation")
	case p.Log == nil:
		return errors.New("a run needs a log to write to")
	case len(p.Stages) == 0:
		return errors.New("a run needs at least one stage")
	case p.Interval < minInterval:
		return fmt.Errorf("report interval %v is too short: at least %v", p.Interval, minInterval)
	case p.Warmup < 0 || p.Events < 0:
		return errors.New("warm-up and events cannot be negative")
	}
	for i, s := range p.Stages {
		switch {
		case s.Threads < 1:
			return fmt.Errorf("stage %d has %d threads: at least 1", i+1, s.Threads)
		case !(s.Rate >= 0 && s.Rate <= maxRate):
			return fmt.Errorf("stage %d asks for a rate of %v per second: 0 to %v", i+1, s.Rate, maxRate)
		case (s.Rate > 0) != (p.Stages[0].Rate > 0):
			return errors.New("either all stages have a rate or none")
		case s.Duration <= 0 && (len(p.Stages) > 1 || p.Events == 0 && p.rule() == nil):
			return fmt.Errorf("stage %d has no duration: give one, or a number of events to a single stage", i+1)
		}
	}
	return nil
}

// rule returns a rule of the workload for a run, nil if it has none.
func (p *Plan) rule() Rule {
	if s, ok := p.Workload.(Stopper); ok {
		return s.Rule()
	}
	return nil
}

// open says whether events are begun at a rate and not one after the other.
func (p *Plan) open() bool { return p.Stages[0].Rate > 0 }

// threads returns the most threads of any stage.
func (p *Plan) threads() int {
	most := 0
	for _, s := range p.Stages {
		most = max(most, s.Threads)
	}
	return most
}

// duration returns how long measuring is to last, 0 if only Events end it.
func (p *Plan) duration() time.Duration {
	var d time.Duration
	for _, s := range p.Stages {
		d += s.Duration
	}
	return d
}

// stageAt returns the stage at t since measuring start; the warm-up belongs to
// the first, what comes after the end to the last.
func (p *Plan) stageAt(t time.Duration) Stage {
	var end time.Duration
	for _, s := range p.Stages {
		end += s.Duration
		if t < end {
			return s
		}
	}
	return p.Stages[len(p.Stages)-1]
}

// header returns the first line of the log.
func (p *Plan) header(at time.Time) *rawlog.Run {
	run := &rawlog.Run{
		Version: p.Version, At: at.UTC(), Workload: p.Workload.Name(), Threads: int64(p.threads()),
		IntervalS: p.Interval.Seconds(), WarmupS: p.Warmup.Seconds(), DurationS: p.duration().Seconds(),
		Events: p.Events, Scale: p.Scale, Server: p.Server.String(), Seed: p.Seed, Options: p.Options,
	}
	if p.open() {
		run.Arrivals = "uniform"
		if p.Poisson {
			run.Arrivals = "poisson"
		}
	}
	for _, op := range p.Workload.Ops() {
		run.Ops = append(run.Ops, op.Name)
	}
	for _, s := range p.Stages {
		run.Stages = append(run.Stages, rawlog.Stage{Rate: s.Rate, Threads: int64(s.Threads), DurationS: s.Duration.Seconds()})
	}
	return run
}
