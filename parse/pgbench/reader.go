package pgbench

import (
	"bytes"
	"strconv"

	"jitterlog/parse"
)

// A textReader reads what pgbench prints.
type textReader struct {
	in      *parse.Lines
	out     func(parse.Record, error) bool
	stopped bool
	run     *run // nil before the first

	interval parse.Interval
	ops      [1]parse.Op
	sample   parse.Sample
}

// A run is what is known of the run that is being read.
type run struct {
	sum      *parse.Summary
	opened   bool // its header was yielded: more than a banner was seen
	load     bool // pgbench -i
	lines    int  // progress lines
	label    float64
	origin   float64 // of labels; not 0 if they are wall clock times
	step     float64 // seconds between them
	held     progress
	heldLine int // 0: none is held
	reported bool
	tps      bool // the last line of the report was seen
	aborted  bool

	script     string // prefix of the figures of the script whose report is read
	statements int
	listing    int // columns before a statement's text; 0: no list of statements

	tuples, seconds float64 // of the last line of -i
	before          float64 // seconds of the tables before
}

func (r *textReader) read() {
	for line, ok := r.in.Next(); ok && !r.stopped; line, ok = r.in.Next() {
		line = bytes.TrimRight(line, " \t")
		if len(line) == 0 {
			continue
		}
		switch {
		case r.progress(line):
		case r.banner(line), r.beginning(line):
		case r.statement(line):
		case r.figure(line):
		case r.initialise(line):
		case r.trouble(line):
		case known(line):
			r.touch()
		default:
			r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: "a line of pgbench's output"})
		}
	}
	r.finish()
}

// banner reads "pgbench (15.4)" and "pgbench (17.2, server 15.4)".
func (r *textReader) banner(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("pgbench ("))
	version, closed := bytes.CutSuffix(rest, []byte(")"))
	if !ok || !closed || bytes.HasPrefix(version, []byte("PostgreSQL)")) {
		return false
	}
	r.finish()
	r.start()
	client, server, both := bytes.Cut(version, []byte(", server "))
	if !both {
		server = client
	}
	r.run.sum.Version, r.run.sum.ServerVersion = string(client), string(server)
	return true
}

// beginning reads the first line of a run or of pgbench -i; a banner may stand
// before it.
func (r *textReader) beginning(line []byte) bool {
	run := bytes.HasPrefix(line, []byte("starting vacuum"))
	load := string(line) == "dropping old tables..." || string(line) == "creating tables..."
	if !run && !load {
		return false
	}
	if r.run != nil && (r.run.opened || run && r.run.load) {
		r.finish()
	}
	if r.run == nil {
		r.start()
	}
	r.run.load = load
	return true
}

func (r *textReader) start() {
	r.run = &run{sum: parse.NewSummary("pgbench", tool, r.in.Number())}
}

// begin makes sure that there is a run, and that it is one.
func (r *textReader) begin() *run {
	if r.run == nil {
		r.start()
	}
	if !r.run.opened {
		r.run.opened = true
		r.send(&parse.Header{Line: r.run.sum.FirstLine, Format: "pgbench", Tool: tool}, nil)
	}
	r.touch()
	return r.run
}

// touch moves the end of the run to the current line.
func (r *textReader) touch() {
	if r.run != nil {
		r.run.sum.LastLine = r.in.Number()
	}
}

// now is the time of the last progress line, NaN before the first.
func (run *run) now() float64 {
	if run.lines == 0 || run.heldLine > 0 {
		return parse.NaN()
	}
	return run.label - run.origin
}

func (r *textReader) finish() {
	run := r.run
	r.run = nil
	if run == nil || !run.opened {
		return
	}
	s := run.sum
	if run.heldLine > 0 {
		r.send(nil, &parse.SyntaxError{Line: run.heldLine, Text: "the only progress line", Want: "another progress line, which tells how long the interval of this one is"})
	}
	s.Clock = parse.WallClock
	s.Server = server
	if run.load {
		s.Workload = "load"
		if run.seconds > 0 {
			s.HeadlineOp = "insert"
		}
		r.send(s, nil)
		return
	}
	s.HeadlineOp = "transaction"
	if s.Workload == "" {
		s.Workload = "pgbench"
	}
	s.StartedAt = run.startedAt()
	if run.step > 0 {
		s.IntervalS = run.step
	}
	s.Complete = run.tps && !run.aborted
	s.LatAvgMS = number(s.Reported["lat.avg_ms"])
	for _, name := range [...]string{"tps_excluding_connections", "tps_including_reconnections", "tps_including_connections"} {
		if text, ok := s.Reported[name]; ok {
			s.TPS = number(text)
			break
		}
	}
	if n, err := strconv.ParseInt(s.Reported["failed"], 10, 64); err == nil && n >= 0 {
		s.Errors = n
	}
	r.send(s, nil)
}

// number returns a figure of the report, NaN if it is none.
func number(text string) float64 {
	c := parse.Cursor{Line: []byte(text)}
	v, ok := c.Figure()
	if !ok || !c.End() {
		return parse.NaN()
	}
	return v
}

func isFigure(text []byte) bool {
	c := parse.Cursor{Line: text}
	_, ok := c.Figure()
	return ok && c.End()
}

// incomplete rejects a line that is broken at a column; the last line of a log,
// where it ends too early, was cut off by whatever ended the log.
func (r *textReader) incomplete(line []byte, column int, want string) {
	err := &parse.SyntaxError{Line: r.in.Number(), Column: column, Text: parse.Shown(line), Want: want}
	if column > len(line) && r.run != nil && r.run.opened && r.in.Last() {
		r.touch()
		r.emit(parse.CutOff(err.Line, r.run.now()))
		return
	}
	r.send(nil, err)
}

func (r *textReader) emit(rec parse.Record) { r.send(rec, nil) }

func (r *textReader) send(rec parse.Record, err error) {
	if !r.stopped && !r.out(rec, err) {
		r.stopped = true
	}
}
