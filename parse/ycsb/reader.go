package ycsb

import (
	"bytes"
	"time"

	"jitterlog/parse"
)

// A reader is the state of one source.
type reader struct {
	in      *parse.Lines
	out     func(parse.Record, error) bool
	stopped bool
	run     *run // nil before the first
	names   []named
	trace   bool // the stack of an exception may follow

	interval parse.Interval
	ops      []parse.Op
	sample   parse.Sample
	bucket   parse.Bucket
}

// A run is what is known of the run that is being read.
type run struct {
	sum        *parse.Summary
	opened     bool // its header was yielded
	lines      int  // status lines
	first      time.Time
	firstLabel float64
	end        float64 // of the last interval
	label      int64   // of the last line
	operations int64   // counted by the end of the last interval
	step       float64
	reported   bool // the report has begun
	overall    bool // its run time was seen
	failures   int64
	returns    bool // the report counts return codes
	headline   []string
}

func (r *reader) read() {
	for line, ok := r.in.Next(); ok && !r.stopped; line, ok = r.in.Next() {
		line = bytes.TrimRight(line, " \t")
		if len(line) == 0 {
			continue
		}
		stack := r.trace && isStack(line)
		r.trace = stack
		switch {
		case stack:
		case r.status(line):
		case line[0] == '[' && r.figure(line):
		case r.banner(line):
		case known(line):
		case r.exception(line):
		default:
			r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: "a line of YCSB's output"})
			continue
		}
		if r.run != nil {
			r.run.sum.LastLine = r.in.Number()
		}
	}
	r.finish()
}

// banner reads the lines that begin a run: the command line and the version,
// in either order.
func (r *reader) banner(line []byte) bool {
	version, isVersion := bytes.CutPrefix(line, []byte("YCSB Client "))
	command, isCommand := bytes.CutPrefix(line, []byte("Command line: "))
	if !isVersion && !isCommand {
		return false
	}
	if r.run != nil && (r.run.opened || isVersion && r.run.sum.Version != "") {
		r.finish()
	}
	if r.run == nil {
		r.run = &run{sum: parse.NewSummary(tool, tool, r.in.Number())}
	}
	if isVersion {
		r.run.sum.Version = parse.Shown(version)
	} else {
		options(r.run.sum, command)
	}
	return true
}

// begin makes sure that there is a run, and that it is one.
func (r *reader) begin() *run {
	if r.run == nil {
		r.run = &run{sum: parse.NewSummary(tool, tool, r.in.Number())}
	}
	if !r.run.opened {
		r.run.opened = true
		r.send(&parse.Header{Line: r.run.sum.FirstLine, Format: tool, Tool: tool}, nil)
	}
	return r.run
}

func (r *reader) finish() {
	run := r.run
	r.run = nil
	if run == nil || !run.opened {
		return
	}
	s := run.sum
	s.HeadlineOp, s.Clock, s.Complete = "operation", parse.WallClock, run.overall
	if s.Workload == "" {
		s.Workload = tool
	}
	if run.step > 0 {
		s.IntervalS = run.step
	}
	if run.returns {
		s.Errors = run.failures
	}
	r.latencies(run)
	r.send(s, nil)
}

// latencies copies those of the report where it is of one operation alone.
func (r *reader) latencies(run *run) {
	if len(run.headline) != 1 {
		return
	}
	get := func(name string) float64 {
		c := parse.Cursor{Line: []byte(run.sum.Reported[run.headline[0]+"."+name])}
		v, ok := number(&c)
		if !ok {
			return parse.NaN()
		}
		return v
	}
	run.sum.LatAvgMS = get("lat.avg_us") / 1000
	if run.sum.LatP95MS = get("lat.p95_us") / 1000; !(run.sum.LatP95MS >= 0) {
		run.sum.LatP95MS = get("lat.p95_ms")
	}
}

// incomplete rejects a status line that is broken at a column; the last line of
// a log, where it ends too early, was cut off by whatever ended the log.
func (r *reader) incomplete(line []byte, column int, want string) {
	err := &parse.SyntaxError{Line: r.in.Number(), Column: column, Text: parse.Shown(line), Want: want}
	if column > len(line) && r.run != nil && r.run.opened && r.in.Last() {
		r.emit(parse.CutOff(err.Line, r.run.end))
		return
	}
	r.send(nil, err)
}

func (r *reader) emit(rec parse.Record) { r.send(rec, nil) }

func (r *reader) send(rec parse.Record, err error) {
	if !r.stopped && !r.out(rec, err) {
		r.stopped = true
	}
}
