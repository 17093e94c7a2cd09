// Package errorlog reads the error log of MySQL and MariaDB, of every version
// that marks its entries with a time: what of it may tell on a run becomes events.
//
//   - Errors and warnings are events of their severity; a deadlock, a page cleaner
//     that is late, and a crash are too, though servers print them as notes.
//   - Starts, shutdowns and crash recoveries are restarts.
//   - Other notes say nothing over a run, and nor do the lines without a time,
//     which belong to the entry before them: dumps of locks, stacks, reports of
//     the monitor.
//
// An event has the wall clock of its entry; where the entry names no zone, it is
// that of the source.
package errorlog

import (
	"bytes"
	"iter"
	"time"

	"jitterlog/parse"
)

// Formats lists what the package reads.
var Formats = []parse.Format{{
	Name:     "mysql-error-log",
	Tool:     "mysql",
	About:    "the error log of MySQL or MariaDB: errors, warnings, deadlocks, restarts",
	Example:  "2026-11-30 23:56:54 0 [Note] mariadbd: ready for connections.",
	Attaches: true,
	Outlives: true,
	Match:    match,
	Read: func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) { read(in, yield) }
	},
}}

// match is certain where the first line is an entry with a label such as [Note].
// In a log that is cut at its start nothing but a dump of locks may stand before.
func match(head [][]byte) parse.Match {
	var in parse.Lines
	in.SetClock(time.UTC, time.Time{})
	score := parse.Certain
	for i, line := range head {
		if e, ok := readEntry(&in, line); ok && e.severity != "" {
			return parse.Match{Score: score, Line: i}
		} else if ok {
			continue // mysqld_safe, or InnoDB before it had labels
		}
		if !isDump(line) {
			return parse.Match{}
		}
		if len(line) > 0 {
			score = parse.Likely
		}
	}
	return parse.Match{}
}

// isDump says whether a line is of a dump of locks.
func isDump(line []byte) bool {
	if len(line) == 0 || bytes.Contains(line, []byte("; hex ")) {
		return true
	}
	for _, begin := range [...]string{"Record lock, heap no ", "RECORD LOCKS space id ", "*** ", "TRANSACTION ", "LOCK WAIT ", "mysql tables in use ", "MySQL thread id ", "MariaDB thread id "} {
		if bytes.HasPrefix(line, []byte(begin)) {
			return true
		}
	}
	return false
}
