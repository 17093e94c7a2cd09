package sysbench

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

func TestHelpIsNoRun(t *testing.T) {
	for _, name := range append([]string{"sb_help.txt", "sb_oltp_help.txt"}, silent...) {
		if s := read(t, name); len(s.Text) > 0 {
			t.Errorf("%s: %s", name, s.Text)
		}
	}
}

func TestRatesAddUpToTotals(t *testing.T) {
	checked := 0
	for _, name := range logFiles(t) {
		s := parsetest.Read(t, Formats[0], bytes.NewReader(parsetest.Load(t, name)))
		if len(s.Summaries) != 1 || !s.Summaries[0].Complete || len(s.Intervals) == 0 || s.Intervals[0].Ops[0].Name != "transaction" {
			continue
		}
		sum, want := 0.0, s.Summaries[0].Reported["transactions"]
		for _, iv := range s.Intervals {
			sum += iv.Ops[0].Rate * (iv.End - iv.Start)
		}
		total, err := strconv.ParseFloat(want, 64)
		if err != nil || math.Abs(s.Summaries[0].ElapsedS-s.Intervals[len(s.Intervals)-1].End) > 0.05 || total < 1000 {
			continue // the last report is missing, or there is nothing to compare
		}
		checked++
		tolerance := 0.0025
		if s.Summaries[0].ElapsedS < 10 {
			tolerance = 0.005 // where each report that is some ms late counts
		}
		if math.Abs(sum-total)/total > tolerance {
			t.Errorf("%s: rates x lengths are %.1f, the log says %s", name, sum, want)
		}
	}
	if checked < 20 {
		t.Errorf("only %d logs were compared", checked)
	}
}

func TestSkippedLabelsAreOneInterval(t *testing.T) {
	s := read(t, "templates/sb10_skipped_labels.txt")
	sum, long := 0.0, 0
	for _, iv := range s.Intervals {
		sum += iv.Ops[0].Rate * (iv.End - iv.Start)
		if iv.Start == 64 && iv.End == 69 {
			long++
		}
	}
	if long != 1 || len(s.Events) != 1 || s.Events[0].Kind != parse.LateReport || s.Events[0].T != 69 {
		t.Errorf("%d intervals (64, 69], events %v", long, s.Events)
	}
	if want := s.Summaries[0].Reported["transactions"]; fmt.Sprint(sum) != want {
		t.Errorf("weighted sum %v, the log says %s", sum, want)
	}
}

func TestStatementsAddUp(t *testing.T) {
	for _, name := range logFiles(t) {
		for _, iv := range parsetest.Read(t, Formats[0], bytes.NewReader(parsetest.Load(t, name))).Intervals {
			if len(iv.Ops) != 5 {
				continue
			}
			if d := iv.Ops[1].Rate - iv.Ops[2].Rate - iv.Ops[3].Rate - iv.Ops[4].Rate; math.Abs(d) > 0.021 {
				t.Errorf("%s:%d: queries differ from read + write + other by %v", name, iv.Line, d)
			}
		}
	}
}

func TestPercentilesLieOnTheGrid(t *testing.T) {
	grid := map[string]bool{}
	for i := range histogramBuckets {
		grid[fmt.Sprintf("%.2f", 0.001*math.Pow(bucketRatio, float64(i)))] = true
	}
	checked := 0
	files, _ := filepath.Glob(logs + "/*.txt")
	for _, name := range files {
		for _, iv := range parsetest.Read(t, Formats[0], bytes.NewReader(parsetest.Load(t, name))).Intervals {
			for _, op := range iv.Ops {
				if len(iv.Ops) == 4 {
					continue // fileio prints three decimals
				}
				for _, ms := range []float64{op.P95MS, op.P99MS, op.PctMS} {
					if math.IsNaN(ms) {
						continue
					}
					checked++
					if !grid[fmt.Sprintf("%.2f", ms)] {
						t.Errorf("%s:%d: %v ms", name, iv.Line, ms)
					}
				}
			}
		}
	}
	if checked < 350 {
		t.Errorf("only %d percentiles", checked)
	}
}

func TestHistogramsHoldEveryEvent(t *testing.T) {
	for _, name := range []string{"sb_cpu_t1_hist.txt", "sb_pointselect_t8_i10_histogram.txt", "sb_rw_t8_i10_histogram_p99.txt", "sysbench.sb_cpu.txt"} {
		s := read(t, name)
		var n int64
		for _, b := range s.Buckets {
			if n += b.Count; !(b.LowerMS < b.UpperMS) {
				t.Errorf("%s:%d: bucket (%v, %v]", name, b.Line, b.LowerMS, b.UpperMS)
			}
		}
		if want := s.Summaries[0].Reported["events"]; strconv.FormatInt(n, 10) != want {
			t.Errorf("%s: buckets hold %d events, the log says %s", name, n, want)
		}
	}
}

// TestCheckpointsAddUp takes the total from what the blocks of the log print.
func TestCheckpointsAddUp(t *testing.T) {
	for _, name := range []string{"sb_rw_t8_checkpoints.txt", "sysbench.sb_ckpt.txt"} {
		data := parsetest.Load(t, filepath.Join(logs, name))
		want := 0
		for _, m := range regexp.MustCompile(`transactions: +(\d+)`).FindAllSubmatch(data, -1) {
			n, _ := strconv.Atoi(string(m[1]))
			want += n
		}
		s := parsetest.Read(t, Formats[0], bytes.NewReader(data)).Summaries[0]
		if got := s.Reported["transactions"]; got != strconv.Itoa(want) || !s.Complete {
			t.Errorf("%s: %s transactions, want %d; complete %v", name, got, want, s.Complete)
		}
		if rate := float64(want) / s.ElapsedS; math.Abs(s.TPS-rate) > 0.006 {
			t.Errorf("%s: tps %v, want %v", name, s.TPS, rate)
		}
	}
}

