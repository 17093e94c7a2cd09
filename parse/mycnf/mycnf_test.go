package mycnf

import (
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/mycnf/"

func files(t testing.TB) []string { return parsetest.Files(t, 2, logs+"*.cnf") }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func TestNoSecretIsKept(t *testing.T) {
	for _, s := range parsetest.ReadFile(t, Formats[0], logs+"full.cnf").Settings {
		if strings.Contains(s.Value, "secret") {
			t.Errorf("%+v", *s)
		}
	}
}

func TestMatch(t *testing.T) {
	for text, want := range map[string]parse.Match{
		string(parsetest.Load(t, logs+"small.cnf")):       {Score: parse.Certain, Line: 1},
		string(parsetest.Load(t, logs+"full.cnf")):        {Score: parse.Likely, Line: 10},
		"\n[mysqld-8.0]\nport=1\n":                        {Score: parse.Certain, Line: 2},
		"[client]\nport=1\n":                              {},
		"[mysqld]\n[client]\nport=1\n":                    {},
		"[mysqld_safe]\nnice=1\n":                         {},
		"[ 1s ] thds: 8 tps: 1469.16\n":                   {},
		"[mysqld]\nport=1\n[0] sc:8 lt:8\nwhat is this\n": {},
		"port = 1\n": {},
		"[Unit]\nDescription=MySQL\n[Service]\nUser=m\n": {},
	} {
		if got := match(parsetest.Head([]byte(text))); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	parsetest.Fuzz(f, Formats, files(f), parsetest.NoRuns, func(t testing.TB, s *parsetest.Stream) {
		for _, s := range s.Settings {
			if strings.Contains(s.Name, "password") && !strings.HasPrefix(s.Name, "!") && s.Value != "***" {
				t.Fatalf("%+v", *s)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	parsetest.Benchmark(b, Formats[0], parsetest.Repeat("[mysqld]\n", "innodb-flush-log-at-trx-commit = 2   # flush\n", 10000))
}
