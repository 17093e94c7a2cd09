package mysqlstatus

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/mysql/status/"

func files(t testing.TB) []string {
	return parsetest.Files(t, 15, logs+"*.t*", logs+"templates/*.txt")
}

func TestGoldens(t *testing.T) {
	parsetest.Goldens(t, Formats, files(t))
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(snapshot(10, 100, 1000, 8) + snapshot(11, 1, 5, 1)))
	parsetest.Fuzz(f, Formats, files(f))
}

// samples are the values of the metrics asked for, in order, and the kinds of
// the events.
func samples(t *testing.T, text string, metrics ...string) (values []string, events []parse.Kind) {
	t.Helper()
	for rec, err := range Formats[0].Read(parse.NewLines(strings.NewReader(text))) {
		if err != nil {
			t.Fatal(err)
		}
		switch rec := rec.(type) {
		case *parse.Event:
			events = append(events, rec.Kind)
		case *parse.Sample:
			if slices.Contains(metrics, rec.Metric) {
				values = append(values, fmt.Sprintf("%s=%g%s", rec.Metric, rec.Value, rec.Unit))
			}
		}
	}
	return values, events
}

// snapshot is one block at that second by the clock and by the server.
func snapshot(second, uptime, questions, connected int) string {
	return fmt.Sprintf("TS 17960830%02d.5 2026-11-30 23:56:54\nVariable_name\tValue\nInnodb_page_size\t16384\nQuestions\t%d\nThreads_connected\t%d\nUptime\t%d\nRpl_status\tAUTH_MASTER\n",
		second, questions, connected, uptime)
}

func TestRatesOverRealTime(t *testing.T) {
	text := snapshot(10, 100, 1000, 8) + snapshot(12, 101, 1500, 8) + snapshot(13, 103, 1600, 9)
	values, events := samples(t, text, "questions", "threads_connected")
	want := "[threads_connected=8 questions=2501/s threads_connected=8 questions=1001/s threads_connected=9]"
	if fmt.Sprint(values) != want || len(events) != 0 {
		t.Errorf("got %v, events %v; want %s", values, events, want)
	}
}

func TestRestartsAndResets(t *testing.T) {
	restart := snapshot(10, 100, 1000, 8) + snapshot(11, 1, 5, 1) + snapshot(12, 2, 15, 1)
	if values, events := samples(t, restart, "questions"); fmt.Sprint(values) != "[questions=101/s]" || !slices.Equal(events, []parse.Kind{parse.Restart}) {
		t.Errorf("restart: %v, %v", values, events)
	}
	reset := snapshot(10, 100, 1000, 8) + snapshot(11, 101, 5, 8) + snapshot(12, 102, 15, 8)
	if values, events := samples(t, reset, "questions"); fmt.Sprint(values) != "[questions=101/s]" || !slices.Equal(events, []parse.Kind{parse.CounterReset}) {
		t.Errorf("reset: %v, %v", values, events)
	}
	back := snapshot(12, 100, 1000, 8) + snapshot(11, 101, 2000, 8) + snapshot(13, 103, 3000, 8)
	if values, events := samples(t, back, "questions"); fmt.Sprint(values) != "[questions=5001/s]" || !slices.Equal(events, []parse.Kind{parse.ClockStep}) {
		t.Errorf("clock: %v, %v", values, events)
	}
}

// mysqladmin -r prints differences after its first block; they must say what the
// absolute values of the same server say.
func TestDifferences(t *testing.T) {
	block := func(pageSize, questions, connected, uptime int) string {
		return fmt.Sprintf("+--+--+\n| Variable_name | Value |\n+--+--+\n| Innodb_page_size | %d |\n| Questions | %d |\n| Threads_connected | %d |\n| Uptime | %d |\n+--+--+\n\n",
			pageSize, questions, connected, uptime)
	}
	absolute := block(16384, 1000, 8, 100) + block(16384, 1500, 12, 102) + block(16384, 1600, 9, 103)
	differences := block(16384, 1000, 8, 100) + block(0, 500, 4, 2) + block(0, 100, -3, 1)
	a, _ := samples(t, absolute, "questions", "threads_connected", "uptime")
	b, events := samples(t, differences, "questions", "threads_connected", "uptime")
	if !slices.Equal(a, b) || len(a) != 8 || !slices.Equal(events, []parse.Kind{parse.ClockStep}) {
		t.Errorf("absolute %v\ndifferences %v, %v", a, b, events)
	}
}

func TestOtherFilesAreNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"nothing":      "",
		"no variables": "Variable_name\tValue\n",
		"settings":     "Variable_name\tValue\nsync_binlog\t1\n",
		"a transcript": "mysql> show status;\nVariable_name\tValue\nUptime\t1\n",
		"disks":        "TS 1796083014.887056392 2026-11-30 23:56:54\nDevice r/s\n",
	})
}

// A loop leaves new times, so that the text cannot simply be repeated.
func TestNoAllocationPerLine(t *testing.T) {
	loop := func(n int) []byte {
		var b bytes.Buffer
		for i := range n {
			fmt.Fprintf(&b, "TS %d.5 2026-11-30 23:56:54\nVariable_name\tValue\n", 1796083010+i)
			for v := range 500 {
				fmt.Fprintf(&b, "Com_statement_%d\t%d\n", v, i*v)
			}
		}
		return b.Bytes()
	}
	parsetest.NoAllocationPerLine(t, Formats[0], loop(10), loop(100), 5)
}

// Rates over the real time between snapshots add up to what the counters grew by,
// and each snapshot has a rate.
func TestRatesAddUp(t *testing.T) {
	for _, name := range []string{"tpcc-binlog", "tpcc-nobinlog"} {
		data := founding(t, name)
		told := map[string][]parse.Sample{}
		for rec, err := range Formats[0].Read(parse.NewLines(bytes.NewReader(data))) {
			v, ok := rec.(*parse.Sample)
			if err != nil || !ok {
				t.Fatalf("%s: %+v, %v", name, rec, err)
			}
			told[v.Metric] = append(told[v.Metric], *v)
		}
		at := times(t, data)
		for _, variable := range []string{"Questions", "Com_commit", "Innodb_os_log_written", "Innodb_dblwr_writes", "Handler_rollback", "Innodb_lsn_current"} {
			var values []float64
			for line := range bytes.Lines(data) {
				if rest, ok := bytes.CutPrefix(line, []byte(variable+"\t")); ok {
					c := parse.Cursor{Line: rest}
					v, _ := c.Float()
					values = append(values, v)
				}
			}
			metric := strings.ToLower(variable)
			if variable == "Innodb_lsn_current" {
				metric += "_per_s"
			}
			grown, rates := 0.0, 0
			for _, v := range told[metric] {
				i, found := slices.BinarySearchFunc(at, v.At, time.Time.Compare)
				if !found || i == 0 {
					t.Fatalf("%s: no snapshot is of %v", metric, v.At)
				}
				rates++
				grown += v.Value * at[i].Sub(at[i-1]).Seconds()
			}
			want := values[len(values)-1] - values[0]
			if rates != len(at)-1 || len(values) != len(at) || math.Abs(grown-want) > 1e-9*want {
				t.Errorf("%s %s: %d rates of %d snapshots add up to %v, want %v", name, metric, rates, len(at), grown, want)
			}
		}
	}
}

// times are those of the TS lines.
func times(t testing.TB, data []byte) (at []time.Time) {
	t.Helper()
	for line := range bytes.Lines(data) {
		if !bytes.HasPrefix(line, []byte("TS ")) {
			continue
		}
		var s, ns int64
		if n, _ := fmt.Sscanf(string(line), "TS %d.%d", &s, &ns); n == 2 {
			at = append(at, time.Unix(s, ns).UTC())
		}
	}
	return at
}

