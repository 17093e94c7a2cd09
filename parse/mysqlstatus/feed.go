package mysqlstatus

import (
	"maps"
	"math"
	"slices"
	"time"

	"jitterlog/parse"
)

// A Feed makes the series of a status from snapshots that another format holds:
// the same metrics, units and rates as of a status that was printed. Snapshots
// hold what changed since the one before.
type Feed struct {
	rec *recorder
	t   float64 // of the latest snapshot, NaN before the first
}

// feedOrigin is the wall clock of second 0: the recorder knows no other clock
// than that to the fraction of a second.
var feedOrigin = time.Unix(1<<30, 0).UTC()

// NewFeed returns a Feed whose samples go to yield, which must not keep them and
// says whether it wants more. Of events it tells only of counters that fell:
// who took the snapshots knows of restarts.
func NewFeed(yield func(parse.Record) bool) *Feed {
	f := &Feed{t: parse.NaN()}
	f.rec = newRecorder(nil, func(rec parse.Record, _ error) bool {
		switch rec := rec.(type) {
		case *parse.Sample:
			rec.T, rec.At = math.Round(rec.At.Sub(feedOrigin).Seconds()*1e6)/1e6, time.Time{}
		case *parse.Event:
			if rec.Kind != parse.CounterReset {
				return true
			}
			rec.T, rec.At = f.t, time.Time{}
		}
		return yield(rec)
	})
	return f
}

// Add takes the snapshot of time t, in seconds, which stands in that line. One
// that is not later than the one before adds nothing to what is known.
func (f *Feed) Add(t float64, line int, changed map[string]float64) {
	if t <= f.t || !(math.Abs(t) <= parse.MaxSeconds) {
		return
	}
	f.t = t
	f.rec.at = feedOrigin.Add(time.Duration(t * float64(time.Second)))
	for i := range f.rec.vars {
		v := &f.rec.vars[i]
		if _, again := changed[v.name]; !again && !v.text {
			f.rec.storeNumber(i, line, v.abs)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		value := changed[name]
		if !isValue(value) {
			value = parse.NaN()
		}
		if i, ok := f.rec.lookup([]byte(name)); ok {
			f.rec.storeNumber(i, line, value)
		}
	}
	f.rec.complete()
}
