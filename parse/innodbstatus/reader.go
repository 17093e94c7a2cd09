package innodbstatus

import (
	"bytes"
	"math"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/timeline"
)

const source = "innodb_status"

// A reader reads the reports of a source.
type reader struct {
	in      *parse.Lines
	yield   func(parse.Record, error) bool
	stopped bool // the iteration has ended: read no further
	sample  parse.Sample
	next    time.Time // of the report that follows, zero if no line says

	inside  bool     // a report has begun
	began   int      // in that line
	dashes  bool     // the line before was a rule
	section *section // nil before the first
	covers  float64  // seconds of the monitor's averages
	system  bool     // the next averages are of system rows
	list    transactions
	aio     bool // the numbers of pending I/O go on in the next line
	last    map[string]reading
	lsn     float64 // of the report, NaN before it is read
	aged    bool    // the report has told its checkpoint age
	trouble trouble
}

// A reading is a counter's value, when it had it, and the metric of its growth.
type reading struct {
	value  float64
	at     time.Time
	growth string
}

func read(in *parse.Lines, yield func(parse.Record, error) bool) {
	r := reader{in: in, yield: yield, last: map[string]reading{}, sample: parse.Sample{Source: source, T: parse.NaN()}}
	for line, ok := in.Next(); ok && !r.stopped; line, ok = in.Next() {
		tab, ok := tabRow(line)
		if !ok {
			r.line(line)
			continue
		}
		for part, rest, more := cutEscaped(tab); ; part, rest, more = cutEscaped(rest) {
			if r.line(part); !more || r.stopped {
				break
			}
		}
	}
	if r.inside {
		r.cut()
	}
}

// cutEscaped cuts at the next line end as batch mode prints it.
func cutEscaped(b []byte) (line, rest []byte, more bool) { return bytes.Cut(b, []byte(`\n`)) }

func (r *reader) line(line []byte) {
	switch {
	case bytes.HasPrefix(line, []byte(endOfMonitor)) && r.inside:
		r.end()
	case r.heading(line):
	case !r.inside:
		r.outside(line)
	case len(bytes.Trim(line, "-=")) == 0:
		r.dashes = true
		return
	case r.dashes && r.newSection(line):
	default:
		r.content(line)
	}
	r.dashes = false
}

// heading reads the first line of a report:
//
//	2026-11-30 22:23:45 0x7f39e76876c0 INNODB MONITOR OUTPUT
func (r *reader) heading(line []byte) bool {
	at, ok := headingTime(r.in, line)
	if !ok {
		return false
	}
	if r.inside {
		r.cut()
	}
	if prefix := r.in.At(); !prefix.IsZero() {
		at = prefix
	}
	if !r.next.IsZero() {
		at, r.next = r.next, time.Time{}
	}
	r.inside, r.began, r.section = true, r.in.Number(), nil
	r.covers, r.lsn, r.aged, r.system, r.aio = 0, parse.NaN(), false, false, false
	if at.Before(r.sample.At) {
		r.event(r.in.Number(), at, parse.Warning, parse.ClockStep, "", "the clock of the reports steps back")
	}
	r.sample.At, r.sample.Object = at, ""
	return true
}

func headingTime(in *parse.Lines, line []byte) (time.Time, bool) {
	if !bytes.HasSuffix(line, []byte(monitor)) || bytes.HasPrefix(line, []byte(endOfMonitor)) {
		return time.Time{}, false
	}
	return timeline.Server(in, &parse.Cursor{Line: line})
}

// outside reads what stands between reports.
func (r *reader) outside(line []byte) {
	if at, ok := timeline.Read(r.in, line); ok {
		r.next = at
		return
	}
	if isClients(line) {
		return
	}
	if bytes.HasPrefix(line, []byte("ERROR ")) {
		r.event(r.in.Number(), r.next, parse.Error, parse.Failure, "", parse.Shown(line))
		return
	}
	r.notUnderstood(line, "the heading of a report, or a time")
}

// newSection reads the name of a section, between two rules.
func (r *reader) newSection(line []byte) bool {
	s := find(bytes.TrimRight(line, " "))
	if s == nil {
		return false
	}
	r.endSection()
	r.section = s
	return true
}

