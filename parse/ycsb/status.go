package ycsb

import (
	"bytes"
	"math"
	"strings"
	"time"

	"jitterlog/parse"
)

// A status is the beginning of a status line, before its groups.
type status struct {
	at         time.Time // zero where the line has no time
	label      int64     // seconds
	operations int64     // since the start
	rate       float64   // NaN where the line has none
	groups     int       // position of the first group
}

const (
	maxCount = 1 << 52
	maxLabel = 1_000_000_000
)

// read takes the beginning of a line. It returns what was expected where it
// stopped, or "".
func (s *status) read(line []byte) string {
	c := parse.Cursor{Line: line}
	_, want := s.take(&c, time.UTC)
	return want
}

// take returns at column 0 that the line is of another kind.
func (s *status) take(c *parse.Cursor, loc *time.Location) (column int, want string) {
	*s = status{rate: math.NaN()}
	s.at, _ = clock(c, loc)
	c.Blanks()
	var ok bool
	if s.label, ok = c.Int(); !ok || s.label < 0 || s.label > maxLabel || !c.Literal(" sec: ") {
		return 0, "a status line"
	}
	if s.operations, ok = c.Int(); !ok || s.operations < 0 || s.operations > maxCount || !c.Literal(" operations;") {
		return c.Column(), "a number of operations"
	}
	p := c.Pos
	c.Blanks()
	if rate, ok := number(c); ok && c.Literal(" current ops/sec;") {
		s.rate = rate
	} else {
		c.Pos = p
	}
	c.Blanks()
	if c.Literal("est completion in ") {
		if i := bytes.IndexByte(c.Rest(), '['); i >= 0 {
			c.Pos += i
		} else {
			c.Pos = len(c.Line)
		}
	}
	if s.groups = c.Pos; c.Pos < len(c.Line) && c.Line[c.Pos] != '[' {
		return c.Column(), "current ops/sec, est completion, or a group such as [READ: ...]"
	}
	return 0, ""
}

// clock takes "2026-04-09 16:13:31:123 ".
func clock(c *parse.Cursor, loc *time.Location) (time.Time, bool) {
	const shape = "2026-04-09 16:13:31:123 "
	b := c.Rest()
	if len(b) < len(shape) {
		return time.Time{}, false
	}
	var part [7]int
	k := 0
	for i := range len(shape) {
		digit := b[i] - '0'
		if shape[i]-'0' <= 9 {
			if digit > 9 {
				return time.Time{}, false
			}
			part[k] = part[k]*10 + int(digit)
			continue
		}
		if b[i] != shape[i] {
			return time.Time{}, false
		}
		k = min(k+1, len(part)-1)
	}
	at := time.Date(part[0], time.Month(part[1]), part[2], part[3], part[4], part[5], part[6]*int(time.Millisecond), loc).UTC()
	if !parse.IsDate(at) {
		return time.Time{}, false
	}
	c.Pos += len(shape)
	return at, true
}

// number takes a decimal number, whose sign may be a comma: one that a digit
// follows, not a blank. Java's NaN is the character U+FFFD.
func number(c *parse.Cursor) (float64, bool) {
	if c.Literal("\uFFFD") || c.Literal("NaN") {
		return math.NaN(), true
	}
	v, ok := c.Figure()
	if !ok || c.Pos+1 >= len(c.Line) || c.Line[c.Pos] != ',' || c.Line[c.Pos+1]-'0' > 9 {
		return v, ok
	}
	c.Pos++
	first := c.Pos
	n, ok := c.Int()
	if !ok || c.Pos-first > 15 {
		return 0, false
	}
	unit := math.Pow(10, float64(c.Pos-first))
	return (v*unit + float64(n)) / unit, true
}

