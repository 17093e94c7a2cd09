package dbt2

import (
	"slices"
	"strconv"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/pertransaction"
)

const (
	second = 1_000_000 // in microseconds

	// maxHeld is how many intervals of ramp-up are held back.
	maxHeld = 2 * 60 * 60
	// behind and ahead are how many seconds a row of the same run may be away from the
	// newest.
	behind = int64(pertransaction.Window / time.Second)
	ahead  = int64(pertransaction.LongestPause / time.Second)
)

// A stage is how far a run has come.
type stage int

const (
	between stage = iota // before the first row
	holding              // START was not met, and may be
	warming              // START was met, but not the first row behind its second
	running              // measuring
)

// A reader gathers the rows of one source. What the gathering log yields goes
// through it, so that the ramp-up, which is a run of its own for that log, and
// what was measured become one run.
type reader struct {
	in      *parse.Lines
	yield   func(parse.Record, error) bool
	stopped bool
	log     pertransaction.Log
	types   [len(ops)]int
	row     pertransaction.Row

	run
}

// A run is what is known so far of the run that is being read.
type run struct {
	stage   stage
	first   int // line
	last    int // line
	newest  int64
	held    []parse.Interval
	origin  int64 // the second that held intervals count from
	started int64 // of START
	// measuring is the first second that is measured, where START tells it.
	measuring int64
	late      bool // START came when it could not be believed any more

	begun      int64 // seconds since 1970 at 0, of RAMPUP
	starts     int64
	ends       int64
	ended      int64 // of the last TERMINATED
	rolled     int64
	scale      int64
	rampErrors int64
}

func newReader(in *parse.Lines, yield func(parse.Record, error) bool) *reader {
	r := &reader{in: in, yield: yield}
	r.log = pertransaction.Log{Format: Format, Tool: tool, KnowsFailures: true, Yield: r.gathered, Close: r.summary}
	for i := range ops {
		r.types[i] = r.log.Type(ops[i].name)
	}
	return r
}

func (r *reader) send(rec parse.Record, err error) bool {
	if !r.stopped && !r.yield(rec, err) {
		r.stopped = true
	}
	return !r.stopped
}

func (r *reader) line(b []byte) {
	row, column := readRow(b)
	if column != 0 {
		r.reject(b, column)
		return
	}
	// A log that was written after another, or another driver's.
	if r.stage != between && (row.at < r.newest-behind || row.at > r.newest+ahead) && row.mark != terminated {
		r.end()
	}
	if r.stage == between && row.mark == terminated {
		r.reject(b, 1)
		return
	}
	if row.mark == noMark {
		r.add(&row)
	} else {
		r.marked(&row)
	}
	r.last = r.in.Number()
}

func (r *reader) reject(b []byte, column int) {
	err := &parse.SyntaxError{Line: r.in.Number(), Column: column, Text: parse.Shown(b), Want: "time,transaction,status,seconds,process,warehouse,district"}
	if r.stage != between && r.in.Last() {
		r.cut()
		return
	}
	r.send(nil, err)
}

// cut says that the log ends inside its last line.
func (r *reader) cut() {
	if r.stage == holding {
		r.release(0, parse.Measure)
	}
	if r.log.Running() && r.stage == running {
		r.log.Cut(r.in.Number())
	}
	r.last = r.in.Number()
}

// begin begins a run at the current line.
func (r *reader) begin(at int64) {
	r.stage, r.first, r.newest, r.origin = holding, r.in.Number(), at, at
}

func (r *reader) marked(row *row) {
	if r.stage == between {
		r.begin(row.at)
	}
	switch row.mark {
	case rampUp:
		r.begun = row.begun
	case start:
		r.starts++
		if r.stage == holding {
			r.stage, r.started = warming, row.at
		} else if r.starts == 1 {
			r.late = true
		}
	case terminated:
		r.ends++
		r.ended = max(r.ended, row.at)
	}
}

