// Package gotpc reads what pingcap's go-tpc prints for TPC-C: its run in plain,
// table and JSON style in every dialect of its history, and its prepare.
//
// What the figures mean:
//   - All lines of one report are one interval. The tool prints no time: an
//     interval is as long as --interval, which is inferred from the reports (see
//     timing.go). What Takes(s) counts is shorter: it begins with the first
//     transaction that ended in the interval. So rate is count over the interval,
//     not the TPM of the line.
//   - An operation without a transaction is left out of the report: its count is
//     0. A report without any transaction is not printed at all; that intervals
//     are missing shows at the end alone, as a mismatch of the seconds.
//   - NEW_ORDER_ERR and its like are transactions that failed: Failed of the
//     operation. They are not in its count.
//   - The mean latency is Sum(ms) over Count: the tool's own mean is that of a
//     histogram with steps of 6 % whose lowest value is 1 ms.
//   - Percentiles and maxima are clamped to 1 ms and 16 s: what stands at either
//     end is not known.
package gotpc

import (
	"bytes"
	"iter"

	"jitterlog/parse"
)

const tool = "go-tpc"

// Format is the name of the format.
const Format = "go-tpc"

// Formats are the files of go-tpc.
var Formats = []parse.Format{{
	Name: Format, Tool: tool,
	About:   "output of go-tpc tpcc run and prepare: plain, table or JSON",
	Example: "[Current] NEW_ORDER - Takes(s): 9.9, Count: 4055, TPM: 24511.6, Sum(ms): 43730.0, Avg(ms): 10.8, 50th(ms): 10.0, 90th(ms): 19.9, 95th(ms): 23.1, 99th(ms): 30.4, 99.9th(ms): 41.9, Max(ms): 48.2",
	Match:   match, Read: read,
}}

func read(in *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		r := &reader{in: in, yield: yield}
		for !r.stopped {
			line, ok := in.Next()
			if !ok {
				r.close()
				return
			}
			r.line(line)
		}
	}
}

// match is certain of a report in any style, and takes the steps of a prepare
// for likely.
func match(head [][]byte) parse.Match {
	var likely parse.Match
	for i, line := range head {
		if isReport(line) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		if likely.Score == parse.NoMatch && (isLoadStep(line) || bytes.HasPrefix(line, []byte("tpmC: "))) {
			likely = parse.Match{Score: parse.Likely, Line: i}
		}
	}
	return likely
}

func isReport(line []byte) bool {
	var w row
	switch {
	case len(line) == 0:
		return false
	case line[0] == '[' && bytes.HasPrefix(line, []byte(`[{"`)):
		c := parse.Cursor{Line: line, Pos: 1}
		known, ok := w.object(&c)
		return known && ok && w.text[takes] != nil
	case line[0] == '|' || bytes.HasPrefix(line, []byte(bar)):
		var columns header
		return columns.read(line) && columns.has(takes)
	}
	known, ok := w.plain(line)
	return known && ok && w.text[takes] != nil
}
