package mysqlslap

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/other"

func logNames(t testing.TB) []string {
	return parsetest.Files(t, 6, logs+"/mysqlslap_*", logs+"/templates/mysqlslap_*")
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, logNames(t)) }

func TestEveryLineIsUnderstood(t *testing.T) { parsetest.Understood(t, Formats, logNames(t)) }

func TestNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"prose":         "We ran a Benchmark.\nThe Average number of seconds to run all queries: it depends\n",
		"sysbench csv":  "1,4,1645.26,32909.15,23029.61,6589.03,3290.52,7.70,0.00,0.00\n",
		"seven columns": "a,b,1.5,1.2,1.9,8,250\n",
		"out of order":  "a,b,1.500,1.600,1.900,8,250\n",
		"with heading":  "engine,type,avg,min,max,clients,queries\ninnodb,mixed,0.302,0.270,0.320,8,250\n",
		"nothing":       "\n\n",
	})
}

func TestSyntaxErrors(t *testing.T) {
	for _, tc := range []struct {
		format int
		line   string
		column int
	}{
		{0, "Average number of seconds to run all queries: 0.5 seconds", 47},
		{0, "Number of clients running queries: many", 36},
		{0, "Benchmarks", 0},
		{1, "innodb,mixed,0.302,0.27,0.320,8,250", 20},
		{1, "innodb,mixed,0.302,0.270,0.320,0,250", 32},
		{1, "innodb,mixed", 13},
	} {
		found := parsetest.Read(t, Formats[tc.format], strings.NewReader("\n"+tc.line+"\n")).Rejected
		if len(found) != 1 || found[0].Line != 2 || found[0].Column != tc.column {
			t.Errorf("%q: %v, want column %d", tc.line, found, tc.column)
		}
	}
}

// Queries a second are those of all clients, by the mean time.
func TestRates(t *testing.T) {
	log := parsetest.Load(t, logs+"/mysqlslap_mariadb.txt")
	want := []float64{1 * 2000 / 0.504, 4 * 500 / 0.358, 8 * 250 / 0.341}
	for rec := range Formats[0].Read(parse.NewLines(bytes.NewReader(log))) {
		if s, ok := rec.(*parse.Summary); ok {
			if len(want) == 0 || math.Abs(s.QPS-want[0]) > 1e-9*want[0] {
				t.Errorf("%v queries a second, want %v", s.QPS, want)
			}
			want = want[min(1, len(want)):]
		}
	}
	if len(want) > 0 {
		t.Errorf("no run for %v", want)
	}
}

func BenchmarkCSV(b *testing.B) {
	parsetest.Benchmark(b, Formats[1], parsetest.Repeat("", "innodb,mixed,0.302,0.270,0.320,8,250\n", 1000))
}

func FuzzRead(f *testing.F) { parsetest.Fuzz(f, Formats, logNames(f), parsetest.OnlyRuns) }
