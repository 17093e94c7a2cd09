package benchbase

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/other/templates"

func files(t testing.TB) []string { return parsetest.Files(t, 12, logs+"/benchbase_*") }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) { parsetest.Fuzz(f, Formats, files(f)) }

func read(t testing.TB, name string) *parsetest.Stream {
	t.Helper()
	return parsetest.ReadClaimed(t, Formats, logs+"/"+name)
}

func TestClaimed(t *testing.T) { parsetest.Claimed(t, Formats, files(t), parse.Certain) }

func TestEveryLineIsUnderstood(t *testing.T) { parsetest.Understood(t, Formats, files(t)) }

// TestRawAgreesWithSeries compares the log of single transactions with the
// series that was made of it, as the tool makes it: counts and extremes are
// equal, percentiles nearly.
func TestRawAgreesWithSeries(t *testing.T) {
	raw, series := read(t, "benchbase_tpcc.raw.csv"), read(t, "benchbase_tpcc.samples.csv")
	// The rest of the last second is its own window, and part of our interval
	// where it is short.
	last := len(raw.Intervals) - 1
	if last < 8 {
		t.Fatalf("only %d intervals", last+1)
	}
	for i := range last {
		got, want := raw.Intervals[i].Ops[0], series.Intervals[i].Ops[0]
		if got.Count != want.Count {
			t.Errorf("second %d: %d transactions, the series says %d", i, got.Count, want.Count)
		}
		for _, f := range [][2]float64{{got.AvgMS, want.AvgMS}, {got.MaxMS, want.MaxMS}, {got.P50MS, want.P50MS}, {got.P95MS, want.P95MS}, {got.P99MS, want.P99MS}} {
			if math.IsNaN(f[0]) != math.IsNaN(f[1]) || math.Abs(f[0]-f[1]) > 0.002*f[1]+0.001 {
				t.Errorf("second %d: %v ms, the series says %v", i, f[0], f[1])
			}
		}
	}
	sum, windows := int64(0), int64(0)
	for _, iv := range raw.Intervals {
		types := int64(0)
		for _, op := range iv.Ops[1:] {
			types += op.Count
		}
		if types != iv.Ops[0].Count {
			t.Errorf("second %v: types add up to %d of %d", iv.Start, types, iv.Ops[0].Count)
		}
		sum += types
	}
	for _, iv := range series.Intervals {
		windows += iv.Ops[0].Count
	}
	if rows := int64(bytes.Count(parsetest.Load(t, logs+"/benchbase_tpcc.raw.csv"), []byte{'\n'})) - 1; sum != rows || windows != rows {
		t.Errorf("%d rows, %d in intervals, %d in the series", rows, sum, windows)
	}
}

func TestResultsAgreeWithSamples(t *testing.T) {
	total := func(name string) (sum float64) {
		for _, iv := range read(t, name).Intervals {
			sum += iv.Ops[0].Rate * (iv.End - iv.Start)
		}
		return sum
	}
	want := total("benchbase_tpcc.samples.csv")
	if got := total("benchbase_tpcc.results.csv"); math.Abs(got-want) > 1e-6*want {
		t.Errorf("%v in windows of 5 s, %v in windows of 1 s", got, want)
	}
}

func TestDecimalCommas(t *testing.T) {
	points, commas := read(t, "benchbase_tpcc.samples.csv"), read(t, "benchbase_comma.samples.csv")
	if !slices.Equal(intervalTexts(points), intervalTexts(commas)) {
		t.Error("decimal commas change the figures of a series")
	}
	if s := read(t, "benchbase_comma.res"); s.Intervals[0].Ops[0].Rate != 70 || s.Intervals[0].Ops[0].AvgMS != 5.571 {
		t.Errorf("%+v", s.Intervals[0])
	}
	whole, part := read(t, "benchbase_tpcc.raw.csv"), read(t, "benchbase_comma.raw.csv")
	if !whole.Summaries[0].StartedAt.Equal(part.Summaries[0].StartedAt) {
		t.Error("decimal commas change the time of a transaction")
	}
}

