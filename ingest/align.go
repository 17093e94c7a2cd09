package ingest

import (
	"fmt"
	"math"
	"time"

	"jitterlog/parse"
)

// An aligner gives what was recorded beside a run its time in the run: seconds
// since measuring start.
type aligner struct {
	started time.Time // of measuring, zero if the log does not say
	ended   time.Time // when the log was last written, zero if unknown
	took    float64   // seconds measured, NaN if unknown
	warmup  float64   // seconds of the tool's ramp-up before, 0 if none
	offset  float64   // seconds from measuring start to the first report, NaN if the user does not say
	// interval is how far apart reports are that have only numbers, in seconds.
	interval float64
	numbered bool // there were such
	// outlives says that the file was written before and after the run, too.
	outlives bool

	decided bool
	how     string
}

// A stretch is a part of the time that a file covers. Equal events of different
// stretches are kept apart, so that a start of the server before the run does not
// hide one in it.
type stretch int

const (
	unknownTime stretch = iota
	beforeTool
	rampUp
	measuring
	afterRun
)

func (a *aligner) stretch(t float64) stretch {
	switch {
	case math.IsNaN(t):
		return unknownTime
	case t < -a.warmup:
		return beforeTool
	case t <= 0:
		return rampUp
	case math.IsNaN(a.took) || t <= a.took:
		return measuring
	}
	return afterRun
}

// follow tells the aligner that its file outlives the run: measuring start is not
// to be found from its first moment, but from that of a series, which may be nil.
func (a *aligner) follow(series *aligner) {
	a.outlives = true
	if series != nil && !series.started.IsZero() && a.started.IsZero() {
		a.decided, a.started, a.how = true, series.started, "by the clock of the series beside it"
	}
}

// newAligner knows of the run what its summary and the user say.
func newAligner(started, logWritten time.Time, took, warmup float64, o *Options) *aligner {
	if math.IsNaN(warmup) {
		warmup = 0
	}
	a := &aligner{started: started, ended: logWritten, took: took, warmup: warmup, offset: math.NaN(), interval: 1}
	if o.Offset != nil {
		a.offset = *o.Offset
	}
	if o.Interval > 0 {
		a.interval = o.Interval
	}
	return a
}

// way says in words how the times were found, for the user to judge.
func (a *aligner) way() string {
	if !a.numbered {
		return a.how
	}
	return fmt.Sprintf("%s; its reports are taken to be %g s apart (--interval says otherwise)", a.how, a.interval)
}

// sample returns a sample with its time in the run. The one that it is given is
// the parser's and stays as it is.
func (a *aligner) sample(given *parse.Sample) *parse.Sample {
	s := *given
	switch {
	case !s.At.IsZero():
		s.T = a.seconds(s.At)
	case !math.IsNaN(s.T):
		if s.Numbered {
			s.T *= a.interval
			a.numbered = true
		}
		s.T += a.first()
	}
	return &s
}

// event returns an event with its time in the run, as sample does, and the stretch
// that it lies in.
func (a *aligner) event(given *parse.Event) (parse.Event, stretch) {
	ev := *given
	if !ev.At.IsZero() {
		ev.T = a.seconds(ev.At)
	}
	return ev, a.stretch(ev.T)
}

// first is the time of the first report of a series without a clock.
func (a *aligner) first() float64 {
	if !a.decided {
		a.decided = true
		a.how = "by --offset"
		if math.IsNaN(a.offset) {
			a.offset = -a.warmup
			a.how = "as if it began with the tool, for it has no clock (--offset says otherwise)"
		}
	}
	return a.offset
}

// seconds is a moment as time of the run.
func (a *aligner) seconds(at time.Time) float64 {
	if !a.decided {
		a.decide(at)
	}
	if a.started.IsZero() {
		return parse.NaN()
	}
	return at.Sub(a.started).Seconds()
}

// slack is how far the first report of a series may lie behind the start of
// the tool beside which it was begun.
const slack = 2 * time.Minute

// decide finds measuring start from the first moment of a series.
func (a *aligner) decide(first time.Time) {
	a.decided = true
	if !math.IsNaN(a.offset) {
		a.started, a.how = first.Add(-seconds(a.offset)), "by --offset"
		return
	}
	if !a.started.IsZero() {
		a.how = "by wall clock"
		return
	}
	began := first.Add(seconds(a.warmup))
	if !a.ended.IsZero() && !math.IsNaN(a.took) {
		byFile := a.ended.Add(-seconds(a.took))
		if a.outlives {
			a.started, a.how = byFile, "by when the log was last written, right unless it was copied (--started-at is sure)"
			return
		}
		if byFile.After(began.Add(-slack)) && byFile.Before(began.Add(slack)) {
			a.started, a.how = byFile, "by when the log was last written, good to a second or two (--started-at is sure)"
			return
		}
	}
	if a.outlives {
		a.how = "to none, for nothing says when measuring started (--started-at does)"
		return
	}
	a.started = began
	a.how = fmt.Sprintf("as if it began with the tool, %g s before measuring, for the log has no clock (--started-at is sure)", a.warmup)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
