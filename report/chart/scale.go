package chart

import "math"

// Values beyond these limits are left out, respectively taken as 0, so that no
// difference or ratio on an axis leaves the range of numbers.
const (
	greatest = 1e100
	least    = 1e-100
)

// usable is a value that can stand on an axis.
func usable(v float64, log bool) bool {
	return math.Abs(v) <= greatest && (!log || v >= least)
}

// extent is the range of some values. It begins empty.
type extent struct {
	lo, hi float64
	any    bool
}

func (e *extent) add(v float64) {
	if !e.any {
		*e = extent{v, v, true}
		return
	}
	e.lo, e.hi = math.Min(e.lo, v), math.Max(e.hi, v)
}

// scale maps values of an axis to pixels.
type scale struct {
	lo, hi   float64 // values at the ends
	from, to float64 // pixels at the ends
	log      bool
}

func (s scale) pos(v float64) float64 {
	lo, hi := s.lo, s.hi
	if s.log {
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(v)
	}
	return s.from + (v-lo)/(hi-lo)*(s.to-s.from)
}

// axisScale is the range of an axis for values: from zero where asked and
// possible, never empty. Roundly asks for ends at marks, of which there are
// at most about most.
func axisScale(values extent, a Axis, fromZero, roundly bool, most int) scale {
	lo, hi := values.lo, values.hi
	if !values.any {
		lo, hi = 0, 1
		if a.Log {
			lo, hi = 1, 10
		}
	}
	if a.Log {
		return logScale(lo, hi)
	}
	if fromZero {
		lo, hi = math.Min(lo, 0), math.Max(hi, 0)
	}
	if size := math.Max(math.Abs(lo), math.Abs(hi)); size < least || hi-lo < size*1e-9 {
		pad := size * 0.05
		if size < least {
			lo, hi, pad = 0, 0, 1
		}
		lo, hi = lo-pad, hi+pad
		if values.lo >= 0 {
			lo = math.Max(lo, 0)
		}
	}
	if roundly {
		step := niceStep((hi - lo) / float64(most))
		lo, hi = math.Floor(lo/step+1e-6)*step, math.Ceil(hi/step-1e-6)*step
	}
	return scale{lo: lo, hi: hi}
}

// logScale is the range rounded out to 1, 2 or 5 times a power of ten.
func logScale(lo, hi float64) scale {
	if hi < lo*(1+1e-9) { // the logarithms could be equal
		lo, hi = lo/1.5, hi*1.5
	}
	power := math.Pow(10, math.Floor(math.Log10(lo)+1e-9))
	for _, m := range []float64{5, 2, 1} {
		if m*power <= lo*(1+1e-9) {
			lo = m * power
			break
		}
	}
	return scale{lo: lo, hi: niceStep(hi), log: true}
}

// ticks are the marks inside the range, and the unit where the axis is a clock.
func (s scale) ticks(a Axis, most int) ([]tick, string) {
	most = max(most, 1)
	switch {
	case s.log:
		return logTicks(s.lo, s.hi, most), ""
	case a.Clock:
		return clockTicks(s.lo, s.hi, most)
	}
	return linearTicks(s.lo, s.hi, most), ""
}
