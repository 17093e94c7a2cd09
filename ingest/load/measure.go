package load

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse/rawlog"
)

// A tally is what was done in some time.
type tally struct {
	ops        []opTally
	statements [3]int64
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

// A meter takes what the workers do and sorts it into intervals by the time at
// which events ended: a report that is made late does not take what belongs to
// the next. Workers share a few parts, each with a lock that is taken once an
// event: a histogram per worker would cost a quarter of a MiB per operation and
// connection, and the lock costs some tens of nanoseconds of the hundred thousand
// and more that an event takes.
type meter struct {
	ops   []Op
	parts []*part
}

type part struct {
	mu    sync.Mutex
	grid  grid
	ops   int
	taken time.Duration // intervals up to here have been taken
	open  []*cell       // the others that hold something, ascending: one or two unless reports are late
	spare []*cell       // empty, with the memory of their histograms
}

// A cell is an interval of a part.
type cell struct {
	end   time.Duration
	tally tally
}

const maxParts = 8

func newMeter(ops []Op, workers int, grid grid) *meter {
	m := &meter{ops: ops}
	for range min(workers, runtime.GOMAXPROCS(0), maxParts) {
		m.parts = append(m.parts, &part{grid: grid, ops: len(ops), taken: math.MinInt64})
	}
	return m
}

// part returns where the worker of that ID records.
func (m *meter) part(id int) *part { return m.parts[id%len(m.parts)] }

// take moves all that ended at t or before into dst, and what is recorded of it
// later will be in the next interval: a worker may be held up between looking at
// the clock and recording.
func (m *meter) take(dst *tally, t time.Duration) {
	for _, p := range m.parts {
		p.take(dst, t)
	}
}

func (p *part) take(dst *tally, t time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken = t
	for len(p.open) > 0 && p.open[0].end <= t {
		c := p.open[0]
		dst.take(&c.tally)
		p.open = slices.Delete(p.open, 0, 1)
		p.spare = append(p.spare, c)
	}
}

// at returns the tally of the interval in which t lies.
func (p *part) at(t time.Duration) *tally {
	end := p.grid.after(max(t-1, p.taken)) // intervals hold their end
	i := len(p.open)
	for i > 0 && p.open[i-1].end > end {
		i--
	}
	if i > 0 && p.open[i-1].end == end {
		return &p.open[i-1].tally
	}
	var c *cell
	if n := len(p.spare); n > 0 {
		c, p.spare = p.spare[n-1], p.spare[:n-1]
	} else {
		c = &cell{tally: newTally(p.ops)}
	}
	c.end = end
	p.open = slices.Insert(p.open, i, c)
	return &c.tally
}

// An outcome is how an event ended.
type outcome struct {
	op      int // Untimed: only what the recorder holds counts
	failed  bool
	due     bool          // in an open loop: latency and service differ
	since   time.Duration // when the event was due, or begun
	end     time.Duration
	service time.Duration
	waited  bool // the worker was free when the event was due
	lag     time.Duration
	limit   time.Duration
}

// failedTry counts an error at t, when it happens, and not only when its event
// ends: that may be minutes of lock waits later.
func (p *part) failedTry(t time.Duration, op int, class client.Class, again bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	o := &p.at(t).ops[max(op, 0)]
	o.errors[class]++
	if again {
		o.retried++
	}
}

// record adds an event and what its recorder holds, and empties the recorder.
func (p *part) record(e *outcome, rec *Recorder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.at(e.end)
	for i, n := range rec.statements {
		t.statements[i] += n
	}
	clear(rec.statements[:])
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
	switch {
	case e.failed:
		o.failed++
	case e.op >= 0:
		o.count++
		latency := e.end - e.since
		if e.limit > 0 && latency > e.limit {
			o.late++
		}
		o.latency.record(latency)
		if e.due {
			o.service.record(e.service)
		}
	}
}