// endSection tells what is known when a section ends.
func (r *reader) endSection() {
	if r.section == nil {
		return
	}
	switch r.section.name {
	case "TRANSACTIONS":
		r.tellTransactions()
	case "SEMAPHORES":
		r.tellWaits()
	case "LOG":
		if checkpoint, ok := r.last[checkpointLSN]; ok && !r.aged && checkpoint.at.Equal(r.sample.At) && r.lsn >= checkpoint.value {
			r.value(checkpointAge, "B", r.lsn-checkpoint.value)
		}
	}
	r.sample.Object = ""
}

func (r *reader) end() {
	r.endSection()
	r.inside, r.section = false, nil
}

func (r *reader) cut() {
	r.end()
	r.event(r.began, r.sample.At, parse.Warning, parse.Truncated, "", "a report has no end")
}

// content reads a line of a section.
func (r *reader) content(line []byte) {
	if r.section == nil {
		c := parse.Cursor{Line: line}
		if c.Literal("Per second averages calculated from the last ") {
			r.covers, _ = c.Float()
		} else if !c.End() {
			r.notUnderstood(line, "a section of the report")
		}
		return
	}
	if r.numbers(line) || r.special(line) || r.section.open || len(bytes.Trim(line, " |")) == 0 {
		return
	}
	r.notUnderstood(line, "a line of the section "+r.section.name)
}

// numbers reads a line that has a pattern.
func (r *reader) numbers(line []byte) bool {
	var values [maxFields]float64
	for i := range r.section.patterns {
		p := &r.section.patterns[i]
		if !p.match(line, &values) {
			continue
		}
		fields := p.fields
		if r.system && len(fields) == len(systemRows) && fields[0].kind == average {
			fields, r.system = systemRows, false
		}
		r.system = r.system || p.system
		for i := range fields {
			r.tell(&fields[i], values[i])
		}
		return true
	}
	return false
}

func (r *reader) tell(f *field, value float64) {
	if math.IsNaN(value) {
		return
	}
	switch f.metric {
	case currentLSN:
		r.lsn = value
	case checkpointAge:
		r.aged = true
	}
	switch f.kind {
	case level:
		r.value(f.metric, f.unit, value)
	case average:
		if r.covers > 0 {
			r.value(f.metric, "1/s", value)
		}
	case counter:
		r.growth(f, value)
	case position:
		r.value(f.metric, f.unit, value)
		r.growth(f, value)
	}
}

// growth yields a rate over the time since the report before. There is none
// where the value fell: the server was restarted.
func (r *reader) growth(f *field, value float64) {
	before, ok := r.last[f.metric]
	if !ok {
		before.growth = f.metric
		if f.kind == position {
			before.growth += "_per_s"
		}
	}
	r.last[f.metric] = reading{value, r.sample.At, before.growth}
	if !ok {
		return
	}
	if f.metric == currentLSN && value < before.value {
		r.event(r.in.Number(), r.sample.At, parse.Warning, parse.CounterReset, "", "the log sequence number fell: another server, or another data directory")
	}
	if dt := r.sample.At.Sub(before.at).Seconds(); dt > 0 && value >= before.value {
		unit := "1/s"
		if f.unit != "" {
			unit = f.unit + "/s"
		}
		r.value(before.growth, unit, (value-before.value)/dt)
	}
}

func (r *reader) value(metric, unit string, value float64) {
	if r.stopped || math.IsNaN(value-value) { // infinite, or no number
		return
	}
	r.sample.Line, r.sample.Metric, r.sample.Unit, r.sample.Value = r.in.Number(), metric, unit, value
	r.stopped = !r.yield(&r.sample, nil)
}

func (r *reader) event(line int, at time.Time, severity parse.Severity, kind parse.Kind, code, message string) {
	if !r.stopped {
		r.stopped = !r.yield(&parse.Event{Line: line, T: parse.NaN(), At: at, Severity: severity, Kind: kind, Code: code, Message: message, Count: 1}, nil)
	}
}

func (r *reader) notUnderstood(line []byte, want string) {
	if !r.stopped {
		r.stopped = !r.yield(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: want})
	}
}
