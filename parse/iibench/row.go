package iibench

import (
	"bytes"
	"math"

	"jitterlog/parse"
)

// A column is what a column of the table holds.
type column int

const (
	length column = iota // seconds of this interval
	elapsed
	tableSize
	meanInserts // a second, since the start
	meanOthers  // the same of deletes and queries

	// Each kind of work has its figures in the same order: see work.
	insertRate
	insertTotal
	insertMax
	insertRetries
	deleteRate
	deleteTotal
	deleteMax
	deleteRetries
	queryRate
	queryTotal
	queryMax
	queryRetries
	columnKinds
)

// A work is one operation of the table, by its first figure.
type work struct {
	op    string
	first column
}

var works = [...]work{{"insert", insertRate}, {"delete", deleteRate}, {"query", queryRate}}

const (
	rateOf    = 0
	totalOf   = insertTotal - insertRate
	maxOf     = insertMax - insertRate
	retriesOf = insertRetries - insertRate
	perWork   = deleteRate - insertRate
)

// tabColumns and blankColumns are the headings of today and of 2009. There,
// #seconds is the length where #total_seconds stands too, else the total.
var (
	tabColumns = map[string]column{
		"i_sec": length, "t_sec": elapsed, "i_ips": insertRate, "t_ips": meanInserts, "i_dps": deleteRate, "t_dps": meanOthers,
		"i_qps": queryRate, "t_qps": meanOthers, "max_i": insertMax, "max_d": deleteMax, "max_q": queryMax,
		"t_ins": insertTotal, "t_del": deleteTotal, "t_query": queryTotal,
		"retry_i": insertRetries, "retry_d": deleteRetries, "retry_q": queryRetries,
	}
	blankColumns = map[string]column{
		"#rows": insertTotal, "#seconds": length, "#total_seconds": elapsed, "cum_ips": meanInserts, "table_size": tableSize,
		"last_ips": insertRate, "#queries": queryTotal, "cum_qps": meanOthers, "last_qps": queryRate,
	}
)

// heading returns the columns of a table, nil if the line is no heading of one.
func heading(line []byte) []column {
	names := tabColumns
	switch {
	case bytes.HasPrefix(line, []byte("i_sec\tt_sec\t")):
	case bytes.HasPrefix(line, []byte("#rows #seconds ")):
		names = blankColumns
	default:
		return nil
	}
	var columns []column
	seconds, total := -1, false
	for i, word := range bytes.Fields(line) {
		col, ok := names[string(word)]
		if !ok {
			return nil
		}
		if col == length {
			seconds = i
		}
		total = total || col == elapsed
		columns = append(columns, col)
	}
	if !total {
		columns[seconds] = elapsed
	}
	return columns
}

// A row is one line of the table; NaN is what it does not hold.
type row [columnKinds]float64

// read takes a line apart. It returns the column and what was expected there,
// or "".
func (r *row) read(line []byte, columns []column) (at int, want string) {
	for i := range r {
		r[i] = math.NaN()
	}
	c := parse.Cursor{Line: line}
	for _, col := range columns {
		c.Blanks()
		from := c.Pos
		v, ok := c.Float()
		if !ok || c.Pos < len(line) && line[c.Pos] != '\t' && line[c.Pos] != ' ' {
			return c.Column(), "a number, and as many as there are headings"
		}
		if v < -1 || v > 1e15 || v > parse.MaxSeconds && (col == length || col == elapsed) {
			return from + 1, "a possible number"
		}
		r[col] = v
	}
	if !c.End() {
		return c.Column(), "the end of the line"
	}
	return 0, ""
}

// table reads a line of the table.
func (r *reader) table(line []byte) {
	var w row
	if at, want := w.read(line, r.columns); want != "" {
		r.incomplete(line, at, want)
		return
	}
	end := w[elapsed]
	if r.run != nil && r.run.rows > 0 && end <= r.run.last[elapsed] {
		r.finish()
	}
	run := r.begin()
	start := 0.0
	if run.rows > 0 {
		start = run.last[elapsed]
	}
	// Both are rounded to 0.1 s.
	gap := w[elapsed] - w[length] - start
	missing := gap > 0.15
	if missing {
		start += gap
	}
	if !(end > start) {
		r.incomplete(line, 1, "seconds that pass")
		return
	}
	run.rows++
	if run.step == 0 {
		run.step = math.Round(end - start)
	}
	r.ops = r.ops[:0]
	for _, work := range works {
		if op, ok := r.op(work, &w); ok {
			if missing {
				op.Count, op.Retried = parse.Absent, parse.Absent // they are of the missing lines too
			}
			r.ops = append(r.ops, op)
		}
	}
	run.last = w
	r.interval = parse.Interval{Line: r.in.Number(), Start: start, End: end, Phase: parse.Measure, Threads: parse.Absent, Ops: r.ops}
	r.send(&r.interval, nil)
	if w[tableSize] >= 0 {
		r.sample = parse.Sample{Line: r.in.Number(), T: end, Source: tool, Metric: "table_size", Unit: "rows", Value: w[tableSize]}
		r.send(&r.sample, nil)
	}
}

// op returns the figures of one kind of work, if the table has them.
func (r *reader) op(k work, w *row) (parse.Op, bool) {
	figures := w[k.first : k.first+perWork]
	op := parse.NewOp(k.op)
	if math.IsNaN(figures[rateOf]) && math.IsNaN(figures[totalOf]) {
		return op, false
	}
	if figures[rateOf] >= 0 {
		op.Rate = figures[rateOf]
	}
	last := r.run.last[k.first : k.first+perWork]
	op.Count = difference(last[totalOf], figures[totalOf])
	op.Retried = difference(last[retriesOf], figures[retriesOf])
	if r.run.rows == 1 && !math.IsNaN(figures[totalOf]) {
		op.Count = int64(figures[totalOf])
		if mean := w[meanInserts] * w[elapsed]; k.first == insertRate && !math.IsNaN(w[tableSize]) && math.Abs(mean-figures[totalOf]) > 0.02*mean+1 {
			op.Count = parse.Absent
		}
	}
	if r.run.rows == 1 && !math.IsNaN(figures[retriesOf]) {
		op.Retried = int64(figures[retriesOf])
	}
	if figures[maxOf] > 0 {
		op.MaxMS = figures[maxOf] / 1000
	}
	return op, true
}

// difference returns what a cumulative column grew by, Absent if it did not
// or is not there.
func difference(before, now float64) int64 {
	if !(now >= before) {
		return parse.Absent
	}
	return int64(now - before)
}
