package sysbench

import (
	"math"

	"jitterlog/parse"
)

// A cursor knows whether the line it failed on could have gone on as expected.
type cursor struct {
	parse.Cursor
	cut bool
}

// text takes that text.
func (c *cursor) text(s string) bool {
	if c.Literal(s) {
		return true
	}
	rest := c.Rest()
	c.cut = len(rest) < len(s) && string(rest) == s[:len(rest)]
	return false
}

// field takes that text and a number after it.
func (c *cursor) field(s string, f *float64) bool {
	if !c.text(s) {
		return false
	}
	if c.Pos < len(c.Line) && c.Line[c.Pos] == ' ' {
		c.Blanks()
	}
	from := c.Pos
	v, ok := c.Float()
	if !(v >= 0 && v <= parse.MaxFigure) { // seldom: what Figure would take first
		c.Pos = from
		v, ok = c.Figure()
	}
	*f = v
	c.cut = !ok && c.Pos == len(c.Line)
	return ok
}

// rank takes that text and the rank of a percentile after it.
func (c *cursor) rank(s string, rank *float64) bool {
	return c.field(s, rank) && *rank <= 100
}

// threads takes the number of threads.
func (c *cursor) threads(n *int64) bool {
	var ok bool
	*n, ok = c.Count()
	c.cut = !ok && c.Pos == len(c.Line)
	return ok
}

// A shape is the set of operations that a line holds.
type shape int

const (
	noShape    shape = iota
	tpsOnly          // 0.4 of 2010
	readWrite        // 0.4, 0.5
	statements       // 1.0, 1.1 and the hooks
	events           // cpu, threads, mutex, Lua without SQL; memory
	files            // fileio
)

var operations = [...][]string{
	tpsOnly:    {"transaction"},
	readWrite:  {"transaction", "read", "write"},
	statements: {"transaction", "query", "read", "write", "other"},
	events:     {"event"},
	files:      {"read", "write", "fsync", "event"},
}

// values is what a SQL line says, whatever its dialect. What it does not say is
// NaN.
type values struct {
	threads                       int64
	tps, qps, read, write, other  float64
	latency, rank, errors, reconn float64
	latency2, rank2               float64 // of two days in 2011; rank 0: none
}

// reports reads one report line from the cursor on. It returns what was
// expected where it could not, with the cursor at its beginning if that is no
// report line at all.
func (r *reader) reports(c *cursor, line int) (want string) {
	from := c.Pos
	at, ok := label(&c.Cursor)
	if !ok {
		c.Pos = from
		return "[ SECONDSs ]"
	}
	if c.Pos == len(c.Line) {
		c.cut = true
		return "an interval"
	}
	switch c.Line[c.Pos] {
	case 't':
		if c.Literal("thds: ") {
			return r.thds(c, line, at)
		}
		return r.threads(c, line, at)
	case 'r':
		return r.fileio(c, line, at)
	case 'q':
		return r.queue(c, line, at)
	case 'C':
		if !c.text("Checkpoint report:") {
			return "Checkpoint report:"
		}
		return r.checkpoint(line, at)
	case 'I':
		return r.intermediate(c, line, at)
	}
	return r.memory(c, line, at)
}

// maxLabel keeps times exact; it is 31 years.
const maxLabel = 1e9

// label takes [ 10s ] or [  10s] and the blank after it.
func label(c *parse.Cursor) (int64, bool) {
	if !c.Byte('[') {
		return 0, false
	}
	c.Blanks()
	at, ok := c.Count()
	if !ok || at > maxLabel || !c.Byte('s') {
		return 0, false
	}
	c.Byte(' ')
	if !c.Byte(']') {
		return 0, false
	}
	c.Byte(' ')
	return at, true
}

