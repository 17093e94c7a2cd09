// Package resulttable reads published tables of results: one row a setting, with
// its elapsed time, throughput or response time, as CSV, tab separated, Markdown, or
// the client's box. So old figures stand beside new ones.
//
// Every row is a run without intervals. Columns are told by their headings, in
// English or Chinese:
//   - throughput (TPS, TpmC, QPS), elapsed time, response times, threads and
//     rows are figures. Times are seconds and response times milliseconds unless
//     the heading or the cell says otherwise; 1 min 0.35 s is understood.
//   - A heading that can be the name of a server variable is a setting; so is
//     what stands in a column called setting or 参数: sync_binlog=1, or
//     sync_binlog 1. A row of bare values has the names of the row before it, if they
//     are as many. Names that are only known with innodb_ in front get it.
//   - Other columns before the first figure describe the run and are options; behind
//     it they are further figures.
//
// Only a table with a column of throughput or elapsed time and another that says
// what the row is about is taken: tables of anything else are documentation, and a
// first column of times that grows evenly is a series. Text around tables is
// passed over.
//
// Rows are held against each other, see check.
package resulttable

import (
	"iter"

	"jitterlog/parse"
)

const (
	format = "result-table"
	tool   = "table"
)

// Formats are the formats of this package.
var Formats = []parse.Format{{
	Name: format, Tool: tool,
	About:   "published results, a row a setting: CSV, tab separated, Markdown or the client's box",
	Example: "| sync_binlog | elapsed s | mean TPS | mean response ms |",
	Match:   match, Read: read,
}}

// match wants the head of a table of results with a row below it, and no series.
func match(head [][]byte) parse.Match {
	var t tables
	found, rows := -1, []row(nil)
	series := func() bool { return len(rows) > 0 && isSeries(rows) }
	for i, line := range head {
		switch t.line(line) {
		case headingLine:
			if found >= 0 && !series() {
				return parse.Match{Score: parse.Likely, Line: found}
			}
			found, rows = -1, nil
		case rowLine:
			if found < 0 {
				found = t.headingAt(i)
			}
			if len(rows) < mostRows {
				rows = append(rows, t.row)
			}
		}
	}
	if found < 0 || series() {
		return parse.Match{}
	}
	return parse.Match{Score: parse.Likely, Line: found}
}

// isSeries says whether the elapsed times are those of report lines: they grow by
// the same step.
func isSeries(rows []row) bool {
	if len(rows) < 5 {
		return false
	}
	step := rows[1].elapsed - rows[0].elapsed
	for i := 1; i < len(rows); i++ {
		if d := rows[i].elapsed - rows[i-1].elapsed; !(d > 0.99*step && d < 1.01*step) {
			return false
		}
	}
	return true
}

func read(in *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		r := reader{in: in, yield: yield}
		r.read()
	}
}
