package mysqlstatus

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/hoststat/hoststattest"
)

const logs = "../../testdata/mysql/status/*"

func TestGoldens(t *testing.T) {
	hoststattest.Golden(t, Formats[0], hoststattest.Files(t, logs))
}

func FuzzRead(f *testing.F) {
	hoststattest.Fuzz(f, Formats, hoststattest.Files(f, logs), snapshot(10, 100, 1000, 8)+snapshot(11, 1, 5, 1))
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
	if !slices.Equal(a, b) || len(a) != 8 || len(events) != 0 {
		t.Errorf("absolute %v\ndifferences %v, %v", a, b, events)
	}
}

func TestOtherFilesAreNotClaimed(t *testing.T) {
	for _, text := range []string{
		"", "Variable_name\tValue\n", "Variable_name\tValue\nsync_binlog\t1\n", "mysql> show status;\nVariable_name\tValue\nUptime\t1\n",
		"TS 1796083014.887056392 2026-11-30 23:56:54\nDevice r/s\n",
	} {
		if match(bytes.Split([]byte(text), []byte("\n"))).Score != parse.NoMatch {
			t.Errorf("claimed %q", text)
		}
	}
}

func TestNoAllocationPerLine(t *testing.T) {
	hoststattest.NoAllocation(t, Formats[0], snapshot(10, 100, 1000, 8), snapshot(11, 101, 2000, 8)[len("TS 1796083011.5 2026-11-30 23:56:54\n"):])
}

func BenchmarkStatus(b *testing.B) {
	hoststattest.Benchmark(b, Formats[0], hoststattest.Load(b, "../../testdata/mysql/status/loop_ts.txt"))
}
