// Package mysqlslap reads the results of mysqlslap, as text and as CSV.
//
// Every block and every row is a run without intervals: the tool prints nothing
// while it works. Its seconds are those that all clients together took for all
// queries, once an iteration: their mean is the run's elapsed time, the
// shortest and the longest iteration are reported. How many iterations
// there were is not printed. "Average number of queries per client: 0" means
// that no number was asked for, so that there is no rate; else queries per
// second are clients x queries / mean seconds.
package mysqlslap

import (
	"bytes"
	"iter"

	"jitterlog/parse"
)

const tool = "mysqlslap"

// The names of the formats.
const (
	FormatText = "mysqlslap"
	FormatCSV  = "mysqlslap-csv"
)

// Formats are the outputs of mysqlslap.
var Formats = []parse.Format{
	{
		Name: FormatText, Tool: tool,
		About:   "results of mysqlslap",
		Example: "\tAverage number of seconds to run all queries: 0.504 seconds",
		Match:   matchText, Read: reads((*reader).textLine),
	},
	{
		Name: FormatCSV, Tool: tool,
		About:   "results of mysqlslap --csv: engine, type, mean, shortest and longest seconds, clients, queries",
		Example: "innodb,mixed,0.302,0.270,0.320,8,250",
		Match:   matchCSV, Read: reads((*reader).csvLine),
	},
}

func reads(line func(*reader, []byte)) func(*parse.Lines) iter.Seq2[parse.Record, error] {
	return func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) {
			r := &reader{in: in, yield: yield}
			for !r.stopped {
				b, ok := in.Next()
				if !ok {
					r.close()
					return
				}
				if b = bytes.TrimSpace(b); len(b) > 0 {
					line(r, b)
				}
			}
		}
	}
}

func matchText(head [][]byte) parse.Match {
	for i, line := range head {
		line = bytes.TrimSpace(line)
		if f, ok := figureOf(line); ok && f == avgSeconds {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		if bytes.HasPrefix(line, []byte(errorPrefix)) {
			return parse.Match{Score: parse.Likely, Line: i}
		}
	}
	return parse.Match{}
}

// matchCSV wants nothing but rows, whose seconds have three decimals and are
// in order.
func matchCSV(head [][]byte) parse.Match {
	first, rows, others := parse.CountRows(head, func(line []byte) bool {
		r, column := readRow(bytes.TrimSpace(line))
		return column == 0 && !r.contradicts()
	})
	if rows == 0 || others > 0 {
		return parse.Match{}
	}
	return parse.Match{Score: parse.Likely, Line: first}
}
