// Package diskstats reads the rows of Percona's pt-diskstats, in any of its
// groupings.
//
// Columns are read by their heading. What the figures mean:
//   - The object is the device; where a row adds several up, it is their number,
//     such as "2 devices".
//   - The column #ts holds seconds since the tool's start, which are T; a time of
//     day (--show-timestamps), which is of the last such day before the file was
//     written; or the number of samples that a row is made of, {6}. Of the last T is
//     the number of the report. Where a row has no clock an event says so.
package diskstats

import (
	"bytes"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

const tool = "pt-diskstats"

// Formats lists what the package reads.
var Formats = []parse.Format{{
	Name: tool, Tool: tool, Attaches: true,
	About:   "pt-diskstats, in any grouping",
	Example: "  #ts device    rd_s rd_avkb rd_mb_s rd_mrg rd_cnc   rd_rt    wr_s wr_avkb wr_mb_s wr_mrg wr_cnc   wr_rt busy in_prg    io_s  qtime stime",
	Match:   match, Read: hoststat.Reader(tool, read),
}}

func match(head [][]byte) parse.Match {
	for i, line := range head {
		if newHeading(line) != nil {
			return parse.Match{Score: parse.Certain, Line: i}
		}
	}
	return parse.Match{}
}

const mega = 1024 // kB in a MB

var columns = map[string]hoststat.Metric{
	"rd_s":    hoststat.Reads,
	"rd_avkb": hoststat.ReadSize,
	"rd_mb_s": hoststat.ReadKB.Times(mega),
	"rd_mrg":  hoststat.ReadMerged,
	"rd_cnc":  hoststat.ReadQueue,
	"rd_rt":   hoststat.ReadAwait,
	"wr_s":    hoststat.Writes,
	"wr_avkb": hoststat.WriteSize,
	"wr_mb_s": hoststat.WriteKB.Times(mega),
	"wr_mrg":  hoststat.WriteMerged,
	"wr_cnc":  hoststat.WriteQueue,
	"wr_rt":   hoststat.WriteAwait,
	"busy":    hoststat.Util,
	"in_prg":  hoststat.InProgress,
	"io_s":    hoststat.Transfers,
	"ios_s":   hoststat.Transfers,
	"qtime":   hoststat.QueueTime,
	"stime":   hoststat.ServiceTime,
}

// A heading says what the columns behind #ts and device are.
type heading struct {
	text    []byte
	columns []hoststat.Metric
}

func newHeading(line []byte) *heading {
	words := hoststat.Words(line)
	if len(words) < 3 || words[0] != "#ts" || words[1] != "device" {
		return nil
	}
	h := &heading{text: bytes.Clone(line)}
	for _, w := range words[2:] {
		m, ok := columns[w]
		if !ok {
			m = hoststat.Named(w)
		}
		h.columns = append(h.columns, m)
	}
	return h
}
