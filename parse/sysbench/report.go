package sysbench

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"jitterlog/parse"
)

// A block is a final report, or that of a checkpoint, as far as it was read.
type block struct {
	open       bool
	checkpoint bool
	sum        bool // the last figure of its latencies was seen
	fairness   bool // and the last of all
	since11    bool // as 1.1 prints it, which leaves the fairness out for fileio
}

// A title is a line of a report without figures.
type title struct {
	opens bool // nothing of the same report stands before it
	kind  string
}

var titles = map[string]title{
	"SQL statistics:":         {opens: true, kind: "sql"},
	"OLTP test statistics:":   {opens: true, kind: "sql"},
	"File operations:":        {opens: true, kind: "fileio"},
	"CPU speed:":              {opens: true, kind: "cpu"},
	"queries performed:":      {},
	"General statistics:":     {opens: true},
	"Test execution summary:": {opens: true},
	"Throughput:":             {opens: true},
	"Latency (ms):":           {},
	"per-request statistics:": {},
	"response time:":          {},
	"Threads fairness:":       {},
}

// figures names the labels of reports. A figure followed by its rate has a
// second name, and one of an average and a deviation too.
var figures = map[string]struct{ name, second string }{
	"read":                                {"sql.read", ""},
	"write":                               {"sql.write", ""},
	"other":                               {"sql.other", ""},
	"total":                               {"sql.total", ""},
	"transactions":                        {"transactions", "transactions_per_s"},
	"queries":                             {"queries", "queries_per_s"},
	"deadlocks":                           {"deadlocks", "deadlocks_per_s"},
	"read/write requests":                 {"read_write_requests", "read_write_requests_per_s"},
	"other operations":                    {"other_operations", "other_operations_per_s"},
	"ignored errors":                      {"ignored_errors", "ignored_errors_per_s"},
	"reconnects":                          {"reconnects", "reconnects_per_s"},
	"total time":                          {"total_time_s", ""},
	"time elapsed":                        {"total_time_s", ""},
	"total number of events":              {"events", ""},
	"events/s (eps)":                      {"events_per_s", ""},
	"events per second":                   {"events_per_s", ""},
	"total time taken by event execution": {"execution_time_s", ""},
	"min":                                 {"lat.min_ms", ""},
	"avg":                                 {"lat.avg_ms", ""},
	"max":                                 {"lat.max_ms", ""},
	"sum":                                 {"lat.sum_ms", ""},
	"events (avg/stddev)":                 {"fairness.events_avg", "fairness.events_stddev"},
	"execution time (avg/stddev)":         {"fairness.execution_s_avg", "fairness.execution_s_stddev"},
	"reads/s":                             {"fileio.reads_per_s", ""},
	"writes/s":                            {"fileio.writes_per_s", ""},
	"fsyncs/s":                            {"fileio.fsyncs_per_s", ""},
	"read, MiB/s":                         {"fileio.read_mib_per_s", ""},
	"written, MiB/s":                      {"fileio.written_mib_per_s", ""},
	"Number of unfinished transactions on forced shutdown": {"unfinished_transactions", ""},
}

// checkpoint reads the heading of a checkpoint's report. An interval line may
// stand between it and the report.
func (r *reader) checkpoint(line int, at int64) string {
	r.begin(line)
	r.run.checkpoint = true
	r.run.checkpoints++
	r.run.parts.at = float64(at - r.run.shift)
	e := parse.Event{Line: line, Severity: parse.Info, Kind: parse.CounterReset, Count: 1,
		Message: "report checkpoint: the counters of the tool start anew"}
	e.T = r.run.parts.at
	r.emit(&e)
	return ""
}

func isTitle(line []byte) bool {
	_, ok := titles[string(bytes.TrimSpace(line))]
	return ok
}

// reportLine reads a line of a report.
func (r *reader) reportLine(line []byte) bool {
	text := bytes.TrimSpace(line)
	if t, ok := titles[string(text)]; ok {
		r.title(t)
		return true
	}
	return r.operations(text) || r.figureLine(text)
}

func (r *reader) title(t title) {
	r.begin(r.in.Number())
	run := r.run
	if run.block.open && run.block.sum && t.opens {
		r.closeBlock()
	}
	if t.kind == "sql" {
		run.isSQL = true
	} else if t.kind != "" {
		run.workload(t.kind)
	}
	r.openBlock()
	r.flushHistogram()
}

func (r *reader) openBlock() {
	if b := &r.run.block; !b.open {
		*b = block{open: true, checkpoint: r.run.checkpoint}
		r.run.checkpoint = false
	}
}

// closeBlock ends a report. Only one that is no checkpoint's is the final one.
func (r *reader) closeBlock() {
	b := &r.run.block
	if !b.checkpoint && (b.fairness || b.since11 && b.sum) {
		r.run.sum.Complete = true
	}
	*b = block{}
}

