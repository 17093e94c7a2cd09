package load

import (
	"math"
	"time"
)

// A grid is where the intervals of a run end: at the multiples of its report
// interval from measuring start, and with each stage. Reports follow it whatever
// the delay of the one before, so no delay adds up.
type grid struct {
	step   time.Duration
	stages []time.Duration // their ends, ascending; empty in a run without an asked end
}

func newGrid(p *Plan) grid {
	g := grid{step: p.Interval}
	if p.duration() > 0 {
		end := time.Duration(0)
		for _, s := range p.Stages {
			end += s.Duration
			g.stages = append(g.stages, end)
		}
	}
	return g
}

// never is the end of what comes after the asked end.
const never = time.Duration(math.MaxInt64)

// after returns the end of the interval that begins at t, or in which t lies.
func (g grid) after(t time.Duration) time.Duration {
	next := gridAfter(t, g.step)
	for _, end := range g.stages {
		if t < end {
			return min(end, next)
		}
	}
	if len(g.stages) > 0 {
		return never
	}
	return next
}

// last returns the latest end of an interval at t or before.
func (g grid) last(t time.Duration) time.Duration {
	last := gridAfter(t, g.step) - g.step
	for _, end := range g.stages {
		if end <= t {
			last = max(last, end)
		}
	}
	if n := len(g.stages); n > 0 {
		last = min(last, g.stages[n-1])
	}
	return last
}

// gridAfter returns the first multiple of step above t.
func gridAfter(t, step time.Duration) time.Duration {
	n := t / step
	if t < 0 && t%step != 0 {
		n-- // integer division rounds towards zero
	}
	return (n + 1) * step
}