// thds reads the lines of 1.0 and 1.1:
//
//	thds: 8 tps: 1.00 qps: 20.00 (r/w/o: 14.00/4.00/2.00) lat (ms,95%): 7.70 err/s: 0.00 reconn/s: 0.00
//	thds: 8 eps: 1.00 lat (ms,95%): 7.70
//
// Hooks, and so sysbench-tpcc, print err/s without its colon.
func (r *reader) thds(c *cursor, line int, at int64) string {
	var v values
	if !c.threads(&v.threads) {
		return "the number of threads"
	}
	if c.field(" eps: ", &v.tps) {
		if !c.rank(" lat (ms,", &v.rank) || !c.field("%): ", &v.latency) {
			return "lat (ms,N%)"
		}
		return r.eps(line, at, &v)
	}
	if !c.field(" tps: ", &v.tps) || !c.field(" qps: ", &v.qps) {
		return "tps and qps, or eps"
	}
	if !c.field(" (r/w/o: ", &v.read) || !c.field("/", &v.write) || !c.field("/", &v.other) {
		return "(r/w/o: reads/writes/others)"
	}
	if !c.rank(") lat (ms,", &v.rank) || !c.field("%): ", &v.latency) {
		return "lat (ms,N%)"
	}
	if !c.text(" err/s") {
		return "err/s"
	}
	c.Byte(':')
	if !c.field(" ", &v.errors) || !c.field(" reconn/s: ", &v.reconn) {
		return "err/s and reconn/s"
	}
	return r.sql(line, at, statements, &v)
}

// threads reads the lines of 0.4, 0.5 and the first builds towards 1.0:
//
//	threads: 8, tps: 1.00, reads/s: 14.00, writes/s: 4.00 response time: 7.70ms (95%)
//	threads: 8, tps: 1.00, reads: 14.00, writes: 4.00, response time: 7.70ms (95%), errors: 0.00, reconnects:  0.00
//	threads: 8 tps: 1.00 qps: 20.00 (r/w/o: 14.00/4.00/2.00) latency: 7.70ms (95%) errors/s: 0.00 reconnects/s: 0.00
//	threads: 8 tps: 1.00 qps: 20.00 (r/w/o: 14.00/4.00/2.00) latency (ms,95%): 7.70 errors/s: 0.00 reconnects/s: 0.00
//
// Of 0.4 there are builds that end after tps, after writes/s, or with a second
// percentile. Patched builds print microseconds.
func (r *reader) threads(c *cursor, line int, at int64) string {
	nan := math.NaN()
	v := values{qps: nan, read: nan, write: nan, other: nan, latency: nan, errors: nan, reconn: nan}
	if !c.text("threads: ") {
		return "thds or threads"
	}
	if !c.threads(&v.threads) {
		return "the number of threads"
	}
	if c.field(" tps: ", &v.tps) {
		return r.toward10(c, line, at, &v)
	}
	if !c.field(", tps: ", &v.tps) {
		return "tps"
	}
	if c.End() {
		return r.sql(line, at, tpsOnly, &v)
	}
	if !c.field(", reads/s: ", &v.read) && !c.field(", reads: ", &v.read) {
		return "reads"
	}
	if !c.field(", writes/s: ", &v.write) && !c.field(", writes: ", &v.write) {
		return "writes"
	}
	c.Byte(',')
	if c.End() {
		return r.sql(line, at, readWrite, &v)
	}
	if !c.field(" response time: ", &v.latency) || !c.unitAndRank(&v) {
		return "response time"
	}
	if c.Literal(", ") && c.Pos < len(c.Line) && c.Line[c.Pos] != 'e' {
		first := v
		c.Pos--
		if !c.field(" ", &v.latency) || !c.unitAndRank(&v) {
			return "a second percentile"
		}
		v.latency2, v.rank2, v.latency, v.rank = v.latency, v.rank, first.latency, first.rank
	} else if c.Literal("errors:") {
		if !c.field(" ", &v.errors) || !c.field(", reconnects: ", &v.reconn) {
			return "errors and reconnects"
		}
	}
	return r.sql(line, at, readWrite, &v)
}

