package report

import (
	"fmt"
	"math"
	"strconv"

	"jitterlog/analyze"
	"jitterlog/analyze/stat"
)

// steadiness says how even one run was.
func steadiness(name string, j analyze.Jitter) string {
	if j.Max == 0 {
		return name + ": no work was done; it is a failed run and no result."
	}
	text := fmt.Sprintf("%s: mean %s %s/s, CV %s", name, short(j.Mean), j.Op, percent(j.CV))
	if stages := analyze.Stages(&j.Run); stages != nil {
		text = fmt.Sprintf("%s: the load was stepped on purpose, so look at each of its %d steps in the table “Steps of load”; over all of them the mean is %s %s/s",
			name, len(stages), short(j.Mean), j.Op)
	}
	if !math.IsNaN(j.Trend.Value) {
		text += ", " + trend(j.Trend)
	}
	switch n := len(j.Stalls.Stalls); {
	case n == 0:
		text += ", no stall"
	case n == 1:
		text += fmt.Sprintf(", one stall of %s s", short(j.Stalls.Longest))
	default:
		text += fmt.Sprintf(", %d stalls, the longest of %s s", n, short(j.Stalls.Longest))
	}
	if j.Stalls.Share > 0 {
		text += fmt.Sprintf(", %s of the work lost in stalls", percent(j.Stalls.Share))
	}
	switch j.WarmUp.State {
	case stat.WarmUpFound:
		text += fmt.Sprintf("; the first %s s are warm-up and left out", short(j.WarmUp.End))
	case stat.NeverSteady:
		text += "; it never became steady"
	}
	if !math.IsNaN(j.Run.TpmC) {
		text += "; TpmC " + strconv.FormatFloat(j.Run.TpmC, 'f', -1, 64)
	}
	return text + "."
}

// trend says that a run rose or fell steadily.
func trend(t stat.Estimate) string {
	word, least, most := "rising by", t.Lo, t.Hi
	if t.Value < 0 {
		word, least, most = "falling by", -t.Hi, -t.Lo
	}
	return fmt.Sprintf("%s %.2g %% per minute (95 %% interval %.2g to %.2g %%)", word, 100*math.Abs(t.Value), 100*least, 100*most)
}

func short(f float64) string {
	if math.Abs(f) >= 1000 {
		return fmt.Sprintf("%.0f", f)
	}
	return fmt.Sprintf("%.4g", f)
}

func percent(f float64) string {
	if math.IsNaN(f) {
		return "unknown"
	}
	return fmt.Sprintf("%.1f %%", 100*f)
}
