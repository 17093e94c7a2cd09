package sysbench

import (
	"bytes"
	"math"

	"jitterlog/parse"
)

// bucketRatio is that of neighbouring buckets: the tool's 1024 go from 0.001 ms
// to 100000 ms in equal steps of the logarithm.
var bucketRatio = math.Exp(math.Log(1e8) / 1023)

const (
	histogramBuckets = 1024
	leastUpper       = 0.001
)

// histogramRow reads the heading of a histogram, its legend, or a bucket: its
// upper value, a bar, its count.
func (r *reader) histogramRow(line []byte) bool {
	if bytes.HasPrefix(line, []byte("Latency histogram (values are in milliseconds)")) {
		r.begin(r.in.Number())
		r.flushHistogram()
		r.run.histogram = true
		return true
	}
	if r.run == nil || !r.run.histogram {
		return false
	}
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte("value  ----")) {
		return true
	}
	c := parse.Cursor{Line: line}
	c.Blanks()
	upper, ok := c.Figure()
	if !ok || !(upper >= leastUpper) || !c.Literal(" |") {
		return false
	}
	for c.Byte('*') {
	}
	c.Blanks()
	count, ok := c.Count()
	if !ok || !c.End() {
		return false
	}
	if len(r.run.buckets) == histogramBuckets {
		r.flushHistogram()
		r.run.histogram = true
	}
	r.run.buckets = append(r.run.buckets, parse.Bucket{Line: r.in.Number(), WholeRun: true,
		LowerMS: upper / bucketRatio, UpperMS: upper, Count: count})
	return true
}

// flushHistogram yields the buckets. What they count is known by then, from the
// interval lines or from the title of the report that follows.
func (r *reader) flushHistogram() {
	run := r.run
	run.histogram = false
	op := "event"
	if run.isSQL {
		op = "transaction"
	}
	for i := range run.buckets {
		r.bucket = run.buckets[i]
		r.bucket.Op = op
		r.emit(&r.bucket)
	}
	run.buckets = run.buckets[:0]
}
