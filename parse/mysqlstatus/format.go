// Package mysqlstatus reads series of SHOW GLOBAL STATUS in every shape that
// people leave: mysqladmin extended-status with and without -r and -E, loops of
// the client in batch mode, in a box or vertical, with and without a time before
// each snapshot, pt-mext, and the one line of mysqladmin status.
//
// What the figures mean:
//   - A counter is told as its growth per second over the real time since the
//     snapshot before, a gauge as it stands, a log sequence number as both (the
//     growth as NAME_per_s). What is what stands in metric.go. A variable that is
//     not there is a counter until it falls alone; from then on it is a gauge.
//     The metric is the variable's name in lower case.
//   - A metric that is 0 in the whole source is not told. Once it is something
//     else its zeros before are told too, so that its series has no gap.
//   - The number of Binlog_snapshot_file is a gauge: it grows where the binary log
//     is rotated. Other texts (ON, OFF, names, keys) are no data.
//   - innodb_checkpoint_age is computed from the log sequence numbers where the
//     server does not tell it.
//   - Time is that of the line before the snapshot, or of its prefix. Without one
//     it is the server's Uptime, good to 1 s; without that, counters are told per
//     report. An event says so.
//   - Across a restart (Uptime falls) and for counters that fell without one
//     there is no rate, but an event.
package mysqlstatus

import (
	"iter"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/timeline"
)

// Formats lists what the package reads.
var Formats = []parse.Format{{
	Name:     "mysql-status",
	Tool:     "mysql",
	About:    "SHOW GLOBAL STATUS again and again: mysqladmin extended-status, loops of the client, pt-mext",
	Example:  "Innodb_buffer_pool_pages_dirty\t4499",
	Attaches: true,
	Match:    match,
	Read: func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) { read(in, yield) }
	},
}}

// needed is how many variables of a source without a heading must be well
// known.
const needed = 3

// match wants variables with a capital letter, after a heading or with well-known
// names, and nothing but frames and times before. SHOW VARIABLES has the same
// heading and names in lower case.
func match(head [][]byte) parse.Match {
	heading, first, known := -1, -1, 0
	for i, line := range head {
		name, value, wide := row(line)
		switch {
		case statusLine(line, nil):
			return parse.Match{Score: parse.Certain, Line: i}
		case name == nil && (isNoise(line) || isRowMark(line) || isFailure(line) || isTime(line) || known > 0):
			continue
		case name == nil:
			return parse.Match{}
		case isHeading(name, value):
			heading = i
			continue
		case name[0] > 'Z' && first < 0:
			return parse.Match{}
		}
		if first < 0 {
			first = i
		}
		if heading >= 0 && !wide {
			return parse.Match{Score: parse.Certain, Line: heading}
		}
		if !wellKnown(string(name)) {
			return parse.Match{}
		}
		if known++; known == needed {
			return parse.Match{Score: parse.Likely, Line: first}
		}
	}
	return parse.Match{}
}

// row returns what a line of any shape says first, and whether that is one of
// the many figures of pt-mext.
func row(line []byte) (name, value []byte, wide bool) {
	if r, ok := readBox(line); ok {
		return r.name, r.value, false
	}
	if name, value, ok := tabRow(line); ok {
		return name, value, false
	}
	c := parse.Cursor{Line: line}
	c.Blanks()
	if c.Literal(nameHeading+": ") && isName(c.Rest()) {
		return c.Rest(), nil, false
	}
	if name, count, numbers := tableCells(line); count > 1 && numbers == count {
		return name, nil, true
	}
	return nil, nil, false
}

func isTime(line []byte) bool {
	var in parse.Lines
	in.SetClock(time.UTC, time.Time{})
	_, ok := timeline.Read(&in, line)
	return ok
}
