// Package pertransaction gathers logs that hold one line a transaction, and may
// be larger than any memory, into one interval a second.
//
// Each interval has, for all transactions together (the operation transaction)
// and for each type of them, the count, mean and maximum as they are and
// percentiles within 0.2 %; the histograms of the whole run follow at its end.
// A second in which nothing happened is an interval of zeros.
//
// Rows need not stand in order: one may be up to Window behind the newest. A
// row that is further behind begins another run, as does one that is more than
// LongestPause ahead. Where the run does not end with a full second, its last
// interval ends with the last row; a rest of less than half a second belongs
// to the interval before it.
package pertransaction

import (
	"time"

	"jitterlog/parse"
)

const (
	second = 1_000_000 // in microseconds

	slots = 5 // seconds that are open at once

	// Window is how far behind the newest row another may stand.
	Window = (slots - 1) * time.Second
	// LongestPause is the longest time without a row within one run.
	LongestPause = 10 * time.Minute

	// MaxTypes is how many types of transactions are told apart; those beyond
	// it are counted in the operation transaction alone.
	MaxTypes = 64

	maxWorkers = 1 << 16
)

// Total is the operation that counts all transactions.
const Total = "transaction"

// A Row is one transaction.
type Row struct {
	Line    int
	At      int64 // the time that decides on its second, microseconds of the log's clock
	Begin   int64 // when it began; that of the run's first row is the measuring start
	Latency int64 // microseconds, not negative
	Type    int   // from Log.Type, or below 0: of no known type
	Failed  bool  // it was not done, and has no latency
	Retried bool
	Lag     int64 // microseconds that it began late; below 0: not known
	Worker  int64 // that ran it; below 0: not known
}

// A Log gathers the rows of one source.
type Log struct {
	Format, Tool string
	Yield        func(parse.Record, error) bool
	// Epoch says that the log's clock counts from 1970.
	Epoch bool
	// KnowsFailures and KnowsRetries say that the log tells of them, so that
	// none is zero and not unknown.
	KnowsFailures, KnowsRetries bool
	// HideSingle says that a type which is the only one of its run is no
	// operation of its own beside the total.
	HideSingle bool
	// Close completes the summary of a run.
	Close func(*parse.Summary)

	stopped bool
	summary *parse.Summary // nil outside a run
	origin  int64
	base    int64 // the first second that is open
	newest  int64 // second of the newest row
	last    int64 // At of the newest row
	workers []uint64
	threads int64
	types   []kind
	seen    int // types of this run
	ring    [slots]slot
	total   histogram // of one second
	rest    histogram // of the run, rows of no known type
	failed  int64     // of the run

	interval parse.Interval
	sample   parse.Sample
	bucket   parse.Bucket
}

// A kind is one type of transactions.
type kind struct {
	op   string
	seen bool // in this run
	run  histogram
}

// A tally counts what a histogram does not.
type tally struct{ failed, retried int64 }

// A slot is one open second.
type slot struct {
	line  int // of its last row
	rest  cell
	types []cell
	lag   histogram
}

// A cell is what one type did in one second.
type cell struct {
	done histogram
	tally
}

// Type returns the number of a new type of transactions that is the operation
// op, or -1 where there are too many.
func (l *Log) Type(op string) int {
	for i := range l.types {
		if l.types[i].op == op {
			return i
		}
	}
	if len(l.types) == MaxTypes {
		return -1
	}
	l.types = append(l.types, kind{op: op})
	return len(l.types) - 1
}

// Has says whether the run has transactions of the type that is that operation.
func (l *Log) Has(op string) bool {
	for i := range l.types {
		if l.types[i].op == op {
			return l.types[i].seen
		}
	}
	return false
}

// Stopped says that the consumer wants no more records.
func (l *Log) Stopped() bool { return l.stopped }

// Misread yields that the current line is not understood at a column, or that the
// log was cut off where it ends before that; it returns whether it was.
func (l *Log) Misread(in *parse.Lines, line []byte, column int, want string) (cut bool) {
	err := &parse.SyntaxError{Line: in.Number(), Column: column, Text: parse.Shown(line), Want: want}
	if column > len(line) && l.Running() && in.Last() {
		l.Cut(err.Line)
		return true
	}
	l.send(nil, err)
	return false
}

// Cut yields that the log ends inside that line.
func (l *Log) Cut(line int) {
	l.summary.LastLine = line
	l.send(parse.CutOff(line, float64(l.last-l.origin)/second), nil)
}

// Running says that a run is open.
func (l *Log) Running() bool { return l.summary != nil }

