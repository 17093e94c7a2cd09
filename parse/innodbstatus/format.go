// Package innodbstatus reads SHOW ENGINE INNODB STATUS, once or again and again,
// as the clients print it: vertical, in a box, tab separated with \n for line
// ends, or the bare text; of MySQL, MariaDB and Percona Server.
//
// What the figures mean:
//   - What SHOW GLOBAL STATUS tells too has the same metric name here.
//   - Rates that the monitor prints are its own averages since it was asked before
//     (by anyone); those of less than a second are left out. Other counters become
//     rates over the time between the reports, log sequence numbers are told as
//     they stand and as rates (NAME_per_s).
//   - innodb_checkpoint_age is computed where the server does not print it.
//   - Of the list of transactions come how many there are, how many of them wait
//     for a lock, and the age of the oldest.
//   - The time of a report is that of the line before it or its prefix, else the
//     one in its heading, good to 1 s.
//   - The latest deadlock and the latest foreign key error are one event each,
//     however often they are printed.
package innodbstatus

import (
	"bytes"
	"iter"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/timeline"
)

// Formats lists what the package reads.
var Formats = []parse.Format{{
	Name:     "innodb-status",
	Tool:     "mysql",
	About:    "SHOW ENGINE INNODB STATUS, once or again and again",
	Example:  "2026-11-30 22:23:45 0x7f39e76876c0 INNODB MONITOR OUTPUT",
	Attaches: true,
	Match:    match,
	Read: func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) { read(in, yield) }
	},
}}

// match wants the heading of a report with nothing before it but what clients
// and loops put there; a server's error log holds such reports too.
func match(head [][]byte) parse.Match {
	var in parse.Lines
	in.SetClock(time.UTC, time.Time{})
	for i, line := range head {
		if tab, ok := tabRow(line); ok {
			line = firstText(tab)
		}
		if _, ok := headingTime(&in, line); ok {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		if _, ok := timeline.Read(&in, line); !ok && !isClients(line) {
			return parse.Match{}
		}
	}
	return parse.Match{}
}

const (
	monitor      = "INNODB MONITOR OUTPUT"
	endOfMonitor = "END OF INNODB MONITOR OUTPUT"
)

// firstText returns the first line of a tab separated report that is no rule.
func firstText(report []byte) []byte {
	line, rest, more := cutEscaped(report)
	for more && isClients(line) {
		line, rest, more = cutEscaped(rest)
	}
	return line
}

// tabRow returns the report in a row of the client's batch mode.
func tabRow(line []byte) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(line, []byte("InnoDB\t"))
	if !ok {
		return nil, false
	}
	_, rest, ok = bytes.Cut(rest, []byte("\t"))
	return rest, ok
}

// isClients says whether a line outside a report is what a client prints around
// it.
func isClients(line []byte) bool {
	if len(bytes.Trim(line, "+-=*| \t")) == 0 {
		return true
	}
	for _, begin := range [...]string{"***", "+--", "| Type ", "| InnoDB ", "Type\tName\tStatus", "  Type: InnoDB", "  Name:", "Status:", "1 row in set", "mysql: [Warning]"} {
		if bytes.HasPrefix(line, []byte(begin)) {
			return true
		}
	}
	return false
}
