package mysqlstatus

import (
	"math"
	"time"

	"jitterlog/parse"
)

// A series compares each snapshot with the one before it and yields what came
// of it.
type series struct {
	yield   func(parse.Record, error) bool
	stopped bool
	sample  parse.Sample

	known   map[string]*variable
	order   []*variable
	expect  int // index in order of the row that mostly comes next
	line    int // of the heading
	at      time.Time
	count   int       // snapshots ended
	last    time.Time // of the one before
	t       float64   // seconds since the first, where there is no clock
	uptime  float64   // of the one before
	differs bool      // mysqladmin -r: all but the first snapshot are differences
}

// A variable is one status variable over the snapshots.
type variable struct {
	metric
	row         string  // its name as printed
	index       int     // in the order of the first snapshot
	now, before float64 // before: as an absolute value
	here, was   bool    // it stands in this snapshot, in the one before
	alive       bool    // it was seen other than zero
}

func newSeries(yield func(parse.Record, error) bool) *series {
	return &series{yield: yield, known: map[string]*variable{}, sample: parse.Sample{Source: "status"}}
}

func (s *series) begin(line int, at time.Time) { s.line, s.at, s.expect = line, at, 0 }

// put takes a row of the open snapshot. Values that are no numbers say nothing
// over time.
func (s *series) put(name, value []byte) {
	c := parse.Cursor{Line: value}
	number, ok := c.Float()
	if !ok || !c.End() || math.IsNaN(number) {
		return
	}
	v := s.variable(name)
	v.now, v.here = number, true
	s.expect = v.index + 1
}

// variable finds the variable of a row. Snapshots have the same rows in the same
// order, so that its name is mostly the expected one.
func (s *series) variable(name []byte) *variable {
	if s.expect < len(s.order) && s.order[s.expect].row == string(name) {
		return s.order[s.expect]
	}
	v := s.known[string(name)]
	if v == nil {
		v = &variable{metric: newMetric(string(name)), row: string(name), index: len(s.order)}
		s.known[v.row] = v
		s.order = append(s.order, v)
	}
	return v
}

// end yields what the snapshot says.
func (s *series) end() {
	if s.count == 1 {
		s.differs = s.isDifference("Innodb_page_size") || s.isDifference("Max_used_connections")
	}
	seconds := s.seconds()
	s.sample.Line, s.sample.At, s.sample.T = s.line, s.at, s.t
	if !s.at.IsZero() {
		s.sample.T = parse.NaN()
	}
	fell := false
	for _, v := range s.order {
		if v.here {
			fell = s.compare(v, seconds) || fell
		}
		v.was, v.here = v.here, false
	}
	if fell && seconds > 0 {
		s.event(parse.CounterReset, "counters of the server fell, as FLUSH STATUS makes them")
	}
	s.last = s.at
	s.count++
}

// isDifference says of a variable that is never zero that it is.
func (s *series) isDifference(name string) bool {
	v := s.known[name]
	return v != nil && v.here && v.was && v.now == 0 && v.before != 0
}

// seconds is the time since the snapshot before, 0 if nothing can be compared
// with it: the first one, a restart, a clock that stands or steps back.
func (s *series) seconds() float64 {
	up, now := s.known["Uptime"], 0.0
	if up != nil && up.here {
		now = up.now
	}
	passed := now - s.uptime
	if s.differs {
		passed, now = now, s.uptime+now
	}
	first := s.count == 0
	s.uptime = now
	switch {
	case first:
		return 0
	case passed < 0:
		s.event(parse.Restart, "the server was restarted: its Uptime fell")
		return 0
	case s.at.IsZero() || s.last.IsZero():
		s.t += passed
		return passed
	}
	dt := s.at.Sub(s.last).Seconds()
	if dt <= 0 {
		s.event(parse.ClockStep, "the time of a snapshot does not lie behind that of the one before")
		return 0
	}
	return dt
}

// compare yields the value or rate of a variable and says whether it fell.
func (s *series) compare(v *variable, seconds float64) (fell bool) {
	absolute, change := v.now, v.now-v.before
	if s.differs && s.count > 0 {
		absolute, change = v.before+v.now, v.now
	}
	comparable := v.was && seconds > 0
	v.before = absolute
	v.alive = v.alive || absolute != 0
	if !v.alive {
		return false
	}
	if v.gauge {
		s.emit(v.name, v.unit, absolute)
		if v.position && comparable && change >= 0 {
			s.emit(v.name+"_per_s", v.rate, change/seconds)
		}
		return false
	}
	if comparable && change >= 0 {
		s.emit(v.name, v.rate, change/seconds)
	}
	return comparable && change < 0
}

func (s *series) emit(name, unit string, value float64) {
	if s.stopped {
		return
	}
	s.sample.Metric, s.sample.Unit, s.sample.Value = name, unit, value
	s.stopped = !s.yield(&s.sample, nil)
}

func (s *series) event(kind parse.Kind, message string) {
	if !s.stopped {
		s.stopped = !s.yield(&parse.Event{Line: s.line, T: parse.NaN(), Severity: parse.Warning, Kind: kind, Message: message, Count: 1}, nil)
	}
}