// figureLine reads a label, a figure, and what goes with it.
func (r *reader) figureLine(text []byte) bool {
	if r.run == nil {
		return false
	}
	b := &r.run.block
	before, after, ok := bytes.Cut(text, []byte(":"))
	if !ok {
		return false
	}
	c := cursor{Cursor: parse.Cursor{Line: after}}
	c.Blanks()
	f, known := figures[string(before)]
	switch {
	case c.Literal("IOPS="):
		return b.open && r.iops(string(before), &c)
	case !known && string(before) == "percentile stats":
		return b.open && c.Literal("disabled") && c.End()
	case !known:
		rank, isRank := percentileRank(string(before))
		if !isRank {
			return false
		}
		f.name = "lat.pct" + rank + "_ms"
	}
	if !b.open && f.name != "unfinished_transactions" {
		return false
	}
	first, ok := c.number()
	if !ok && slices.Contains(counted, f.name) {
		first, ok = c.overflowed()
	}
	if !ok {
		return false
	}
	second := ""
	if c.Literal("/") {
		if second, ok = c.number(); !ok {
			return false
		}
	} else {
		if !c.Literal("ms") {
			c.Literal("s")
		}
		c.Blanks()
		if c.Literal("(") {
			if c.Literal("oldest: ") {
				f.second = strings.Replace(f.name, "_ms", "_oldest_s", 1)
			}
			if second, ok = c.number(); !ok || !(c.Literal(" per sec.)") || c.Literal("s)")) {
				return false
			}
		}
	}
	if !c.End() {
		return false
	}
	r.figure(f.name, first)
	if second != "" && f.second != "" {
		r.figure(f.second, second)
	}
	switch f.name {
	case "total_time_s":
		b.since11 = string(before) == "time elapsed"
	case "lat.sum_ms":
		b.sum = true
	case "fairness.execution_s_avg":
		b.sum, b.fairness = true, true
		r.closeBlock()
	}
	return true
}

// number takes a number and returns it as it is printed.
func (c *cursor) number() (string, bool) {
	from := c.Pos
	_, ok := c.Figure()
	return string(c.Line[from:c.Pos]), ok
}

// overflowed takes a total that 0.4 or 0.5 printed with 32 bits.
func (c *cursor) overflowed() (string, bool) {
	from := c.Pos
	n, ok := c.Int()
	return string(c.Line[from:c.Pos]), ok && n >= math.MinInt32
}

// percentileRank reads "95th percentile" and "approx.  95 percentile".
func percentileRank(label string) (string, bool) {
	rank, ok := strings.CutSuffix(label, " percentile")
	if !ok {
		return "", false
	}
	rank = strings.TrimSpace(strings.TrimPrefix(strings.TrimSuffix(rank, "th"), "approx."))
	n, ok := leading(rank)
	return strconv.Itoa(int(n)), ok && n <= 100
}

// iops reads what 1.1 says of files: "IOPS=3853.84 60.22 MiB/s (63.14 MB/s)".
func (r *reader) iops(label string, c *cursor) bool {
	rate, ok := c.number()
	if !ok {
		return false
	}
	c.Blanks()
	moved, isMoved := c.number()
	r.run.workload("fileio")
	r.run.block.since11 = true
	switch label {
	case "read":
		r.figure("fileio.reads_per_s", rate)
		label = "fileio.read_mib_per_s"
	case "write":
		r.figure("fileio.writes_per_s", rate)
		label = "fileio.written_mib_per_s"
	case "fsync":
		r.figure("fileio.fsyncs_per_s", rate)
	default:
		return false
	}
	if isMoved {
		r.figure(label, moved)
	}
	return true
}

// operations reads the lines of the memory test and of the fileio test of 0.4
// and 0.5 that are no label and figure:
//
//	Total operations: 18020752 (3601989.70 per second)
//	17598.39 MiB transferred (3517.57 MiB/sec)
//	Operations performed: 18020752 (3601989.70 ops/sec)
//	Operations performed:  6000 reads, 4000 writes, 12800 Other = 22800 Total
//	Read 93.75Mb  Written 62.5Mb  Total transferred 156.25Mb  (15.6Mb/sec)
//	 1000.12 Requests/sec executed
func (r *reader) operations(text []byte) bool {
	words := strings.Fields(string(text))
	if len(words) < 3 {
		return false
	}
	strip := func(i int) string { return strings.TrimLeft(words[i], "(") }
	var names []string
	var values []string
	switch {
	case len(words) == 6 && words[0] == "Total" && words[1] == "operations:",
		len(words) == 5 && words[0] == "Operations" && words[1] == "performed:":
		names, values = []string{"operations", "operations_per_s"}, []string{words[2], strip(3)}
	case len(words) == 5 && words[2] == "transferred" && (words[1] == "MiB" || words[1] == "MB"):
		names, values = []string{"transferred_mib", "transferred_mib_per_s"}, []string{words[0], strip(3)}
	case len(words) == 11 && words[0] == "Operations" && words[3] == "reads,":
		names = []string{"fileio.reads", "fileio.writes", "fileio.others", "fileio.total"}
		values = []string{words[2], words[4], words[6], words[9]}
	case len(words) == 8 && words[0] == "Read" && words[2] == "Written" && words[5] == "transferred":
		// With units of their own (Gb, Mb): as printed.
		names = []string{"fileio.read", "fileio.written", "fileio.transferred", "fileio.transferred_per_s"}
		values = []string{words[1], words[3], words[6], strings.TrimSuffix(strip(7), ")")}
	case len(words) == 3 && words[1] == "Requests/sec" && words[2] == "executed":
		names, values = []string{"fileio.requests_per_s"}, []string{words[0]}
	default:
		return false
	}
	for _, v := range values {
		if c := (cursor{Cursor: parse.Cursor{Line: []byte(v)}}); !c.startsNumber() {
			return false
		}
	}
	r.begin(r.in.Number())
	if strings.HasPrefix(names[0], "fileio.") {
		r.run.workload("fileio")
	} else {
		r.run.workload("memory")
	}
	if r.run.block.open && r.run.block.sum {
		r.closeBlock()
	}
	r.openBlock()
	for i, name := range names {
		r.figure(name, values[i])
	}
	return true
}

func (c *cursor) startsNumber() bool {
	_, ok := c.Figure()
	return ok
}
