// Package dbt2 reads the mix.log of DBT-2: one line a transaction, when it
// ended, what it was, how it ended and how long it took.
//
// The log is gathered into one interval a second (see package pertransaction)
// with an operation transaction for all and one for each of the five, so that a
// log of any size takes the same memory. What the figures mean:
//   - Times in the log are whole seconds. A run begins to measure with the second
//     behind that in which START was written; what ended before is of phase rampup. As
//     that cannot be known before START is met, up to two hours of
//     ramp-up are held back. A log without START is all measured.
//   - A transaction that was rolled back (R), as one new order in a hundred is meant
//     to be, is done and counts; its number is reported. E and X are failures.
//   - Percentiles and histograms are of the measured time alone.
//   - A driver writes a log of its own: the TERMINATED of as many drivers as wrote
//     START makes the run complete.
package dbt2

import (
	"bytes"
	"iter"

	"jitterlog/parse"
)

const tool = "dbt2"

// Format is the name of the format.
const Format = "dbt2-mix"

// Formats are the files of DBT-2.
var Formats = []parse.Format{{
	Name: Format, Tool: tool,
	About:   "mix.log of DBT-2, one line a transaction",
	Example: "1775304125,n,C,0.012345,4711,3,7",
	Match:   match, Read: read,
}}

func read(in *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		r := newReader(in, yield)
		for !r.stopped {
			b, ok := in.Next()
			if !ok {
				r.end()
				return
			}
			if b = bytes.TrimSpace(b); len(b) > 0 {
				r.line(b)
			}
		}
	}
}

// match wants a mark or three rows, and nothing else beside them but a last
// line that is cut.
func match(head [][]byte) parse.Match {
	for len(head) > 0 && len(bytes.TrimSpace(head[len(head)-1])) == 0 {
		head = head[:len(head)-1]
	}
	first, rows, marks := -1, 0, 0
	for i, line := range head {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		row, column := readRow(line)
		switch {
		case column != 0 && i == len(head)-1 && rows > 0:
		case column != 0:
			return parse.Match{}
		case row.mark != noMark:
			marks++
		default:
			rows++
		}
		if first < 0 {
			first = i
		}
	}
	if first < 0 || marks == 0 && rows < 3 {
		return parse.Match{}
	}
	return parse.Match{Score: parse.Likely, Line: first}
}
