// Package load makes load on a MySQL or MariaDB server and measures it: workers
// with a connection each, in a closed loop or at a rate, intervals on a
// drift-free clock, histograms, the server's and the machine's counters beside
// them, and a verdict on whether the client kept up. What the load does is a
// Workload; where it is written to is a raw log (parse/rawlog).
package load

import (
	"context"
	"math/rand/v2"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse/rawlog"
)

// A Workload is what the load does.
type Workload interface {
	// Name is the name of the workload in logs, such as oltp_read_write.
	Name() string
	// Ops are the operations that the workload times, the headline first.
	Ops() []Op
	// NewWorker makes worker env.ID. It is called once for each worker, before
	// the run, and must not talk to the server: Connect does.
	NewWorker(env WorkerEnv) (Worker, error)
}

// An Op is one kind of event, by its name in the vocabulary of parse:
// transaction, new_order, insert and so on. The statements of all events are
// counted as read, write, other and query by the engine, and need no Op.
type Op struct {
	Name  string
	Limit time.Duration // events that take longer count as late; 0: no limit
}

// WorkerEnv is what a worker is made from.
type WorkerEnv struct {
	ID      int        // from 0
	Threads int        // how many workers there are at most
	Rand    *rand.Rand // the worker's own, from the run's seed and ID
	// Stopping says whether the run is ending, for events that last long.
	Stopping func() bool
	// Left says how many events the run still wants, for Untimed ones of which
	// there are many at a time; math.MaxInt64 if it does not count them.
	Left func() int64
}

// A Worker is one client: it belongs to one goroutine and has one connection
// at a time.
//
// The engine calls Next and Do in turn. It times Do; an event that fails and is
// to be tried again is one call of Next and several of Do, timed as one.
type Worker interface {
	// Connect takes a fresh connection, at the start and after each loss of
	// one: it prepares the statements and sets the session. What belonged to
	// the connection before is gone; the engine closes connections.
	Connect(conn *client.Conn) error
	// Next draws the next event and returns its operation, an index of Ops, or
	// Untimed.
	Next() int
	// Do executes the event that was drawn, from its first statement. It counts
	// statements in rec. An event that the workload's own rules roll back is no
	// error. After an error the worker has left the session ready for the same
	// or another event (ROLLBACK where its rule asks for it), unless the
	// connection is lost. Errors of the server are returned as they came, or
	// wrapped with %w.
	Do(rec *Recorder) error
}

// Untimed is what Next returns for an event that is timed and counted by the
// worker itself, through Recorder.Time and Recorder.Add.
const Untimed = -1

// A Pauser is a Worker that thinks: the engine waits before and after an event,
// outside its latency. Pause is called after each Next.
type Pauser interface {
	Pause() (before, after time.Duration)
}

// A Retrier is a Workload with its own rule for failed events.
type Retrier interface {
	// OnError says what becomes of an event that failed for the tries-th time,
	// from 1, by an error of that class and number of the server.
	OnError(op int, class client.Class, number, tries int) Action
}

// An Action is what becomes of an event that failed.
type Action int

// The actions. A lost connection is made again before the next try or event.
const (
	Retry Action = iota // Do once more
	Skip                // count it as failed and draw the next
	Abort               // end the run with the error
)

// A Stopper is a Workload that may end a run before its time.
type Stopper interface {
	// Rule makes the rule of one run; nil: it has none.
	Rule() Rule
}

// A Rule is called with each report interval in order, those of the warm-up
// too, and returns nil, or, to end the run there, what the log is to say of it.
type Rule func(*rawlog.Interval) *rawlog.Event

// DefaultRule is the rule of workloads that are no Retrier: sysbench's.
// Deadlocks, lock waits and lost connections are tried again at once and
// without limit; other errors end the run.
func DefaultRule(class client.Class) Action {
	switch class {
	case client.Deadlock, client.LockWait, client.Lost:
		return Retry
	}
	return Abort
}

// Connect opens a connection of its own for whoever calls it.
type Connect func(ctx context.Context) (*client.Conn, error)

// A Preparer is a Workload that makes its tables.
type Preparer interface {
	// Prepare makes and fills the tables, on connections of its own, which it
	// closes. Where an earlier Prepare was interrupted it goes on. progress is
	// called from one goroutine at a time with the rows (or other units) done
	// and to do.
	Prepare(ctx context.Context, connect Connect, progress func(done, total int64)) error
	// Cleanup drops what Prepare made.
	Cleanup(ctx context.Context, conn *client.Conn) error
}
