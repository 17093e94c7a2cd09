package stat

import "math"

// Stall is a stretch in which the work nearly stopped.
type Stall struct {
	Start, End float64 // seconds
	Depth      float64 // 1 - lowest rate / median of the regime: 1 is a full stop
	Lost       float64 // transactions: the sum over the stall of (median - rate) x length
}

// Length is the length of the stall in seconds.
func (s Stall) Length() float64 { return s.End - s.Start }

// StallOptions are the options of Stalls; the zero value asks for the defaults.
type StallOptions struct {
	Below   float64  // an interval is stalled below this share of its regime's median; default 0.5
	Merge   float64  // seconds of work that do not end a stall; default one report interval
	Regimes []Regime // default: those that Regimes finds
}

// StallReport is the stalls of a run and what they cost.
type StallReport struct {
	Stalls  []Stall
	Seconds float64 // sum of their lengths
	Longest float64 // seconds; 0 without stalls
	Lost    float64 // transactions lost in all of them
	Share   float64 // of the work that the run would have done without them
	Period  StallPeriod
}

// Pacer is what keeps the distance between stalls the same.
type Pacer string

const (
	PacerUnknown     Pacer = ""
	PacedBySeconds   Pacer = "seconds"
	PacedByWork      Pacer = "transactions"
	minPacedStalls         = 8
	maxPacedCV             = 0.5 // stalls at random times have about 1
	clearlySmallerCV       = 0.9 // ratio of the CVs at which one is smaller
)

// StallPeriod is the distance from the start of one stall to the start of the
// next, in seconds and in transactions. All is NaN with fewer than 8 stalls.
type StallPeriod struct {
	Seconds, SecondsCV           float64 // mean and CV
	Transactions, TransactionsCV float64
	// PacedBy is what has the clearly smaller CV, below 0.5. PacerUnknown if
	// the stalls come at random, or if the rate between them is so even that
	// seconds and transactions cannot be told apart.
	PacedBy Pacer
}

// Stalls finds the intervals below half (StallOptions.Below) of the median of
// their regime, joined where no more than StallOptions.Merge seconds lie
// between them. What is done between joined intervals counts against the loss.
func Stalls(s Series, o StallOptions) StallReport {
	s = s.present()
	if !(o.Below > 0) {
		o.Below = 0.5
	}
	if !(o.Merge > 0) {
		o.Merge = s.Interval() + timeSlack
	}
	if o.Regimes == nil {
		o.Regimes = Regimes(s, RegimeOptions{})
	}
	medians := s.regimeMedians(o.Regimes)
	var report StallReport
	var first, last int // points of the current stall
	open := false
	closeStall := func() {
		if open {
			report.add(s[first:last+1], medians[first:last+1])
		}
		open = false
	}
	for i, p := range s {
		if !(p.Rate < o.Below*medians[i]) {
			continue
		}
		if open && p.Start-s[last].End > o.Merge {
			closeStall()
		}
		if !open {
			open, first = true, i
		}
		last = i
	}
	closeStall()
	if report.Lost > 0 {
		report.Share = report.Lost / (s.Work() + report.Lost)
	}
	report.Period = s.period(report.Stalls)
	return report
}

// add appends the stall of the given points.
func (r *StallReport) add(s Series, medians []float64) {
	stall := Stall{Start: s[0].Start, End: s[len(s)-1].End}
	for i, p := range s {
		stall.Lost += (medians[i] - p.Rate) * p.Length()
		stall.Depth = max(stall.Depth, 1-p.Rate/medians[i])
	}
	r.Stalls = append(r.Stalls, stall)
	r.Seconds += stall.Length()
	r.Longest = max(r.Longest, stall.Length())
	r.Lost += stall.Lost
}

// regimeMedians is the median of the regime that each point ends in; NaN outside of all.
func (s Series) regimeMedians(regimes []Regime) []float64 {
	medians := make([]float64, len(s))
	r := 0
	for i, p := range s {
		for r < len(regimes) && p.End > regimes[r].End+timeSlack {
			r++
		}
		medians[i] = math.NaN()
		if r < len(regimes) && p.End > regimes[r].Start {
			medians[i] = regimes[r].Median
		}
	}
	return medians
}

// period computes the distances between the starts of stalls.
func (s Series) period(stalls []Stall) StallPeriod {
	nan := math.NaN()
	if len(stalls) < minPacedStalls {
		return StallPeriod{nan, nan, nan, nan, PacerUnknown}
	}
	var seconds, work []float64
	i := 0
	for k := 1; k < len(stalls); k++ {
		done := 0.0
		for ; i < len(s) && s[i].Start < stalls[k].Start; i++ {
			if s[i].Start >= stalls[k-1].Start {
				done += s[i].Rate * s[i].Length()
			}
		}
		seconds = append(seconds, stalls[k].Start-stalls[k-1].Start)
		work = append(work, done)
	}
	var p StallPeriod
	p.Seconds, p.SecondsCV = meanCV(seconds)
	p.Transactions, p.TransactionsCV = meanCV(work)
	switch {
	case p.SecondsCV <= maxPacedCV && p.SecondsCV < clearlySmallerCV*p.TransactionsCV:
		p.PacedBy = PacedBySeconds
	case p.TransactionsCV <= maxPacedCV && p.TransactionsCV < clearlySmallerCV*p.SecondsCV:
		p.PacedBy = PacedByWork
	}
	return p
}

func meanCV(x []float64) (mean, cv float64) {
	mean, variance := meanVariance(x)
	return mean, ratio(math.Sqrt(variance), mean)
}
