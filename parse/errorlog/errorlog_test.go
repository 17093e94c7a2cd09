package errorlog

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/mysql/errorlog/"

func files(t testing.TB) []string { return parsetest.Files(t, 4, logs+"*.*", logs+"templates/*.err") }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) { parsetest.Fuzz(f, Formats, files(f), parsetest.NoRuns) }

func events(t *testing.T, text string) []*parse.Event {
	t.Helper()
	s := parsetest.Read(t, Formats[0], strings.NewReader(text))
	if len(s.Samples)+len(s.Rejected) > 0 {
		t.Errorf("samples %v, errors %v", s.Samples, s.Rejected)
	}
	return s.Events
}

func TestEntries(t *testing.T) {
	midnight := time.Date(2026, 12, 1, 0, 2, 4, 0, time.UTC)
	for _, tc := range []struct {
		line, want string
	}{
		{"2026-12-01  0:02:04 0 [Note] mariadbd (initiated by: root[root] @ localhost []): Normal shutdown", "info restart : mariadbd (initiated by: root[root] @ localhost []): Normal shutdown"},
		{"2026-12-01  0:02:04 140668903855808 [Warning] InnoDB: Difficult to find free blocks", "warning error : InnoDB: Difficult to find free blocks"},
		{"261201  0:02:04 [ERROR] Aborting", "error fatal : Aborting"},
		{"2026-12-01T00:02:04Z 7 [ERROR] [MY-012592] [InnoDB] Operating system error number 28", "error error MY-012592: Operating system error number 28"},
		{"2026-12-01T00:02:04Z UTC - mysqld got signal 11 ;", "error fatal : mysqld got signal 11 ;"},
		{"2026-12-01 00:02:04 17 [Note] InnoDB: *** WE ROLL BACK TRANSACTION (2)", "warning error 1213: InnoDB found a deadlock and rolled one of its transactions back"},
		{"2026-12-01 00:02:04 0 [Warning] ", "warning error : an entry without text"},
		{"2026-12-01 00:02:04 0 [Note] InnoDB: Using io_uring", ""},
		{"Version: '10.11.19-MariaDB'  socket: '/tmp/s.sock'  port: 3306  Debian 12", ""},
	} {
		got := ""
		for _, e := range events(t, "2026-12-01 00:02:04 0 [Note] first\n"+tc.line+"\n") {
			got += fmt.Sprintf("%s %s %s: %s", e.Severity, e.Kind, e.Code, e.Message)
			if !e.At.Equal(midnight) || e.Line != 2 {
				t.Errorf("%q: at %v, line %d", tc.line, e.At, e.Line)
			}
		}
		if got != tc.want {
			t.Errorf("%q:\ngot  %s\nwant %s", tc.line, got, tc.want)
		}
	}
}

// Entries that differ only in numbers have one message, so that a flood of them
// is one row.
func TestFloodsAddUp(t *testing.T) {
	text := ""
	for i := range 5 {
		text += fmt.Sprintf("2026-12-01 00:02:0%d %d [Warning] Aborted connection %d to db: 'tpcc' user: 'bench' host: 'h' (Got timeout)\n", i, i, i)
	}
	all := events(t, text)
	for _, e := range all {
		if e.Message != all[0].Message {
			t.Errorf("%q and %q", e.Message, all[0].Message)
		}
	}
	if len(all) != 5 {
		t.Errorf("%d events", len(all))
	}
}

func TestOtherFilesAreNotClaimed(t *testing.T) {
	entry := "2026-12-01 00:02:04 0 [Note] InnoDB: Using io_uring\n"
	parsetest.NotClaimed(t, Formats, map[string]string{
		"empty":                   "",
		"prose":                   "How to read the log:\n\n" + entry,
		"a tool that prints more": "sysbench 1.0.20\n" + entry,
		"InnoDB status":           "2026-12-01 00:02:04 0x7f39 INNODB MONITOR OUTPUT\n",
		"pt-stalk":                "TS 1796083014.887056392 2026-11-30 23:56:54\n",
		"sysbench with times":     "2026-12-01 00:02:04 [ 10s ] thds: 8 tps: 100\n",
	})
}

func BenchmarkRead(b *testing.B) {
	log := parsetest.Load(b, logs+"mariadb_start_shutdown.err")
	parsetest.Benchmark(b, Formats[0], parsetest.Repeat("", string(log), 1000))
}
