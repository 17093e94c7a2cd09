// Package vmstat reads the rows of procps' vmstat: plain, -a, -w and -t, of any
// version and language.
//
// Columns are read by their heading. Where its words are translated they are
// taken by their order, if the words that are not (si, so, bi, bo, in, cs)
// stand where they should. What the figures mean:
//   - The first row of vmstat holds averages since boot, and comes as the source
//     "vmstat since boot". Headings are repeated after 21 rows, or as many as a
//     terminal has room for; one that comes after another number of rows than
//     21 and than the one before is taken for a vmstat of its own, whose first
//     row is since boot again.
//   - Memory is in kB, and bi and bo are kB per second. Where vmstat was told to
//     use other units (-S), nothing in its output says so.
//   - us holds the time of nice processes too, which iostat counts apart.
//   - The time of -t is read in the zone that its heading names if that is UTC
//     or an offset: other abbreviations are not unique. Without -t T is the
//     number of the row, and an event says so.
package vmstat

import (
	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

const tool = "vmstat"

// Formats lists what the package reads.
var Formats = []parse.Format{{
	Name: tool, Tool: tool, Attaches: true,
	About:   "vmstat, with or without its clock",
	Example: " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC",
	Match:   match, Read: hoststat.Reader(tool, read),
}}

func match(head [][]byte) parse.Match {
	for i, line := range head {
		if _, ok := newHeading(line, nil); !ok {
			continue
		}
		if i > 0 && isTitle(head[i-1]) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		return parse.Match{Score: parse.Likely, Line: i}
	}
	return parse.Match{}
}
