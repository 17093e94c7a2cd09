package load

import (
	"math/rand/v2"
	"time"
)

// A pacer says when events are due in an open loop. It knows no clock: the
// times follow from the stages and the seed alone, and two pacers of the same
// seed say the same. Times are since measuring start.
type pacer struct {
	stages  []Stage
	poisson bool
	rand    *rand.Rand
	stage   int
	start   time.Duration // of the stage
	n       int64         // uniform: events of the stage so far
	at      float64       // poisson: seconds into the stage of the last event
}

// newPacer returns the pacer of a plan. The warm-up is a stage of its own in
// front.
func newPacer(p *Plan) *pacer {
	stages := p.Stages
	if p.Warmup > 0 {
		first := p.Stages[0]
		first.Duration = p.Warmup
		stages = append([]Stage{first}, p.Stages...)
	}
	return &pacer{stages: stages, poisson: p.Poisson, rand: rand.New(rand.NewPCG(p.Seed, pacerStream)), start: -p.Warmup}
}

// pacerStream sets the pacer's random numbers apart from those of the workers,
// whose streams are their IDs.
const pacerStream = 1 << 63

// next returns when the next event is due, or false after the last one. Uniform
// arrivals are each computed from the start of their stage, so no rounding adds
// up. At the border of stages a Poisson process begins anew, which by its
// lack of memory is the same as going on.
func (p *pacer) next() (due time.Duration, ok bool) {
	for p.stage < len(p.stages) {
		s := p.stages[p.stage]
		var in time.Duration
		if p.poisson {
			p.at += p.rand.ExpFloat64() / s.Rate
			in = time.Duration(p.at * float64(time.Second))
		} else {
			in = time.Duration(float64(p.n) / s.Rate * float64(time.Second))
			p.n++
		}
		if in < s.Duration || s.Duration == 0 {
			return p.start + in, true
		}
		p.start += s.Duration
		p.stage, p.n, p.at = p.stage+1, 0, 0
	}
	return 0, false
}

// An arrivals counts the events due until a time, by walking over a pacer of
// its own.
type arrivals struct {
	pacer *pacer
	due   time.Duration // of the first event not counted
	more  bool
	n     int64
}

func newArrivals(p *Plan) *arrivals {
	a := &arrivals{pacer: newPacer(p)}
	a.due, a.more = a.pacer.next()
	return a
}

// before returns how many events are due before t: one that is due at the border
// of two stages or phases belongs to the second. Times must not go back.
func (a *arrivals) before(t time.Duration) int64 {
	for a.more && a.due < t {
		a.n++
		a.due, a.more = a.pacer.next()
	}
	return a.n
}
