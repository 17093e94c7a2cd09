package pgbench

import (
	"bytes"
	"strconv"
	"strings"

	"jitterlog/parse"
)

// A rule reads one line of the final report: after its text comes a value.
type rule struct {
	text string
	take func(run *run, value []byte) bool
}

// reported stores a figure as it is, without the unit behind it.
func reported(name, unit string) func(*run, []byte) bool {
	return func(run *run, value []byte) bool {
		value, ok := bytes.CutSuffix(value, []byte(unit))
		run.sum.Reported[run.script+name] = parse.Shown(value)
		return ok && isFigure(value)
	}
}

// option stores a parameter.
func option(name string) func(*run, []byte) bool {
	return func(run *run, value []byte) bool {
		run.sum.Options[name] = parse.Shown(value)
		return true
	}
}

// counted stores "12 (0.345%)".
func counted(name string) func(*run, []byte) bool {
	return func(run *run, value []byte) bool {
		n, share, _ := bytes.Cut(value, []byte(" ("))
		share, closed := bytes.CutSuffix(share, []byte("%)"))
		run.sum.Reported[run.script+name] = parse.Shown(n)
		if len(share) > 0 {
			run.sum.Reported[run.script+name+"_pct"] = parse.Shown(bytes.TrimRight(share, " "))
		}
		return isFigure(n) && (closed || len(share) == 0)
	}
}

// report lists the lines of the final report, of all versions. Longer texts come
// before those that begin the same way.
var report = []rule{
	{"transaction type: ", func(run *run, v []byte) bool {
		run.sum.Workload = workload(v)
		return option("transaction_type")(run, v)
	}},
	{"scaling factor: ", func(run *run, v []byte) bool {
		var ok bool
		run.sum.Scale, ok = integer(v)
		return ok
	}},
	{"partition method: ", option("partition_method")},
	{"partitions: ", option("partitions")},
	{"query mode: ", option("query_mode")},
	{"number of clients: ", func(run *run, v []byte) bool {
		var ok bool
		run.sum.Threads, ok = integer(v)
		return ok
	}},
	{"number of threads: ", option("threads")},
	{"maximum number of tries: ", option("max_tries")},
	{"number of transactions per client: ", option("transactions_per_client")},
	{"duration: ", func(run *run, v []byte) bool {
		v, ok := bytes.CutSuffix(v, []byte(" s"))
		n, isInt := integer(v)
		if !ok || !isInt {
			return false
		}
		run.sum.DurationS = float64(n)
		return true
	}},
	{"number of transactions actually processed: ", processed},
	{"number of failed transactions: ", counted("failed")},
	{"number of serialization failures: ", counted("serialization_failures")},
	{"number of deadlock failures: ", counted("deadlock_failures")},
	{"number of other failures: ", counted("other_failures")},
	{"number of transactions retried: ", counted("retried")},
	{"total number of retries: ", reported("retries", "")},
	{"number of transactions skipped: ", counted("skipped")},
	{"number of transactions above the ", above},
	{"latency average = ", func(run *run, v []byte) bool {
		v, failures := bytes.CutSuffix(v, []byte(" (including failures)"))
		if failures {
			run.sum.Reported[run.script+"lat.avg_of"] = "including failures"
		}
		return reported("lat.avg_ms", " ms")(run, v)
	}},
	{"latency average: ", reported("lat.avg_ms", " ms")},
	{"latency stddev = ", reported("lat.stddev_ms", " ms")},
	{"latency stddev: ", reported("lat.stddev_ms", " ms")},
	{"rate limit schedule lag: avg ", func(run *run, v []byte) bool {
		avg, rest, ok := bytes.Cut(v, []byte(" (max "))
		run.sum.Reported["schedule_lag.avg_ms"] = parse.Shown(avg)
		return ok && reported("schedule_lag.max_ms", ") ms")(run, rest)
	}},
	{"average connection time = ", reported("connection.avg_ms", " ms")},
	{"initial connection time = ", reported("connection.initial_ms", " ms")},
	{"tps = ", tps},
	{"weight: ", func(run *run, v []byte) bool {
		run.sum.Reported[run.script+"weight"] = parse.Shown(v)
		return true
	}},
}

// figure reads a line of the final report.
func (r *textReader) figure(line []byte) bool {
	body := line
	inScript := bytes.HasPrefix(line, []byte(" - "))
	if inScript {
		body = line[len(" - "):]
		if r.run == nil || r.run.script == "" {
			return false
		}
	}
	if !inScript && r.script(line) {
		return true
	}
	for _, rule := range report {
		value, ok := bytes.CutPrefix(body, []byte(rule.text))
		if !ok {
			continue
		}
		if rule.text == "transaction type: " && r.run != nil && (r.run.reported || r.run.load) {
			r.finish()
		}
		run := r.begin()
		run.reported, run.listing = true, 0
		if !inScript {
			run.script = ""
		}
		if !rule.take(run, value) {
			r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Column: len(line) - len(value) + 1, Text: parse.Shown(line), Want: "a value of " + strings.TrimRight(rule.text, ":= ")})
		}
		return true
	}
	if inScript {
		// " - 25 transactions (50.0% of total, tps = 12.5)"
		n, share, ok := bytes.Cut(body, []byte(" transactions ("))
		if ok {
			r.run.sum.Reported[r.run.script+"all"] = parse.Shown(n)
			r.run.sum.Reported[r.run.script+"share"] = parse.Shown(bytes.TrimSuffix(share, []byte(")")))
			r.touch()
		}
		return ok
	}
	return false
}

