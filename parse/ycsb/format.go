// Package ycsb reads the output of YCSB: status lines, the final report with
// its histograms, and the notes between them.
//
// What the figures mean:
//   - A status line is the interval since the line before. Its label is whole
//     seconds; where lines have a wall clock time, that tells the length to the
//     millisecond, from the label of the first line on. Without one, the length
//     of a line whose label does not move is its operations over their rate.
//   - The operation "operation" is all of them: the count is the difference of
//     the cumulative counters, the rate is as printed. Others are the groups of
//     the line (read, update, insert, ...), in milliseconds. read_failed are the
//     failed ones; they are added to Failed of "operation".
//   - Figures of a group that counts 0 are not there. Minima have no place in
//     an interval.
//   - The 95th and 99th percentile are in ms or us, as their names say. Those of
//     the old histogram are whole milliseconds, cut.
//   - Time series (measurementtype=timeseries) become samples: the mean latency
//     of each step.
//   - Numbers may have decimal commas (Avg=19,59).
package ycsb

import (
	"bytes"
	"iter"

	"jitterlog/parse"
)

const tool = "ycsb"

// Formats are the formats of this package.
var Formats = []parse.Format{{
	Name:    tool,
	Tool:    tool,
	About:   "YCSB: status lines, final report, histograms",
	Example: "2026-04-09 16:13:31:123 10 sec: 12345 operations; 1234.5 current ops/sec; [READ: Count=12345, Max=9215, Min=83, Avg=146.54, 90=153, 99=298, 99.9=1207, 99.99=9207]",
	Match:   match,
	Read: func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) {
			r := reader{in: in, out: yield}
			r.read()
		}
	},
}}

// match is certain of a status line and of the report's first; a banner alone
// may be quoted.
func match(head [][]byte) parse.Match {
	found := parse.Match{}
	for i, line := range head {
		var s status
		if bytes.HasPrefix(line, []byte("[OVERALL], ")) || s.read(line) == "" {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		if found.Score == parse.NoMatch && bytes.HasPrefix(line, []byte("YCSB Client ")) {
			found = parse.Match{Score: parse.Likely, Line: i}
		}
	}
	return found
}
