package variables

import (
	"bytes"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

func readText(t testing.TB, text string) *parsetest.Stream {
	t.Helper()
	return parsetest.Read(t, Formats[0], strings.NewReader(text))
}

// value is what a variable is set to.
func value(t testing.TB, s *parsetest.Stream, name string) string {
	t.Helper()
	for _, v := range s.Settings {
		if v.Name == name {
			return v.Value
		}
	}
	t.Fatalf("no variable %s", name)
	return ""
}

const (
	tabs = "Variable_name\tValue\nsync_binlog\t1\ninit_connect\t\nsql_mode\tSTRICT_TRANS_TABLES,NO_ZERO_DATE\n"
	box  = "+-----------------+-------+\n| Variable_name   | Value |\n+-----------------+-------+\n| sync_binlog     | 1     |\n| init_connect    |       |\n| optimizer_trace | enabled=off,one_line=off |\n+-----------------+-------+\n3 rows in set (0.00 sec)\n"
)

func TestForms(t *testing.T) {
	for name, text := range map[string]string{"tabs": tabs, "box": box} {
		s := readText(t, text)
		if len(s.Settings) != 3 || len(s.Rejected) != 0 || value(t, s, "sync_binlog") != "1" || value(t, s, "init_connect") != "" {
			t.Errorf("%s: %v", name, s.Text)
		}
		if _, score := parsetest.Detect(Formats, []byte(text)); score != parse.Certain {
			t.Errorf("%s is claimed with %d", name, score)
		}
	}
}

const server = "../../testdata/tpcc-mysql/founding/tpcc-binlog.variables.tsv"

func TestRealServer(t *testing.T) {
	parsetest.Understood(t, Formats, []string{server})
	s := parsetest.ReadFile(t, Formats[0], server)
	if lines := bytes.Count(parsetest.Load(t, server), []byte("\n")); len(s.Settings) != lines-1 {
		t.Errorf("%d settings of %d lines", len(s.Settings), lines)
	}
	for name, want := range map[string]string{"log_bin": "ON", "innodb_flush_method": "O_DIRECT"} {
		if got := value(t, s, name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
}

func TestOtherFilesAreNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"nothing": "", "no variables": "Variable_name\tValue\n", "status": "Variable_name\tValue\nAborted_clients\t0\n",
		"a transcript": "mysql> show variables;\n" + box, "a table": "a\tb\nc\td\n", "no heading": "| sync_binlog | 1 |\n",
	})
}

func TestJunkIsTold(t *testing.T) { parsetest.Junk(t, Formats[0], []byte(box), "what is this", nil) }

func FuzzRead(f *testing.F) {
	f.Add([]byte(tabs))
	f.Add([]byte(box))
	parsetest.Fuzz(f, Formats, []string{server}, parsetest.NoRuns, func(t testing.TB, s *parsetest.Stream) {
		for _, v := range s.Settings {
			if strings.ContainsAny(v.Name, " \t\n") {
				t.Fatalf("a variable called %q", v.Name)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	parsetest.Benchmark(b, Formats[0], parsetest.Prolong(b, parsetest.Load(b, server), 1, "", 4<<20))
}
