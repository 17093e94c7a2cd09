package mysqlcli

import (
	"bytes"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

func read1(t testing.TB, text []byte) *parsetest.Stream {
	t.Helper()
	return parsetest.Read(t, Formats[0], bytes.NewReader(text))
}

// The first founding experiment, exactly as it was published.
func TestFounding(t *testing.T) {
	s := read1(t, parsetest.Load(t, transcripts+"/written/blog-pload.txt"))
	if len(s.Runs) != 3 || len(s.Rejected) != 0 {
		t.Fatalf("%d runs, not understood: %v", len(s.Runs), s.Rejected)
	}
	for i, want := range []struct {
		commit  string
		elapsed float64
	}{{"2", 60.35}, {"0", 25.08}, {"1", 1041.91}} {
		sum := s.Runs[i].Summary
		if sum.Settings["innodb_flush_log_at_trx_commit"] != want.commit || sum.ElapsedS != want.elapsed ||
			sum.Scale != 500000 || sum.TPS != 500000/want.elapsed || !sum.Complete {
			t.Errorf("commit %s: %+v", want.commit, sum)
		}
	}
}

// What holds for every load that was answered, in all transcripts.
func TestInvariants(t *testing.T) {
	answered := 0
	for name, text := range parsetest.LoadAll(t, files(t)) {
		for _, run := range read1(t, text).Runs {
			sum := run.Summary
			if sum.Threads != 1 {
				t.Errorf("%s: %+v", name, sum)
			}
			if sum.Complete != (sum.Reported["time"] != "") {
				t.Errorf("%s: complete %v, time %q", name, sum.Complete, sum.Reported["time"])
			}
			if len(run.Intervals) == 0 {
				continue
			}
			answered++
			iv := run.Intervals[0]
			if len(run.Intervals) != 1 || iv.Start != 0 || iv.End != sum.ElapsedS || iv.Ops[0].Rate*iv.End-float64(sum.Scale) > 1e-6 {
				t.Errorf("%s: %+v of %+v", name, run.Intervals, sum)
			}
		}
	}
	if answered < 25 {
		t.Errorf("only %d loads have an interval", answered)
	}
}

// Text between the commands changes nothing.
func TestProse(t *testing.T) {
	const prose = "接下来把参数改回去，再调用 p_load (5 次) -> 结果如下：\n"
	for name, text := range parsetest.LoadAll(t, files(t)) {
		want := read1(t, text).Runs
		planted := bytes.ReplaceAll(text, []byte("\nmysql> "), []byte("\n"+prose+"mysql> "))
		planted = bytes.ReplaceAll(planted, []byte("\nMariaDB ["), []byte("\n"+prose+"MariaDB ["))
		s := read1(t, planted)
		got := s.Runs
		if len(got) != len(want) || len(s.Rejected) > 1 {
			t.Fatalf("%s: %d runs instead of %d, not understood: %v", name, len(got), len(want), s.Rejected)
		}
		for i := range want {
			if got[i].Summary.ElapsedS != want[i].Summary.ElapsedS && got[i].Summary.Complete {
				t.Errorf("%s: run %d takes %v s instead of %v", name, i, got[i].Summary.ElapsedS, want[i].Summary.ElapsedS)
			}
		}
	}
}

func TestClientTime(t *testing.T) {
	for text, want := range map[string]float64{
		"(0.00 sec)": 0, "(1.002 sec)": 1.002, "(0.0012 sec)": 0.0012, "(25.08 sec)": 25.08,
		"(1 min 0.35 sec)": 60.35, "(17 min 21.91 sec)": 1041.91, "(1 hour 2 min 3.45 sec)": 3723.45,
		"(1 hour 0.02 sec)": 3600.02, "(2 hours 59.99 sec)": 7259.99, "(1 day 0.10 sec)": 86400.1,
		"(2 days 1 hour 0.02 sec)": 176400.02, "(3 days 23 hours 59 min 59.999 sec)": 345599.999, "(7 sec)": 7,
	} {
		if res, wanted := parseResult([]byte("Query OK, 0 rows affected " + text)); wanted != "" || res.seconds != want {
			t.Errorf("%s: %v %s, want %v", text, res.seconds, wanted, want)
		}
	}
}

// A line that looks like a result and is none is reported once, where it stands.
func TestBrokenResults(t *testing.T) {
	for _, line := range []string{
		"Query OK, 0 rows affected (17 min 21.91 se",
		"Query OK, 0 rows affected (17 min 21.91 sec",
		"Query OK, 0 rows affected (17 min 21.91 sec) oh",
		"Query OK, 0 rows affected 17 min 21.91 sec",
		"Query OK, 0 rows affected (17 min)",
		"Query OK, 0 rows affected (1. sec)",
		"Query OK, 0 rows affected (-1 sec)",
		"Query OK, 0 rows affected (99999999999999999999 sec)",
		"Query OK, many rows affected (1.00 sec)",
		"Query OK, 0 rows affected, some warnings (1.00 sec)",
		"1 row in set (x sec)",
		"Empty set (",
		"Records: many  Duplicates: 0",
		"Rows matched: 1  Changed",
		"ERROR 1305 (42000 PROCEDURE seed.nosuch does not exist",
	} {
		rejected := read1(t, []byte("mysql> CALL p_load(5);\n"+line+"\n\nmysql> quit\n")).Rejected
		if len(rejected) != 1 || rejected[0].Line != 2 || rejected[0].Text != line {
			t.Errorf("%q: %v", line, rejected)
		}
	}
}

func TestNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"prose":          "# How to load\n\nSET GLOBAL sync_binlog = 0;\nCALL p_load(500000);\n\nIt took (17 min 21.91 sec).\n",
		"procedure":      "CREATE PROCEDURE p_load(count INT)\nBEGIN\nINSERT INTO t SELECT NULL;\nEND\n",
		"variables":      "Variable_name\tValue\nsync_binlog\t1\n",
		"variables box":  "+---------------+-------+\n| Variable_name | Value |\n+---------------+-------+\n| sync_binlog   | 1     |\n+---------------+-------+\n1 row in set (0.00 sec)\n",
		"status":         "Variable_name\tValue\nUptime\t1\nVariable_name\tValue\nUptime\t2\n",
		"sysbench":       "[ 1s ] thds: 4 tps: 3588.08 qps: 71761.60 (r/w/o: 50233.12/14352.32/7176.16) lat (ms,95%): 1.30 err/s: 0.00 reconn/s: 0.00\n",
		"tpcc errors":    "neword 3:1\n1205, HY000, Lock wait timeout exceeded; try restarting transaction\n",
		"error log":      "2026-12-01  0:02:05 0 [ERROR] InnoDB: Cannot\nERROR 2002 (HY000): Can't connect\n",
		"redirect":       "bench > show.txt\nset -e\necho 'Query OK'\n",
		"settings, bare": "SHOW VARIABLES LIKE 'x';\nQuery OK, 0 rows affected (0.00 sec)\n",
	})
}

