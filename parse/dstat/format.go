// Package dstat reads the rows of dstat and pcp-dstat, as they stand on the
// terminal and in the CSV of --output.
//
// Columns are read by their two headings, the groups and the names in them. What
// the figures mean:
//   - Figures on the terminal have three or four digits and a unit: B, k, M and G
//     are of 1024 for bytes, k and M of 1000 for counts. The CSV has all digits.
//   - The first row holds averages since boot, and comes as the source "dstat
//     since boot". pcp-dstat leaves it blank.
//   - The time has no year: it is that of the CSV's preamble, else that of the
//     last such time before the file was written. Without a time column T is the
//     number of the row, and an event says so.
//   - A row that ends in "missed N ticks" came late; its event counts the ticks.
//   - The object is a disk, network interface or CPU (cpu0); totals have none.
//     Where a plugin names the process that used most, that is the object.
//     A plugin's text without a number is no figure.
package dstat

import (
	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

// The names of the formats.
const (
	FormatText = "dstat"
	FormatCSV  = "dstat-csv"
)

const tool = "dstat"

// Formats lists what the package reads.
var Formats = []parse.Format{
	{
		Name: FormatText, Tool: tool, Attaches: true,
		About:   "dstat, as it stands on the terminal",
		Example: "13-03 05:37:41| 10   3  31  54   0| 473M  262k| 708B  389B|   0     0 | 259k 1412k missed 4 ticks",
		Match:   matchText, Read: hoststat.Reader(tool, readText),
	},
	{
		Name: FormatCSV, Tool: tool, Attaches: true,
		About:   "dstat --output",
		Example: "13-03 05:37:41,10.253,3.018,31.116,54.362,0,495976448,268288",
		Match:   matchCSV, Read: hoststat.Reader(tool, readCSV),
	},
}

// matchText wants the two headings, one of them with something that only dstat
// has.
func matchText(head [][]byte) parse.Match {
	for i := 1; i < len(head); i++ {
		if isTitles(head[i-1]) {
			if h := newTextHeading(head[i-1], head[i]); h != nil && h.known > 0 {
				return parse.Match{Score: parse.Certain, Line: i - 1}
			}
		}
	}
	return parse.Match{}
}

func matchCSV(head [][]byte) parse.Match {
	for i, line := range head {
		if first, _ := field(line); isPreamble(line) && isProgram(first) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		if i == 0 {
			continue
		}
		if h := newCSVHeading(head[i-1], line); h != nil && h.known > 1 {
			return parse.Match{Score: parse.Likely, Line: i - 1}
		}
	}
	return parse.Match{}
}
