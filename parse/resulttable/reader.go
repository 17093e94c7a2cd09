package resulttable

import (
	"math"
	"strings"

	"jitterlog/parse"
)

// A reader reads the tables of one source.
type reader struct {
	in      *parse.Lines
	yield   func(parse.Record, error) bool
	stopped bool
	tables  tables
	columns []column // of the rows
	rows    []row    // of the open table
	title   string   // of it: the last line of text before
	above   string
}

func (r *reader) read() {
	for !r.stopped {
		line, ok := r.in.Next()
		if !ok {
			break
		}
		switch r.tables.line(line) {
		case headingLine:
			r.flush()
			r.columns, r.title = r.tables.columns, r.above
		case rowLine:
			r.tables.row.line = r.in.Number()
			if r.rows = append(r.rows, r.tables.row); len(r.rows) == mostRows {
				r.flush()
			}
		case brokenLine:
			r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: r.tables.want})
		case otherLine:
			if text := strings.Trim(string(line), "# \t|+-:="); text != "" {
				r.above = parse.Shown([]byte(text))
			}
		}
	}
	r.flush()
}

func (r *reader) send(rec parse.Record, err error) {
	if !r.stopped && !r.yield(rec, err) {
		r.stopped = true
	}
}

// flush yields the rows that were read, each as a run.
func (r *reader) flush() {
	if isSeries(r.rows) {
		r.series()
		return
	}
	contradictions := check(r.rows)
	for i := range r.rows {
		row := &r.rows[i]
		r.send(&parse.Header{Line: row.line, Format: format, Tool: tool}, nil)
		for _, message := range contradictions[i] {
			r.send(&parse.Event{Line: row.line, T: parse.NaN(), Severity: parse.Warning, Kind: parse.Mismatch, Message: message, Count: 1}, nil)
		}
		r.send(r.summary(row), nil)
	}
	r.rows = r.rows[:0]
}

// series says that a table is no table of results after all.
func (r *reader) series() {
	first := &r.rows[0]
	r.send(nil, &parse.SyntaxError{Line: first.line, Text: parse.Shown([]byte(first.text)),
		Want: "one row a run: times that grow evenly are a series"})
	r.rows = r.rows[:0]
}

// summary makes the run of a row.
func (r *reader) summary(row *row) *parse.Summary {
	sum := parse.NewSummary(format, tool, row.line)
	sum.Complete = true
	sum.HeadlineOp = "transaction"
	if !math.IsNaN(row.tpmC) {
		sum.HeadlineOp = "new_order"
	}
	sum.Clock = parse.WallClock
	sum.TPS, sum.TpmC, sum.QPS = row.tps, row.tpmC, row.qps
	sum.ElapsedS, sum.LatAvgMS, sum.LatP95MS = row.elapsed, row.latency, row.p95
	sum.Threads, sum.Scale = whole(row.threads), whole(row.rows)
	if r.title != "" {
		sum.Options["title"] = r.title
	}
	for i, c := range r.columns {
		cell := row.cells[i]
		switch {
		case empty(cell):
		case c.role == variable:
			sum.Settings[c.name] = cell
		case c.role == label || c.role == note || c.role == setting:
			sum.Options[c.heading] = parse.Shown([]byte(cell))
		default:
			sum.Reported[c.name] = cell
		}
	}
	for _, a := range row.settings {
		sum.Settings[a.name] = a.value
	}
	return sum
}

func whole(n float64) int64 {
	if n != math.Trunc(n) || !(n >= 0 && n < 1<<53) {
		return parse.Absent
	}
	return int64(n)
}