func TestJunkIsRejectedOnce(t *testing.T) {
	data := parsetest.Load(t, logs+"/sb_rw_t8_i1.txt")
	if s := parsetest.Read(t, Formats[0], bytes.NewReader(data)); len(s.Intervals) != 30 || len(s.Summaries) != 1 || len(s.Events)+len(s.Rejected) > 0 {
		t.Fatalf("%d intervals, %d runs, events %v, rejected %v", len(s.Intervals), len(s.Summaries), s.Events, s.Rejected)
	}
	last := bytes.Count(data, []byte("\n")) - 1
	for _, junk := range []string{"hello there", "[ 5s ] something else", "1,2,3", "{ junk }", "[ 12s ] thds: 8 tps: x",
		"    nonsense:      12", "(3001,8,7,1,9601,7,5,318,'ssss')", "[ 12s ] thds: 8 tps: 1669"} {
		for _, behind := range []int{0, 12, 20, 45, 60, last} {
			parsetest.RejectedOnce(t, Formats[0], data, behind, junk)
		}
	}
}

func TestRealLogsHaveNoMismatch(t *testing.T) {
	files, _ := filepath.Glob(logs + "/*.txt")
	for _, name := range files {
		for _, e := range parsetest.Read(t, Formats[0], bytes.NewReader(parsetest.Load(t, name))).Events {
			if e.Kind == parse.Mismatch {
				t.Errorf("%s: %s", name, e.Message)
			}
		}
	}
}

func TestChangedTotalIsAMismatch(t *testing.T) {
	data := strings.Replace(string(parsetest.Load(t, logs+"/sb_rw_t8_i1.txt")), "transactions:                        52012", "transactions:                        57012", 1)
	var kinds []parse.Kind
	for _, e := range parsetest.Read(t, Formats[0], strings.NewReader(data)).Events {
		kinds = append(kinds, e.Kind)
	}
	if len(kinds) != 1 || kinds[0] != parse.Mismatch {
		t.Errorf("events %v, want one mismatch", kinds)
	}
}

// TestCutLogKeepsItsTimes: a log without its beginning does not start at 0.
func TestCutLogKeepsItsTimes(t *testing.T) {
	lines := strings.SplitAfter(string(parsetest.Load(t, logs+"/sb_rw_t8_i1.txt")), "\n")
	s := parsetest.Read(t, Formats[0], strings.NewReader(strings.Join(lines[20:], "")))
	if first := s.Intervals[0]; first.Start != 8 || first.End != 9 {
		t.Errorf("first interval (%v, %v]", first.Start, first.End)
	}
	if !s.Summaries[0].Complete || len(s.Events) > 0 {
		t.Errorf("complete %v, events %v", s.Summaries[0].Complete, s.Events)
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		file, format string
		score        int
	}{
		{"sb_rw_t8_i1.txt", "sysbench", parse.Certain},
		{"sb_legacy_oltp_i1.txt", "sysbench", parse.Certain},
		{"sb_help.txt", "sysbench", parse.Likely},
		{"templates/hook_cumulative.csv", "sysbench-csv", parse.Likely},
		{"templates/hook_1.0.5.json", "sysbench-json", parse.Likely},
		{"sb_rw_verbosity0.txt", "", parse.NoMatch},
	} {
		best, score := parsetest.Detect(Formats, parsetest.Load(t, filepath.Join(logs, c.file)))
		if best.Name != c.format || score != c.score {
			t.Errorf("%s: %s with %d, want %s with %d", c.file, best.Name, score, c.format, c.score)
		}
	}
}

// TestCutLogMayChangeItsDialect: the first interval of a log without a
// beginning is kept until the second, which may hold other operations.
func TestCutLogMayChangeItsDialect(t *testing.T) {
	s := parsetest.Read(t, Formats[0], strings.NewReader("[   1s] threads: 1, tps: 2.00\n[   2s] threads: 1, tps: 3.00, reads/s: 4.00, writes/s: 5.00\n"))
	if len(s.Intervals) != 2 || len(s.Intervals[0].Ops) != 1 || len(s.Intervals[1].Ops) != 3 {
		t.Errorf("intervals %v", s.Text)
	}
}

func TestPrefixTimesAreTheClock(t *testing.T) {
	lines := parse.NewLines(strings.NewReader("2024-04-09T17:33:12Z [ 10s ] thds: 8 eps: 5.00 lat (ms,95%): 1.00\n2024-04-09T17:33:22Z [ 20s ] thds: 8 eps: 5.00 lat (ms,95%): 1.00\n"))
	lines.StripPrefixes()
	s := parsetest.ReadLines(t, Formats[0], lines)
	if want := time.Date(2024, 4, 9, 17, 33, 2, 0, time.UTC); len(s.Summaries) != 1 || !s.Summaries[0].StartedAt.Equal(want) {
		t.Errorf("%v, want a run that started at %v", s.Text, want)
	}
}
