package tpccmysql

import (
	"bytes"
	"math"

	"jitterlog/parse"
)

// opTitles are the operations as the final report names them.
var opTitles = [len(opNames)]string{"New-Order", "Payment", "Order-Status", "Delivery", "Stock-Level"}

func opTitle(c *parse.Cursor) (op int, ok bool) {
	for k, title := range opTitles {
		if c.Literal(title) {
			return k, true
		}
	}
	return 0, false
}

// finalReport reads the lines behind STOPPING THREADS.
func (r *reader) finalReport(c *parse.Cursor) (known, ok bool) {
	if c.Byte('<') {
		return r.blockHeading(c)
	}
	if r.run == nil {
		return false, false
	}
	start := c.Pos
	if _, ok := opTitle(c); ok {
		c.Pos = start
		return true, r.opRow(c)
	}
	switch {
	case c.Literal("[transaction percentage]"):
		r.run.responseTimes = false
		return true, c.End()
	case c.Literal("[response time ("):
		r.run.responseTimes = true
		return true, true
	case c.Literal("["), c.Literal("|"):
		if r.run.block == 0 {
			c.Pos = start
			return false, false
		}
		c.Pos = start
		return true, r.resultRow(c)
	case c.Literal("in "):
		return true, r.elapsed(c)
	case c.Literal("p95: "), c.Literal("p99: "), c.Literal("p999: "):
		return true, r.forkPercentile(c, start)
	}
	if number, ok := c.Figure(); ok {
		text := c.Line[start:c.Pos]
		switch {
		case c.Literal(" TpmC"):
			r.run.tpmc, r.run.tpmcText = number, string(text)
			r.run.report("tpmc", text)
			r.run.stage = atTpmC
			return true, c.End()
		case r.run.histogram.reading && c.Byte(','):
			return true, r.histogramRow(c, number)
		}
		c.Pos = start
		if r.run.histogram.reading {
			return r.histogramHeading(c)
		}
	}
	return false, false
}

// blockHeading reads a heading behind its "<".
func (r *reader) blockHeading(c *parse.Cursor) (known, ok bool) {
	var block int
	histogram := false
	switch {
	case c.Literal("Raw Results>"):
		block = 1
	case c.Literal("Raw Results2"):
		block = 2
	case c.Literal("Constraint Check>"), c.Literal("TpmC>"), c.Literal("90th Percentile RT (MaxRT)>"):
	case c.Literal("RT Histogram>"):
		histogram = true
	default:
		c.Pos--
		return false, false
	}
	run := r.need()
	if run.stage == atTpmC {
		r.begin(r.format, r.in.Number())
		run = r.need()
	}
	r.releaseHeld()
	r.flushBucket()
	run.stage = max(run.stage, atReport)
	run.block = block
	run.histogram = bucketRow{reading: histogram}
	if block > 0 {
		run.seen[block-1] = true
	}
	return true, true
}

// resultRow reads "[0] sc:848106  lt:8  rt:0  fl:0 avg_rt: 9.5 (5)", or
// "|New-Order| sc: 93061 ..." of the ports to Java.
func (r *reader) resultRow(c *parse.Cursor) bool {
	var op int
	if c.Byte('|') {
		k, ok := opTitle(c)
		if !ok || !c.Byte('|') {
			return false
		}
		op = k
	} else {
		c.Byte('[')
		k, ok := c.Int()
		if !ok || k < 0 || k >= int64(len(opNames)) || !c.Byte(']') {
			return false
		}
		op = int(k)
	}
	prefix := [...]string{"raw.", "sum."}[r.run.block-1] + opNames[op] + "."
	row := &r.run.results[r.run.block-1][op]
	for !c.End() {
		c.Blanks()
		name, ok := c.Until(':')
		if !ok {
			c.Pos = len(c.Line)
			return false
		}
		c.Blanks()
		start := c.Pos
		value, ok := c.Float()
		if !ok {
			return false
		}
		n := int64(0)
		if value >= 0 && value < 1<<53 {
			n = int64(value)
		}
		switch string(name) {
		case "sc":
			row.ok = n
		case "lt":
			row.late = n
		case "rt":
			row.retries = n
		case "fl":
			row.failures = n
		case "avg_rt":
			r.run.summary.Clock = parse.WallClock
			if !r.limit(c, prefix, start) {
				return false
			}
			continue
		default:
			c.Pos = start - 1
			return false
		}
		r.run.report(prefix+string(name), c.Line[start:c.Pos])
	}
	return true
}

