package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"jitterlog/analyze"
	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/parse"
	"jitterlog/report/chart"
)

// stepped is a run of 10 s at 100/s and 10 s at 900/s.
func stepped() analyze.Jitter {
	run := history.NewRun(parse.NewSummary("jitterlog", "jitterlog", 1))
	run.Name, run.RunID = "s", "00000000000a"
	run.Options = map[string]string{"stages_s": "10,10", "stages_threads": "4,4", "rate": "100,900"}
	j := analyze.Jitter{Run: run, Value: analyze.Rate, Op: "transaction"}
	for i := range 20 {
		j.Series = append(j.Series, stat.Point{Start: float64(i), End: float64(i + 1), Rate: []float64{100, 900}[i/10]})
	}
	j.Steady, j.Description = j.Series, stat.Describe(j.Series)
	return j
}

// Bold averages end where a step ends, whether a bucket does or not; without steps
// all are drawn.
func TestAveragesOfSteps(t *testing.T) {
	j := stepped()
	stages := analyze.Stages(&j.Run)
	for _, c := range []struct {
		every  float64
		stages []analyze.Stage
		want   string
	}{
		{5, stages, "5=1 10=2 10=- 15=3 20=4"},
		{4, stages, "4=1 8=2 10=- 16=4 20=5"},
		{4, nil, "4=1 8=2 12=3 16=4 20=5"},
	} {
		buckets := &analyze.Buckets{Every: c.every}
		var values []float64
		for end := c.every; end <= 20; end += c.every {
			buckets.T = append(buckets.T, end)
			values = append(values, float64(len(buckets.T)))
		}
		var got []string
		for _, p := range averages(buckets, values, c.stages) {
			y := "-"
			if !math.IsNaN(p.Y) {
				y = fmt.Sprint(p.Y)
			}
			got = append(got, fmt.Sprintf("%g=%s", p.X, y))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("every %g s: %s, want %s", c.every, got, c.want)
		}
	}
}

// A box for each step, none that pools them, and no CV over longer blocks.
func TestDistributionOfSteps(t *testing.T) {
	rows := []analyze.Jitter{stepped()}
	c := Picture(rows, PictureOptions{Kind: chart.Box})
	if len(c.Series) != 2 {
		t.Fatalf("%d boxes, want one for each step", len(c.Series))
	}
	for i, want := range []struct {
		name  string
		value float64
	}{{"s: 100/s", 100}, {"s: 900/s", 900}} {
		s := c.Series[i]
		if s.Name != want.name || len(s.Values) != 10 || s.Values[0] != want.value || s.Values[9] != want.value {
			t.Errorf("%+v, want ten times %g in %s", s, want.value, want.name)
		}
	}
	if scales := Scales(rows); len(scales.Rows) > 0 {
		t.Errorf("CVs of means across steps: %v", scales.Rows)
	}
	if text := steadiness("s", rows[0]); !strings.Contains(text, "“Steps of load”") || strings.Contains(text, "CV") {
		t.Errorf("%s", text)
	}
}