func intervalTexts(s *parsetest.Stream) (texts []string) {
	for _, text := range s.Text {
		if strings.HasPrefix(text, "interval") {
			texts = append(texts, text)
		}
	}
	return texts
}

func TestOperation(t *testing.T) {
	for name, want := range map[string]string{
		"NewOrder": "new_order", "StockLevel": "stock_level", "ReadRecord": "read", "ReadModifyWriteRecord": "read_modify_write",
		"Q1": "q1", "GetPageAnonymous": "get_page_anonymous", "_x-Y": "_x_y",
	} {
		if got := operation([]byte(name)); got != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
}

func TestPasswordsAreLeftOut(t *testing.T) {
	for _, url := range []string{"jdbc:mysql://host:3306/db?password=secret", "jdbc:mysql://me:secret@host:3306/db", "jdbc:sqlserver://host:1433;password=secret"} {
		if got := string(withoutSecrets([]byte(url))); strings.Contains(got, "secret") || !strings.Contains(got, "host") {
			t.Errorf("%s becomes %s", url, got)
		}
	}
}

func TestNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"another series": "Time (seconds),Temperature\n1,2\n",
		"behind prose":   "see results.csv:\nTime (seconds),Throughput (requests/second)\n1,2\n",
		"another object": "{\"a\": 1}\n",
		"another log":    "a log - with a dash\n[INFO ] not a time - text\n",
	})
}

func TestBrokenSummary(t *testing.T) {
	data := parsetest.Load(t, logs+"/benchbase_summary.json")
	for n := range len(data) - 3 {
		if n == 0 {
			continue
		}
		s := parsetest.Read(t, Formats[2], bytes.NewReader(data[:n]))
		if len(s.Rejected) != 1 && len(bytes.TrimSpace(data[:n])) > 0 {
			t.Fatalf("cut at %d: %s", n, s.Text)
		}
	}
}

func appendRow(dst []byte, i int) []byte {
	us := int64(i) * 211
	name := [...]string{"NewOrder", "Payment", "OrderStatus", "Delivery", "StockLevel"}[i*7919%5]
	dst = strconv.AppendInt(dst, int64(i*7919%5+1), 10)
	dst = append(append(append(dst, ','), name...), ',')
	dst = strconv.AppendInt(dst, 1722222636+us/1_000_000, 10)
	dst = append(dst, '.')
	dst = append(dst, strconv.FormatInt(1_000_000+us%1_000_000, 10)[1:]...)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(900+i*104729%60000), 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(i%64), 10)
	return append(dst, ",1\n"...)
}

func rows(n int) []byte {
	var b []byte
	for i := range n {
		b = appendRow(b, i)
	}
	return b
}

func windows(n int) []byte {
	b := []byte("Time (seconds),Throughput (requests/second),Average Latency (millisecond),Maximum Latency (millisecond),tp (req/s) scaled\n")
	for i := range n {
		b = strconv.AppendInt(b, int64(i*5), 10)
		b = append(b, ",540.200,6.213,13.373,0.161\n"...)
	}
	return b
}

func TestNoAllocationPerLine(t *testing.T) {
	parsetest.NoAllocationPerLine(t, Formats[0], rows(40000), rows(100000), 2)
	parsetest.NoAllocationPerLine(t, Formats[1], windows(100), windows(5000), 2)
}

func TestConstantMemory(t *testing.T) {
	parsetest.ConstantMemory(t, Formats[0], parsetest.Repeated(64<<20, appendRow), 16<<20)
}

func BenchmarkRaw(b *testing.B)     { parsetest.Benchmark(b, Formats[0], rows(300000)) }
func BenchmarkWindows(b *testing.B) { parsetest.Benchmark(b, Formats[1], windows(20000)) }
