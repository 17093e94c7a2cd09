// Package sysstat reads the reports of sysstat's mpstat and pidstat, which are
// of one shape: a banner with the date, and tables whose rows begin with the
// time of day or the seconds of the Unix epoch.
//
// Columns are read by their heading. What the figures mean:
//   - The object is the CPU (cpu0) or NUMA node (node0), or the process
//     (mariadbd[1234]) or thread (mariadbd[1234]/ib_log_writer[1240]). Of a
//     command line only the program is kept: the rest may hold passwords. Figures
//     of all CPUs together have no object, those of all nodes the object nodes.
//   - The time of a row is the end of its interval; past midnight its date is
//     the banner's next day. A table whose rows have the time of its heading holds
//     averages since boot, as the tools print without an interval, and comes as
//     the source "mpstat since boot" or "pidstat since boot".
//   - The averages that close a recording follow from its rows and are passed
//     over. So are the columns UID, USER, policy, CORE, SOCK and NODE behind CPU,
//     which are no figures.
package sysstat

import (
	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

// The names of the formats, which are the tools'.
const (
	Mpstat  = "mpstat"
	Pidstat = "pidstat"
)

// Formats lists what the package reads.
var Formats = []parse.Format{
	{
		Name: Mpstat, Tool: Mpstat, Attaches: true,
		About:   "mpstat, of all CPUs, of each, and of interrupts",
		Example: "22:24:18     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle",
		Match:   matches(Mpstat), Read: hoststat.Reader(Mpstat, read),
	},
	{
		Name: Pidstat, Tool: Pidstat, Attaches: true,
		About:   "pidstat, of processes and threads",
		Example: "22:24:15      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command",
		Match:   matches(Pidstat), Read: hoststat.Reader(Pidstat, read),
	},
}

// matches is certain of a banner with a heading of that tool after it.
func matches(tool string) func([][]byte) parse.Match {
	return func(head [][]byte) parse.Match {
		banner := -1
		for i, line := range head {
			if hoststat.IsBanner(line) {
				banner = i
				continue
			}
			_, rest, ok := stamp(line)
			if !ok {
				continue
			}
			if t := newTable(rest); t == nil || t.tool != tool {
				continue
			}
			if banner >= 0 {
				return parse.Match{Score: parse.Certain, Line: banner}
			}
			return parse.Match{Score: parse.Likely, Line: i}
		}
		return parse.Match{}
	}
}