// Add takes a row; it is not kept.
func (l *Log) Add(row *Row) {
	if l.summary == nil {
		l.open(row)
	}
	at := l.second(row.At)
	if at < l.base || at > l.newest+int64(LongestPause/time.Second) {
		l.Finish()
		l.open(row)
		at = l.second(row.At)
	}
	for at >= l.base+slots && !l.stopped {
		l.flush(l.base, float64(l.base+1))
		l.base++
	}
	if row.At > l.last {
		l.last, l.newest = row.At, at
	}
	l.summary.LastLine = row.Line
	if row.Worker >= 0 {
		l.meet(row.Worker)
	}
	s := &l.ring[at%slots]
	s.line = row.Line
	c := &s.rest
	if row.Type >= 0 {
		if k := &l.types[row.Type]; !k.seen {
			k.seen = true
			l.seen++
		}
		for len(s.types) <= row.Type {
			s.types = append(s.types, cell{})
		}
		c = &s.types[row.Type]
	}
	if row.Failed {
		c.failed++
	} else {
		c.done.add(row.Latency)
	}
	if row.Retried {
		c.retried++
	}
	if row.Lag >= 0 {
		s.lag.add(row.Lag)
	}
}

// second returns the second of a time: the k-th, from 0, is (k, k+1] after the
// origin. Rows that are a little older than the first belong to the first
// second; others are before it.
func (l *Log) second(at int64) int64 {
	d := at - l.origin
	if d < -int64(Window/time.Microsecond) {
		return -1
	}
	return max(d-1, 0) / second
}

// meet counts the workers that are met.
func (l *Log) meet(worker int64) {
	if worker >= maxWorkers {
		return
	}
	word, bit := worker/64, uint64(1)<<(worker%64)
	for int64(len(l.workers)) <= word {
		l.workers = append(l.workers, 0)
	}
	if l.workers[word]&bit == 0 {
		l.workers[word] |= bit
		l.threads++
	}
}

func (l *Log) open(row *Row) {
	l.summary = parse.NewSummary(l.Format, l.Tool, row.Line)
	l.origin = row.Begin
	if d := row.At - row.Begin; d < 0 || d > int64(LongestPause/time.Microsecond) {
		l.origin = row.At
	}
	l.base, l.last = 0, row.At
	l.newest = l.second(row.At)
	l.send(&parse.Header{Line: row.Line, Format: l.Format, Tool: l.Tool}, nil)
}

// Split ends the run at a time that is full seconds behind its beginning, and begins
// another there: what was done in the seconds behind it belongs to that. Seconds
// that were yielded cannot be taken back, so that the run is split behind them at
// the earliest. Split returns where that was.
func (l *Log) Split(at int64) int64 {
	first := max((at-l.origin)/second, l.base)
	at = l.origin + first*second
	switch {
	case first > l.newest:
		l.Finish()
		return at
	case first == 0: // all of it is behind
		return at
	}
	var behind [slots]slot
	for s := first; s <= l.newest; s++ {
		behind[s-first], l.ring[s%slots] = l.ring[s%slots], slot{}
	}
	row := Row{Line: l.summary.LastLine, At: l.last, Begin: at}
	if first > l.base {
		l.last, l.newest = at, first-1
		l.flushRest()
	}
	l.end()
	l.open(&row)
	l.ring = behind
	for i := range behind {
		l.see(&behind[i])
	}
	return at
}

// see notes the types that a second holds.
func (l *Log) see(s *slot) {
	for i := range s.types {
		if c := &s.types[i]; !l.types[i].seen && (c.done.n > 0 || c.failed > 0) {
			l.types[i].seen = true
			l.seen++
		}
	}
}

// Finish ends the run, if there is one.
func (l *Log) Finish() {
	if l.summary == nil {
		return
	}
	l.flushRest()
	l.end()
}

// end yields what is known of the run as a whole.
func (l *Log) end() {
	l.histograms()
	s := l.summary
	s.HeadlineOp, s.Clock, s.IntervalS = Total, parse.WallClock, 1
	if l.Epoch {
		s.StartedAt = time.UnixMicro(l.origin).UTC()
	}
	if l.threads > 0 {
		s.Threads = l.threads
	}
	if l.KnowsFailures {
		s.Errors = l.failed
	}
	if l.Close != nil {
		l.Close(s)
	}
	l.send(s, nil)
	l.summary = nil
	clear(l.workers)
	l.threads, l.seen, l.failed = 0, 0, 0
	l.rest.reset()
	for i := range l.types {
		l.types[i].seen = false
		l.types[i].run.reset()
	}
}

func (l *Log) send(rec parse.Record, err error) {
	if !l.stopped && !l.Yield(rec, err) {
		l.stopped = true
	}
}
