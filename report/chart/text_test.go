package chart

import (
	"strings"
	"testing"
)

func bundledMetrics(t *testing.T) metrics {
	t.Helper()
	base, err := bundled()
	if err != nil {
		t.Fatal(err)
	}
	return metrics{faces{base}, 1}
}

func TestShorten(t *testing.T) {
	m, f := bundledMetrics(t), font{size: 13}
	name := "sysbench-oltp-read-write-threads-64-binlog-1"
	for _, room := range []float64{1000, 200, 120, 60, 20, 1} {
		got := m.shorten(name, f, room)
		if w := m.width(got, f); w > room && got != dots3 {
			t.Errorf("%q is %v wide, room %v", got, w, room)
		}
	}
	if got := m.shorten(name, f, 150); !strings.HasPrefix(got, "sysb") || !strings.HasSuffix(got, "log-1") {
		t.Errorf("%q: both ends tell names apart", got)
	}
	if got := m.shorten("short", f, 1000); got != "short" {
		t.Errorf("%q", got)
	}
}

func TestWrap(t *testing.T) {
	m, f := bundledMetrics(t), font{size: 13}
	for _, words := range []string{"average of three report lines of each run side by side", "每三行报告取平均值并排显示两次运行的结果", strings.Repeat("x", 200), "a"} {
		lines := m.wrap(words, f, 120, 9)
		for _, line := range lines {
			if m.width(line, f) > 120 || line == "" {
				t.Errorf("line %q of %q", line, words)
			}
		}
		if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); len(words) < 150 && got != strings.ReplaceAll(words, " ", "") {
			t.Errorf("%q became %q", words, lines)
		}
	}
	if lines := m.wrap(strings.Repeat("word ", 50), f, 120, 2); len(lines) != 2 || !strings.Contains(lines[1], dots3) {
		t.Errorf("%q: want two lines, the last cut", lines)
	}
	if lines := m.wrap("中文", f, 1, 5); len(lines) != 2 {
		t.Errorf("%q: no room at all must still end", lines)
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"a\x00b\tc\r\n": "a b c", "\u202eabc\u202c": "abc", "\xff": "\uFFFD", "x\ufffe\uffff": "x", "日志 é": "日志 é",
	} {
		if got := clean(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}
