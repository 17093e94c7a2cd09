package load

import (
	"runtime"
	"sync"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse/rawlog"
)

// A tally is what was done in some time.
type tally struct {
	ops        []opTally
	statements [3]int64
	begun      int64
	lag        distribution // how late the events that workers waited for were begun
}

type opTally struct {
	count, late, failed, retried int64
	errors                       [client.Classes]int64
	latency, service             distribution
}

func newTally(ops int) tally { return tally{ops: make([]opTally, ops)} }

// take adds other to t and empties other.
func (t *tally) take(other *tally) {
	t.add(other)
	other.reset()
}

// reset empties t and keeps the memory of its histograms.
func (t *tally) reset() {
	for i := range t.ops {
		o := &t.ops[i]
		o.latency.reset()
		o.service.reset()
		*o = opTally{latency: o.latency, service: o.service}
	}
	t.lag.reset()
	*t = tally{ops: t.ops, lag: t.lag}
}

func (t *tally) add(other *tally) {
	for i := range t.ops {
		a, b := &t.ops[i], &other.ops[i]
		a.addCounts(b)
		a.latency.add(&b.latency)
		a.service.add(&b.service)
	}
	for i, n := range other.statements {
		t.statements[i] += n
	}
	t.begun += other.begun
	t.lag.add(&other.lag)
}

func (o *opTally) addCounts(other *opTally) {
	o.count += other.count
	o.late += other.late
	o.failed += other.failed
	o.retried += other.retried
	for i, n := range other.errors {
		o.errors[i] += n
	}
}

// empty says whether nothing was done.
func (t *tally) empty() bool {
	for i := range t.ops {
		if o := &t.ops[i]; o.count+o.failed+o.retried > 0 {
			return false
		}
	}
	return t.statements == [3]int64{}
}

// lines returns what the log says of each op.
func (t *tally) lines(ops []Op, hist bool) []rawlog.Op {
	out := make([]rawlog.Op, len(ops))
	for i := range ops {
		o := &t.ops[i]
		out[i] = rawlog.Op{Name: ops[i].Name, Count: o.count, Late: o.late, Failed: o.failed, Retried: o.retried,
			Latency: o.latency.latency(hist), Service: o.service.latency(hist)}
		for class, n := range o.errors {
			if n > 0 {
				if out[i].Errors == nil {
					out[i].Errors = map[string]int64{}
				}
				out[i].Errors[client.Class(class).String()] = n
			}
		}
	}
	return out
}

func (t *tally) statementLine() rawlog.Statements {
	return rawlog.Statements{Read: t.statements[read], Write: t.statements[write], Other: t.statements[other]}
}

// A meter takes what the workers do. Workers share a few parts, each with a
// lock that is taken once an event: a histogram per worker would cost a quarter
// of a MiB per operation and connection, and the lock costs some tens of
// nanoseconds of the hundred thousand and more that an event takes.
type meter struct {
	ops   []Op
	parts []*part
}

type part struct {
	mu    sync.Mutex
	tally tally
}

const maxParts = 8

func newMeter(ops []Op, workers int) *meter {
	m := &meter{ops: ops}
	for range min(workers, runtime.GOMAXPROCS(0), maxParts) {
		m.parts = append(m.parts, &part{tally: newTally(len(ops))})
	}
	return m
}

// part returns where the worker of that ID records.
func (m *meter) part(id int) *part { return m.parts[id%len(m.parts)] }

// take moves all that was recorded since the last call into t.
func (m *meter) take(t *tally) {
	for _, p := range m.parts {
		p.mu.Lock()
		t.take(&p.tally)
		p.mu.Unlock()
	}
}

// An outcome is how an event ended.
type outcome struct {
	op       int // Untimed: only what the recorder holds counts
	failed   bool
	due      bool          // in an open loop: latency and service differ
	latency  time.Duration // since the event was due, or begun
	service  time.Duration
	waited   bool // the worker was free when the event was due
	lag      time.Duration
	retried  int64
	begun    int64
	limit    time.Duration
	errors   [client.Classes]int64
	anyError bool
}

// record adds an event and what its recorder holds, and empties the recorder.
func (p *part) record(e *outcome, rec *Recorder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := &p.tally
	for i, n := range rec.statements {
		t.statements[i] += n
	}
	clear(rec.statements[:])
	t.begun += e.begun
	if e.waited {
		t.lag.record(e.lag)
	}
	for _, a := range rec.added {
		t.ops[a.op].count += a.n
	}
	for _, a := range rec.timed {
		t.ops[a.op].count++
		t.ops[a.op].latency.record(a.service)
	}
	rec.added, rec.timed = rec.added[:0], rec.timed[:0]
	o := &t.ops[max(e.op, 0)]
	o.retried += e.retried
	if e.anyError {
		for i, n := range e.errors {
			o.errors[i] += n
		}
	}
	switch {
	case e.failed:
		o.failed++
	case e.op >= 0:
		o.count++
		if e.limit > 0 && e.latency > e.limit {
			o.late++
		}
		o.latency.record(e.latency)
		if e.due {
			o.service.record(e.service)
		}
	}
}
