package sysstat

import (
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

// A collector's prefix and the time of day behind it are both removed: then the
// prefix is the time, and a row that comes again begins a report.
func TestPrefixed(t *testing.T) {
	in := parse.NewLines(strings.NewReader(`2021-04-09 16:13:31.500000	Linux 5.4.0 (host) 	04/09/2021 	_x86_64_	(2 CPU)
2021-04-09 16:13:31.500001	
2021-04-09 16:13:31.500002	04:13:31 PM  CPU    %usr   %nice
2021-04-09 16:13:32.500000	04:13:32 PM  all   12.25    0.00
2021-04-09 16:13:32.500001	04:13:32 PM    0   12.50    0.00
2021-04-09 16:13:33.500000	04:13:33 PM  all   13.25    0.00
2021-04-09 16:13:33.500001	04:13:33 PM    0   13.50    0.00
2021-04-09 16:13:33.600000	Average:     all   13.25    0.00
`))
	in.StripPrefixes()
	s := parsetest.ReadLines(t, Formats[0], in)
	if len(s.Samples) != 8 || len(s.Rejected) > 0 || len(s.Events) > 0 {
		t.Fatalf("%d samples, events %v, errors %v", len(s.Samples), s.Events, s.Rejected)
	}
	for i, want := range []time.Time{time.Date(2021, 4, 9, 16, 13, 32, 5e8, time.UTC), time.Date(2021, 4, 9, 16, 13, 33, 5e8, time.UTC)} {
		if v := s.Value(t, Mpstat, "", "cpu_user_pct", i); !v.At.Equal(want) {
			t.Errorf("row %d at %v", i, v.At)
		}
		if v := s.Value(t, Mpstat, "cpu0", "cpu_user_pct", i); !v.At.Equal(want) {
			t.Errorf("cpu0 of row %d at %v", i, v.At)
		}
	}
}

// The times of all CPUs add up to 100, and CPU 0 and 1 average to them.
func TestSums(t *testing.T) {
	s := parsetest.ReadFile(t, Formats[0], logs+"mpstat.txt")
	sums := map[string]float64{}
	for _, v := range s.Samples {
		sums[v.Object] += v.Value
	}
	for object, sum := range sums {
		if sum < 299.9 || sum > 300.1 {
			t.Errorf("three rows of %q add up to %v", object, sum)
		}
	}
	if len(sums) != 3 {
		t.Errorf("objects %v", sums)
	}
}

func TestNoArgumentsKept(t *testing.T) {
	s := parsetest.ReadFile(t, Formats[1], logs+"templates/pidstat_command_lines.txt")
	for _, v := range s.Samples {
		if strings.Contains(v.Object, "secret") || strings.Contains(v.Object, " ") {
			t.Errorf("object %q", v.Object)
		}
	}
	if v := s.Value(t, Pidstat, "mysql[6001]", "cpu_user_pct", 0); v.Value != 1 {
		t.Errorf("%+v", v)
	}
}
