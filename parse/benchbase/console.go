package benchbase

import (
	"bytes"
	"math"
	"strings"
	"time"

	"jitterlog/parse"
)

// A consoleReader reads what the tool prints while it runs.
type consoleReader struct {
	in      *parse.Lines
	out     func(parse.Record, error) bool
	stopped bool

	sum      *parse.Summary // nil outside a run
	opened   bool           // its header was yielded
	results  bool           // its result was printed, or a load finished
	load     time.Time      // when loading began
	measured time.Time      // when measuring started, by the log's clock
	section  string         // of the histograms: completed, aborted, ...
	step     float64        // seconds between lines of the monitor, 0: unknown
	monitor  float64        // end of its last interval
	trace    bool           // an exception was printed; its stack may follow

	interval parse.Interval
	ops      [1]parse.Op
}

// matchConsole wants a result, or a line of the tool's own classes.
func matchConsole(head [][]byte) parse.Match {
	for i, line := range head {
		e, ok := logLine(line)
		if ok && bytes.Contains(e.source, []byte("com.oltpbenchmark.")) || isResult(line) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		if ok && (bytes.HasPrefix(e.message, []byte("PHASE START :: ")) || bytes.Contains(e.source, []byte("DBWorkload.java"))) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
	}
	return parse.Match{}
}

// isResult says whether a line holds the result of a run.
func isResult(line []byte) bool {
	_, rest, ok := bytes.Cut(line, []byte("Results("))
	_, ns, timed := bytes.Cut(rest, []byte("nanoSeconds="))
	return ok && timed && len(ns) > 0 && ns[0]-'0' <= 9 && bytes.Contains(ns, []byte(") = ")) && bytes.Contains(ns, []byte(" requests/sec"))
}

// An entry is one line of the tool's logger.
type entry struct {
	level           string
	at              []byte // date and time, or the time alone
	source, message []byte
}

// logLine reads "[INFO ] 2025-08-22 18:29:18,129 [main]  com.oltpbenchmark.DBWorkload
// main - text", and "18:29:18,129 (DBWorkload.java:270) INFO  - text" of
// OLTPBench.
func logLine(line []byte) (entry, bool) {
	before, message, ok := bytes.Cut(line, []byte(" - "))
	if !ok {
		if before, ok = bytes.CutSuffix(line, []byte(" -")); !ok {
			return entry{}, false
		}
	}
	if len(before) > 0 && before[0] == '[' {
		level, rest, closed := bytes.Cut(before[1:], []byte("] "))
		if len(rest) < len("2025-08-22 18:29:18,129") || !closed {
			return entry{}, false
		}
		name, ok := levelOf(level)
		n := len("2025-08-22 18:29:18,129")
		return entry{name, rest[:n], rest[n:], message}, ok && rest[4] == '-' && rest[13] == ':'
	}
	at, rest, found := bytes.Cut(before, []byte(" ("))
	source, level, closed := bytes.Cut(rest, []byte(") "))
	name, ok := levelOf(level)
	return entry{name, at, source, message}, found && closed && ok && len(at) == len("18:29:18,129") && at[2] == ':'
}

func levelOf(word []byte) (string, bool) {
	for _, level := range [...]string{"INFO", "DEBUG", "TRACE", "WARN", "ERROR", "FATAL"} {
		if string(bytes.TrimSpace(word)) == level {
			return level, true
		}
	}
	return "", false
}

func (r *consoleReader) read() {
	for line, ok := r.in.Next(); ok && !r.stopped; line, ok = r.in.Next() {
		line = bytes.TrimRight(line, " \t")
		if len(line) == 0 {
			continue
		}
		e, logged := logLine(line)
		stack := r.trace && (isStack(line) || isException(line))
		r.trace = stack
		switch {
		case stack:
		case logged:
			r.section = ""
			r.logged(&e)
		case isResult(line):
			r.result(line)
		case r.histogram(line):
		case r.parameter(line):
		case r.exception(line):
		case len(bytes.Trim(line, "=*")) == 0:
		default:
			r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: "a line of BenchBase's console"})
			continue
		}
		if r.sum != nil {
			r.sum.LastLine = r.in.Number()
		}
	}
	r.finish()
}

