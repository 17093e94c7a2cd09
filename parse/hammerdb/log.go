package hammerdb

import (
	"bytes"
	"maps"
	"strconv"
	"time"

	"jitterlog/parse"
)

const logBanner = "Hammerdb Log @ "

// A stage is how far a run has come by what it printed.
type stage int

const (
	atSetUp stage = iota
	atRampUp
	atMeasuring
	atStopping
	atResult
)

// A logReader reads the output of virtual users.
type logReader struct {
	run    *run
	format string // FormatLog if empty
	stage  stage
	load   bool
	// options are what the command line was told: they hold for its later runs too.
	options map[string]string
	scale   int64     // 0 if they do not say
	at      time.Time // of the Timestamp line in front of the current one
	period  time.Time // end of the etprof interval that is read
}

func (r *logReader) end() { r.finish() }

func (r *logReader) finish() {
	if s := r.run.summary; s != nil && r.load {
		s.Workload, s.HeadlineOp = "load", ""
	}
}

// begin begins a run.
func (r *logReader) begin() *parse.Summary {
	r.finish()
	format := r.format
	if format == "" {
		format = FormatLog
	}
	r.stage, r.load = atSetUp, false
	s := r.run.begin(format)
	maps.Copy(s.Options, r.options)
	if r.scale > 0 {
		s.Scale = r.scale
	}
	return s
}

// need returns the run that is being read, begun if there is none.
func (r *logReader) need() *parse.Summary {
	if r.run.summary == nil {
		r.begin()
	}
	return r.run.summary
}

// fresh returns a run that has not come as far as that stage.
func (r *logReader) fresh(before stage) *parse.Summary {
	if r.run.summary == nil || r.stage >= before {
		r.begin()
	}
	return r.run.summary
}

func (r *logReader) line(b []byte) {
	at := r.at
	r.at = time.Time{}
	if at.IsZero() {
		at = r.run.in.At()
	}
	if rest, ok := bytes.CutPrefix(b, []byte("hammerdb>")); ok {
		// What a user typed, or what came while the prompt stood there.
		if b = bytes.TrimSpace(rest); len(b) == 0 || isCommand(b) {
			return
		}
	}
	number, text, ok := vuser(b)
	switch {
	case ok:
		ok = r.vuser(number, text, at)
	default:
		ok = r.text(b, at)
	}
	if !ok {
		r.run.reject(b, 0, "a line of HammerDB's output")
		return
	}
	r.run.touch()
}

// vuser splits "Vuser 1:TEST RESULT ...".
func vuser(b []byte) (number, text []byte, ok bool) {
	c := parse.Cursor{Line: b}
	if !c.Literal("Vuser ") {
		return nil, nil, false
	}
	start := c.Pos
	if _, ok := c.Int(); !ok {
		return nil, nil, false
	}
	number = b[start:c.Pos]
	if !c.Byte(':') {
		return nil, nil, false
	}
	return number, bytes.TrimSpace(c.Rest()), true
}

// cutVuser returns what a virtual user printed, or the line where it names none.
func cutVuser(b []byte) []byte {
	if _, text, ok := vuser(b); ok {
		return text
	}
	return b
}

// minutes reads a whole number of minutes between two texts.
func minutes(b []byte, before, after string) (seconds float64, known, ok bool) {
	c := parse.Cursor{Line: b}
	if !c.Literal(before) {
		return 0, false, false
	}
	n, ok := c.Count()
	return float64(n) * 60, true, ok && float64(n) < parse.MaxSeconds/60 && c.Literal(after) && c.End()
}

