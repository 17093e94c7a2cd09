package chart

import (
	"math"
	"strconv"
	"strings"
)

// tick is a mark on an axis.
type tick struct {
	at   float64
	text string
}

// niceStep is the smallest of 1, 2 and 5 times a power of ten that is not below the raw step.
func niceStep(raw float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// multiples are the multiples of a step from lo to hi; the epsilon keeps those at the ends.
func multiples(lo, hi, step float64) []float64 {
	const epsilon = 1e-6
	var result []float64
	first, last := math.Ceil(lo/step-epsilon), math.Floor(hi/step+epsilon)
	for k := first; k <= last && len(result) < maxTicks; k++ {
		result = append(result, k*step)
	}
	return result
}

// maxTicks bounds an axis whatever rounding does to its step.
const maxTicks = 100

// linearTicks are at most about most marks from lo to hi.
func linearTicks(lo, hi float64, most int) []tick {
	step := niceStep((hi - lo) / float64(most))
	values := multiples(lo, hi, step)
	ticks := make([]tick, len(values))
	for i, v := range values {
		ticks[i] = tick{v, number(v, step, math.Max(math.Abs(lo), math.Abs(hi)))}
	}
	return ticks
}

// logTicks are the powers of ten, and twice and five times those where there is
// room; with many decades, every second, third... of them.
func logTicks(lo, hi float64, most int) []tick {
	decades := math.Log10(hi / lo)
	every := math.Max(1, math.Ceil(decades/float64(most)))
	factors := []float64{1}
	if decades*3 <= float64(most) {
		factors = []float64{1, 2, 5}
	}
	var ticks []tick
	for k := math.Floor(math.Log10(lo)/every) * every; k <= math.Log10(hi)+1e-9 && len(ticks) < maxTicks; k += every {
		for _, m := range factors {
			v := m * math.Pow(10, k)
			if v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
				ticks = append(ticks, tick{v, number(v, v, v)})
			}
		}
	}
	switch {
	case len(ticks) >= 2:
		return ticks
	case decades <= 1:
		return linearTicks(lo, hi, most)
	}
	return []tick{{lo, number(lo, lo, lo)}, {hi, number(hi, hi, hi)}}
}

// clockSteps are the steps of an axis of time in seconds, above which are 1-2-5 hours.
var clockSteps = []float64{60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10800, 21600, 43200, 86400}

// Times are shown in minutes and hours above these lengths in seconds.
const (
	minutesFrom = 1800
	hoursFrom   = 3 * 3600
)

// clockTicks are marks on an axis of seconds, and the unit they are written in.
func clockTicks(lo, hi float64, most int) ([]tick, string) {
	length := hi - lo
	if length <= minutesFrom {
		return linearTicks(lo, hi, most), "s"
	}
	step := 3600 * niceStep(length/3600/float64(most))
	for _, s := range clockSteps {
		if length/s <= float64(most) {
			step = s
			break
		}
	}
	unit, seconds := "min", 60.0
	if length > hoursFrom {
		unit, seconds = "h", 3600
	}
	values := multiples(lo, hi, step)
	ticks := make([]tick, len(values))
	for i, v := range values {
		text := number(v/seconds, step/seconds, hi/seconds)
		if unit == "h" && step < 3600 {
			text = hoursMinutes(v)
		}
		ticks[i] = tick{v, text}
	}
	if unit == "h" && step < 3600 {
		unit = "h:min"
	}
	return ticks, unit
}

func hoursMinutes(seconds float64) string {
	sign := ""
	if seconds < 0 {
		sign, seconds = minus, -seconds
	}
	minutes := int(math.Round(seconds / 60))
	return sign + strconv.Itoa(minutes/60) + ":" + strconv.Itoa(100 + minutes%60)[1:]
}

const minus = "−"

// number writes a value with the decimals that its step needs: thousands are
// separated, millions and more have a prefix that the greatest value of the axis decides.
func number(v, step, greatest float64) string {
	if v == 0 {
		return "0"
	}
	sign := ""
	if v < 0 {
		sign, v = minus, -v
	}
	if greatest >= 1e15 || step < 1e-6 {
		return sign + strconv.FormatFloat(v, 'g', 4, 64)
	}
	unit := ""
	for _, p := range []struct {
		size float64
		unit string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}} {
		if greatest >= p.size {
			v, step, unit = v/p.size, step/p.size, p.unit
			break
		}
	}
	decimals := int(math.Max(0, math.Ceil(-math.Log10(step)-1e-9)))
	digits := strconv.FormatFloat(v, 'f', decimals, 64)
	whole, fraction, _ := strings.Cut(digits, ".")
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + thousands(whole) + fraction + unit
}

func thousands(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return thousands(digits[:len(digits)-3]) + "," + digits[len(digits)-3:]
}
