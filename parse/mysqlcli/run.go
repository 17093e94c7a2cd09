package mysqlcli

import (
	"strconv"
	"strings"

	"jitterlog/parse"
)

// answer makes a run of a load that the client gave the result of.
func (r *reader) answer(s statement, res result) {
	sum := r.summary(s)
	sum.ElapsedS = res.seconds
	sum.Complete = true
	sum.Reported["rows_affected"] = strconv.FormatInt(res.rows, 10)
	if res.warnings > 0 {
		sum.Reported["warnings"] = strconv.FormatInt(res.warnings, 10)
	}
	if res.time != "" {
		sum.Reported["time"] = res.time
	}
	rows, from := countRows(s, res.rows)
	if rows >= 0 {
		sum.Scale = rows
		sum.Reported["rows"], sum.Reported["rows_from"] = strconv.FormatInt(rows, 10), from
	}
	r.open(sum)
	if rows >= 0 && res.seconds > 0 {
		sum.TPS = float64(rows) / res.seconds
		sum.IntervalS = res.seconds
		sum.Reported["rows_per_s"] = strconv.FormatFloat(sum.TPS, 'f', 3, 64)
		op := parse.NewOp(headline)
		op.Count, op.Rate = rows, sum.TPS
		r.send(&parse.Interval{Line: r.in.Number(), End: res.seconds, Phase: parse.Measure, Threads: 1, Ops: []parse.Op{op}})
	}
	r.run = sum
}

// countRows returns how many rows a load made, Absent if that is not known, and
// where the number is from.
func countRows(s statement, affected int64) (rows int64, from string) {
	if s.verb != call {
		return affected, "rows affected"
	}
	_, args := s.procedure()
	switch asked, ok := onlyInteger(args); {
	case ok && asked == affected:
		return affected, "rows affected and argument"
	case ok && asked > affected:
		return asked, "argument"
	case affected > 0:
		return affected, "rows affected"
	}
	return parse.Absent, ""
}

const headline = "insert"

// fail makes a run of a load that the server did not do to its end.
func (r *reader) fail(s statement, f failure) {
	sum := r.summary(s)
	sum.LastLine = f.line
	r.open(sum)
	r.send(&parse.Event{Line: f.line, T: parse.NaN(), Severity: parse.Error, Kind: parse.Fatal, Code: f.code, Message: f.text, Count: 1})
	r.run = sum
}

// unanswered makes a run of a load at whose end the transcript has none of its
// results.
func (r *reader) unanswered(s statement) {
	sum := r.summary(s)
	r.open(sum)
	r.send(&parse.Event{Line: s.line, T: parse.NaN(), Severity: parse.Warning, Kind: parse.Truncated,
		Message: "the transcript ends before the result of the load", Count: 1})
	r.run = sum
}

func (r *reader) summary(s statement) *parse.Summary {
	sum := parse.NewSummary(r.format, tool, s.line)
	sum.LastLine = r.in.Number()
	sum.Workload, sum.HeadlineOp = "load", headline
	sum.Options["statement"] = strings.ReplaceAll(parse.Shown([]byte(s.text)), "\n", " ")
	if s.verb == call {
		sum.Workload = "procedure"
		sum.Options["procedure"], _ = s.procedure()
	}
	sum.Threads = 1
	sum.Clock = parse.WallClock
	sum.Settings = r.settings.inForce()
	sum.Server, sum.ServerVersion = r.server, r.version
	if v := sum.Settings["version"]; v != "" {
		sum.ServerVersion = v
	}
	return sum
}

// open yields the header of a run, and what happened before it that matters
// to it.
func (r *reader) open(sum *parse.Summary) {
	r.send(&parse.Header{Line: sum.FirstLine, Format: r.format, Tool: tool})
	for i := range r.before {
		r.send(&r.before[i])
	}
	r.before = nil
}

// close yields the summary of the run whose result was read, if there is one.
func (r *reader) close() {
	if r.run != nil {
		r.send(r.run)
		r.run = nil
	}
}

// counts takes the line behind the result of a load.
func (r *reader) counts(line []byte) bool {
	return parseCounts(line, func(name, count string) {
		if r.run != nil {
			r.run.Reported[name] = count
			r.run.LastLine = r.in.Number()
		}
	})
}

// connected takes the number of a connection. Numbers begin anew when the server
// starts.
func (r *reader) connected(id int64) {
	r.settings.reconnect(id <= r.connection)
	r.connection = id
}

// refused notes that a SET failed, since the next run does not have what the
// reader of the transcript may think.
func (r *reader) refused(s statement, f failure) {
	const most = 16
	if len(r.before) == most {
		return
	}
	r.before = append(r.before, parse.Event{Line: f.line, T: parse.NaN(), Severity: parse.Warning, Kind: parse.Failure,
		Code: f.code, Message: parse.Shown([]byte(s.text)) + ": " + f.text, Count: 1})
}