func TestMatchLine(t *testing.T) {
	text := []byte("mysql> use test;\nDatabase changed\nmysql> CALL p_load(5);\nQuery OK, 0 rows affected (1.00 sec)\n")
	if m := Formats[0].Match(parsetest.Head(text)); m.Score != parse.Certain || m.Line != 2 {
		t.Errorf("%+v", m)
	}
	if _, score := parsetest.Detect(Formats, text[bytes.IndexByte(text, 'C'):]); score != parse.Likely {
		t.Errorf("without a prompt: %d", score)
	}
	if format, score := parsetest.Detect(Formats, []byte("mysql> SELECT 1;\n1 row in set (0.00 sec)\n")); format.Name != FormatTranscript || score != parse.Weak {
		t.Errorf("without a load: %s %d", format.Name, score)
	}
}

func TestSet(t *testing.T) {
	for text, want := range map[string]string{
		"SET GLOBAL a=1":                                              "a=1",
		"set @@global.a := 'x y', b = on":                             "a=x y b=on",
		"SET PERSIST a = 64 * 1024":                                   "a=65536",
		"SET PERSIST_ONLY a = 1":                                      "",
		"SET NAMES utf8":                                              "",
		"SET PASSWORD = PASSWORD('***')":                              "",
		"SET @rows = 5, SESSION `a` = READ_ONLY":                      "a=READ_ONLY",
		"SET GLOBAL a = DEFAULT":                                      "a?",
		"SET GLOBAL a = @@b + 1":                                      "a?",
		"SET x = (SELECT 1, 2), a = 2":                                "x? a=2",
		"SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED, READ ONLY": "transaction_isolation=READ-UNCOMMITTED",
		"SET GLOBAL TRANSACTION ISOLATION LEVEL SERIALIZABLE":         "transaction_isolation=SERIALIZABLE",
	} {
		var got []string
		for _, a := range parseSet(text) {
			if a.known {
				got = append(got, a.name+"="+a.value)
			} else {
				got = append(got, a.name+"?")
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

// What SET SESSION changed ends with the connection, what SET GLOBAL changed
// with the server.
func TestConnections(t *testing.T) {
	const body = "mysql> SET GLOBAL a=1;\nQuery OK, 0 rows affected (0.00 sec)\n" +
		"mysql> SET SESSION b=1;\nQuery OK, 0 rows affected (0.00 sec)\n"
	const load = "mysql> CALL p_load(5);\nQuery OK, 0 rows affected (1.00 sec)\n"
	for second, want := range map[string]int{"8": 1, "3": 0, "7": 0} {
		runs := read1(t, []byte("Your MySQL connection id is 7\n"+body+load+"Your MySQL connection id is "+second+"\n"+load)).Runs
		if n := len(runs[0].Summary.Settings); n != 2 {
			t.Errorf("%d settings", n)
		}
		if n := len(runs[1].Summary.Settings); n != want {
			t.Errorf("connection %s: %d settings, want %d", second, n, want)
		}
	}
}
