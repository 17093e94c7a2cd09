package benchbase

import (
	"bytes"
	"iter"
	"math"

	"jitterlog/parse"
)

// A figure is what a column of a series holds.
type figure int

const (
	other figure = iota // what has no place in an interval
	begin
	requests
	throughput
	average
	median
	rank75
	rank90
	rank95
	rank99
	maximum
)

// figures are the headings, without their units: of BenchBase, and of OLTPBench.
var figures = map[string]figure{
	"Time": begin, "time": begin,
	"Requests":   requests,
	"Throughput": throughput, "throughput": throughput,
	"Average Latency": average, "avg_lat": average,
	"Minimum Latency": other, "min_lat": other,
	"sd_lat":                  other,
	"25th Percentile Latency": other, "25th_lat": other,
	"Median Latency": median, "median_lat": median,
	"75th Percentile Latency": rank75, "75th_lat": rank75,
	"90th Percentile Latency": rank90, "90th_lat": rank90,
	"95th Percentile Latency": rank95, "95th_lat": rank95,
	"99th Percentile Latency": rank99, "99th_lat": rank99,
	"Maximum Latency": maximum, "max_lat": maximum,
	"tp": other,
}

// A column is one column of a series.
type column struct {
	figure  figure
	per     float64 // latencies are in this part of a millisecond
	decimal bool    // it is printed with three decimals
}

// windowHeading returns the columns of a series, nil if the line is no heading
// of one.
func windowHeading(line []byte) []column {
	if !bytes.HasPrefix(line, []byte("Time (seconds),")) && !bytes.HasPrefix(line, []byte("time(sec),")) {
		return nil
	}
	var columns []column
	rates := 0
	for field := range bytes.SplitSeq(line, []byte(",")) {
		name, unit, _ := bytes.Cut(bytes.TrimSpace(field), []byte("("))
		kind, ok := figures[string(bytes.TrimSpace(name))]
		if !ok {
			return nil
		}
		col := column{figure: kind, per: 1, decimal: kind != begin && kind != requests}
		if bytes.HasPrefix(unit, []byte("microsecond")) {
			col.per, col.decimal = 1000, false
		}
		if kind == throughput {
			rates++
		}
		columns = append(columns, col)
	}
	if rates != 1 {
		return nil
	}
	return columns
}

// A window is one line of a series; NaN is what it does not hold.
type window struct {
	begin, requests, rate                                float64
	average, median, rank75, rank90, rank95, rank99, max float64
}

// read takes a line apart. It returns the column and what was expected there,
// or "".
func (w *window) read(line []byte, columns []column) (at int, want string) {
	nan := math.NaN()
	*w = window{nan, nan, nan, nan, nan, nan, nan, nan, nan, nan}
	comma := bytes.IndexByte(line, '.') < 0 // the decimal sign, if there is one
	c := parse.Cursor{Line: line}
	negative := 0 // column of such a number: the tool's latencies of no transactions
	for i := range columns {
		col := &columns[i]
		if i > 0 && !c.Byte(',') {
			return c.Column(), "as many columns as the heading has"
		}
		c.Blanks()
		from := c.Column()
		v, ok := take(&c, col, comma)
		if !ok {
			return c.Column(), "a number"
		}
		if v > parse.MaxFigure {
			return from, "a possible number"
		}
		if v < 0 {
			negative, v = from, nan
		}
		switch col.figure {
		case begin:
			w.begin = v
		case requests:
			w.requests = v
		case throughput:
			w.rate = v
		case average:
			w.average = v / col.per
		case median:
			w.median = v / col.per
		case rank75:
			w.rank75 = v / col.per
		case rank90:
			w.rank90 = v / col.per
		case rank95:
			w.rank95 = v / col.per
		case rank99:
			w.rank99 = v / col.per
		case maximum:
			w.max = v / col.per
		case other:
		}
	}
	switch {
	case !c.End():
		return c.Column(), "the end of the line"
	case !(w.begin <= maxEpoch) || w.begin != math.Trunc(w.begin):
		return 1, "seconds"
	case negative > 0 && !(w.rate == 0):
		return negative, "a number that is not negative"
	case w.requests > 1e15 || w.rate > 1e15:
		return 1, "a possible number of requests"
	}
	return 0, ""
}