// unitAndRank takes what follows a latency: its unit and (95%).
func (c *cursor) unitAndRank(v *values) bool {
	if c.Literal("us") {
		// Printed with two decimals: so no digit changes.
		v.latency = math.Round(v.latency*100) / 1e5
	} else if !c.text("ms") {
		return false
	}
	return c.rank(" (", &v.rank) && c.text("%)")
}

// toward10 reads the rest of the lines of January 2017.
func (r *reader) toward10(c *cursor, line int, at int64, v *values) string {
	if !c.field(" qps: ", &v.qps) || !c.field(" (r/w/o: ", &v.read) || !c.field("/", &v.write) || !c.field("/", &v.other) {
		return "qps and (r/w/o: reads/writes/others)"
	}
	if c.field(") latency: ", &v.latency) {
		if !c.unitAndRank(v) {
			return "the unit and rank of the latency"
		}
	} else if !c.rank(") latency (ms,", &v.rank) || !c.field("%): ", &v.latency) {
		return "latency"
	}
	if !c.field(" errors/s: ", &v.errors) || !c.field(" reconnects/s: ", &v.reconn) {
		return "errors/s and reconnects/s"
	}
	return r.sql(line, at, statements, v)
}

// intermediate reads the line of 2010: "Intermediate results: 8 threads, 100 tps".
func (r *reader) intermediate(c *cursor, line int, at int64) string {
	nan := math.NaN()
	v := values{qps: nan, read: nan, write: nan, other: nan, latency: nan, errors: nan, reconn: nan}
	threads := 0.0
	if !c.field("Intermediate results: ", &threads) || !c.field(" threads, ", &v.tps) || !c.text(" tps") {
		return "Intermediate results"
	}
	if v.threads = parse.Absent; threads <= maxLabel {
		v.threads = int64(threads)
	}
	return r.sql(line, at, tpsOnly, &v)
}

// fileio reads
//
//	reads: 1.00 MiB/s writes: 1.00 MiB/s fsyncs: 1.00/s latency (ms,95%): 0.061
//	reads: 1.00 MB/s writes: 1.00 MB/s fsyncs: 1.00/s response time: 0.061ms (95%)
//
// both of which count 2^20 bytes.
func (r *reader) fileio(c *cursor, line int, at int64) string {
	var read, write, fsync float64
	var v values
	if !c.field("reads: ", &read) || !c.mebi("/s ") || !c.field("writes: ", &write) || !c.mebi("/s ") ||
		!c.field("fsyncs: ", &fsync) || !c.text("/s ") {
		return "reads, writes and fsyncs"
	}
	if c.field("response time: ", &v.latency) {
		if !c.unitAndRank(&v) {
			return "the unit and rank of the response time"
		}
	} else if !c.rank("latency (ms,", &v.rank) || !c.field("%): ", &v.latency) {
		return "latency"
	}
	return r.fileOps(line, at, read, write, fsync, &v)
}

// mebi takes " MiB" or " MB" and what follows it.
func (c *cursor) mebi(tail string) bool {
	return (c.Literal(" MiB") || c.text(" MB")) && c.text(tail)
}

// memory reads "3493.76 MiB/sec" and "3493.76 MB/sec,".
func (r *reader) memory(c *cursor, line int, at int64) string {
	var rate float64
	if !c.field("", &rate) || !c.mebi("/sec") {
		return "an interval"
	}
	c.Byte(',')
	return r.transfer(line, at, rate)
}

// queue reads the line of --rate: "queue length: 0, concurrency: 1", without
// the comma since 1.0.8 where no Lua script runs.
func (r *reader) queue(c *cursor, line int, at int64) string {
	var length, running float64
	if !c.field("queue length: ", &length) || math.IsNaN(length) {
		return "queue length"
	}
	c.Byte(',')
	if !c.field(" concurrency: ", &running) || math.IsNaN(running) {
		return "concurrency"
	}
	r.begin(line)
	r.measured(line, float64(at-r.run.shift), "", "queue_length", length)
	r.measured(line, float64(at-r.run.shift), "", "concurrency", running)
	return ""
}
