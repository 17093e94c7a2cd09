// Package sysbench reads the logs of sysbench 0.4, 0.5, 1.0 and 1.1 and of
// sysbench-tpcc: banner, options, interval lines of every dialect, the rows of
// the CSV and JSON report hooks, checkpoints, histograms, final reports and
// messages.
//
// One reader takes all of these in one stream, because they do stand in one
// stream: the hooks print their rows between the banner and the final report.
// A line is read by its shape, never by the version in the banner; pre-release
// builds and patched ones print the lines of another version.
//
// What the figures mean:
//   - An interval is (previous label, label]. Late reports skip labels; the
//     line after the gap is the average over all of it and comes as one long
//     interval with a late_report event.
//   - Rates are per second of real time, so rate x length is work done.
//   - A latency of 0.00 where nothing ended, one of 100000.00 (the ceiling of
//     the tool's histogram), and the percentile 0 (disabled) are not there.
//     SQL latencies of 0.00 never are: the percentile failed (as on macOS).
//   - The latency of a SQL line belongs to its transactions, that of a fileio
//     line to requests of all kinds, which is the operation event.
//   - Rows of the CSV and JSON hooks do not name their percentile: it stands in
//     PctMS with a PctRank of NaN.
//   - A checkpoint resets the tool's counters. Every figure of the blocks that
//     checkpoints print, the last one included, is a sample of the object
//     checkpoint; Reported holds what is true of the whole run: sums of the
//     counts, extremes of the latencies, and averages and rates made of those.
//     Percentiles and the spread over threads cannot be put together and are
//     left out.
//   - After the warm-up of 1.1 statistics start anew. If the first label lies
//     beyond the warm-up, labels count from the start of the threads and are
//     shifted so that measuring starts at 0; else they count from there already.
//   - The log does not say how long the run was to last. A line is cooldown
//     where that is certain: fewer threads run than were asked for although none
//     died of an error, and did so all the time since the line before, or
//     nothing was done in it.
package sysbench

import (
	"bytes"
	"iter"

	"jitterlog/parse"
)

const tool = "sysbench"

// Formats lists what the package reads. All three are one grammar; they differ
// in what a file without banner is recognised by.
var Formats = []parse.Format{
	{
		Name:    "sysbench",
		Tool:    tool,
		About:   "sysbench and sysbench-tpcc, the text log of any version",
		Example: "[ 10s ] thds: 8 tps: 1645.26 qps: 32909.15 (r/w/o: 23029.61/6589.03/3290.52) lat (ms,95%): 7.70 err/s: 0.00 reconn/s: 0.00",
		Match:   matchText,
		Read:    reads("sysbench"),
	},
	{
		Name:    "sysbench-csv",
		Tool:    tool,
		About:   "rows of sysbench's report_csv hook, without a banner before them",
		Example: "10,8,1645.26,32909.15,23029.61,6589.03,3290.52,7.70,0.00,0.00",
		Match:   matchCSV,
		Read:    reads("sysbench-csv"),
	},
	{
		Name:    "sysbench-json",
		Tool:    tool,
		About:   "objects of sysbench's report_json hook, without a banner before them",
		Example: `"tps": 1645.26, "qps": { "total": 32909.15, "reads": 23029.61, "writes": 6589.03, "other": 3290.52 }`,
		Match:   matchJSON,
		Read:    reads("sysbench-json"),
	},
}

func reads(format string) func(*parse.Lines) iter.Seq2[parse.Record, error] {
	return func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) {
			r := reader{in: in, yield: yield, format: format}
			r.read()
		}
	}
}

func matchText(head [][]byte) parse.Match {
	likely := parse.Match{}
	for i, line := range head {
		if isBanner(line) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		if likely.Score == parse.NoMatch && (isReportLine(line) || bytes.HasPrefix(line, []byte("  sysbench [options]"))) {
			likely = parse.Match{Score: parse.Likely, Line: i}
		}
	}
	return likely
}

// isReportLine says whether a line has the label of an interval line and then
// a word that only sysbench puts there.
func isReportLine(line []byte) bool {
	c := parse.Cursor{Line: line}
	if _, ok := label(&c); !ok {
		return false
	}
	for _, word := range [...]string{"threads: ", "thds: ", "reads: ", "queue length: ", "Checkpoint report", "Intermediate results: "} {
		if c.Literal(word) {
			return true
		}
	}
	_, ok := c.Figure()
	return ok && (c.Literal(" MiB/sec") || c.Literal(" MB/sec"))
}

// matchCSV wants three rows, and is surer of a file that has nothing else.
func matchCSV(head [][]byte) parse.Match {
	last := int64(0)
	first, rows, others := parse.CountRows(head, func(line []byte) bool {
		at, v, ok := csvRow(line)
		if !ok || at < last || !(v.tps <= maxRate) {
			return false
		}
		last = at
		return true
	})
	switch {
	case rows < 3:
		return parse.Match{}
	case others == 0:
		return parse.Match{Score: parse.Likely, Line: first}
	}
	return parse.Match{Score: parse.Weak, Line: first}
}

func matchJSON(head [][]byte) parse.Match {
	tps := -1
	for i, line := range head {
		if tps < 0 && bytes.Contains(line, []byte(`"tps":`)) {
			tps = i
		}
		if tps >= 0 && bytes.Contains(line, []byte(`"qps":`)) {
			return parse.Match{Score: parse.Likely, Line: tps}
		}
	}
	return parse.Match{}
}