// take takes a number of Java's: Infinity and NaN are not there. Three digits
// behind a comma are its fraction where that is the decimal sign.
func take(c *parse.Cursor, col *column, comma bool) (float64, bool) {
	if c.Literal("Infinity") || c.Literal("-Infinity") || c.Literal("NaN") || c.Literal("∞") || c.Literal("-∞") || c.Literal("\uFFFD") {
		return math.NaN(), true
	}
	v, ok := c.Float()
	if !ok || !comma || !col.decimal {
		return v, ok
	}
	rest := c.Rest()
	if len(rest) < 4 || rest[0] != ',' || len(rest) > 4 && rest[4] != ',' && rest[4] != ' ' {
		return 0, false
	}
	digits := parse.Cursor{Line: rest, Pos: 1}
	n, ok := digits.Count()
	if !ok || digits.Pos != 4 {
		return 0, false
	}
	c.Pos += 4
	if math.Signbit(v) {
		n = -n
	}
	return (v*1000 + float64(n)) / 1000, true
}

// defaultWindow is the length of the tool's windows where nothing else is said.
const defaultWindow = 5

// A windowReader reads a series.
type windowReader struct {
	in      *parse.Lines
	out     func(parse.Record, error) bool
	stopped bool
	columns []column

	summary  *parse.Summary // nil outside a run
	held     window         // the last, until the next tells where it ends
	heldLine int            // 0: none is held
	step     float64        // the shortest window that was seen, in seconds; 0: unknown
	cut      bool

	interval parse.Interval
	ops      [1]parse.Op
}

func readWindows(in *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		r := windowReader{in: in, out: yield}
		r.read()
	}
}

func (r *windowReader) read() {
	for line, ok := r.in.Next(); ok && !r.stopped; line, ok = r.in.Next() {
		if frame(line) {
			continue
		}
		if len(line) > 0 && line[0]|0x20 == 't' {
			if columns := windowHeading(line); columns != nil {
				r.finish()
				r.columns = columns
				continue
			}
		}
		if r.columns == nil {
			r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: "the heading of a series, such as Time (seconds),Throughput (requests/second),..."})
			continue
		}
		var w window
		if at, want := w.read(line, r.columns); want != "" {
			r.reject(line, at, want)
			continue
		}
		r.window(&w)
	}
	r.finish()
}

func (r *windowReader) window(w *window) {
	line := r.in.Number()
	if r.summary != nil && w.begin <= r.held.begin {
		r.finish()
	}
	if r.summary == nil {
		r.summary = parse.NewSummary("benchbase-results", tool, line)
		r.send(&parse.Header{Line: line, Format: "benchbase-results", Tool: tool}, nil)
	} else {
		if length := w.begin - r.held.begin; r.step == 0 || length < r.step {
			r.step = length
		}
		r.report()
	}
	r.summary.LastLine = line
	r.held, r.heldLine = *w, line
}

// report yields the window that is held.
func (r *windowReader) report() {
	w := &r.held
	op := parse.NewOp("transaction")
	op.Rate = w.rate
	if w.requests >= 0 {
		op.Count = int64(w.requests)
	}
	if w.rate > 0 {
		op.AvgMS, op.P50MS, op.P90MS, op.P95MS, op.P99MS, op.MaxMS = w.average, w.median, w.rank90, w.rank95, w.rank99, w.max
		if !math.IsNaN(w.rank75) {
			op.SetPercentile(75, w.rank75)
		}
	}
	r.ops[0] = op
	r.interval = parse.Interval{Line: r.heldLine, Start: w.begin, End: w.begin + r.step, Phase: parse.Measure, Threads: parse.Absent, Ops: r.ops[:]}
	r.send(&r.interval, nil)
}

func (r *windowReader) finish() {
	s := r.summary
	if s == nil {
		return
	}
	if r.step == 0 {
		r.step = defaultWindow
		if length := math.Round(r.held.requests / r.held.rate); length >= 1 && length < 1e6 {
			r.step = length
		}
	}
	r.report()
	if r.cut {
		r.send(parse.CutOff(s.LastLine, r.held.begin), nil)
	}
	s.HeadlineOp, s.Clock, s.IntervalS, s.Complete = "transaction", parse.WallClock, r.step, !r.cut
	r.send(s, nil)
	r.summary, r.heldLine, r.step, r.cut = nil, 0, 0, false
}

// reject says that a line is none of a series. The last line, where it ends too
// early, was cut off.
func (r *windowReader) reject(line []byte, at int, want string) {
	err := &parse.SyntaxError{Line: r.in.Number(), Column: at, Text: parse.Shown(line), Want: want}
	if at > len(line) && r.summary != nil && r.in.Last() {
		r.cut = true
		r.summary.LastLine = err.Line
		return
	}
	r.send(nil, err)
}

func (r *windowReader) send(rec parse.Record, err error) {
	if !r.stopped && !r.out(rec, err) {
		r.stopped = true
	}
}
