// Package iostat reads the reports of sysstat's iostat: basic, -x, -s, -c and
// -d, with and without -t, --human and --pretty, with partitions and groups, in
// the columns of every version since 2000 and in any locale; and its JSON.
//
// Columns are read by their heading, and become the metrics of package hoststat
// as the tables in columns.go say. What the figures mean:
//   - The first report of iostat holds averages since boot. It comes as the
//     source "iostat since boot", never as an interval. iostat -y leaves it out,
//     and a second blank line in its place. Reports without a banner before
//     them, of a file cut at its start, are all intervals.
//   - The time of a report is its end. Without -t there is none: then T is the
//     number of the report, and an event says so. iostat leaves out reports when
//     the machine is stalled, so that numbers alone do not make a time.
//   - A figure is kept as printed, however odd: a utilisation above 100 or a
//     discard of 2 GB. Only minus zero becomes zero.
package iostat

import (
	"bytes"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

// The names of the formats.
const (
	FormatText = "iostat"
	FormatJSON = "iostat-json"
)

const tool = "iostat"

// Formats lists what the package reads.
var Formats = []parse.Format{
	{
		Name: FormatText, Tool: tool, Attaches: true,
		About:   "iostat, all its reports and column sets",
		Example: "Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz  aqu-sz  %util",
		Match:   matchText, Read: hoststat.Reader(tool, readText),
	},
	{
		Name: FormatJSON, Tool: tool, Attaches: true,
		About:   "iostat -o JSON, also cut off",
		Example: `{"disk_device": "vda", "r/s": 140.60, "w/s": 488.99, "rkB/s": 5210.20, "wkB/s": 15440.60, "aqu-sz": 0.56, "util": 16.23}`,
		Match:   matchJSON, Read: hoststat.Reader(tool, readJSON),
	},
}

// matchText is certain of a banner with a heading of iostat after it.
func matchText(head [][]byte) parse.Match {
	banner := -1
	for i, line := range head {
		switch {
		case hoststat.IsBanner(line):
			banner = i
		case isCPUHeading(line) || newTable(line) != nil:
			if banner >= 0 {
				return parse.Match{Score: parse.Certain, Line: banner}
			}
			return parse.Match{Score: parse.Likely, Line: i}
		}
	}
	return parse.Match{}
}

func matchJSON(head [][]byte) parse.Match {
	start := -1
	for i, line := range head {
		if start < 0 && bytes.Contains(line, []byte(`"sysstat"`)) {
			start = i
		}
		if start >= 0 && (bytes.Contains(line, []byte(`"avg-cpu"`)) || bytes.Contains(line, []byte(`"disk_device"`))) {
			return parse.Match{Score: parse.Certain, Line: start}
		}
	}
	return parse.Match{}
}