// status reads a status line; it returns false if the line is no such one.
func (r *reader) status(line []byte) bool {
	c := parse.Cursor{Line: line}
	var s status
	column, want := s.take(&c, r.in.Location())
	if column == 0 && want != "" {
		return false
	}
	if want == "" {
		all := parse.NewOp("operation")
		all.Rate = s.rate
		r.ops = append(r.ops[:0], all)
		column, want = r.groups(&c)
	}
	if want != "" {
		r.incomplete(line, column, want)
		return true
	}
	if r.run != nil && (r.run.reported || r.run.lines > 0 && (s.operations < r.run.operations || s.label < r.run.label)) {
		r.finish()
	}
	run := r.begin()
	run.lines++
	run.label = s.label
	if run.lines == 1 {
		run.first, run.firstLabel = s.at, float64(s.label)
		if !s.at.IsZero() {
			run.sum.StartedAt = s.at.Add(-time.Duration(s.label) * time.Second)
		}
	}
	start, end := run.end, r.end(&s)
	if !(end > start) {
		// The first line, or one that the clock cannot tell from the line before:
		// it has no length, and what it counts belongs to the next.
		return true
	}
	if end > parse.MaxSeconds {
		r.incomplete(line, 1, "a time that is not centuries after the first")
		return true
	}
	r.ops[0].Count = s.operations - run.operations
	run.end, run.operations = end, s.operations
	if run.step == 0 {
		run.step = math.Round(end - start)
	}
	r.interval = parse.Interval{Line: r.in.Number(), Start: start, End: end, Phase: parse.Measure, Threads: parse.Absent, Ops: r.ops}
	r.emit(&r.interval)
	return true
}

// end returns the time of a status line, in seconds since the start.
func (r *reader) end(s *status) float64 {
	run := r.run
	if !s.at.IsZero() && !run.first.IsZero() {
		return math.Round((run.firstLabel+s.at.Sub(run.first).Seconds())*1000) / 1000
	}
	label := float64(s.label)
	if label <= run.end && s.rate > 0 && s.operations > run.operations {
		return run.end + float64(s.operations-run.operations)/s.rate
	}
	return label
}

// groups takes what follows of a status line: "[READ: Count=1, Max=2, ...]", or
// "[READ AverageLatency(us)=782.17]" of old.
func (r *reader) groups(c *parse.Cursor) (column int, want string) {
	for !c.End() {
		if !c.Byte('[') {
			return c.Column(), "a group such as [READ: ...]"
		}
		i := bytes.IndexAny(c.Rest(), ": ]")
		if i <= 0 || c.Rest()[i] == ']' {
			return c.Column(), "the name of an operation"
		}
		name := r.name(c.Rest()[:i])
		c.Pos += i
		c.Byte(':')
		c.Byte(' ')
		op := parse.NewOp(name)
		if column, want := group(c, &op); want != "" {
			return column, want
		}
		if op.Count > 0 && strings.HasSuffix(name, "_failed") {
			r.ops[0].Failed = max(r.ops[0].Failed, 0) + op.Count
		}
		r.ops = append(r.ops, op)
		c.Blanks()
	}
	return 0, ""
}

// group takes the figures of one group and its bracket.
func group(c *parse.Cursor, op *parse.Op) (column int, want string) {
	for {
		key, ok := c.Until('=')
		if !ok {
			return len(c.Line) + 1, "a figure such as Max=9215"
		}
		from := c.Pos
		v, ok := number(c)
		if !ok {
			return from + 1, "a number"
		}
		if string(key) == "Count" {
			if v > maxCount {
				return from + 1, "a possible count"
			}
			op.Count = int64(v)
		} else if op.Count != 0 {
			figure(op, key, v/1000)
		}
		if c.Byte(']') {
			return 0, ""
		}
		if !c.Literal(", ") {
			return c.Column(), "a comma, or the end of the group"
		}
	}
}

// figure stores one figure of a group.
func figure(op *parse.Op, key []byte, ms float64) {
	switch string(key) {
	case "Max":
		op.MaxMS = ms
	case "Avg", "AverageLatency(us)":
		op.AvgMS = ms
	case "Min":
	default:
		rank := parse.Cursor{Line: key}
		if p, ok := rank.Float(); ok && rank.End() && p > 0 && p < 100 {
			op.SetPercentile(p, ms)
		}
	}
}

// name returns the operation of a group or section in the vocabulary of all
// tools: read_modify_write for READ-MODIFY-WRITE.
func (r *reader) name(word []byte) string {
	for i := range r.names {
		if r.names[i].word == string(word) {
			return r.names[i].op
		}
	}
	lower := bytes.ToLower(word)
	for i, b := range lower {
		if b == '-' {
			lower[i] = '_'
		}
	}
	if len(r.names) < maxNames {
		r.names = append(r.names, named{string(word), string(lower)})
	}
	return string(lower)
}

// maxNames bounds the names that are kept.
const maxNames = 256

type named struct{ word, op string }