// logged reads a line of the logger. Those that say nothing of the run are the
// tool's own account of what it does.
func (r *consoleReader) logged(e *entry) {
	m := e.message
	switch {
	case isResult(m):
		r.result(m)
	case bytes.HasPrefix(m, []byte("PHASE START :: ")):
		r.phase(m)
	case bytes.HasPrefix(m, []byte("MEASURE :: ")):
		r.begin()
		r.measured = r.clock(e)
		r.sum.StartedAt = r.measured
	case bytes.HasPrefix(m, []byte("Loading data into ")):
		r.begin()
		r.sum.Workload, r.load = "load", r.clock(e)
	case bytes.HasPrefix(m, []byte("Finished loading data into ")) && r.sum != nil && r.sum.Workload == "load":
		r.results = true
		if at := r.clock(e); !at.IsZero() && !r.load.IsZero() {
			if r.sum.ElapsedS = at.Sub(r.load).Seconds(); r.sum.ElapsedS < 0 {
				r.sum.ElapsedS = parse.NaN()
				r.send(&parse.Event{Line: r.in.Number(), T: parse.NaN(), Severity: parse.Warning, Kind: parse.ClockStep, Message: "loading ended before it began", Count: 1}, nil)
			}
		}
	case bytes.HasPrefix(m, []byte("Starting MonitorThread Interval")):
		_, ms, _ := bytes.Cut(m, []byte("["))
		c := parse.Cursor{Line: ms}
		if n, ok := c.Int(); ok && n > 0 && n < 1e9 {
			r.step, r.monitor = float64(n)/1000, 0
		}
	case bytes.HasPrefix(m, []byte("Throughput: ")):
		r.throughput(m)
	case bytes.HasPrefix(m, []byte("TPM-C: ")), bytes.HasPrefix(m, []byte("Efficiency")):
		r.parameter(m)
	case e.level == "WARN" || e.level == "ERROR" || e.level == "FATAL":
		r.begin()
		r.event(e)
	default:
		// Before a run the tool says what it will do.
		if r.sum == nil || r.results && bytes.HasPrefix(m, []byte("Creating ")) {
			r.finish()
			r.open()
		}
	}
}

func (r *consoleReader) open() {
	r.sum = parse.NewSummary("benchbase", tool, r.in.Number())
}

// begin makes sure that there is a run.
func (r *consoleReader) begin() {
	if r.sum == nil {
		r.open()
	}
	if !r.opened {
		r.opened = true
		r.send(&parse.Header{Line: r.sum.FirstLine, Format: "benchbase", Tool: tool}, nil)
	}
}

// clock returns the time of a line; zero where it has no date.
func (r *consoleReader) clock(e *entry) time.Time {
	at, err := time.ParseInLocation("2006-01-02 15:04:05,000", string(e.at), r.in.Location())
	if err != nil || !parse.IsDate(at) {
		return time.Time{}
	}
	return at.UTC()
}

func (r *consoleReader) event(e *entry) {
	ev := parse.Event{Line: r.in.Number(), T: parse.NaN(), Severity: parse.Warning, Kind: parse.Failure, Message: parse.Shown(e.message), Count: 1}
	if e.level != "WARN" {
		ev.Severity = parse.Error
	}
	if ev.Message == "" {
		ev.Message = "an error without a text"
	}
	switch {
	case e.level == "FATAL":
		ev.Kind = parse.Fatal
	case bytes.Contains(e.message, []byte("will be retried")):
		ev.Kind = parse.Retry
	}
	if _, code, ok := bytes.Cut(e.message, []byte("error code [")); ok {
		code, _, _ = bytes.Cut(code, []byte("]"))
		ev.Code = parse.Shown(code)
	}
	if at := r.clock(e); !at.IsZero() && !r.measured.IsZero() {
		ev.T = at.Sub(r.measured).Seconds()
	}
	r.trace = true
	r.send(&ev, nil)
}