// vuser reads what a virtual user printed.
func (r *logReader) vuser(number, text []byte, at time.Time) bool {
	if seconds, known, ok := minutes(text, "Beginning rampup time of ", " minutes"); known {
		if ok {
			r.fresh(atRampUp).WarmupS = seconds
			r.stage = atRampUp
			r.run.series.end = -seconds
		}
		return ok
	}
	if seconds, known, ok := minutes(text, "Timing test period of ", " in minutes"); known {
		if ok {
			s := r.fresh(atMeasuring)
			s.DurationS = seconds
			s.StartedAt = at
			r.stage = atMeasuring
			r.run.series.end = 0
		}
		return ok
	}
	if res, ok := readResult(text); ok {
		r.result(&res)
		return true
	}
	c := parse.Cursor{Line: text}
	switch {
	case c.Literal("Test complete, Taking end "):
		s := r.need()
		r.stage = max(r.stage, atStopping)
		if !s.StartedAt.IsZero() && !at.IsZero() {
			if s.ElapsedS = at.Sub(s.StartedAt).Seconds(); s.ElapsedS < 0 {
				s.ElapsedS = parse.NaN()
				r.run.event(parse.Warning, parse.ClockStep, at, "the test is complete before it began")
			}
		}
	case bytes.HasSuffix(text, []byte(" Active Virtual Users configured")):
		n, ok := c.Count()
		if !ok {
			return false
		}
		r.need().Threads = n
	case c.Literal("FINISHED SUCCESS"):
		r.need()
	case c.Literal("FINISHED FAILED"):
		r.need()
		r.run.event(parse.Error, parse.Fatal, at, "a virtual user failed")
	case c.Literal("Error"), c.Literal("ERROR"):
		r.need()
		r.run.event(parse.Error, parse.Failure, at, parse.Shown(text))
	case c.Literal("WARNING:"):
		r.need()
		r.run.event(parse.Warning, parse.Failure, at, parse.Shown(text))
	case c.Literal("|"):
		r.need()
		return r.profiled(number, text)
	case c.Literal("Completed "):
		return r.querySet(&c)
	case bytes.HasSuffix(text, []byte(" SCHEMA")) && c.Literal("CREATING "):
		r.fresh(atResult)
		r.load = true
	case bytes.HasSuffix(text, []byte(" SCHEMA COMPLETE")):
		r.need().Complete = true
		r.load, r.stage = true, atResult
	default:
		if isProgress(text) || isVuserNoise(text) {
			r.need()
			return true
		}
		return false
	}
	return true
}

// A result is the line that a run ends in.
type result struct {
	nopm, tpm []byte
	server    []byte
}

// readResult reads "TEST RESULT : System achieved 112135 NOPM from 260515 MariaDB TPM", or of
// version 3 "... 3370315 PostgreSQL TPM at 1465149 NOPM".
func readResult(b []byte) (res result, ok bool) {
	c := parse.Cursor{Line: b}
	if !c.Literal("TEST RESULT : System achieved ") {
		return res, false
	}
	digits := func() ([]byte, bool) {
		start := c.Pos
		_, ok := c.Count()
		return b[start:c.Pos], ok
	}
	first, ok := digits()
	if !ok {
		return res, false
	}
	if c.Literal(" NOPM from ") {
		res.nopm = first
		if res.tpm, ok = digits(); !ok || !c.Byte(' ') {
			return res, false
		}
		res.server, ok = bytes.CutSuffix(bytes.TrimSpace(c.Rest()), []byte(" TPM"))
		return res, ok
	}
	i := bytes.LastIndex(b, []byte(" TPM at "))
	if i < c.Pos+1 || !c.Byte(' ') {
		return res, false
	}
	res.tpm, res.server = first, b[c.Pos:i]
	c.Pos = i + len(" TPM at ")
	if res.nopm, ok = digits(); !ok {
		return res, false
	}
	return res, c.Literal(" NOPM") && c.End()
}

func (r *logReader) result(res *result) {
	s := r.fresh(atResult)
	r.stage = atResult
	s.Complete = true
	s.Server = string(res.server)
	s.Reported["nopm"], s.Reported["tpm"] = string(res.nopm), string(res.tpm)
	s.Reported["tpmc_is"] = "NOPM"
	s.TpmC, _ = strconv.ParseFloat(string(res.nopm), 64)
	if s.DurationS > 0 && !(s.ElapsedS > 0) {
		s.ElapsedS = s.DurationS
	}
}

