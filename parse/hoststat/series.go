package hoststat

import (
	"iter"
	"math"
	"time"

	"jitterlog/parse"
)

// A Series yields the samples of one source, report by report. It is used in
// the iteration that yield belongs to.
type Series struct {
	In      *parse.Lines
	Stopped bool // the iteration has ended: read no further

	yield   func(parse.Record, error) bool
	tool    string
	boot    string // the source of a report since boot
	sample  parse.Sample
	reports int
	last    time.Time
}

// Reader returns the Read of a format whose samples read yields; tool is their
// Source.
func Reader(tool string, read func(*Series)) func(*parse.Lines) iter.Seq2[parse.Record, error] {
	return func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) {
			s := &Series{In: in, yield: yield, sample: parse.Sample{T: parse.NaN()}}
			s.SetTool(tool)
			read(s)
		}
	}
}

// Report begins a report of that time. Where the report has none, that of the
// current line's prefix is its time; where there is none either, T is the number
// of the report in the source, from 0.
//
// A report of averages since boot has a source of its own ("iostat since boot"),
// so that it is never taken for an interval.
func (s *Series) Report(at time.Time, sinceBoot bool) {
	s.sample.Source = s.tool
	if sinceBoot {
		s.sample.Source = s.boot
	}
	if at.IsZero() {
		at = s.In.At()
	}
	s.sample.At, s.sample.T, s.sample.Numbered = at, parse.NaN(), at.IsZero()
	if at.IsZero() {
		s.sample.T = float64(s.reports)
	} else {
		if at.Before(s.last) {
			s.Event(parse.Warning, parse.ClockStep, "the clock of the reports steps back", 1)
		}
		s.last = at
	}
	s.reports++
}

// ReportAfter begins a report without a clock, that many seconds after the
// first.
func (s *Series) ReportAfter(seconds float64) {
	s.Report(time.Time{}, false)
	if s.sample.At.IsZero() {
		s.sample.T, s.sample.Numbered = seconds, false
	}
}

// SetTool changes the source of the samples that follow.
func (s *Series) SetTool(tool string) {
	if tool != s.tool {
		s.tool, s.boot = tool, tool+" since boot"
	}
}

// Object sets the object of the samples that follow.
func (s *Series) Object(name string) { s.sample.Object = name }

// Put yields what is printed in a column of that metric. A NaN is not there, and
// nor is what is too great for a number.
func (s *Series) Put(m *Metric, printed float64) { s.PutAt(s.In.Number(), m, printed) }

// PutAt is Put for what stands in an earlier line.
func (s *Series) PutAt(line int, m *Metric, printed float64) {
	v := printed * m.Factor
	if s.Stopped || math.IsNaN(v-v) { // of infinities too
		return
	}
	s.sample.Line = line
	s.sample.Metric, s.sample.Unit, s.sample.Value = m.Name, m.Unit, v
	s.Stopped = !s.yield(&s.sample, nil)
}

// Event yields an event at the current line.
func (s *Series) Event(severity parse.Severity, kind parse.Kind, message string, count int64) {
	if !s.Stopped {
		s.Stopped = !s.yield(&parse.Event{Line: s.In.Number(), T: parse.NaN(), Severity: severity, Kind: kind, Message: message, Count: count}, nil)
	}
}

// NotUnderstood yields the error of the current line, which no rule reads.
func (s *Series) NotUnderstood(line []byte, want string) {
	s.NotUnderstoodAt(s.In.Number(), string(line), want)
}

// NotUnderstoodAt yields the error of an earlier line.
func (s *Series) NotUnderstoodAt(number int, line, want string) {
	if !s.Stopped {
		s.Stopped = !s.yield(nil, &parse.SyntaxError{Line: number, Text: parse.Shown([]byte(line)), Want: want})
	}
}
