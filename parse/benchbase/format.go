// Package benchbase reads what BenchBase, and OLTPBench before it, leaves
// behind: the log of single transactions (raw.csv), the series of windows
// (results.csv, samples.csv, one of each kind of transaction, and .res of
// OLTPBench), summary.json, and the console.
//
// What the figures mean:
//   - raw.csv becomes one interval a second from the first transaction on. A
//     transaction belongs to the second that it began in, as in the tool's own
//     series. Its column "Start Time (microseconds)" holds seconds since 1970.
//   - The time of a window is its beginning. The tool divides the last one by
//     the full length too, so its throughput is too low.
//   - A series of one window says nothing of its length: it is taken from the
//     requests and the throughput, else it is the tool's default of 5 s.
//   - Latencies below 0, Infinity and NaN are what the tool prints of a window
//     without transactions: they are not there. Minimum and 25th percentile, and
//     the column "scaled" (the reciprocal of the mean), have no place in an
//     interval; the 75th percentile is its other percentile.
//   - Under a locale with decimal commas the numbers of a CSV file run into each
//     other. They are told apart by their decimals, which are always three, or
//     six in the times of raw.csv.
//   - The files are written after the end of the run, so that they are complete,
//     unless the last line is cut off.
//   - Latencies of the tool include the retries of a transaction.
package benchbase

import (
	"bytes"
	"iter"

	"jitterlog/parse"
)

const tool = "benchbase"

// Formats are the formats of this package.
var Formats = []parse.Format{
	{
		Name:    "benchbase-raw",
		Tool:    tool,
		About:   "BenchBase and OLTPBench, one line a transaction (raw.csv)",
		Example: "1,NewOrder,1722222636.414196,6786,0,1",
		Match: func(head [][]byte) parse.Match {
			return headed(head, func(line []byte) bool { return rawHeading(line) != noRaw })
		},
		Read: readRaw,
	},
	{
		Name:    "benchbase-results",
		Tool:    tool,
		About:   "BenchBase and OLTPBench, one line a window (results.csv, samples.csv, .res)",
		Example: "5,540.200,6.213,5.167,6.034,6.120,6.245,6.358,6.629,9.088,13.373,0.161",
		Match: func(head [][]byte) parse.Match {
			return headed(head, func(line []byte) bool { return windowHeading(line) != nil })
		},
		Read: readWindows,
	},
	{
		Name:    "benchbase-summary",
		Tool:    tool,
		About:   "BenchBase's summary.json: final figures without intervals",
		Example: `"Throughput (requests/second)": 1913.103115281029,`,
		Match:   matchSummary,
		Read:    readSummary,
	},
	{
		Name:    "benchbase",
		Tool:    tool,
		About:   "BenchBase and OLTPBench, the console",
		Example: "Results(nanoSeconds=60000043004, measuredRequests=736) = 12.26 requests/sec (throughput), 12.29 requests/sec (goodput)",
		Match:   matchConsole,
		Read: func(in *parse.Lines) iter.Seq2[parse.Record, error] {
			return func(yield func(parse.Record, error) bool) {
				r := consoleReader{in: in, out: yield}
				r.read()
			}
		},
	},
}

// headed is certain of a file that has the heading before all that is no frame.
func headed(head [][]byte, isHeading func([]byte) bool) parse.Match {
	for i, line := range head {
		if isHeading(line) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		if !frame(line) {
			break
		}
	}
	return parse.Match{}
}

// frame says whether a line is what forks of OLTPBench print around a heading:
// nothing, asterisks, or "NAME Results:".
func frame(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(bytes.Trim(line, "*")) == 0 || bytes.HasSuffix(line, []byte(" Results:"))
}

// operation returns the name of a kind of transaction in the vocabulary of all
// tools: new_order for NewOrder, read for ReadRecord.
func operation(name []byte) string {
	var b []byte
	for i, c := range name {
		switch {
		case c >= 'A' && c <= 'Z':
			if i > 0 && b[len(b)-1] != '_' {
				b = append(b, '_')
			}
			b = append(b, c|0x20)
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b = append(b, c)
		default:
			b = append(b, '_')
		}
	}
	return string(bytes.TrimSuffix(b, []byte("_record")))
}
