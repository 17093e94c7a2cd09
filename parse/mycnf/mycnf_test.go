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

// TestGroup holds values to what my_print_defaults of MySQL 9.7 and of MariaDB 10.11 print.
func TestGroup(t *testing.T) {
	const text = `top = 1
[mysqld]
password=server
[client]
# user=nobody
user = bench
a=ab#c
b = ab #c
c = 'x y' # comment
d = "it's"
e = 'a\'b'
f = a\sb\\c
g = "q#r"
h = 'open
i = x'y#z
j = "tail"x
k=
l
m-n = 1
password = first
password = 'se cr#et"9' # the last one
q = x\#y
r = 'a\nb'
s = 'x\\'#y
[mysql]
user=other
`
	want := map[string]string{"user": "bench", "a": "ab", "b": "ab", "c": "x y", "d": "it's", "e": "a'b", "f": `a b\c`, "g": "q#r",
		"h": "'open", "i": "x'y#z", "j": `"tail"x`, "k": "", "l": "", "m_n": "1", "password": `se cr#et"9`, "q": `x\`, "r": "a\nb", "s": `x\`}
	got := Group(parse.NewLines(strings.NewReader(text)), "client")
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s = %q, want %q", name, got[name], value)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d options, want %d: %q", len(got), len(want), got)
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