// exception reads the first line of one that the tool did not log.
func (r *consoleReader) exception(line []byte) bool {
	if !isException(line) {
		return false
	}
	r.begin()
	r.event(&entry{level: "ERROR", message: line})
	return true
}

// isException says whether a line is such as "java.sql.SQLException: text".
func isException(line []byte) bool {
	name, _, _ := bytes.Cut(bytes.TrimPrefix(line, []byte(`Exception in thread "main" `)), []byte(":"))
	return !bytes.ContainsAny(name, " \t") && bytes.IndexByte(name, '.') >= 0 &&
		(bytes.HasSuffix(name, []byte("Exception")) || bytes.HasSuffix(name, []byte("Error")))
}

func isStack(line []byte) bool {
	trimmed := bytes.TrimLeft(line, " \t")
	return bytes.HasPrefix(trimmed, []byte("at ")) || bytes.HasPrefix(trimmed, []byte("... ")) || bytes.HasPrefix(trimmed, []byte("Caused by: "))
}

// phase reads "PHASE START :: [Workload=YCSB] [Time=60] ...".
func (r *consoleReader) phase(m []byte) {
	if r.results {
		r.finish()
	}
	r.begin()
	for part := range bytes.SplitSeq(bytes.TrimSuffix(m[len("PHASE START :: "):], []byte("]")), []byte("] ")) {
		key, value, ok := bytes.Cut(bytes.TrimPrefix(part, []byte("[")), []byte("="))
		if !ok {
			continue
		}
		text := parse.Shown(value)
		switch string(key) {
		case "Workload":
			r.sum.Workload = strings.ToLower(text)
		case "Time":
			if text != "null" {
				r.sum.DurationS = r.final(m, text) + zeroIfNaN(r.sum.DurationS) // phases follow each other
			}
		case "WarmupTime":
			if text != "null" {
				r.sum.WarmupS = r.final(m, text) + zeroIfNaN(r.sum.WarmupS)
			}
		case "ActiveWorkers":
			r.sum.Threads = whole(text)
		default:
			r.sum.Options[snake(string(key))] = text
		}
	}
}

func zeroIfNaN(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

// throughput reads a line of the monitor, "Throughput: 123.4 txn/sec".
func (r *consoleReader) throughput(m []byte) {
	c := parse.Cursor{Line: m, Pos: len("Throughput: ")}
	v, ok := c.Figure()
	if !ok || math.IsNaN(v) || r.step == 0 {
		want := "a throughput"
		if r.step == 0 {
			want = "Starting MonitorThread Interval before it, which tells its length"
		}
		r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(m), Want: want})
		return
	}
	r.begin()
	op := parse.NewOp("transaction")
	op.Rate = v
	r.ops[0] = op
	r.interval = parse.Interval{Line: r.in.Number(), Start: r.monitor, End: r.monitor + r.step, Phase: parse.Measure, Threads: parse.Absent, Ops: r.ops[:]}
	r.monitor += r.step
	r.send(&r.interval, nil)
}

func (r *consoleReader) finish() {
	if r.sum != nil && r.opened {
		s := r.sum
		s.Clock, s.Complete = parse.WallClock, r.results
		if s.Workload != "load" {
			s.HeadlineOp = "transaction"
		}
		if r.monitor > 0 {
			s.IntervalS = r.step
		}
		r.send(s, nil)
	}
	*r = consoleReader{in: r.in, out: r.out, stopped: r.stopped}
}

func (r *consoleReader) send(rec parse.Record, err error) {
	if !r.stopped && !r.out(rec, err) {
		r.stopped = true
	}
}
