package load

import "time"

// A Recorder takes what a worker does in the event it executes. It belongs to
// the worker; what it holds is handed over to the measurement when the event
// ends, at once, so that an interval never holds half an event's statements
// unless the event failed: statements of failed tries are counted, because the
// server executed them.
type Recorder struct {
	statements [3]int64 // read, write, other
	added      []added
	timed      []timed
}

type added struct {
	op int
	n  int64
}

type timed struct {
	op      int
	service time.Duration
}

// The kinds of statements, as sysbench counts them: a statement that returned
// rows is a read; one that changed rows is a write; all others (BEGIN, COMMIT,
// an UPDATE that changed nothing) are other.
const (
	read = iota
	write
	other
)

// Read counts n statements that returned rows.
func (r *Recorder) Read(n int64) { r.statements[read] += n }

// Write counts n statements that changed rows.
func (r *Recorder) Write(n int64) { r.statements[write] += n }

// Other counts n statements that did neither.
func (r *Recorder) Other(n int64) { r.statements[other] += n }

// Statement counts one statement by the result of client's Exec: HasRows is a
// read, 0 is other, more is a write.
func (r *Recorder) Statement(affected int64) {
	switch {
	case affected < 0:
		r.statements[read]++
	case affected == 0:
		r.statements[other]++
	default:
		r.statements[write]++
	}
}

// Add counts n events of an operation without a latency, such as the rows that
// a procedure of the server was seen to have inserted.
func (r *Recorder) Add(op int, n int64) { r.added = append(r.added, added{op, n}) }

// Time counts one event of an operation within an Untimed event, which took
// that long.
func (r *Recorder) Time(op int, service time.Duration) {
	r.timed = append(r.timed, timed{op, service})
}
