// Package iibench reads the output of the insert benchmark in its Python
// versions: the blank separated lines of 2009 and the TAB separated ones of
// today, the totals, and the histograms of response times.
//
// What the figures mean:
//   - Columns are read by their headings. A line is an interval up to its total
//     seconds, and as long as it says itself: from the line before, unless that
//     is missing.
//   - Rates are printed, mostly without decimals. Counts are the differences of
//     the cumulative columns (rows, deletes, queries). The table of 2009 may count
//     rows that were there before: its first line has a count only if the rows
//     are what the mean rate makes of the time.
//   - max_i, max_d and max_q are microseconds; 0 where nothing ended.
//   - Some versions print the histogram of one query thread once for each
//     thread: equal lines in a row count once.
//   - "Done" ends a run, but not before its first line: it also ends the load of
//     initial rows.
package iibench

import (
	"iter"

	"jitterlog/parse"
)

const tool = "iibench"

// Formats are the formats of this package.
var Formats = []parse.Format{{
	Name:    tool,
	Tool:    tool,
	About:   "the insert benchmark, iibench.py and ibench.py",
	Example: "10.0\t20.0\t31250\t31000\t0\t0\t410\t400\t5120\t0\t9011\t620000\t0\t8000\t0\t0\t0",
	Match: func(head [][]byte) parse.Match {
		for i, line := range head {
			if columns := heading(line); columns != nil {
				return parse.Match{Score: parse.Certain, Line: i}
			}
		}
		return parse.Match{}
	},
	Read: func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) {
			r := reader{in: in, out: yield}
			r.read()
		}
	},
}}