// script reads "SQL script 2: insert.sql", after which the figures are those of
// that script.
func (r *textReader) script(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("SQL script "))
	n, name, named := bytes.Cut(rest, []byte(": "))
	number, isInt := integer(n)
	if !ok || !named || !isInt || r.run == nil || !r.run.reported {
		return false
	}
	r.run.script = "script" + strconv.FormatInt(number, 10) + "."
	r.run.listing, r.run.statements = 0, 0
	r.run.sum.Reported[r.run.script+"name"] = parse.Shown(name)
	r.touch()
	return true
}

// statement reads the list of statements that -r adds: their mean latency,
// since version 15 failures and, with --max-tries, retries.
func (r *textReader) statement(line []byte) bool {
	if rest, ok := bytes.CutPrefix(bytes.TrimPrefix(line, []byte(" - ")), []byte("statement latencies in milliseconds")); ok && r.run != nil {
		r.run.listing = 1 + bytes.Count(rest, []byte("failures")) + bytes.Count(rest, []byte("retries"))
		r.touch()
		return true
	}
	if r.run == nil || r.run.listing == 0 || line[0] != ' ' && line[0] != '\t' {
		return false
	}
	c := parse.Cursor{Line: line}
	name := r.run.script + "statement" + strconv.Itoa(r.run.statements+1) + "."
	for _, column := range statementColumns[:r.run.listing] {
		c.Blanks()
		word, _ := c.Word()
		v := parse.Cursor{Line: word}
		if _, ok := v.Float(); !ok || !v.End() {
			return false
		}
		r.run.sum.Reported[name+column] = string(word)
	}
	c.Blanks()
	r.run.sum.Reported[name+"sql"] = parse.Shown(c.Rest())
	if r.run.statements++; r.run.statements == maxStatements {
		r.run.listing = 0
	}
	r.touch()
	return true
}

// statementColumns stand before a statement's text.
var statementColumns = [...]string{"avg_ms", "failures", "retries"}

// maxStatements bounds how many statements of a script are kept.
const maxStatements = 1000

// processed reads "1000/1000", "1000", or "1000 (tps = 12.5)".
func processed(run *run, value []byte) bool {
	value, rate, _ := bytes.Cut(value, []byte(" (tps = "))
	if len(rate) > 0 {
		run.sum.Reported[run.script+"tps"] = parse.Shown(bytes.TrimSuffix(rate, []byte(")")))
	}
	n, asked, ok := bytes.Cut(value, []byte("/"))
	run.sum.Reported[run.script+"transactions"] = parse.Shown(n)
	if ok {
		run.sum.Reported[run.script+"transactions_asked"] = parse.Shown(asked)
	}
	_, isInt := integer(n)
	return isInt
}

// above reads "50.0 ms latency limit: 1311/10000 (13.110 %)".
func above(run *run, value []byte) bool {
	limit, rest, ok := bytes.Cut(value, []byte(" ms latency limit: "))
	run.sum.Options["latency_limit_ms"] = parse.Shown(limit)
	n, share, _ := bytes.Cut(rest, []byte(" ("))
	n, _, _ = bytes.Cut(n, []byte("/"))
	run.sum.Reported["late"] = parse.Shown(n)
	run.sum.Reported["late_pct"] = parse.Shown(bytes.TrimRight(bytes.TrimSuffix(share, []byte("%)")), " "))
	return ok
}

// tps reads the rates, which say what time they leave out.
func tps(run *run, value []byte) bool {
	rate, rest, _ := bytes.Cut(value, []byte(" ("))
	name := ""
	switch string(rest) {
	case "including connections establishing)":
		name = "tps_including_connections"
	case "excluding connections establishing)", "without initial connection time)":
		name = "tps_excluding_connections"
	case "including reconnection times)":
		name = "tps_including_reconnections"
	default:
		return false
	}
	run.sum.Reported[name] = parse.Shown(rate)
	run.tps = true
	return isFigure(rate)
}

// workload returns the name of a transaction type: "tpc-b" for
// "<builtin: TPC-B (sort of)>", a script's name as it is.
func workload(v []byte) string {
	name := strings.TrimSuffix(strings.TrimPrefix(string(v), "<builtin: "), ">")
	name = strings.TrimSuffix(name, " (sort of)")
	if name == "TPC-B" {
		return "tpc-b"
	}
	return name
}

func integer(v []byte) (int64, bool) {
	c := parse.Cursor{Line: v}
	n, ok := c.Count()
	if !ok || !c.End() {
		return parse.Absent, false
	}
	return n, true
}
