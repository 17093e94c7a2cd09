package load

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse"
)

// A runner is the goroutine of one worker.
type runner struct {
	*engine
	id     int
	worker Worker
	pauser Pauser // nil if the worker does not think
	part   *part
	rec    Recorder
	timer  *time.Timer
	conn   atomic.Pointer[client.Conn] // closed under the worker by abort
	// began is when the event under way was due or begun, as nanoseconds since
	// the run's origin, or idle.
	began atomic.Int64
}

const idle = math.MinInt64

// loop makes events until the run ends.
func (r *runner) loop() {
	r.timer = time.NewTimer(time.Hour)
	defer r.timer.Stop()
	for r.await() {
		var e outcome
		if !r.begin(&e) {
			return
		}
		e.op = r.worker.Next()
		if e.op >= 0 {
			e.limit = r.meter.ops[e.op].Limit
			if !r.another(e.since) {
				return
			}
		}
		var after time.Duration
		if r.pauser != nil {
			var before time.Duration
			before, after = r.pauser.Pause()
			if before > 0 && !r.sleepUntil(r.now()+before) {
				return
			}
		}
		if !r.event(&e) {
			return
		}
		if after > 0 && !r.sleepUntil(r.now()+after) {
			return
		}
	}
}

// await holds the worker back in stages of fewer threads, and returns false at
// the end of the run.
func (r *runner) await() bool {
	for {
		now := r.now()
		if r.stopping() || r.duration > 0 && now >= r.duration {
			return false
		}
		if r.id < r.plan.stageAt(now).Threads {
			return true
		}
		if !r.sleepUntil(r.nextStage(now)) {
			return false
		}
	}
}

// begin waits until the next event is due, and returns false if there is none.
func (r *runner) begin(e *outcome) bool {
	if r.schedule == nil {
		e.since = r.now()
		return true
	}
	due, ok := r.schedule.take()
	if !ok {
		return false
	}
	now := r.now()
	if due > now {
		if !r.wakeAt(due) {
			return false
		}
		e.waited, e.lag = true, r.now()-due
	} else if r.duration > 0 && now >= r.duration {
		return false // due before the end, but too late to begin: it stays in the queue
	}
	e.due, e.since = true, due
	return true
}

// event executes an event to its end and records it. It returns false if the
// run ends.
func (r *runner) event(e *outcome) bool {
	start := r.now()
	if !e.due {
		e.since = start
	}
	r.began.Store(int64(e.since))
	defer r.began.Store(idle)
	for tries := 1; ; tries++ {
		err := r.worker.Do(&r.rec)
		if err == nil {
			break
		}
		class, number := client.Classify(err)
		if class == client.Lost && r.aborted.Load() {
			r.unfinished.Add(1)
			return false
		}
		action := r.rule(e.op, class, number, tries)
		if action == Retry && r.over() {
			action = Skip // the end of the run is no time for another try
		}
		r.part.failedTry(r.now(), e.op, class, action == Retry)
		switch action {
		case Retry:
			r.faults.error(parse.Warning, parse.Retry, err)
		case Skip:
			e.failed = true
			r.faults.error(parse.Warning, parse.Failure, err)
		case Abort:
			e.failed = true
			r.record(e, start)
			r.end(err)
			return false
		}
		if class == client.Lost && !r.reconnect() {
			e.failed = true
			r.record(e, start)
			return false
		}
		if e.failed {
			break
		}
	}
	r.record(e, start)
	return true
}

// record hands over an event that ends now.
func (r *runner) record(e *outcome, start time.Duration) {
	e.end = r.now()
	e.service = e.end - start
	if e.op == Untimed {
		r.counted(e.end, &r.rec)
	}
	r.part.record(e, &r.rec)
}

// rule says what becomes of a failed event.
func (r *runner) rule(op int, class client.Class, number, tries int) Action {
	action := DefaultRule(class)
	if r.retrier != nil {
		action = r.retrier.OnError(op, class, number, tries)
	}
	if action == Abort && r.plan.IgnoreErrors {
		return Skip
	}
	return action
}

// connect opens the worker's connection and gives it to the worker.
func (r *runner) connect(ctx context.Context) error {
	conn, err := r.plan.Server.Connect(ctx)
	if err != nil {
		return err
	}
	if r.threaded {
		if err := conn.Block(); err != nil {
			_ = conn.Close() // err is the one to report
			return err
		}
	}
	r.conn.Store(conn)
	if r.aborted.Load() {
		conn.Abort() // abort may have come too early to see it
	}
	return r.worker.Connect(conn)
}

// reconnect makes the worker's connection again for as long as it takes, and
// returns false if the run ends before.
func (r *runner) reconnect() bool {
	const longestPause = 100 * time.Millisecond
	pause := time.Millisecond
	var err error
	for {
		if old := r.conn.Swap(nil); old != nil {
			_ = old.Close() // it is lost already
		}
		if r.over() {
			if err != nil {
				r.faults.add(parse.Error, parse.Failure, client.Code(err), "a worker had no connection when the run ended: "+client.Message(err))
			}
			return false
		}
		if err = r.connect(r.ctx); err == nil {
			r.faults.add(parse.Info, parse.Reconnect, "", "a worker connected again")
			return true
		}
		switch class, _ := client.Classify(err); class {
		case client.Lost, client.TooMany:
			if full := r.disk.gone(err); full != nil {
				r.end(full)
				return false
			}
		default:
			if !r.over() {
				r.end(err)
			}
			return false
		}
		if !r.sleepUntil(r.now() + pause) {
			return false
		}
		pause = min(2*pause, longestPause)
	}
}

// wakeAt waits for a time as exactly as it can, and returns false if the run is
// stopped before. The last moments of waiting are not interrupted.
func (r *runner) wakeAt(t time.Duration) bool {
	if !r.threaded {
		return r.sleepUntil(t)
	}
	const moments = 20 * time.Millisecond
	if t-r.now() > 2*moments && !r.sleepUntil(t-moments) {
		return false
	}
	for d := t - r.now(); d > 0; d = t - r.now() {
		nap(d)
	}
	return !r.stopping()
}

// sleepUntil waits for a time and returns false if the run is stopped before.
func (r *runner) sleepUntil(t time.Duration) bool {
	r.timer.Reset(t - r.now())
	select {
	case <-r.timer.C:
		return true
	case <-r.stop:
		return false
	}
}
