package mysqlstatus

import (
	"bytes"
	"math"
	"strings"
	"time"

	"jitterlog/parse"
)

// A variable is one variable of SHOW STATUS, with its value in the snapshot
// that is being read and in the one that rates count from. Values beyond 2^53
// lose their last digits.
type variable struct {
	name   string
	metric string
	// growthName is the metric of its growth: the same, but for positions.
	growthName string
	class      class
	rate       string // unit of its rate

	read  int     // number of the snapshot that value is of
	value float64 // as it stands there; absolute once the snapshot is complete
	text  bool    // no number
	line  int
	abs   float64 // in the latest complete snapshot

	base          float64
	baseOf        int // number of the snapshot that base is of, 0 if there is none
	level, growth trace
}

// A trace says whether a metric is told of.
type trace struct {
	moving bool // it has been something else than 0
	since  int  // index of the moment since which it is 0
}

// nowhere is no index.
const nowhere = -1

// A clockKind says where the times of the snapshots come from.
type clockKind uint8

const (
	undecided clockKind = iota
	wall
	uptime // the server's Uptime, good to 1 s
	none
)

// A recorder makes series of the snapshots that a reader fills.
type recorder struct {
	series
	vars   []variable
	index  map[string]int
	next   int // the variable that is expected to be read next
	number int // of the snapshot that is being read, from 1
	rows   int // read of it
	begins int // line of its first row
	at     time.Time
	// mayBeRelative says that the shape of the source is one of mysqladmin's,
	// which prints differences with -r.
	mayBeRelative bool

	clock      clockKind
	baseNumber int // of the snapshot that rates count from, 0 if there is none
	baseAt     time.Time
	baseUptime float64
	lastUptime float64
	seconds    float64 // of Uptime since the first snapshot
}

func newRecorder(in *parse.Lines, yield func(parse.Record, error) bool) *recorder {
	return &recorder{series: series{in: in, yield: yield, moments: make([]moment, 0, 1024), sample: parse.Sample{Source: source}}, index: map[string]int{}, number: 1, lastUptime: parse.NaN()}
}

// maxVariables bounds the variables that are kept; servers have 700.
const maxVariables = 1 << 14

// lookup returns the index of a variable, new or known, and false where there
// are too many.
func (r *recorder) lookup(name []byte) (int, bool) {
	if i, ok := r.index[string(name)]; ok {
		return i, true
	}
	if len(r.vars) == maxVariables {
		return 0, false
	}
	v := variable{name: string(name), metric: strings.ToLower(string(name)), class: classify(string(name)), level: trace{since: nowhere}, growth: trace{since: nowhere}}
	v.setRateUnit(r.clock)
	if v.growthName = v.metric; v.class.kind == position {
		v.growthName += "_per_s"
	}
	r.vars = append(r.vars, v)
	r.index[v.name] = len(r.vars) - 1
	return len(r.vars) - 1, true
}

func (v *variable) setRateUnit(c clockKind) {
	per := "s"
	if c == none {
		per = "report"
	}
	v.rate = v.class.rateUnit(per)
}

// filled says whether the snapshot that is being read has that variable.
func (r *recorder) filled(i int) bool { return r.vars[i].read == r.number }

// store stores a value of the snapshot that is being read.
func (r *recorder) store(i int, value []byte) {
	if r.vars[i].class.kind == file {
		value = value[bytes.LastIndexByte(value, '.')+1:]
	}
	v, ok := number(value)
	if !ok {
		v = parse.NaN()
	}
	r.storeNumber(i, r.in.Number(), v)
}

// storeNumber stores a value that stands in that line; NaN is no number.
func (r *recorder) storeNumber(i, line int, value float64) {
	if r.rows == 0 {
		r.begins = line
		if r.at.IsZero() {
			r.at = r.in.At()
		}
	}
	v := &r.vars[i]
	v.read, v.line = r.number, line
	v.value, v.text = value, math.IsNaN(value)
	r.rows++
	r.next = i + 1
}

// number reads a value. What is no number (ON, NULL, a name) is no data, and nor
// is the greatest number of 64 bits, which stands for -1: undefined.
func number(value []byte) (float64, bool) {
	c := parse.Cursor{Line: value}
	c.Blanks()
	v, ok := c.Float()
	return v, ok && isValue(v) && c.End()
}

func isValue(v float64) bool { return v < 1<<64 } // and is not NaN

// get returns the value of a variable in the snapshot that is being read.
func (r *recorder) get(name string) (float64, bool) {
	i, ok := r.index[name]
	if !ok || !r.filled(i) || r.vars[i].text {
		return 0, false
	}
	return r.vars[i].value, true
}

