// Package pgbench reads the logs of PostgreSQL's pgbench: what it prints (the
// progress lines of -P, the final report, the steps of -i), the log of single
// transactions (-l), and the aggregate log (-l --aggregate-interval). A log of
// 9.3 and one of today are read by the shape of their lines.
//
// What the figures mean:
//   - A progress line is the interval from the label before it. With
//     --progress-timestamp the labels are wall clock times; the first line is
//     then as long as the second.
//   - Where no transaction ended, latencies are not there: pgbench prints 0.000
//     or -nan.
//   - Failed counts failed and skipped transactions alike; Retried counts
//     transactions, not tries.
//   - With --rate, latencies count from the time that a transaction was
//     scheduled for. How late they began, and standard deviations, are samples.
//   - The log of single transactions becomes one interval a second, from the
//     beginning of its first transaction; a transaction belongs to the second
//     that it ended in (see package pertransaction). Scripts are operations of
//     their own (script_0) where there is more than one. A row of seven columns
//     does not say whether the last is the lag of --rate or the retries of
//     --max-tries: a log whose first row has 0 there counts retries.
//   - The minimum of an aggregate row has no place in an interval.
//   - An aggregate row is as long as the second begins after the first; rows of
//     intervals without transactions are printed by the tool, so a missing one
//     is a gap.
package pgbench

import (
	"bytes"
	"iter"

	"jitterlog/parse"
)

const (
	tool   = "pgbench"
	server = "PostgreSQL" // pgbench drives no other
)

// Formats are the formats of this package.
var Formats = []parse.Format{
	{
		Name:    "pgbench",
		Tool:    tool,
		About:   "pgbench's output: progress lines, final report, initialisation",
		Example: "progress: 5.0 s, 1234.5 tps, lat 3.210 ms stddev 1.234, 0 failed",
		Match:   matchText,
		Read: func(in *parse.Lines) iter.Seq2[parse.Record, error] {
			return func(yield func(parse.Record, error) bool) {
				r := textReader{in: in, out: yield}
				r.read()
			}
		},
	},
	{
		Name:    "pgbench-log",
		Tool:    tool,
		About:   "pgbench -l, one line a transaction",
		Example: "0 199 2241 0 1175850568 995598",
		Match:   matchLog,
		Read:    readLog,
	},
	{
		Name:    "pgbench-aggregate",
		Tool:    tool,
		About:   "pgbench -l --aggregate-interval, one line an interval",
		Example: "1796077587 1359 1995191 6455277623 337 41228 0 0 0 0 0 0 0 0 0",
		Match:   matchAggregate,
		Read: func(in *parse.Lines) iter.Seq2[parse.Record, error] {
			return func(yield func(parse.Record, error) bool) {
				r := aggregateReader{in: in, out: yield}
				r.read()
			}
		},
	},
}

// matchText wants a line that no other tool prints.
func matchText(head [][]byte) parse.Match {
	found := parse.Match{}
	for i, line := range head {
		var p progress
		switch {
		case p.read(line) == "", bytes.HasPrefix(line, []byte("pgbench (")) && bytes.HasSuffix(line, []byte(")")) && !bytes.HasPrefix(line, []byte("pgbench (PostgreSQL")):
			return parse.Match{Score: parse.Certain, Line: i}
		case found.Score == parse.NoMatch && (bytes.HasPrefix(line, []byte("transaction type: ")) || bytes.HasPrefix(line, []byte("number of transactions actually processed: ")) || isTuples(line)):
			found = parse.Match{Score: parse.Likely, Line: i}
		}
	}
	return found
}

// matchLog wants nothing but rows, and two of them.
func matchLog(head [][]byte) parse.Match {
	return onlyRows(head, func(line []byte) (int, bool) {
		var row logRow
		column, want := row.read(line)
		return column, want == ""
	})
}

// matchAggregate wants nothing but rows of other times whose figures agree, and
// two of them.
func matchAggregate(head [][]byte) parse.Match {
	last := 0.0
	return onlyRows(head, func(line []byte) (int, bool) {
		var row aggregateRow
		column, want := row.read(line)
		ok := want == "" && row.plausible() && row.start() != last
		last = row.start()
		return column, ok
	})
}

// onlyRows is weak: the formats are nothing but numbers. The last line may be
// cut off.
func onlyRows(head [][]byte, isRow func([]byte) (column int, ok bool)) parse.Match {
	rows := 0
	for i, line := range head {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		column, ok := isRow(line)
		if cut := i == len(head)-1 && column > len(line); !ok && !cut {
			return parse.Match{}
		}
		rows++
	}
	if rows < 2 {
		return parse.Match{}
	}
	return parse.Match{Score: parse.Weak}
}