// The same snapshots are the same series, whatever shape they are printed in.
func TestShapesAgree(t *testing.T) {
	series := func(name string) map[string][]float64 {
		s := parsetest.ReadFile(t, Formats[0], logs+"templates/"+name)
		if len(s.Rejected) > 0 || len(s.Events) != 1 {
			t.Errorf("%s: errors %v, events %v", name, s.Rejected, s.Events)
		}
		out := map[string][]float64{}
		for _, v := range s.Samples {
			out[v.Metric+" "+v.Unit] = append(out[v.Metric+" "+v.Unit], v.T, v.Value)
		}
		return out
	}
	want := series("pt-mext.txt")
	if got := want["questions 1/s"]; !slices.Equal(got, []float64{2, 250, 3, 100}) {
		t.Errorf("questions: %v", got)
	}
	for _, name := range []string{"pt-mext_r.txt", "mysqladmin_E.txt"} {
		if got := series(name); !maps.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%s: %v\nwant %v", name, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "12.5": 12.5, "128.276360 ": 128.27636, "9007199254740991": 1<<53 - 1} {
		if got, ok := number([]byte(text)); !ok || got != want {
			t.Errorf("%q: %v %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "ON", "NULL", "nan", "18446744073709551615", "2026-11-30 23:18:23", "TLSv1.2", "1,5"} {
		if got, ok := number([]byte(text)); ok {
			t.Errorf("%q is taken as %v", text, got)
		}
	}
}

// What an unknown variable is shows when it falls: alone it is a gauge, among
// others counters were reset.
func TestUnknownVariables(t *testing.T) {
	text := ""
	for i, v := range []int{5, 7, 3, 4} {
		text += fmt.Sprintf("TS 179608301%d.0 x\nVariable_name\tValue\nNew_thing\t%d\nQuestions\t%d\n", i, v, 100*i)
	}
	values, events := samples(t, text, "new_thing")
	if want := "[new_thing=21/s new_thing=3 new_thing=4]"; fmt.Sprint(values) != want || len(events) != 0 {
		t.Errorf("%v, %v; want %s", values, events, want)
	}
}

// founding is the status series of a whole run, decompressed.
func founding(t testing.TB, name string) []byte {
	t.Helper()
	zipped, err := gzip.NewReader(bytes.NewReader(parsetest.Load(t, "../../testdata/tpcc-mysql/founding/"+name+".status.txt.gz")))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(zipped)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func BenchmarkSeries(b *testing.B) {
	parsetest.Benchmark(b, Formats[0], founding(b, "tpcc-binlog"))
}

// A feed of changes gives the rates that the printed snapshots would: zeros where
// a counter stood still, nothing across a restart.
func TestFeed(t *testing.T) {
	var got []string
	f := NewFeed(func(rec parse.Record) bool {
		if s, ok := rec.(*parse.Sample); ok {
			got = append(got, fmt.Sprintf("%d %v %s %v %s", s.Line, s.T, s.Metric, s.Value, s.Unit))
		}
		return true
	})
	f.Add(-1, 1, map[string]float64{"Uptime": 100, "Com_select": 50, "Threads_running": 3, "wsrep_local_index": 1 << 64})
	f.Add(0.5, 2, map[string]float64{"Uptime": 101, "Com_select": 80})
	f.Add(0.5, 3, map[string]float64{"Com_select": 80}) // completes the one before
	f.Add(1, 4, map[string]float64{"Uptime": 102})
	f.Add(2, 5, map[string]float64{"Uptime": 1, "Com_select": 5})
	f.Add(3, 6, map[string]float64{"Uptime": 2, "Com_select": 6})
	want := []string{
		"1 -1 threads_running 3 ", "1 -1 uptime 100 s",
		"2 0.5 com_select 20 1/s", "2 0.5 threads_running 3 ", "2 0.5 uptime 101 s",
		"4 1 com_select 0 1/s", "4 1 threads_running 3 ", "4 1 uptime 102 s",
		"5 2 threads_running 3 ", "5 2 uptime 1 s",
		"6 3 com_select 1 1/s", "6 3 threads_running 3 ", "6 3 uptime 2 s",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