// complete ends the snapshot that is being read.
func (r *recorder) complete() {
	if r.rows > 0 && !r.stopped {
		r.makeAbsolute()
		if r.setTime() {
			r.tell()
		}
	}
	r.number++
	r.rows, r.next = 0, 0
	r.at = time.Time{}
}

// makeAbsolute adds the differences that mysqladmin -r prints to the values
// before.
func (r *recorder) makeAbsolute() {
	relative := r.mayBeRelative && r.areDifferences()
	for i := range r.vars {
		v := &r.vars[i]
		if v.read != r.number || v.text {
			continue
		}
		if relative {
			v.value += v.abs
		}
		if v.abs = v.value; v.value < 0 {
			v.text = true // -1 is undefined
		}
	}
}

func (r *recorder) areDifferences() bool {
	for _, name := range neverZero {
		if value, ok := r.get(name); ok && value == 0 && r.vars[r.index[name]].abs != 0 {
			return true
		}
	}
	return false
}

const (
	noTimeEvent    = "no clock stands with the snapshots: their times are the server's Uptime, good to 1 s"
	noClockEvent   = "neither a clock nor Uptime stands with the snapshots: counters are told per report, not per second"
	noUptimeEvent  = "a snapshot without its Uptime is left out: it has no time"
	timelessEvent  = "a snapshot without a time, among others that have one, is left out"
	restartEvent   = "the server was restarted: its Uptime fell"
	stepsBackEvent = "the clock of the snapshots steps back"
	sameTimeEvent  = "two snapshots have the same time: rates count from the first"
	resetEvent     = "counters fell, but not Uptime, as FLUSH STATUS makes them"
)

// setTime begins the moment of the snapshot, and says false where it can have
// none.
func (r *recorder) setTime() bool {
	up, hasUptime := r.get("Uptime")
	hasUptime = hasUptime && up <= parse.MaxSeconds
	if r.clock == undecided {
		r.decideClock(hasUptime)
	}
	if r.clock == wall && r.at.IsZero() && hasUptime && up >= r.lastUptime && len(r.moments) > 0 {
		if r.at = r.last().at.Add(time.Duration((up - r.lastUptime) * float64(time.Second))); !parse.IsDate(r.at) {
			r.at = time.Time{}
		}
	}
	m := moment{at: r.at, t: parse.NaN(), line: r.begins}
	switch {
	case r.clock == wall && r.at.IsZero():
		r.event(r.begins, time.Time{}, parse.Warning, parse.Truncated, timelessEvent)
		return false
	case r.clock == uptime && !hasUptime:
		r.event(r.begins, time.Time{}, parse.Warning, parse.Truncated, noUptimeEvent)
		return false
	case r.clock == none: // nor do times that begin later count
		m.at, m.t = time.Time{}, float64(r.now()+1)
	}
	if hasUptime {
		switch {
		case up < r.lastUptime:
			r.event(r.begins, r.at, parse.Warning, parse.Restart, restartEvent)
			r.baseNumber = 0
			r.seconds += up
		case r.lastUptime >= 0:
			r.seconds += up - r.lastUptime
		}
		r.lastUptime, r.seconds = up, min(r.seconds, parse.MaxSeconds)
	}
	if r.clock == uptime {
		m.at, m.t = time.Time{}, r.seconds
	}
	r.begin(m)
	return true
}

func (r *recorder) decideClock(hasUptime bool) {
	switch {
	case !r.at.IsZero():
		r.clock = wall
	case hasUptime:
		r.clock = uptime
		r.event(r.begins, time.Time{}, parse.Info, parse.ClockStep, noTimeEvent)
	default:
		r.clock, r.numbered = none, true
		r.event(r.begins, time.Time{}, parse.Info, parse.ClockStep, noClockEvent)
		for i := range r.vars {
			r.vars[i].setRateUnit(none)
		}
	}
}

// elapsed returns the time since the snapshot that rates count from, 0 if there
// can be no rates, and whether rates shall count from this snapshot from now on.
func (r *recorder) elapsed() (dt float64, rebase bool) {
	if r.baseNumber == 0 {
		return 0, true
	}
	switch r.clock {
	case wall:
		dt = r.at.Sub(r.baseAt).Seconds()
		if dt < 0 {
			r.event(r.begins, r.at, parse.Warning, parse.ClockStep, stepsBackEvent)
			return 0, true
		}
		if dt == 0 {
			r.event(r.begins, r.at, parse.Warning, parse.ClockStep, sameTimeEvent)
		}
	case uptime:
		dt = r.seconds - r.baseUptime
	default:
		dt = 1
	}
	return dt, dt > 0
}
