package insert

import (
	"fmt"
	"slices"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// Until says when a run of insert-knee ends before its time: never, if it is
// zero. It is looked at after each report interval.
type Until struct {
	Rows int64 // after so many rows, those of the warm-up too; 0: does not matter
	// Share ends the run at the knee: where the rate has stayed below this share
	// of what it was in the beginning, 0 to 1; 0: does not matter.
	Share float64
	// For is how long it has to have stayed there, and as long is the beginning;
	// 0: a minute.
	For time.Duration
}

const defaultKneeTime = time.Minute

func (u Until) validate() error {
	switch {
	case u.Rows < 0:
		return fmt.Errorf("until %d rows: want 1 or more, or 0 for no end", u.Rows)
	case !(u.Share >= 0 && u.Share < 1):
		return fmt.Errorf("until the rate falls below the share %v: want one between 0 and 1, such as 0.5, or 0 for no end", u.Share)
	case u.For < 0:
		return fmt.Errorf("a knee that lasts %v: want a time above 0", u.For)
	}
	return nil
}

// Rule is the rule of one run.
func (s *single) Rule() load.Rule {
	if s.until.Rows == 0 && s.until.Share == 0 {
		return nil
	}
	find := newKneeFinder(s.until)
	var rows int64
	return func(iv *rawlog.Interval) *rawlog.Event {
		rows += iv.Ops[0].Count
		if k := find.add(iv.T0, iv.T1, iv.Ops[0].Count); k != nil {
			return &rawlog.Event{T: &k.t, Severity: string(parse.Info), Event: string(parse.Stopped),
				Message: fmt.Sprintf("the knee: from %.6g s on, with %d rows inserted, %.6g rows/s after %.6g rows/s", k.t, k.rows, k.after, k.before)}
		}
		if s.until.Rows > 0 && rows >= s.until.Rows {
			return &rawlog.Event{T: &iv.T1, Severity: string(parse.Info), Event: string(parse.Stopped),
				Message: fmt.Sprintf("%d rows inserted, of %d asked", rows, s.until.Rows)}
		}
		return nil
	}
}

// A knee is where the rate broke.
type knee struct {
	t             float64 // seconds since measuring start
	rows          int64   // inserted until then
	before, after float64 // rows per second, of the beginning and since
}

// kneeWindows is how many windows the time of a knee has. The rate must be below
// the limit in each of them, so a stall of one window makes no knee, and no
// burst of a few intervals hides one.
const kneeWindows = 6

// A kneeFinder looks for the knee in the intervals of a run as they come.
type kneeFinder struct {
	share  float64
	length float64 // of a window, in seconds
	window window
	first  []float64 // rates of the windows in the beginning
	before float64   // their median, once there are all
	low    []window  // the last ones, as far as they are below the limit
	rows   int64
}

type window struct {
	t0, t1     float64
	rows       int64 // inserted in it
	rowsBefore int64
}

func (w window) rate() float64 { return float64(w.rows) / (w.t1 - w.t0) }

func newKneeFinder(u Until) *kneeFinder {
	if u.For == 0 {
		u.For = defaultKneeTime
	}
	return &kneeFinder{share: u.Share, length: u.For.Seconds() / kneeWindows}
}

// add takes the interval (t0, t1] and returns the knee when it has been found.
// Intervals before measuring start count by their rows alone. Windows are of
// whole intervals, so one that is longer makes a window of its own.
func (f *kneeFinder) add(t0, t1 float64, rows int64) *knee {
	const slack = 1e-6 // of sums of report intervals
	f.rows += rows
	if t1 <= 0 || f.share == 0 {
		return nil
	}
	if f.window.t1 == 0 {
		f.window = window{t0: t0, rowsBefore: f.rows - rows}
	}
	f.window.t1 = t1
	f.window.rows += rows
	if f.window.t1-f.window.t0 < f.length-slack {
		return nil
	}
	w := f.window
	f.window = window{}
	if len(f.first) < kneeWindows {
		if f.first = append(f.first, w.rate()); len(f.first) == kneeWindows {
			sorted := slices.Sorted(slices.Values(f.first))
			f.before = (sorted[kneeWindows/2-1] + sorted[kneeWindows/2]) / 2
		}
		return nil
	}
	if w.rate() >= f.share*f.before {
		f.low = f.low[:0]
		return nil
	}
	if f.low = append(f.low, w); len(f.low) < kneeWindows {
		return nil
	}
	since := f.low[0]
	return &knee{t: since.t0, rows: since.rowsBefore, before: f.before, after: float64(f.rows-since.rowsBefore) / (t1 - since.t0)}
}
