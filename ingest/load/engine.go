package load

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"jitterlog/ingest/load/client"
	"jitterlog/parse/rawlog"
)

// An engine is a run under way.
type engine struct {
	plan     Plan
	duration time.Duration // of measuring, 0: until the events are done
	retrier  Retrier       // nil: DefaultRule
	meter    *meter
	grid     grid
	schedule *schedule // nil in a closed loop
	faults   faults
	runners  []*runner
	log      *rawlog.Writer
	errorLog *errorLog     // nil: cannot be read
	cpus     int           // that the client may use
	threaded bool          // workers wait in system calls
	sampling time.Duration // period of the samples of server, machine and client; 0: none
	disk     *disk         // nil: cannot be seen

	ctx        context.Context // of connecting
	origin     time.Time       // measuring start, once the workers are there
	stop       chan struct{}   // closed: begin nothing more
	stopped    sync.Once
	begun      atomic.Int64 // events of measuring, if they are due or to be so many
	err        error        // why the run ended early; read after stop is closed
	aborted    atomic.Bool  // events under way were given up
	cancel     context.CancelFunc
	unfinished atomic.Int64 // events given up
}

// now returns the time since measuring start, by the monotonic clock; it is
// negative in the warm-up.
func (g *engine) now() time.Duration { return time.Since(g.origin) }

func (g *engine) stopping() bool {
	select {
	case <-g.stop:
		return true
	default:
		return false
	}
}

// over says whether the run is at its end, however it came.
func (g *engine) over() bool { return g.stopping() || g.duration > 0 && g.now() >= g.duration }

// end makes the workers stop after the events under way. The first reason
// counts; nil is none.
func (g *engine) end(err error) {
	g.stopped.Do(func() {
		g.err = err
		close(g.stop)
	})
}

// another says whether one more event may begin, which was due or begun at
// since. Those of the warm-up are not counted, even if they had to wait so long
// that they begin in measuring.
func (g *engine) another(since time.Duration) bool {
	if since < 0 || g.plan.Events == 0 && g.schedule == nil {
		return true
	}
	if n := g.begun.Add(1); g.plan.Events > 0 && n > g.plan.Events {
		g.begun.Add(-1)
		return false
	}
	return true
}

// left returns how many events the run still wants.
func (g *engine) left() int64 {
	if g.plan.Events == 0 {
		return math.MaxInt64
	}
	return max(0, g.plan.Events-g.begun.Load())
}

// counted counts events of the first operation that a worker of Untimed events
// has seen at t, and ends a run of so many.
func (g *engine) counted(t time.Duration, rec *Recorder) {
	if t < 0 || g.plan.Events == 0 {
		return
	}
	for _, a := range rec.added {
		if a.op == 0 {
			g.begun.Add(a.n)
		}
	}
	if g.begun.Load() >= g.plan.Events {
		g.end(nil)
	}
}

// nextStage returns when the stage after that of t begins.
func (g *engine) nextStage(t time.Duration) time.Duration {
	var end time.Duration
	for _, s := range g.plan.Stages {
		if end += s.Duration; t < end {
			break
		}
	}
	return end
}

// A schedule hands out the events of an open loop to the workers, in order, and
// knows how many are due.
type schedule struct {
	mu       sync.Mutex
	pacer    *pacer
	taken    int64
	arrivals *arrivals // used by the clock alone
}

func newSchedule(p *Plan) *schedule {
	return &schedule{pacer: newPacer(p), arrivals: newArrivals(p)}
}

func (s *schedule) take() (time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	due, ok := s.pacer.next()
	if ok {
		s.taken++
	}
	return due, ok
}

// queued returns how many events are due at t that no worker has taken; what
// workers have taken in advance counts as nothing.
func (s *schedule) queued(t time.Duration) int64 {
	due := s.arrivals.before(t)
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(0, due-s.taken)
}

// newEngine makes the workers of a plan, without connections.
func newEngine(ctx context.Context, plan Plan) (*engine, error) {
	if err := plan.complete(); err != nil {
		return nil, err
	}
	threads := plan.threads()
	g := &engine{plan: plan, duration: plan.duration(), grid: newGrid(&plan),
		log: rawlog.NewWriter(plan.Log), origin: time.Now(), stop: make(chan struct{}),
		cpus: cpus(), threaded: threads <= mostThreads*cpus(), sampling: samplePeriod}
	g.ctx, g.cancel = context.WithCancel(ctx)
	g.meter = newMeter(plan.Workload.Ops(), threads, g.grid)
	g.retrier, _ = plan.Workload.(Retrier)
	if plan.open() {
		g.schedule = newSchedule(&plan)
	}
	for id := range threads {
		env := WorkerEnv{ID: id, Threads: threads, Rand: rand.New(rand.NewPCG(plan.Seed, uint64(id))), Stopping: g.over, Left: g.left}
		worker, err := plan.Workload.NewWorker(env)
		if err != nil {
			return nil, fmt.Errorf("worker %d of %s: %w", id, plan.Workload.Name(), err)
		}
		r := &runner{engine: g, id: id, worker: worker, part: g.meter.part(id)}
		r.pauser, _ = worker.(Pauser)
		r.began.Store(idle)
		g.runners = append(g.runners, r)
	}
	return g, nil
}

// connectAtOnce bounds how many connections are opened at the same time, so
// that a server's backlog is not flooded.
const connectAtOnce = 16

// connect opens the connections of all workers.
func (g *engine) connect(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(connectAtOnce)
	for _, r := range g.runners {
		group.Go(func() error {
			err := r.connect(ctx)
			if class, _ := client.Classify(err); class == client.TooMany {
				return fmt.Errorf("worker %d of %d: %w: raise max_connections of the server or use fewer threads", r.id+1, len(g.runners), err)
			}
			if err != nil {
				return fmt.Errorf("worker %d of %d: %w", r.id+1, len(g.runners), err)
			}
			return nil
		})
	}
	return group.Wait()
}

// disconnect closes the connections of all workers, which have ended.
func (g *engine) disconnect() {
	for _, r := range g.runners {
		if conn := r.conn.Swap(nil); conn != nil {
			_ = conn.Close() // nothing is under way any more
		}
	}
}

// abort closes the connections under the events that are still under way.
func (g *engine) abort() {
	g.aborted.Store(true)
	g.cancel()
	for _, r := range g.runners {
		if conn := r.conn.Load(); conn != nil && r.began.Load() != idle {
			conn.Abort()
		}
	}
}

// underWay returns how many events are under way, and how long the oldest has
// been.
func (g *engine) underWay() (n int64, oldest time.Duration) {
	now := g.now()
	for _, r := range g.runners {
		if began := r.began.Load(); began != idle {
			n++
			oldest = max(oldest, now-time.Duration(began))
		}
	}
	return n, oldest
}