// querySet reads "1 query set(s) in 63 seconds" of TPROC-H.
func (r *logReader) querySet(c *parse.Cursor) bool {
	start := c.Pos
	if _, ok := c.Int(); !ok {
		return false
	}
	sets := c.Line[start:c.Pos]
	if c.Literal(" update set(s)") {
		return c.End()
	}
	if !c.Literal(" query set(s) in ") {
		return false
	}
	seconds, ok := c.Figure()
	if !ok || !c.Literal(" seconds") {
		return false
	}
	s := r.need()
	s.Workload, s.HeadlineOp = "tpch", "query"
	s.Reported["query_sets"] = string(sets)
	s.ElapsedS, s.Complete = seconds, true
	return c.End()
}

// text reads a line that is of no virtual user.
func (r *logReader) text(b []byte, at time.Time) bool {
	c := parse.Cursor{Line: b}
	switch {
	case c.Literal("Timestamp "):
		_, date, ok := bytes.Cut(c.Rest(), []byte(" @ "))
		if ok {
			r.at, ok = r.run.tclTime(date)
		}
		return ok
	case c.Literal(logBanner):
		if _, ok := r.run.tclTime(c.Rest()); !ok {
			return false
		}
		r.begin().Reported["log_opened"] = parse.Shown(c.Rest())
	case c.Literal("Error in Virtual User "):
		if _, message, ok := bytes.Cut(c.Rest(), []byte(": ")); ok {
			r.need()
			r.run.event(parse.Error, parse.Failure, at, parse.Shown(message))
			return true
		}
		return false
	case c.Literal("Changed "):
		return r.changed(c.Rest())
	case c.Literal("Benchmark Run jobid="):
		r.need().Reported["jobid"] = parse.Shown(c.Rest())
	case bytes.HasSuffix(b, []byte(" Virtual Users Created with Monitor VU")):
		n, ok := c.Count()
		if !ok || n == 0 {
			return false
		}
		r.fresh(atResult).Threads = n - 1
	case string(b) == "ALL VIRTUAL USERS COMPLETE":
		r.need()
		r.stage = atResult
	case isRule(b):
	default:
		if res, ok := readResult(b); ok {
			r.result(&res)
			return true
		}
		if n, ok := readCount(b); ok {
			r.counted(&n)
			return true
		}
		return isOutput(b)
	}
	return true
}

// changed reads "tpcc:mysql_count_ware from 1 to 30 for MySQL".
func (r *logReader) changed(b []byte) bool {
	key, rest, ok := bytes.Cut(b, []byte(" from "))
	_, rest, ok2 := bytes.Cut(rest, []byte(" to "))
	i := bytes.LastIndex(rest, []byte(" for "))
	if !ok || !ok2 || i < 0 {
		return false
	}
	s := r.fresh(atResult)
	if bytes.Contains(key, []byte("pass")) {
		return true
	}
	value := string(rest[:i])
	if r.options == nil {
		r.options = map[string]string{}
	}
	s.Options[string(key)], r.options[string(key)] = value, value
	if bytes.HasSuffix(key, []byte("count_ware")) {
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n > 0 {
			s.Scale, r.scale = n, n
		}
	}
	return true
}

// counted takes a line of the counter between those of the virtual users. Before the
// ramp-up, and where there are too many lines for it, their time is not known.
func (r *logReader) counted(n *count) {
	r.need()
	series := &r.run.series
	phase := parse.Measure
	unknown := r.stage == atSetUp
	switch {
	case r.stage == atRampUp:
		phase = parse.RampUp
		unknown = series.end+defaultStep.Seconds() > 0
	case r.stage >= atStopping:
		phase = parse.CoolDown
	}
	if unknown {
		r.run.sample = parse.Sample{Line: r.run.in.Number(), T: parse.NaN(), Source: tool, Metric: "tpm", Unit: "transactions/min", Value: float64(n.number)}
		series.begun = true
		r.run.emit(&r.run.sample)
		return
	}
	if sp, ok := series.next(time.Time{}, n.number == 0, defaultStep); ok {
		r.run.transactions(sp, phase, n)
	}
}