// limit reads " (5)" behind an average that began at start. The average is the
// time of all transactions, those of the ramp-up too, over the number of those
// measured; so it is kept as reported and is not the run's mean latency.
func (r *reader) limit(c *parse.Cursor, prefix string, start int) bool {
	r.run.report(prefix+"avg_rt", c.Line[start:c.Pos])
	c.Blanks()
	if !c.Byte('(') {
		return false
	}
	value, ok := c.Until(')')
	if ok {
		r.run.report(prefix+"rt_limit", value)
	}
	return ok
}

// elapsed reads "in 1800 sec." behind the first word.
func (r *reader) elapsed(c *parse.Cursor) bool {
	start := c.Pos
	seconds, ok := c.Figure()
	if !ok {
		return false
	}
	r.run.report("elapsed_s", c.Line[start:c.Pos])
	r.run.summary.ElapsedS = seconds
	return c.Literal(" sec.") && c.End()
}

// opRow reads a row of the constraint check, "Payment: 43.48% (>=43.0%) [OK]",
// or of the old percentiles, "Payment : 0.20  (0.02)".
func (r *reader) opRow(c *parse.Cursor) bool {
	op, _ := opTitle(c)
	name := opNames[op]
	old := c.Byte(' ')
	if !c.Byte(':') {
		return false
	}
	c.Blanks()
	start := c.Pos
	if _, ok := c.Float(); !ok {
		return false
	}
	value := c.Line[start:c.Pos]
	if old {
		c.Blanks()
		if !c.Byte('(') {
			return false
		}
		top, ok := c.Until(')')
		if !ok {
			return false
		}
		r.run.report("p90_rt."+name, value)
		r.run.report("max_rt."+name, top)
		return c.End()
	}
	c.Byte('%')
	c.Blanks()
	part := "constraint."
	if r.run.responseTimes {
		part = "response."
	}
	if c.Literal("(>=") {
		part = "constraint."
		if _, ok := c.Until(')'); !ok {
			return false
		}
		c.Blanks()
	}
	r.run.report(part+name+"_pct", value)
	if !c.Byte('[') {
		return false
	}
	verdict, ok := c.Until(']')
	if ok {
		r.run.report(part+name, verdict)
	}
	return ok
}

// forkPercentile reads "p95: 12.3", which tpcc-mysql-pro prints behind TpmC.
func (r *reader) forkPercentile(c *parse.Cursor, start int) bool {
	name := string(bytes.TrimRight(c.Line[start:c.Pos], ": "))
	c.Blanks()
	from := c.Pos
	ms, ok := c.Figure()
	if !ok {
		return false
	}
	r.run.report(name, c.Line[from:c.Pos])
	if name == "p95" {
		r.run.summary.LatP95MS = ms
	}
	return c.End()
}

// A bucketRow is what is read of the response time histogram. Its upper bounds
// are printed with two decimals, so that in later revisions nine rows in a
// row show the same one: they are one bucket here.
type bucketRow struct {
	reading      bool
	op           int
	line         int
	lower, upper float64 // as printed
	count        int64
}

// histogramHeading reads "1.New-Order".
func (r *reader) histogramHeading(c *parse.Cursor) (known, ok bool) {
	if _, ok := c.Int(); !ok || !c.Byte('.') {
		return false, false
	}
	op, ok := opTitle(c)
	if !ok {
		return false, false
	}
	r.flushBucket()
	r.run.histogram = bucketRow{reading: true, op: op}
	return true, c.End()
}

// histogramRow reads "0.20,  13260" behind the comma.
func (r *reader) histogramRow(c *parse.Cursor, upper float64) bool {
	c.Blanks()
	n, ok := c.Count()
	h := &r.run.histogram
	if !ok || !c.End() || !(upper >= h.upper && upper <= parse.MaxSeconds) {
		return false
	}
	// A bound of 0.00 is one below half of the last decimal: its row belongs
	// to the next bound.
	if upper != h.upper && h.upper > 0 {
		r.flushBucket()
		h.lower = h.upper
		h.count = 0
	}
	if h.count == 0 {
		h.line = r.in.Number()
	}
	h.upper = upper
	h.count += min(n, math.MaxInt64-h.count)
	return true
}

// leastWidth is half of what the bounds of buckets are rounded to: the first
// bound is printed as 0.00.
const leastWidth = 0.005

// flushBucket yields the bucket whose rows have been read, unless it is empty.
func (r *reader) flushBucket() {
	h := &r.run.histogram
	if !h.reading || h.count == 0 {
		return
	}
	scale := max(meaning[r.run.shape].scale, 1)
	r.bucket = parse.Bucket{Line: h.line, Op: opNames[h.op], WholeRun: true, LowerMS: h.lower * scale, UpperMS: max(h.upper, h.lower+leastWidth) * scale, Count: h.count}
	h.count = 0
	r.emit(&r.bucket)
}
