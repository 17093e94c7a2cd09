package sysbench

import (
	"math"

	"jitterlog/parse"
)

// csv reads a row of the report_csv hook.
func (r *reader) csv(line []byte) bool {
	at, v, ok := csvRow(line)
	if !ok || at == 0 {
		return false
	}
	r.hook(r.in.Number(), at, &v)
	return true
}

// csvRow reads time, threads, tps, qps, reads, writes, others, latency, errors
// and reconnects.
func csvRow(line []byte) (int64, values, bool) {
	c := cursor{Cursor: parse.Cursor{Line: line}}
	v := values{rank: unknownRank}
	at, ok := c.Count()
	if !ok || at > maxLabel || !c.Byte(',') {
		return 0, v, false
	}
	if v.threads, ok = c.Count(); !ok {
		return 0, v, false
	}
	for _, f := range [...]*float64{&v.tps, &v.qps, &v.read, &v.write, &v.other, &v.latency, &v.errors, &v.reconn} {
		if !c.decimal(f) {
			return 0, v, false
		}
	}
	return at, v, c.End()
}

// decimal takes a comma and a number with a decimal point, as every row of the
// hook has them and the values of an INSERT statement do not, or nan.
func (c *cursor) decimal(f *float64) bool {
	from := c.Pos
	if !c.field(",", f) {
		return false
	}
	if math.IsNaN(*f) {
		return true
	}
	for _, b := range c.Line[from:c.Pos] {
		if b == '.' {
			return true
		}
	}
	return false
}

// hook takes a row or object of a report hook. Where the hook is set for the
// final report too, that is one more of them, without threads: at the time of
// the last one, or later with the averages of all.
func (r *reader) hook(line int, at int64, v *values) {
	if r.run != nil && r.run.reports > 0 && v.threads == 0 && at >= r.run.label &&
		(at == r.run.label || r.run.averages(v.tps)) {
		r.hookSummary(at, v)
		return
	}
	r.sql(line, at, statements, v)
}
