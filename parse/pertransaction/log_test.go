package pertransaction

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"jitterlog/parse"
)

func TestBucketsCoverEveryLatency(t *testing.T) {
	for i := range buckets {
		from, to := bounds(i)
		if i > 0 {
			if _, end := bounds(i - 1); end != from {
				t.Fatalf("bucket %d ends at %d, the next begins at %d", i-1, end, from)
			}
		}
		if bucketOf(from) != i || bucketOf(to-1) != i {
			t.Fatalf("%d and %d are in buckets %d and %d, not %d", from, to-1, bucketOf(from), bucketOf(to-1), i)
		}
		if middle := float64(from+to-1) / 2; middle > 0 && (float64(to-1)-middle)/middle > 0.002 {
			t.Fatalf("bucket %d from %d to %d is wider than promised", i, from, to)
		}
	}
	if bucketOf(math.MaxInt64) != buckets-1 {
		t.Error("the largest latency has no bucket")
	}
}

// TestPercentiles compares with the nearest rank in the sorted latencies.
func TestPercentiles(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 10, 99, 1000, 12345} {
		var h, half histogram
		var all []int64
		for i := range n {
			us := int64(math.Exp(rnd.NormFloat64()*2 + 8))
			all = append(all, us)
			if i%2 == 0 {
				h.add(us)
			} else {
				half.add(us)
			}
		}
		h.merge(&half)
		slices.Sort(all)
		ranks := []int64{500, 900, 950, 990, 999}
		var got [5]float64
		h.percentiles(ranks, got[:])
		sum := 0.0
		for _, us := range all {
			sum += float64(us)
		}
		if mean := sum / float64(n) / 1000; math.Abs(h.meanMS()-mean) > 1e-9*mean || h.max != all[n-1] || h.min != all[0] {
			t.Errorf("n=%d: mean %v, not %v", n, h.meanMS(), mean)
		}
		for k, rank := range ranks {
			want := float64(all[max(int(math.Ceil(float64(n)*float64(rank)/1000)), 1)-1]) / 1000
			if math.Abs(got[k]-want) > 0.002*want {
				t.Errorf("n=%d: percentile %v is %v, not %v", n, float64(rank)/10, got[k], want)
			}
		}
	}
}

// gather adds rows and returns copies of what was yielded.
func gather(l *Log, rows []Row) (ivs []parse.Interval, hist []parse.Bucket, sums []*parse.Summary) {
	l.Format, l.Tool = "test", "test"
	l.Yield = func(rec parse.Record, _ error) bool {
		switch rec := rec.(type) {
		case *parse.Interval:
			iv := *rec
			iv.Ops = slices.Clone(rec.Ops)
			ivs = append(ivs, iv)
		case *parse.Bucket:
			hist = append(hist, *rec)
		case *parse.Summary:
			sums = append(sums, rec)
		}
		return true
	}
	for i := range rows {
		l.Add(&rows[i])
	}
	l.Finish()
	return ivs, hist, sums
}

// done is a transaction that ended so many seconds after 1,000,000 s.
func done(at float64) Row {
	us := int64(at*second) + 1_000_000*second
	return Row{Line: 1, At: us, Begin: us - 1000, Latency: 1000, Type: -1, Worker: -1, Lag: -1}
}

func counts(ivs []parse.Interval) (n []int64) {
	for _, iv := range ivs {
		n = append(n, iv.Ops[0].Count)
	}
	return n
}

func TestRowsOutOfOrder(t *testing.T) {
	rows := []Row{done(0.1), done(2.5), done(0.9), done(1.5), done(4.2), done(1.6), done(4.9)}
	ivs, hist, sums := gather(&Log{}, rows)
	if got := counts(ivs); !slices.Equal(got, []int64{2, 2, 1, 0, 2}) {
		t.Errorf("counts %v", got)
	}
	if len(sums) != 1 || len(hist) != 1 || hist[0].Count != 7 {
		t.Errorf("%d runs, buckets %v", len(sums), hist)
	}
	if len(ivs) == 5 && (ivs[3].Ops[0].Count != 0 || !math.IsNaN(ivs[3].Ops[0].AvgMS)) {
		t.Errorf("the second without rows is %+v", ivs[3].Ops[0])
	}
}

