package mysqlstatus

import (
	"math"
	"time"

	"jitterlog/parse"
)

// source is the source of all samples.
const source = "status"

// A moment is when a snapshot was taken.
type moment struct {
	at   time.Time // zero if the source has no clock
	t    float64   // seconds since the first snapshot, or its number, if it has none
	line int       // where the snapshot begins
	// rates says that the counters could be compared with those before.
	rates bool
}

// A series yields samples and events, and keeps the moments of the snapshots.
type series struct {
	in       *parse.Lines
	yield    func(parse.Record, error) bool
	stopped  bool // the iteration has ended: read no further
	sample   parse.Sample
	numbered bool // moments have numbers, not times

	moments []moment
	dropped int // moments that stood before these
}

// maxMoments bounds the moments that are kept: one snapshot a second for 18
// hours.
const maxMoments = 1 << 16

// begin makes m the moment of the samples that follow.
func (s *series) begin(m moment) {
	if len(s.moments) == maxMoments {
		s.moments = append(s.moments[:0], s.moments[maxMoments/2:]...)
		s.dropped += maxMoments / 2
	}
	s.moments = append(s.moments, m)
}

// now is the index of the latest snapshot.
func (s *series) now() int { return s.dropped + len(s.moments) - 1 }

func (s *series) last() *moment { return &s.moments[len(s.moments)-1] }

// value yields a value at the latest snapshot.
func (s *series) value(line int, metric, unit string, value float64) {
	s.emit(s.last(), line, metric, unit, value)
}

// zeros yields zeros at the snapshots from the first to the one before the
// latest. A metric that is 0 is not told of until it is something else; then
// what it was before is.
func (s *series) zeros(first int, metric, unit string, rate bool) {
	for i := max(first-s.dropped, 0); i < len(s.moments)-1; i++ {
		if m := &s.moments[i]; !rate || m.rates {
			s.emit(m, m.line, metric, unit, 0)
		}
	}
}

func (s *series) emit(m *moment, line int, metric, unit string, value float64) {
	if s.stopped || math.IsInf(value, 0) {
		return
	}
	s.sample.At, s.sample.T, s.sample.Numbered = m.at, m.t, s.numbered
	s.sample.Line, s.sample.Metric, s.sample.Unit, s.sample.Value = line, metric, unit, value
	s.stopped = !s.yield(&s.sample, nil)
}

func (s *series) event(line int, at time.Time, severity parse.Severity, kind parse.Kind, message string) {
	if !s.stopped {
		s.stopped = !s.yield(&parse.Event{Line: line, T: parse.NaN(), At: at, Severity: severity, Kind: kind, Message: message, Count: 1}, nil)
	}
}

func (s *series) notUnderstood(line []byte, want string) {
	if !s.stopped {
		s.stopped = !s.yield(nil, &parse.SyntaxError{Line: s.in.Number(), Text: parse.Shown(line), Want: want})
	}
}
