package dstat

import (
	"bytes"
	"math"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

// dstat_full.txt and dstat_full.csv are of one run: what the terminal shows is
// what the CSV holds, to its digits.
func TestTextIsCSV(t *testing.T) {
	short := parsetest.ReadFile(t, Formats[0], logs+"dstat_full.txt")
	long := parsetest.ReadFile(t, Formats[1], logs+"dstat_full.csv")
	if len(short.Samples) != len(long.Samples) || len(short.Samples) != 3*42 {
		t.Fatalf("%d samples of the terminal, %d of the CSV", len(short.Samples), len(long.Samples))
	}
	for i, a := range short.Samples {
		b := long.Samples[i]
		if a.Source != b.Source || a.Object != b.Object || a.Metric != b.Metric || a.Unit != b.Unit || !a.At.Equal(b.At) {
			t.Fatalf("%+v\n%+v", a, b)
		}
		if math.Abs(a.Value-b.Value) > 0.51+0.035*b.Value { // 17k is all that is shown of 16706
			t.Errorf("%s %s: %v and %v", a.Object, a.Metric, a.Value, b.Value)
		}
	}
}

func TestMissedTicks(t *testing.T) {
	s := parsetest.ReadFile(t, Formats[0], logs+"templates/dstat_missed.txt")
	if len(s.Events) != 1 || s.Events[0].Kind != parse.LateReport || s.Events[0].Count != 4 || s.Events[0].Line != 6 {
		t.Errorf("events %+v", s.Events)
	}
	// A blank figure is not there, and those beside it stay where they are.
	late := map[string]float64{}
	for _, v := range s.Samples {
		if v.Line == 7 {
			late[v.Metric] = v.Value
		}
	}
	for metric, want := range map[string]float64{"cpu_system_pct": 3, "cpu_iowait_pct": 54, "read_kb_per_s": 473 * 1024, "interrupts_per_s": 9876} {
		if got, ok := late[metric]; !ok || got != want {
			t.Errorf("%s is %v, want %v", metric, got, want)
		}
	}
	for _, metric := range []string{"cpu_idle_pct", "write_kb_per_s"} {
		if got, ok := late[metric]; ok {
			t.Errorf("%s is %v, and was blank", metric, got)
		}
	}
}

const (
	headings = "----system---- ----total-usage---- -dsk/total- -net/total- ---paging-- ---system--\n" +
		"     time     |usr sys idl wai stl| read  writ| recv  send|  in   out | int   csw \n"
	preamble = "\"system\",\"total cpu usage\",,,,,\"dsk/total\",,\"net/total\",,\"paging\",,\"system\",\n" +
		"\"time\",\"usr\",\"sys\",\"idl\",\"wai\",\"stl\",\"read\",\"writ\",\"recv\",\"send\",\"in\",\"out\",\"int\",\"csw\"\n"
)

func TestMatch(t *testing.T) {
	for text, want := range map[string][2]int{
		headings:                       {parse.Certain, parse.NoMatch},
		preamble:                       {parse.NoMatch, parse.Likely},
		"| a | b |\n":                  {parse.NoMatch, parse.NoMatch},
		"--- a\n|b|c\n":                {parse.NoMatch, parse.NoMatch},
		"\"Dstat 0.7.4 CSV output\"\n": {parse.NoMatch, parse.Certain},
		"\"a\",\"b\"\n\"c\",\"d\"\n":   {parse.NoMatch, parse.NoMatch},
	} {
		for i, f := range Formats {
			if m := f.Match(bytes.Split([]byte(text), []byte("\n"))); m.Score != want[i] {
				t.Errorf("%s of %q: %+v", f.Name, text, m)
			}
		}
	}
}
