package progress

import (
	"fmt"
	"strconv"

	"jitterlog/parse"
)

const headline = "insert"

// A block is one run: lines whose counters grow.
type block struct {
	sum   *parse.Summary
	shape shape // of its lines
	lines int64
	text  string // of the first line
	title string // the text before it
	// announced says that the header was yielded: one line alone is no run, unless
	// it is one of totals.
	announced bool
	unit      unit // of its times, noUnit until it is certain

	first, last point
	begun       bool    // the first interval was made
	start       float64 // where the next one begins, in the unit of the lines
	counted     int64   // rows up to there
	totals      *point  // the line of totals
}

// begin opens a run at a line, whose interval waits for the next.
func (r *reader) begin(line []byte, p point, s *shape) {
	sum := parse.NewSummary(r.format, tool, r.in.Number())
	sum.Workload, sum.HeadlineOp = "insert-rows", headline
	sum.Threads = 1
	sum.Clock = parse.WallClock
	r.block = &block{sum: sum, shape: *s, lines: 1, text: parse.Shown(line), title: r.title, unit: s.unit, first: p, last: p}
}

// announce yields the header of the run.
func (r *reader) announce() {
	b := r.block
	if b.announced {
		return
	}
	b.announced = true
	r.table.give(b.sum)
	if b.title != "" {
		b.sum.Options["title"] = b.title
	}
	r.title = ""
	r.send(&parse.Header{Line: b.sum.FirstLine, Format: r.format, Tool: tool}, nil)
}

// advance makes an interval of what was done since the line before.
func (r *reader) advance(p point) {
	b := r.block
	r.announce()
	b.last = p
	if !b.begun {
		r.beginIntervals(p)
	}
	r.emit(p, r.in.Number())
}

// leastLength is the shortest time that has passed, in seconds.
const leastLength = 1e-9

// emit yields the interval up to p, unless no time has passed.
func (r *reader) emit(p point, line int) {
	b := r.block
	start, end := b.start/float64(b.unit), p.time/float64(b.unit)
	rows, length := p.count-b.counted, (p.time-b.start)/float64(b.unit)
	if !(start < end && length >= leastLength) {
		return
	}
	op := &r.ops[0]
	op.Count, op.Rate, op.AvgMS = rows, float64(rows)/length, parse.NaN()
	if rows > 0 {
		op.AvgMS = length * 1000 / float64(rows)
	}
	r.interval.Line = line
	r.interval.Start, r.interval.End = start, end
	r.interval.Ops = r.ops[:]
	b.start, b.counted = p.time, p.count
	r.send(&r.interval, nil)
}

// beginIntervals says, at the second line, what the first one is: the end of
// an interval from 0, the beginning of the first interval, or what was there
// before it began.
func (r *reader) beginIntervals(p point) {
	b := r.block
	b.begun = true
	first := b.first
	rows, length := p.count-first.count, p.time-first.time
	b.settle(rows, length)
	line := strconv.FormatInt(first.count, 10)
	switch {
	case first.count == 0 && first.time <= length:
		b.sum.Reported["time_at_0"] = formatTime(first.time)
	case first.count > 0 && first.count == rows:
		r.emit(first, b.sum.FirstLine)
	default:
		b.start, b.counted = first.time, first.count
		if first.count > 0 {
			r.send(&parse.Event{Line: b.sum.FirstLine, T: first.time / float64(b.unit), Severity: parse.Warning, Kind: parse.Truncated,
				Message: "the log begins at row " + line, Count: 1}, nil)
		}
	}
}

// inUnit returns a line in the unit of the run: where lines name theirs it may
// change from line to line.
func (b *block) inUnit(p point, s *shape) point {
	switch {
	case s.unit == noUnit || s.unit == b.unit:
	case b.unit == noUnit && !b.begun:
		b.unit = s.unit
	case !s.guessed:
		p.time *= float64(b.unit) / float64(s.unit)
	}
	return p
}

// settle fixes the unit of the times.
func (b *block) settle(rows int64, length float64) {
	const fastestPerMS = 1000 // a million rows a second is beyond a single client
	if b.unit != noUnit {
		return
	}
	b.unit = milliseconds
	if length > 0 && float64(rows) > fastestPerMS*length {
		b.unit = seconds
	}
}

// total takes the line of totals.
func (r *reader) total(p point) {
	b := r.block
	r.announce()
	b.totals = &p
	if !b.begun && p.count >= b.first.count && p.time >= b.first.time {
		r.beginIntervals(p)
	}
	if p.count < b.last.count || p.time < b.last.time {
		r.mismatch(fmt.Sprintf("the totals are %d rows in %s, a line before them has %d in %s",
			p.count, formatTime(p.time), b.last.count, formatTime(b.last.time)))
		return
	}
	if p.count > b.counted {
		r.emit(p, r.in.Number())
	}
}

func (r *reader) mismatch(message string) {
	r.send(&parse.Event{Line: r.in.Number(), T: parse.NaN(), Severity: parse.Warning, Kind: parse.Mismatch, Message: message, Count: 1}, nil)
}

// finish closes the run, if there is one. A line that stood alone was text.
func (r *reader) finish() {
	b := r.block
	if b == nil {
		return
	}
	defer func() { r.block = nil }()
	if b.lines == 1 && !b.announced {
		if !b.first.total {
			r.title = b.text
			return
		}
		b.totals = &b.first // nothing but the totals were kept
		r.announce()
		b.settle(b.first.count, b.first.time)
		r.emit(b.first, b.sum.FirstLine)
	}
	b.settle(b.last.count, b.last.time)
	if b.totals != nil {
		b.sum.Complete = true
		b.last = *b.totals
		b.sum.TPS, b.sum.LatAvgMS = rates(b.last, b.unit)
		b.sum.Reported["total_count"] = strconv.FormatInt(b.last.count, 10)
		b.sum.Reported["total_time"] = formatTime(b.last.time)
	}
	b.sum.ElapsedS = b.last.time / float64(b.unit)
	b.sum.Scale = b.last.count
	b.sum.Reported["lines"] = strconv.FormatInt(b.lines, 10)
	b.sum.Reported["time_unit"] = b.unit.String()
	r.send(b.sum, nil)
}

// rates returns rows per second and the mean time of a row in milliseconds.
func rates(p point, u unit) (perSecond, meanMS float64) {
	elapsed := p.time / float64(u)
	if p.count <= 0 || elapsed < leastLength {
		return parse.NaN(), parse.NaN()
	}
	return float64(p.count) / elapsed, elapsed * 1000 / float64(p.count)
}

func formatTime(t float64) string { return strconv.FormatFloat(t, 'f', -1, 64) }
