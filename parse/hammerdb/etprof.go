package hammerdb

import (
	"bytes"
	"math"
	"time"

	"jitterlog/parse"
)

// percentiles are the figures of the profile of one virtual user that version 3
// prints every 10 s, in microseconds.
var percentiles = [...]struct{ title, metric, unit string }{
	{"MIN", "latency_min", "ms"}, {"P50%", "latency_p50", "ms"}, {"P95%", "latency_p95", "ms"},
	{"P99%", "latency_p99", "ms"}, {"MAX", "latency_max", "ms"}, {"SAMPLES", "transactions", "transactions"},
}

// profiled reads a row of that profile: "|PERCENTILES 2019-07-05 09:55:46 to 2019-07-05 09:55:56",
// "|neword|MIN-391|P50%-685|...", or one of the table at the end, which has the same procedures
// with their exclusive and cumulative times: those are reported. They are of one
// virtual user, so that they are samples and not the run's intervals.
func (r *logReader) profiled(number, text []byte) bool {
	c := parse.Cursor{Line: text}
	if c.Literal("|PERCENTILES ") {
		_, until, ok := bytes.Cut(c.Rest(), []byte(" to "))
		t, err := time.ParseInLocation(time.DateTime, string(until), r.run.in.Location())
		r.period = t.UTC()
		return ok && err == nil && parse.IsDate(t)
	}
	c.Byte('|')
	name, ok := c.Until('|')
	if !ok {
		return false
	}
	op := opOf(bytes.TrimSpace(name))
	if !bytes.HasPrefix(c.Rest(), []byte(percentiles[0].title)) {
		return r.total(op, bytes.Split(bytes.TrimSuffix(c.Rest(), []byte("|")), []byte("|")))
	}
	sample := &r.run.sample
	*sample = parse.Sample{Line: r.run.in.Number(), T: parse.NaN(), At: r.period, Source: tool, Object: "vuser " + string(number) + " " + op}
	if start := r.run.summary.StartedAt; !start.IsZero() {
		sample.T = r.period.Sub(start).Seconds()
	}
	for i := range percentiles {
		if i > 0 && !c.Byte('|') || !c.Literal(percentiles[i].title) || !c.Byte('-') {
			return false
		}
		v, ok := c.Figure()
		if !ok || math.IsNaN(v) {
			return false
		}
		if percentiles[i].unit == "ms" {
			v /= 1000
		}
		sample.Metric, sample.Unit, sample.Value = percentiles[i].metric, percentiles[i].unit, v
		r.run.emit(sample)
	}
	return c.End()
}

// total reads a row of the table at the end: exclusive time, its share, calls,
// mean and cumulative time in microseconds.
func (r *logReader) total(op string, cells [][]byte) bool {
	names := [...]string{"exclusive_us", "pct", "calls", "us_per_call", "cumulative_us"}
	if len(cells) != len(names) {
		return false
	}
	for i, cell := range cells {
		if op != "procname" { // the heading
			r.run.summary.Reported["profile."+op+"."+names[i]] = parse.Shown(bytes.TrimSpace(cell))
		}
	}
	return true
}
