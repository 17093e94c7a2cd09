package gotpc

import (
	"bytes"
	"math"

	"jitterlog/parse"
)

// opNames are the transactions in the order of the vocabulary.
var opNames = [...]string{"new_order", "payment", "order_status", "delivery", "stock_level"}

// opTitles are their names in a report; a report is sorted by them.
var opTitles = [len(opNames)]string{"NEW_ORDER", "PAYMENT", "ORDER_STATUS", "DELIVERY", "STOCK_LEVEL"}

// opRank is where an operation stands in a report.
var opRank = [len(opNames)]int{1, 3, 2, 0, 4}

// A figure is one column of a report.
type figure int

const (
	takes figure = iota
	count
	tpm
	sum
	mean
	p50
	p90
	p95
	p99
	p999
	top
	wait
	figures
)

// columns are the names of the figures: in a report, and among the reported
// figures of a run.
var columns = [figures]struct{ title, name string }{
	takes: {"Takes(s)", "takes_s"},
	count: {"Count", "count"},
	tpm:   {"TPM", "tpm"},
	sum:   {"Sum(ms)", "sum_ms"},
	mean:  {"Avg(ms)", "avg_ms"},
	p50:   {"50th(ms)", "p50_ms"},
	p90:   {"90th(ms)", "p90_ms"},
	p95:   {"95th(ms)", "p95_ms"},
	p99:   {"99th(ms)", "p99_ms"},
	p999:  {"99.9th(ms)", "p999_ms"},
	top:   {"Max(ms)", "max_ms"},
	wait:  {"Avg(s)", "avg_s"},
}

// A section is what a row stands under.
type section int

const (
	unmarked section = iota // of versions before the prefixes
	current
	summary
)

// A row is what a report says of one operation, in the memory of the line.
type row struct {
	section section
	op      int
	failed  bool   // of the transactions that failed
	waiting string // what the time was waited for, empty if the row is of transactions
	text    [figures][]byte
	number  [figures]float64
}

// key orders the rows of a report.
func (w *row) key() int {
	k := 2 * opRank[w.op]
	if w.failed {
		k++
	}
	return k
}

// prefix reads the text of the column Prefix.
func (w *row) prefix(b []byte) bool {
	switch string(bytes.TrimRight(b, " ")) {
	case "":
		w.section = unmarked
	case "[Current]":
		w.section = current
	case "[Summary]":
		w.section = summary
	default:
		return false
	}
	return true
}

// waits are the waiting times of --wait.
var waits = [...]struct{ title, name string }{
	{"KEYINGTIME-", "keying_time"}, {"THINKINGTIME-", "thinking_time"},
}

// operation reads the name of an operation.
func (w *row) operation(b []byte) bool {
	for i := range waits {
		if name, ok := bytes.CutPrefix(b, []byte(waits[i].title)); ok {
			w.waiting, b = waits[i].name, name
		}
	}
	if name, ok := bytes.CutSuffix(b, []byte("_ERR")); ok {
		w.failed, b = true, name
	}
	for k := range opTitles {
		if string(b) == opTitles[k] {
			w.op = k
			return true
		}
	}
	return false
}

// figureNamed returns the column of that title. Titles come in order: the
// search begins behind the last one.
func figureNamed(title []byte, last figure) (figure, bool) {
	for i := range figures {
		f := (last + 1 + i) % figures
		if string(title) == columns[f].title {
			return f, true
		}
	}
	return 0, false
}

// set stores the text of a figure and its number.
func (w *row) set(f figure, text []byte) bool {
	c := parse.Cursor{Line: text}
	v, ok := c.Figure()
	if f == wait && ok {
		w.text[f], w.number[f] = text[:c.Pos], v
		return !math.IsNaN(v) && c.Byte('s') && c.End()
	}
	w.text[f], w.number[f] = text, v
	return ok && c.End()
}

// complete says whether the row has what every version prints.
func (w *row) complete() bool {
	if w.waiting != "" {
		return w.text[wait] != nil
	}
	return w.text[takes] != nil && w.text[count] != nil && w.text[tpm] != nil &&
		w.number[takes] < 1<<31 && w.number[count] < 1<<53
}

// plain reads "[Current] NEW_ORDER - Takes(s): 9.9, Count: 4055, ...".
// known says that the line is meant to be one.
func (w *row) plain(b []byte) (known, ok bool) {
	c := parse.Cursor{Line: b}
	if c.Byte('[') {
		label, found := c.Until(']')
		if !found || !(string(label) == "Current" || string(label) == "Summary") || !c.Byte(' ') {
			return false, false
		}
		w.section = current
		if label[0] == 'S' {
			w.section = summary
		}
		known = true
	}
	name, _ := c.Word()
	if !w.operation(name) {
		return known, false
	}
	c.Blanks()
	if !c.Literal("- ") {
		return known, false
	}
	if w.waiting != "" {
		return true, w.set(wait, c.Rest())
	}
	last := figures - 1
	for {
		title, found := c.Until(':')
		if !found || !c.Byte(' ') {
			return true, false
		}
		f, found := figureNamed(title, last)
		if !found || f == wait {
			return true, false
		}
		last = f
		start := c.Pos
		if _, found := c.Figure(); !found || !w.set(f, b[start:c.Pos]) {
			return true, false
		}
		if c.End() {
			return true, w.complete()
		}
		if !c.Literal(", ") {
			return true, false
		}
	}
}

// clampLow is the end of the lowest bucket of the tool's histogram, into which
// all that took less than 1 ms is put too; clampHigh is its highest value.
const (
	clampLow  = 1.05
	clampHigh = 16000
)

// latency returns a quantile in milliseconds, NaN where it is none or clamped.
func (w *row) latency(f figure) float64 {
	ms := w.number[f]
	if w.text[f] == nil || !(ms > clampLow && ms < clampHigh) {
		return math.NaN()
	}
	return ms
}

// elapsed returns how long before the report the operation's first transaction
// ended. TPM tells it more exactly than Takes(s) does.
func (w *row) elapsed() float64 {
	const rounding = 0.051
	exact := w.number[count] * 60 / w.number[tpm]
	if math.Abs(exact-w.number[takes]) <= rounding {
		return exact
	}
	return w.number[takes]
}

// fill copies the row into the operation, or how many failed.
func (w *row) fill(op *parse.Op) {
	n := int64(w.number[count])
	if w.failed {
		op.Failed = n
		return
	}
	op.Count = n
	if n > 0 && w.text[sum] != nil {
		op.AvgMS = w.number[sum] / float64(n)
	}
	op.P50MS, op.P90MS, op.P95MS = w.latency(p50), w.latency(p90), w.latency(p95)
	op.P99MS, op.P999MS, op.MaxMS = w.latency(p99), w.latency(p999), w.latency(top)
}
