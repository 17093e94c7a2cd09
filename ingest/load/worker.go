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
		e := outcome{begun: 1}
		if !r.begin(&e) {
			return
		}
		e.op = r.worker.Next()
		if e.op >= 0 {
			e.limit = r.meter.ops[e.op].Limit
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
		return r.another(r.now())
	}
	due, ok := r.schedule.take()
	if !ok {
		return false
	}
	now := r.now()
	if due > now {
		if !r.sleepUntil(due) {
			return false
		}
		now = r.now()
		e.waited, e.lag = true, now-due
	} else if r.duration > 0 && now >= r.duration {
		return false // due before the end, but too late to begin: it stays in the queue
	}
	e.due, e.latency = true, due
	return r.another(now)
}

// event executes an event to its end and records it. It returns false if the
// run ends.
func (r *runner) event(e *outcome) bool {
	start := r.now()
	since := start
	if e.due {
		since = e.latency // so far the time at which the event was due
	}
	r.began.Store(int64(since))
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
		e.errors[class]++
		e.anyError = true
		action := r.rule(e.op, class, number, tries)
		if action == Retry && r.over() {
			action = Skip // the end of the run is no time for another try
		}
		switch action {
		case Retry:
			e.retried++
			r.faults.error(parse.Warning, parse.Retry, err)
		case Skip:
			e.failed = true
			r.faults.error(parse.Warning, parse.Failure, err)
		case Abort:
			e.failed = true
			r.part.record(e, &r.rec)
			r.end(err)
			return false
		}
		if class == client.Lost && !r.reconnect() {
			e.failed = true
			r.part.record(e, &r.rec)
			return false
		}
		if e.failed {
			break
		}
	}
	end := r.now()
	e.service = end - start
	e.latency = end - since
	r.part.record(e, &r.rec)
	return true
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
	for {
		if old := r.conn.Swap(nil); old != nil {
			_ = old.Close() // it is lost already
		}
		if r.over() {
			return false
		}
		err := r.connect(r.ctx)
		if err == nil {
			r.faults.add(parse.Info, parse.Reconnect, "", "a worker connected again")
			return true
		}
		switch class, _ := client.Classify(err); class {
		case client.Lost, client.TooMany:
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
