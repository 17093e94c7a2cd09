package pgbench

import (
	"bytes"

	"jitterlog/parse"
)

// knownLines are the lines that say nothing of a run, by how they begin.
var knownLines = []string{
	"end.", "vacuuming...", "vacuum...done.", "Password", "NOTICE:", "set primary key...", "creating ",
	"generating data", "done.", "pgbench (PostgreSQL)", "pghost: ", "pgbench: pghost: ",
	"pgbench: setting random seed", "setting random seed",
	// What follows an error.
	"pgbench: detail: ", "pgbench: hint: ",
	"DETAIL:", "HINT:", "CONTEXT:", "QUERY:", "STATEMENT:", "LINE ", "\tIs the server running", "LOCATION:",
}

func known(line []byte) bool {
	for _, text := range knownLines {
		if bytes.HasPrefix(line, []byte(text)) {
			return true
		}
	}
	return false
}

// trouble reads an error or a warning.
func (r *textReader) trouble(line []byte) bool {
	e := parse.Event{Severity: parse.Error, Kind: parse.Failure}
	body := bytes.TrimPrefix(line, []byte("pgbench: "))
	switch {
	case bytes.HasPrefix(line, []byte("Run was aborted")):
		e.Kind = parse.Fatal
		if r.run != nil {
			r.run.aborted = true
		}
	case bytes.HasPrefix(line, []byte("client ")), bytes.HasPrefix(body, []byte("client ")),
		bytes.HasPrefix(body, []byte("error: client ")), bytes.HasPrefix(body, []byte("pgbench:error: client ")):
		if bytes.Contains(body, []byte(" aborted ")) {
			e.Kind = parse.Fatal
		}
	case bytes.HasPrefix(body, []byte("fatal: ")), bytes.HasPrefix(body, []byte("FATAL: ")), bytes.HasPrefix(body, []byte("error: connection to server")),
		bytes.HasPrefix(line, []byte("connection to server")), bytes.HasPrefix(line, []byte("Connection to database")):
		e.Kind = parse.Fatal
	case bytes.HasPrefix(body, []byte("warning: ")), bytes.HasPrefix(body, []byte("WARNING: ")):
		e.Severity, e.Kind = parse.Warning, parse.Failure
	case bytes.HasPrefix(body, []byte("error: ")), bytes.HasPrefix(body, []byte("ERROR: ")):
	default:
		return false
	}
	run := r.begin()
	e.Line, e.T, e.Count = r.in.Number(), run.now(), 1
	e.Message = parse.Shown(withoutNumber(body))
	r.emit(&e)
	return true
}

// withoutNumber leaves out which client a message is about, so that equal
// messages of many clients are equal.
func withoutNumber(line []byte) []byte {
	before, after, ok := bytes.Cut(line, []byte("client "))
	if !ok {
		return line
	}
	rest := bytes.TrimLeft(after, "0123456789")
	if len(rest) == len(after) {
		return line
	}
	return append(append(append([]byte(nil), before...), "client"...), rest...)
}

// isTuples says whether a line tells how far pgbench -i has come.
func isTuples(line []byte) bool {
	_, _, _, ok := tuples(line)
	return ok
}

const (
	maxTuples = 1 << 53
	maxLoad   = 1e8 // seconds, three years
)

// tuples reads "100000 of 1000000 tuples (10%) done (elapsed 0.12 s, remaining
// 1.08 s)", where newer versions add "of TABLE", and "10000 tuples done." of
// old ones, which have no time.
func tuples(line []byte) (n, seconds float64, timed, ok bool) {
	c := parse.Cursor{Line: line}
	count, ok := c.Count()
	if !ok || count > maxTuples {
		return 0, 0, false, false
	}
	if c.Literal(" tuples done.") {
		return float64(count), 0, false, c.End()
	}
	if !c.Literal(" of ") {
		return 0, 0, false, false
	}
	if _, ok := c.Int(); !ok || !c.Literal(" tuples (") {
		return 0, 0, false, false
	}
	_, elapsed, ok := bytes.Cut(c.Rest(), []byte("done (elapsed "))
	e := parse.Cursor{Line: elapsed}
	seconds, isFigure := e.Figure()
	return float64(count), seconds, true, ok && isFigure && seconds <= maxLoad && e.Literal(" s, remaining ")
}

// initialise reads what pgbench -i prints.
func (r *textReader) initialise(line []byte) bool {
	n, seconds, timed, ok := tuples(line)
	rest, done := bytes.CutPrefix(line, []byte("done in "))
	if !ok && !done {
		return false
	}
	if r.run != nil && r.run.opened && (!r.run.load || r.run.sum.Complete) {
		r.finish()
	}
	run := r.begin()
	run.load = true
	if done {
		total, parts, _ := bytes.Cut(rest, []byte(" s ("))
		if !isFigure(total) {
			return false
		}
		run.sum.ElapsedS, run.sum.Complete = number(string(total)), true
		run.sum.Reported["total_s"] = parse.Shown(total)
		for part := range bytes.SplitSeq(bytes.TrimRight(parts, ")."), []byte(", ")) {
			part = bytes.TrimSuffix(part, []byte(" s"))
			if i := bytes.LastIndexByte(part, ' '); i > 0 {
				name := bytes.ReplaceAll(bytes.ReplaceAll(part[:i], []byte(" "), []byte("_")), []byte("-"), []byte("_"))
				run.sum.Reported[string(name)+"_s"] = parse.Shown(part[i+1:])
			}
		}
		return true
	}
	if timed && (n < run.tuples || seconds < run.seconds) {
		// The next table, whose clock begins anew.
		run.before += run.seconds
		run.tuples, run.seconds = 0, 0
	}
	start, end := run.before+run.seconds, run.before+seconds
	if !timed || !(start < end) {
		return true
	}
	op := parse.NewOp("insert")
	op.Count = int64(n - run.tuples)
	r.ops[0] = op
	r.interval = parse.Interval{Line: r.in.Number(), Start: start, End: end, Phase: parse.Measure, Threads: parse.Absent, Ops: r.ops[:]}
	run.tuples, run.seconds = n, seconds
	r.emit(&r.interval)
	return true
}
