package mysqlslap

import (
	"bytes"
	"math"
	"strconv"

	"jitterlog/parse"
)

// A figure is one line of a result.
type figure int

const (
	avgSeconds figure = iota
	minSeconds
	maxSeconds
	clients
	queries
	figures
)

// lines are the figures as the tool prints them, and their names among the
// reported figures.
var lines = [figures]struct{ prefix, suffix, name string }{
	avgSeconds: {"Average number of seconds to run all queries: ", " seconds", "avg_s"},
	minSeconds: {"Minimum number of seconds to run all queries: ", " seconds", "min_s"},
	maxSeconds: {"Maximum number of seconds to run all queries: ", " seconds", "max_s"},
	clients:    {"Number of clients running queries: ", "", "clients"},
	queries:    {"Average number of queries per client: ", "", "queries_per_client"},
}

const (
	banner       = "Benchmark"
	enginePrefix = "Running for engine "
	errorPrefix  = "mysqlslap: "
)

func figureOf(line []byte) (figure, bool) {
	for f := range lines {
		if bytes.HasPrefix(line, []byte(lines[f].prefix)) {
			return figure(f), true
		}
	}
	return 0, false
}

// A result is one block or row.
type result struct {
	engine, workload string
	has              [figures]bool
	text             [figures]string
	number           [figures]float64
}

// set reads a figure: seconds with three decimals, or a whole number.
func (r *result) set(f figure, text []byte) bool {
	c := parse.Cursor{Line: text}
	var ok bool
	if f <= maxSeconds {
		point := bytes.IndexByte(text, '.')
		r.number[f], ok = c.Figure()
		ok = ok && point > 0 && len(text) == point+1+3
	} else {
		var n int64
		n, ok = c.Count()
		r.number[f], ok = float64(n), ok && n < 1<<53
	}
	if !ok || c.Pos != len(text) || math.IsNaN(r.number[f]) {
		return false
	}
	r.has[f], r.text[f] = true, string(text)
	return true
}

func (r *result) complete() bool { return r.has == [figures]bool{true, true, true, true, true} }

// contradicts says whether the mean is outside the shortest and the longest.
func (r *result) contradicts() bool {
	return r.complete() && (r.number[avgSeconds] < r.number[minSeconds] || r.number[avgSeconds] > r.number[maxSeconds])
}

// readRow reads "innodb,mixed,0.302,0.270,0.320,8,250". Column is 0 if it is one, else
// where it is not.
func readRow(line []byte) (r result, column int) {
	fields := bytes.Split(line, []byte(","))
	if len(fields) != 2+int(figures) {
		return r, len(line) + 1
	}
	r.engine, r.workload = string(fields[0]), string(fields[1])
	at := len(fields[0]) + len(fields[1]) + 2
	for f := range figures {
		text := fields[2+f]
		if !r.set(f, text) || f == clients && r.number[f] == 0 {
			return r, at + 1
		}
		at += len(text) + 1
	}
	return r, 0
}

// summary fills the summary of the run from its result.
func (r *result) summary(s *parse.Summary) {
	s.Workload, s.HeadlineOp, s.Clock = tool, "query", parse.WallClock
	if r.workload != "" {
		s.Options["auto-generate-sql-load-type"] = r.workload
	}
	if r.engine != "" {
		s.Options["engine"] = r.engine
	}
	for f := range figures {
		if r.has[f] {
			s.Reported[lines[f].name] = r.text[f]
		}
	}
	if r.has[avgSeconds] {
		s.ElapsedS = r.number[avgSeconds]
	}
	if r.has[clients] {
		s.Threads = int64(r.number[clients])
	}
	s.Complete = r.complete()
	if total := r.number[clients] * r.number[queries]; s.Complete && total > 0 && s.ElapsedS > 0 {
		s.QPS = total / s.ElapsedS
		s.Reported["queries_per_s"] = strconv.FormatFloat(s.QPS, 'f', 3, 64)
	}
}
