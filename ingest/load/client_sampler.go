package load

import (
	"runtime/debug"
	"sync"
	"time"
)

// A clientSampler watches the process that makes the load.
type clientSampler struct {
	cpus    int // that the process may use
	lag     *lagMeter
	at      time.Time
	cpu     time.Duration
	gc      debug.GCStats
	cpuAll  time.Duration // at the measuring start
	measure time.Time     // measuring start as far as samples tell
	recent  distribution  // lags since the last call of values, reused
	lags    distribution  // of the measure phase
}

func newClientSampler(cpus int) *clientSampler {
	s := &clientSampler{cpus: cpus, lag: newLagMeter(), at: time.Now(), cpu: processCPU()}
	debug.ReadGCStats(&s.gc)
	s.cpuAll, s.measure = s.cpu, s.at
	return s
}

// start marks measuring start.
func (s *clientSampler) start() {
	s.cpuAll, s.measure = processCPU(), time.Now()
	s.lags.reset()
}

// values returns the figures since the last call.
func (s *clientSampler) values() map[string]float64 {
	now, cpu := time.Now(), processCPU()
	var gc debug.GCStats
	debug.ReadGCStats(&gc)
	s.lag.take(&s.recent)
	values := map[string]float64{
		"gc_pauses":   float64(gc.NumGC - s.gc.NumGC),
		"gc_pause_ms": ms(gc.PauseTotal - s.gc.PauseTotal),
	}
	if elapsed := now.Sub(s.at); elapsed > 0 && cpu >= 0 {
		values["cpu_pct"] = rounded(100 * (cpu - s.cpu).Seconds() / elapsed.Seconds())
	}
	if rss := residentKB(); rss > 0 {
		values["rss_kb"] = rss
	}
	if s.recent.count() > 0 {
		values["lag_p99_ms"], values["lag_max_ms"] = ms(s.recent.percentile(99)), ms(s.recent.max)
		s.lags.take(&s.recent)
	}
	s.at, s.cpu, s.gc = now, cpu, gc
	return values
}

// usage returns the CPU time since measuring start, and the share of what this
// process may use: 1 is all CPUs. Both are 0 where the system does not tell.
func (s *clientSampler) usage() (cpu time.Duration, share float64) {
	now := processCPU()
	elapsed := time.Since(s.measure)
	if now < 0 || elapsed <= 0 {
		return 0, 0
	}
	cpu = now - s.cpuAll
	return cpu, cpu.Seconds() / elapsed.Seconds() / float64(s.cpus)
}

// A lagMeter measures how late timers fire: what the client adds to every
// latency that it measures after waiting.
type lagMeter struct {
	mu   sync.Mutex
	lags distribution
	stop chan struct{}
	done chan struct{}
}

const lagPeriod = 20 * time.Millisecond

func newLagMeter() *lagMeter {
	l := &lagMeter{stop: make(chan struct{}), done: make(chan struct{})}
	go l.run()
	return l
}

func (l *lagMeter) run() {
	defer close(l.done)
	timer := time.NewTimer(lagPeriod)
	defer timer.Stop()
	for due := time.Now().Add(lagPeriod); ; {
		select {
		case <-l.stop:
			return
		case <-timer.C:
		}
		now := time.Now()
		l.mu.Lock()
		l.lags.record(now.Sub(due))
		l.mu.Unlock()
		due = now.Add(lagPeriod)
		timer.Reset(lagPeriod)
	}
}

// take moves the lags since the last call into d.
func (l *lagMeter) take(d *distribution) {
	l.mu.Lock()
	defer l.mu.Unlock()
	d.take(&l.lags)
}

func (l *lagMeter) close() {
	close(l.stop)
	<-l.done
}
