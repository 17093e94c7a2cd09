package tpccmysql

import (
	"fmt"
	"math"
	"strconv"

	"jitterlog/parse"
)

const tool = "tpcc-mysql"

// opNames are the transactions in the order of every line and table.
var opNames = [5]string{"new_order", "payment", "order_status", "delivery", "stock_level"}

// A stage is how far a run has come by what it printed. Headings of an earlier
// stage begin another run.
type stage int

const (
	atBanner stage = iota
	atOptions
	atParameters
	atRampUp
	atMeasuring
	atStopping
	atReport
	atTpmC
)

// A tally is one row of a results table.
type tally struct{ ok, late, retries, failures int64 }

func (t tally) total() int64 { return t.ok + t.late }

// A run is what is known so far of the run that is being read.
type run struct {
	summary *parse.Summary
	load    bool // the loader's output
	opened  bool // its header was yielded
	usage   bool // the tool printed its usage: no run if nothing else comes
	stage   stage

	step    int64 // of the labels, 0 until known
	asked   bool  // step is the option i
	last    int64 // the last label, 0 before the first
	lines   int64 // report lines
	gap     bool  // a label is missing, or the first lines are
	shape   shape
	counted tally // of new_order, added up from the report lines; late is -1 if they do not print it

	dots          int64
	stopped       bool // STOPPING THREADS was seen
	threadErrors  int64
	block         int // of the results table that is read: 0 before the first, then 1 and 2
	results       [2][len(opNames)]tally
	seen          [2]bool
	histogram     bucketRow
	responseTimes bool // which half of the constraint check is read
	tpmc          float64
	tpmcText      string
}

func newRun(format string, line int) *run {
	return &run{summary: parse.NewSummary(format, tool, line), tpmc: math.NaN()}
}

// report stores a figure of the final report as it was printed.
func (r *run) report(name string, value []byte) { r.summary.Reported[name] = parse.Shown(value) }

// time returns the label of the last report line, NaN before the first.
func (r *run) time() float64 {
	if r.lines == 0 {
		return math.NaN()
	}
	return float64(r.last)
}

// neverRan says that no thread came as far as measuring: each printed an
// error and none its dot. The tool prints a report full of zeros then, which
// is no result.
func (r *run) neverRan() bool {
	threads := r.summary.Threads
	if threads > 0 && r.threadErrors >= threads && r.results[0][0].total() == 0 && r.counted.ok == 0 {
		return true
	}
	return r.stopped && r.dots == 0 && r.seen[0] && r.results[0] == [len(opNames)]tally{}
}

// finish fills the summary from all that was read.
func (r *run) finish() *parse.Summary {
	s := r.summary
	s.Server = server(s.Options)
	if r.load {
		s.Workload = "load"
		return s
	}
	s.Workload = "tpcc"
	if s.Format == FormatLog {
		s.HeadlineOp = opNames[0]
	}
	if clock := meaning[r.shape].clock; clock != parse.UnknownClock {
		s.Clock = clock
	}
	if r.step > 0 {
		s.IntervalS = float64(r.step)
	}
	if r.stopped {
		r.report("stopped_threads", strconv.AppendInt(nil, r.dots, 10))
	}
	if r.seen[0] {
		s.Errors = 0
		for _, t := range r.results[0] {
			s.Errors += t.failures
		}
	}
	s.Complete = r.stage == atTpmC
	s.TpmC = r.tpmc
	if r.neverRan() {
		s.Complete = false
		s.TpmC = math.NaN()
	}
	return s
}

// verdicts returns the events that only the whole run tells of.
func (r *run) verdicts() []*parse.Event {
	var events []*parse.Event
	add := func(severity parse.Severity, kind parse.Kind, message string) {
		events = append(events, &parse.Event{Line: r.summary.LastLine, T: r.time(), Severity: severity, Kind: kind, Message: message, Count: 1})
	}
	if r.neverRan() {
		add(parse.Error, parse.Fatal, "no thread could connect and prepare its statements: nothing was measured")
	} else if threads := r.summary.Threads; r.stopped && r.seen[0] && r.dots < threads {
		add(parse.Error, parse.Fatal, fmt.Sprintf("%d of %d threads died before the end", threads-r.dots, threads))
	}
	for _, message := range r.contradictions() {
		add(parse.Warning, parse.Mismatch, message)
	}
	return events
}

// contradictions returns what the figures of the run say against each other.
func (r *run) contradictions() []string {
	if r.neverRan() || !r.seen[0] {
		return nil
	}
	var found []string
	first := &r.results[0]
	total := first[0].total()
	// Counters are read without a lock: the last line may miss one.
	if missed := total - r.counted.ok; r.lines > 0 && (missed < 0 || missed > 1 && !r.gap) {
		found = append(found, fmt.Sprintf("the report lines add up to %d new_order transactions, the final report says %d", r.counted.ok, total))
	}
	if missed := first[0].late - r.counted.late; r.lines > 0 && r.counted.late >= 0 && (missed < 0 || missed > 1 && !r.gap) {
		found = append(found, fmt.Sprintf("the report lines add up to %d late new_order transactions, the final report says %d", r.counted.late, first[0].late))
	}
	if r.seen[1] {
		for k, name := range opNames {
			// Threads end their last transactions after the first table is fixed.
			if a, b := first[k].total(), r.results[1][k].total(); b < a {
				found = append(found, fmt.Sprintf("%d %s transactions by the threads' own counts, but %d by the common one", b, name, a))
			}
		}
	}
	if want := float64(total) * 60 / r.summary.ElapsedS; r.tpmcText != "" && math.Abs(r.tpmc-want) > 0.001+want*1e-6 {
		found = append(found, fmt.Sprintf("%s TpmC, but the new_order transactions and the seconds of the report make %.3f", r.tpmcText, want))
	}
	return found
}