func (r *reader) add(row *row) {
	if r.stage == between {
		r.begin(row.at)
	}
	begin := row.at
	if !r.log.Running() && r.stage == holding {
		r.origin = row.at
	}
	if r.stage == warming && row.at > r.started {
		r.measure()
		begin = r.measuring
	} else if r.stage == warming && !r.log.Running() {
		r.origin = row.at
	}
	r.newest = max(r.newest, row.at)
	r.scale = max(r.scale, row.home)
	if row.rolled {
		r.rolled++
	}
	// A whole second stands for what ended in it.
	r.row = pertransaction.Row{Line: r.in.Number(), At: (row.at + 1) * second, Begin: begin * second, Latency: row.latency, Type: -1, Failed: row.failed, Lag: -1, Worker: row.terminal}
	if row.op >= 0 {
		r.row.Type = r.types[row.op]
	}
	r.log.Add(&r.row)
}

// measure ends the ramp-up and begins to measure: with the second behind that of
// START, to which also those transactions belong that were written before it.
func (r *reader) measure() {
	r.measuring = r.started + 1
	if r.log.Running() {
		r.measuring = r.log.Split(r.measuring*second) / second
	}
	r.release(r.origin-r.measuring, parse.RampUp)
}

// release yields the header and the intervals that were held back, moved by so
// many seconds. What follows is measured.
func (r *reader) release(shift int64, phase parse.Phase) {
	r.stage = running
	r.send(&parse.Header{Line: r.first, Format: Format, Tool: tool}, nil)
	for i := range r.held {
		iv := &r.held[i]
		iv.Start += float64(shift)
		iv.End += float64(shift)
		iv.Phase = phase
		if !r.send(iv, nil) {
			break
		}
	}
	if n := len(r.held); n > 0 && phase == parse.RampUp {
		r.pause(&r.held[n-1])
	}
	r.held = r.held[:0]
}

// pause yields the seconds between the last of the ramp-up and the measuring
// start, in which nothing ended.
func (r *reader) pause(iv *parse.Interval) {
	for i := range iv.Ops {
		op := parse.NewOp(iv.Ops[i].Name)
		op.Count, op.Failed = 0, 0
		iv.Ops[i] = op
	}
	for iv.End < 0 && !r.stopped {
		iv.Start, iv.End = iv.End, min(iv.End+1, 0)
		r.send(iv, nil)
	}
}

// gathered takes a record of the gathering log.
func (r *reader) gathered(rec parse.Record, err error) bool {
	if r.stage == running {
		if _, ok := rec.(*parse.Header); ok {
			return !r.stopped // release has yielded the run's
		}
		return r.send(rec, err)
	}
	switch rec := rec.(type) {
	case *parse.Interval:
		iv := *rec
		iv.Ops = slices.Clone(rec.Ops)
		r.held = append(r.held, iv)
		if len(r.held) == maxHeld && r.stage == holding {
			r.release(0, parse.Measure)
		}
	case *parse.Summary:
		r.rampErrors = rec.Errors
	}
	return !r.stopped
}

// end ends the run.
func (r *reader) end() {
	switch r.stage {
	case between:
		return
	case holding:
		r.release(0, parse.Measure)
	case warming: // nothing came after START
		r.measure()
	}
	if r.late {
		r.send(&parse.Event{Line: r.last, T: parse.NaN(), Severity: parse.Warning, Kind: parse.Mismatch,
			Message: "START comes more than two hours after the first transaction: what stands before it was taken for measured", Count: 1}, nil)
	}
	if r.log.Running() {
		r.log.Finish()
	} else {
		s := parse.NewSummary(Format, tool, r.first)
		r.summary(s)
		r.send(s, nil)
	}
	r.run = run{held: r.held}
}

// summary completes the summary of a run.
func (r *reader) summary(s *parse.Summary) {
	s.FirstLine, s.LastLine = r.first, max(r.last, s.LastLine)
	s.Workload, s.HeadlineOp, s.Clock, s.IntervalS = "tpcc", "new_order", parse.WallClock, 1
	measuring := r.origin
	if r.starts > 0 && !r.late {
		measuring = r.measuring
		if r.ends > 0 && r.ended > r.started {
			s.ElapsedS = float64(r.ended - r.started)
		}
	}
	const year2000 = 946684800
	if at := measuring + r.begun; at >= year2000 {
		s.StartedAt = time.Unix(at, 0).UTC()
	}
	if r.scale > 0 {
		s.Scale = r.scale
	}
	s.Errors = max(s.Errors, 0) + max(r.rampErrors, 0)
	s.Complete = r.ends > 0 && r.ends >= r.starts
	s.Reported["rolled_back"] = strconv.FormatInt(r.rolled, 10)
}
