// Package progress reads the output of hand-written insert loops: cumulative
// counters, a line every so many rows, such as
//
//	insert count:1000,time:32641
//	insert count:2000,time:64875
//	time:65001, total count:2000
//
// What the lines say besides their two numbers does not matter, as long as it
// tells which of them is the time (by a word before it or a unit behind it) and
// stays the same from line to line. A line that speaks of a total ends a run, and
// so does a counter that steps back.
//
// What the figures mean:
//   - Times are milliseconds unless a unit stands behind them or in their label
//     (time(s)), they are clocks (0:05:13), or they have a fraction (32.6: seconds).
//     Where that would be more than a million rows per second in the first
//     interval of a run, they are seconds.
//   - An interval is what was done between two lines; its latency is the mean time
//     of a row, as one client has it.
//   - Both counters begin at 0. A line for 0 rows belongs to the first interval,
//     which begins at time 0, unless that line's time is longer than the interval
//     itself. Without such a line the first one is an interval of its own
//     if its count is that of the others; else the log is cut, and begins at its
//     first line.
//   - A line whose time is that of the line before adds to the next interval.
//   - The rate of the run is made of its line of totals alone. Without one the run
//     is incomplete.
//   - A table "name value description" before a run is its settings. Sizes such as
//     10 M are settings in bytes, and options written.NAME keep how they stood
//     there; what is not certain (about 440M) stays as it is.
//   - The last line of text before a run is its option title.
package progress

import (
	"bytes"
	"fmt"
	"iter"
	"regexp"

	"jitterlog/parse"
)

// The names of the formats.
const (
	FormatProgress = "progress"
	FormatPattern  = "progress-pattern"
)

const tool = "insert-loop"

// Formats are the formats of this package that need no pattern.
var Formats = []parse.Format{{
	Name: FormatProgress, Tool: tool,
	About:   "cumulative rows and time, as hand-written insert loops print them",
	Example: "insert count:1000,time:32641",
	Match:   match, Read: read(FormatProgress, nil),
}}

// WithPattern returns a format whose lines are found by a regular expression
// with the groups count and time. Where it has a group total too, lines in
// which that takes part are totals. Time is a number with an optional unit, or a
// clock.
func WithPattern(re *regexp.Regexp) (parse.Format, error) {
	p := &pattern{re: re, count: re.SubexpIndex("count"), time: re.SubexpIndex("time"), total: re.SubexpIndex("total")}
	if p.count < 0 || p.time < 0 {
		return parse.Format{}, fmt.Errorf("the pattern %q has no groups (?P<count>...) and (?P<time>...)", re)
	}
	return parse.Format{
		Name: FormatPattern, Tool: tool,
		About:   "cumulative rows and time, found by a pattern that the user gives",
		Example: Formats[0].Example,
		Match:   p.match, Read: read(FormatPattern, p),
	}, nil
}

func read(format string, p *pattern) func(*parse.Lines) iter.Seq2[parse.Record, error] {
	return func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) {
			r := reader{in: in, yield: yield, format: format, pattern: p}
			r.read()
		}
	}
}

// match wants three lines that grow, of one shape but for the totals. It is sure
// of them if the counter is called one; else they must follow each other.
func match(head [][]byte) parse.Match {
	var last point
	var lines shape
	grown, first, before := 0, 0, 0
	for i, line := range head {
		p, s, ok := parseLine(line)
		switch {
		case !ok || inColumns(line):
			continue
		case grown > 0 && p.count >= last.count && p.time >= last.time && (p.total || s.same(&lines)) && (lines.named || i == before+1):
			if p.count > last.count {
				grown++
			}
		default:
			grown, first, lines = 1, i, s
		}
		last, before = p, i
		if grown == 3 {
			if lines.named {
				return parse.Match{Score: parse.Likely, Line: first}
			}
			return parse.Match{Score: parse.Weak, Line: first}
		}
	}
	return parse.Match{}
}

// A pattern is the user's.
type pattern struct {
	re                 *regexp.Regexp
	count, time, total int // groups
}

func (p *pattern) match(head [][]byte) parse.Match {
	for i, line := range head {
		if _, _, ok := p.parse(line); ok {
			return parse.Match{Score: parse.Certain, Line: i}
		}
	}
	return parse.Match{}
}

func (p *pattern) parse(line []byte) (point, shape, bool) {
	m := p.re.FindSubmatch(line)
	if m == nil {
		return point{}, shape{}, false
	}
	c := parse.Cursor{Line: bytes.TrimSpace(m[p.count])}
	count, ok := c.Int()
	if !ok || count < 0 || !c.End() {
		return point{}, shape{}, false
	}
	c = parse.Cursor{Line: bytes.TrimSpace(m[p.time])}
	q, ok := quantityAt(&c)
	if !ok || !c.End() {
		return point{}, shape{}, false
	}
	total := p.total >= 0 && len(m[p.total]) > 0
	s := shape{total: total}
	s.setUnit(&q, noUnit)
	if total {
		s.lead = "total"
	}
	return point{count: count, time: q.value, total: total}, s, true
}