func TestLastSecond(t *testing.T) {
	for _, test := range []struct {
		last float64
		want []float64 // ends
	}{
		{2.75, []float64{1, 2, 2.751}},
		{2.25, []float64{1, 2.251}},
		{1.999, []float64{1, 2}},
	} {
		ivs, _, _ := gather(&Log{}, []Row{done(0), done(0.4), done(1.1), done(test.last)})
		var ends []float64
		sum := int64(0)
		for _, iv := range ivs {
			ends = append(ends, iv.End)
			sum += iv.Ops[0].Count
		}
		if !slices.Equal(ends, test.want) || sum != 4 {
			t.Errorf("last row at %v: intervals end at %v, not %v; %d transactions", test.last, ends, test.want, sum)
		}
	}
	if ivs, _, _ := gather(&Log{}, []Row{done(0)}); len(ivs) != 1 || ivs[0].End != 1 {
		t.Errorf("one row alone is %+v", ivs)
	}
}

func TestAnotherRun(t *testing.T) {
	for name, rows := range map[string][]Row{
		"back":  {done(0), done(100), done(95)},
		"pause": {done(0), done(1), done(1 + LongestPause.Seconds() + 2)},
	} {
		_, _, sums := gather(&Log{Epoch: true}, rows)
		if len(sums) != 2 || !sums[0].StartedAt.Before(sums[1].StartedAt) {
			t.Errorf("%s: %d runs", name, len(sums))
		}
	}
	if _, _, sums := gather(&Log{}, []Row{done(0), done(100), done(97)}); len(sums) != 1 {
		t.Errorf("3 s behind: %d runs", len(sums))
	}
}

func TestTypesAddUp(t *testing.T) {
	l := &Log{KnowsFailures: true}
	var rows []Row
	rnd := rand.New(rand.NewPCG(3, 4))
	for i := range 5000 {
		row := done(float64(i) / 1000)
		row.Type = l.Type([]string{"a", "b", "c"}[i%3])
		row.Latency = rnd.Int64N(1_000_000)
		row.Failed = i%100 == 0
		row.Worker = int64(i % 7)
		rows = append(rows, row)
	}
	ivs, hist, sums := gather(l, rows)
	total := int64(0)
	for _, iv := range ivs {
		sum, failed, slowest := int64(0), int64(0), 0.0
		for _, op := range iv.Ops[1:] {
			sum += op.Count
			failed += op.Failed
			slowest = max(slowest, op.MaxMS)
		}
		if op := iv.Ops[0]; sum != op.Count || failed != op.Failed || slowest != op.MaxMS {
			t.Errorf("types add up to %d and %d, the total is %d and %d", sum, failed, op.Count, op.Failed)
		}
		total += sum
	}
	inHist := map[string]int64{}
	for _, b := range hist {
		inHist[b.Op] += b.Count
	}
	if total != 4950 || inHist[Total] != 4950 || inHist["a"]+inHist["b"]+inHist["c"] != 4950 {
		t.Errorf("%d in intervals, %v in histograms", total, inHist)
	}
	if sums[0].Threads != 7 || sums[0].Errors != 50 {
		t.Errorf("%d workers, %d errors", sums[0].Threads, sums[0].Errors)
	}
}

func TestSingleTypeIsHidden(t *testing.T) {
	l := &Log{HideSingle: true}
	row := done(0)
	row.Type = l.Type("a")
	ivs, hist, _ := gather(l, []Row{row})
	if len(ivs) != 1 || len(ivs[0].Ops) != 1 || len(hist) != 1 || hist[0].Op != Total {
		t.Errorf("%+v %+v", ivs, hist)
	}
}
