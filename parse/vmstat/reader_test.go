package vmstat

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

func TestTranslated(t *testing.T) {
	s := parsetest.ReadFile(t, Formats[0], logs+"templates/vmstat_de_active.txt")
	for metric, want := range map[string]float64{"mem_free_kb": 123400, "mem_inactive_kb": 2346, "mem_active_kb": 345700, "write_kb_per_s": 12000, "cpu_iowait_pct": 10} {
		if v := s.Value(t, tool, "", metric, 0); v.Value != want {
			t.Errorf("%s is %v", metric, v.Value)
		}
	}
}

const (
	titles = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----\n" +
		" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC\n"
	row = "12  0      0 18797948 114276 4607796    0    0 273492 10304 12946 93527 59 41  0  0  0 2026-11-30 22:23:21\n"
)

// Without a zone in the heading a time is in that of the source, with UTC in UTC.
func TestZone(t *testing.T) {
	for zone, want := range map[string]int{"UTC": 22, "CEST": 20, "+0100": 21} {
		in := parse.NewLines(strings.NewReader(strings.ReplaceAll(titles, "UTC", zone) + row))
		in.SetClock(time.FixedZone("", 2*3600), parsetest.Written)
		s := parsetest.ReadLines(t, Formats[0], in)
		if at := s.Samples[0].At; at.Hour() != want {
			t.Errorf("%s: %v", zone, at)
		}
	}
}

func TestClockStep(t *testing.T) {
	s := parsetest.Read(t, Formats[0], strings.NewReader(titles+row+strings.Replace(row, "22:23:21", "22:23:20", 1)))
	if len(s.Events) != 1 || s.Events[0].Kind != parse.ClockStep || s.Events[0].Severity != parse.Warning || s.Events[0].Line != 4 {
		t.Errorf("events %+v", s.Events)
	}
}

func TestMatch(t *testing.T) {
	for text, want := range map[string]int{
		titles:                              parse.Certain,
		strings.SplitAfter(titles, "\n")[1]: parse.Likely,
		row:                                 parse.NoMatch,
		"one two three four\n":              parse.NoMatch,
		strings.Repeat("word ", 17) + "\n":  parse.NoMatch,
	} {
		if m := match(bytes.Split([]byte(text), []byte("\n"))); m.Score != want {
			t.Errorf("%q: %+v", text, m)
		}
	}
}
