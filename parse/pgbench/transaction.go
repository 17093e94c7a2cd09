package pgbench

import (
	"iter"
	"strconv"

	"jitterlog/parse"
	"jitterlog/parse/pertransaction"
)

// The times that a row may hold: 2001 to 2096.
const (
	minEpoch = 1_000_000_000
	maxEpoch = 4_000_000_000

	maxLatency = 10_000_000_000_000 // microseconds: four months
)

// A logRow is one line of -l.
type logRow struct {
	client, script int64
	latency        int64 // microseconds, -1 where it was not done
	epoch, us      int64
	extra          [2]int64 // the columns behind
	extras         int
}

// read takes a row apart. It returns the column and what was expected there,
// or "".
func (r *logRow) read(line []byte) (column int, want string) {
	c := parse.Cursor{Line: line}
	number := func(v *int64, limit int64) bool {
		p := c.Pos
		n, ok := c.Int()
		if !ok || n < 0 || n > limit || c.Pos < len(line) && line[c.Pos] != ' ' {
			c.Pos = p
			return false
		}
		c.Byte(' ')
		*v = n
		return true
	}
	var transaction int64
	switch {
	case !number(&r.client, 1<<31):
		want = "the client's number"
	case !number(&transaction, 1<<62):
		want = "the transaction's number"
	case !number(&r.latency, maxLatency) && !r.undone(&c):
		want = "microseconds, or skipped or failed"
	case !number(&r.script, 1<<31):
		want = "the script's number"
	case !number(&r.epoch, maxEpoch) || r.epoch < minEpoch:
		want = "seconds since 1970"
	case !number(&r.us, 999_999):
		want = "microseconds of the second"
	}
	if want != "" {
		return c.Column(), want
	}
	for r.extras = 0; r.extras < len(r.extra) && !c.End(); r.extras++ {
		if !number(&r.extra[r.extras], maxLatency) {
			return c.Column(), "the lag in microseconds, or retries"
		}
	}
	if !c.End() {
		return c.Column(), "the end of the line"
	}
	return 0, ""
}

// undone takes what stands for the latency of a transaction that was not done.
func (r *logRow) undone(c *parse.Cursor) bool {
	for _, word := range [...]string{"skipped ", "failed ", "serialization ", "deadlock ", "other "} {
		if c.Literal(word) {
			r.latency = -1
			return true
		}
	}
	return false
}

// readLog reads the log of single transactions.
func readLog(in *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		log := pertransaction.Log{Format: "pgbench-log", Tool: tool, Yield: yield, Epoch: true, KnowsFailures: true, HideSingle: true,
			Close: func(s *parse.Summary) { s.Workload, s.Server = "pgbench", server }}
		var row logRow
		var scripts scriptTypes
		extras, retriesAlone := -1, false
		for line, ok := in.Next(); ok && !log.Stopped(); line, ok = in.Next() {
			if len(line) == 0 {
				continue
			}
			column, want := row.read(line)
			if want == "" && extras >= 0 && row.extras != extras {
				column, want = len(line)+1, "as many columns as in the first row"
			}
			if want != "" {
				log.Misread(in, line, column, want)
				continue
			}
			if extras < 0 {
				extras, retriesAlone = row.extras, row.extras == 1 && row.extra[0] == 0
				log.KnowsRetries = retriesAlone || extras == 2
			}
			at := row.epoch*1_000_000 + row.us
			tx := pertransaction.Row{Line: in.Number(), At: at, Begin: at - max(row.latency, 0), Latency: row.latency,
				Type: scripts.of(&log, row.script), Failed: row.latency < 0, Lag: -1, Worker: row.client}
			if extras > 0 && !retriesAlone {
				tx.Lag = row.extra[0]
			}
			if log.KnowsRetries {
				tx.Retried = row.extra[extras-1] > 0
			}
			log.Add(&tx)
		}
		log.Finish()
	}
}

// scriptTypes knows the scripts that were met.
type scriptTypes struct{ types [pertransaction.MaxTypes]int }

// of returns the type of a script; those of high numbers have none.
func (s *scriptTypes) of(log *pertransaction.Log, script int64) int {
	if script >= int64(len(s.types)) {
		return -1
	}
	if s.types[script] == 0 {
		s.types[script] = log.Type("script_"+strconv.FormatInt(script, 10)) + 1
	}
	return s.types[script] - 1
}
