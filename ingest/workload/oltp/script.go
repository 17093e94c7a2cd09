package oltp

import "strings"

// A script is what one event of a workload does.
type script struct {
	groups      []group
	transaction bool // BEGIN and COMMIT around it, unless Options.SkipTrx
	text        bool // always, as sysbench does there
	oneTable    bool // a table is drawn for the event, not for each group
	legacy      bool // tables as of sysbench 0.5
	// segments makes the one statement of the workloads that give each worker a part of sbtest1.
	segments func(Options) segments
}

// A group is statements on one table, done count times with new numbers each time.
type group struct {
	sql    []string // %d is the table's number
	args   argument
	count  func(Options) int
	ranges bool // left out with Options.NoRanges
}

// argument says which values a group's statements take.
type argument int

const (
	id        argument = iota // a random id
	idRange                   // a random id, and the last of the range that begins there
	valueID                   // a new c, a random id
	wholeRow                  // DELETE a random id, INSERT a row of that id
	insertRow                 // INSERT a row of an id of its own
)

func once(Options) int { return 1 }

var (
	pointSelects   = group{[]string{"SELECT c FROM sbtest%d WHERE id=?"}, id, func(o Options) int { return o.PointSelects }, false}
	onePointSelect = group{pointSelects.sql, id, once, false}
	simpleRanges   = group{[]string{"SELECT c FROM sbtest%d WHERE id BETWEEN ? AND ?"}, idRange, func(o Options) int { return o.SimpleRanges }, true}
	sumRanges      = group{[]string{"SELECT SUM(k) FROM sbtest%d WHERE id BETWEEN ? AND ?"}, idRange, func(o Options) int { return o.SumRanges }, true}
	orderRanges    = group{[]string{"SELECT c FROM sbtest%d WHERE id BETWEEN ? AND ? ORDER BY c"}, idRange, func(o Options) int { return o.OrderRanges }, true}
	distinctRanges = group{[]string{"SELECT DISTINCT c FROM sbtest%d WHERE id BETWEEN ? AND ? ORDER BY c"}, idRange, func(o Options) int { return o.DistinctRanges }, true}
	indexUpdates   = group{[]string{"UPDATE sbtest%d SET k=k+1 WHERE id=?"}, id, func(o Options) int { return o.IndexUpdates }, false}
	otherUpdates   = group{[]string{"UPDATE sbtest%d SET c=? WHERE id=?"}, valueID, func(o Options) int { return o.NonIndexUpdates }, false}
	deletes        = group{[]string{"DELETE FROM sbtest%d WHERE id=?"}, id, once, false}
	inserts        = group{[]string{"INSERT INTO sbtest%d (id, k, c, pad) VALUES (?, ?, ?, ?)"}, insertRow, once, false}
	deleteInserts  = group{[]string{deletes.sql[0], inserts.sql[0]}, wholeRow, func(o Options) int { return o.DeleteInserts }, false}
)

var (
	reads  = []group{pointSelects, simpleRanges, sumRanges, orderRanges, distinctRanges}
	writes = []group{indexUpdates, otherUpdates, deleteInserts}
	all    = append(append([]group(nil), reads...), writes...)
)

var scripts = map[string]script{
	"oltp_read_only":        {groups: reads, transaction: true},
	"oltp_write_only":       {groups: writes, transaction: true},
	"oltp_read_write":       {groups: all, transaction: true},
	"oltp_point_select":     {groups: []group{onePointSelect}},
	"oltp_update_index":     {groups: []group{indexUpdates}},
	"oltp_update_non_index": {groups: []group{otherUpdates}},
	"oltp_delete":           {groups: []group{deletes}},
	"oltp_insert":           {groups: []group{inserts}, text: true},
	"select_random_points":  {segments: randomPoints},
	"select_random_ranges":  {segments: randomRanges},
	"legacy_insert":         {groups: []group{inserts}, text: true, legacy: true},
	"legacy_oltp":           {groups: all, transaction: true, text: true, oneTable: true, legacy: true},
}

// segments is a statement on random numbers from the worker's own part of sbtest1.
type segments struct {
	sql    string
	draws  int
	ranges bool // each number is followed by the end of its range
}

func randomPoints(o Options) segments {
	return segments{sql: "SELECT id, k, c, pad FROM sbtest1 WHERE k IN (" + list("?", ", ", o.RandomPoints) + ")", draws: o.RandomPoints}
}

func randomRanges(o Options) segments {
	return segments{sql: "SELECT count(k) FROM sbtest1 WHERE " + list("k BETWEEN ? AND ?", " OR ", o.RandomRanges), draws: o.RandomRanges, ranges: true}
}

func list(item, separator string, n int) string {
	return strings.Repeat(item+separator, n-1) + item
}
