package stat

import "math"

// WarmUpState says what MSER5 found.
type WarmUpState int

const (
	NoWarmUp    WarmUpState = iota // steady from the start
	WarmUpFound                    // steady after WarmUp.End
	NeverSteady                    // still rising or falling after half of the run
	TooShort                       // fewer than 20 points: cannot be known
)

func (w WarmUpState) String() string {
	switch w {
	case NoWarmUp:
		return "none"
	case WarmUpFound:
		return "found"
	case NeverSteady:
		return "never steady"
	}
	return "too short to tell"
}

// WarmUp is the warm-up of a run. Unless the state is WarmUpFound nothing is
// to be cut: End is the start of the series and Points 0.
type WarmUp struct {
	State  WarmUpState
	End    float64 // second at which the steady part begins
	Points int     // points of the series before that
	Change float64 // level of the warm-up over that of the steady part, minus 1
}

const (
	warmUpMinPoints = 20
	mserBatch       = 5
	// Batches are clipped at this many robust standard deviations from the
	// level of the second half, so that a stall does not look like a warm-up.
	warmUpClip = 4
	// What is cut must differ by so many standard errors, and by so much.
	warmUpSignificance = 3.5
	warmUpMinChange    = 0.03
	// A trend through the run must be so many standard errors from 0, and so
	// large from end to end, to call it never steady.
	trendSignificance = 4
	trendMinChange    = 0.02
)

// MSER5 finds the warm-up by the marginal standard error rule (White 1997, "An
// effective truncation heuristic for bias reduction in simulation output"), on
// batches of five as in White, Cobb & Spratt 2000: the cut that minimises the
// standard error of the mean of what remains. Below 50 points the batches are
// single points.
//
// The rule always answers with some cut, also on pure noise, and takes a stall
// for a start-up. So batches are clipped, the run must begin away from the
// steady level, and what is cut must differ from it by more than the noise
// allows and by 3 %. It never cuts half of the run or more: if the minimum
// lies beyond and the run has a trend of 2 % or more, the answer is
// NeverSteady. A change of level for another reason before half time cannot be
// told from a warm-up.
func MSER5(s Series) WarmUp {
	p := s.present()
	result := WarmUp{State: TooShort, End: math.NaN()}
	if len(p) > 0 {
		result.End = p[0].Start
	}
	if len(p) < warmUpMinPoints {
		return result
	}
	result.State = NoWarmUp
	size := mserBatch
	if len(p) < 10*mserBatch {
		size = 1
	}
	z := make([]float64, len(p)/size)
	for i := range z {
		z[i] = p[i*size : (i+1)*size].Mean()
	}
	steadyLevel, scale := location(z[len(z)/2:])
	scale = max(scale, warmUpMinChange*math.Abs(steadyLevel))
	for i := range z {
		z[i] = min(max(z[i], steadyLevel-warmUpClip*scale), steadyLevel+warmUpClip*scale)
	}

	half := len(z) / 2
	cut, anywhere := mser(z, half)
	if anywhere > half && hasTrend(z) {
		result.State = NeverSteady
		return result
	}
	if cut == 0 || cut == half || !startsAway(z, cut) {
		return result
	}
	end := p[cut*size-1].End
	before, after := s.Split(end)
	result = WarmUp{WarmUpFound, end, len(before), before.Mean()/after.Mean() - 1}
	return result
}

// After is the series without what ended at or before the end of the warm-up.
func (s Series) After(w WarmUp) Series {
	if w.State != WarmUpFound {
		return s
	}
	_, after := s.Split(w.End)
	return after
}

// location is the median and the robust standard deviation of x.
func location(x []float64) (centre, scale float64) {
	centre = median(x)
	deviations := make([]float64, len(x))
	for i, v := range x {
		deviations[i] = math.Abs(v - centre)
	}
	return centre, madToSD * median(deviations)
}

// mser returns the number of values to cut that minimises the marginal standard
// error, among at most limit, and among all. The last five cuts are left out:
// a handful of values may be equal by chance.
func mser(z []float64, limit int) (within, anywhere int) {
	best, bestWithin := math.Inf(1), math.Inf(1)
	// Welford's update, from the end, keeps the sum of squares of every suffix.
	var mean, squares float64
	for i := len(z) - 1; i >= 0; i-- {
		count := float64(len(z) - i)
		delta := z[i] - mean
		mean += delta / count
		squares += delta * (z[i] - mean)
		if count < 5 {
			continue
		}
		error2 := squares / (count * count)
		// At a tie the earlier cut is kept: it throws away less.
		if error2 <= best {
			best, anywhere = error2, i
		}
		if i <= limit && error2 <= bestWithin {
			bestWithin, within = error2, i
		}
	}
	return within, anywhere
}

// startsAway reports whether the first values, up to cut, lie off the level of
// the rest by more than its noise explains.
func startsAway(z []float64, cut int) bool {
	level, variance := meanVariance(z[cut:])
	first := z[0] - level
	if first*first < 1.5*1.5*variance {
		return false
	}
	rest := float64(len(z) - cut)
	tau := max(autocorrelate(z[cut:]).IACT, 1)
	var sum float64
	for j := 1; j <= cut; j++ {
		sum += z[j-1]
		difference := sum/float64(j) - level
		error2 := variance * (min(1, tau/float64(j)) + tau/rest)
		if difference*first > 0 && math.Abs(difference) > warmUpMinChange*math.Abs(level) &&
			difference*difference > warmUpSignificance*warmUpSignificance*error2 {
			return true
		}
	}
	return false
}

// hasTrend reports whether the straight line through z rises or falls beyond
// what the correlated noise around it explains.
func hasTrend(z []float64) bool {
	n := float64(len(z))
	level, _ := meanVariance(z)
	var sxx, sxy float64
	for i, v := range z {
		x := float64(i) - (n-1)/2
		sxx += x * x
		sxy += x * (v - level)
	}
	slope := sxy / sxx
	residuals := make([]float64, len(z))
	for i, v := range z {
		residuals[i] = v - slope*(float64(i)-(n-1)/2)
	}
	_, variance := meanVariance(residuals)
	error2 := variance * max(autocorrelate(residuals).IACT, 1) / sxx
	return math.Abs(slope*n) >= trendMinChange*math.Abs(level) &&
		slope*slope > trendSignificance*trendSignificance*error2
}

func meanVariance(x []float64) (mean, variance float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / max(n-1, 1)
	}
	return mean, variance
}
