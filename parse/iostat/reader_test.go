package iostat

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

// The prefix of the heading's line is the time of all its rows.
func TestPrefixed(t *testing.T) {
	in := parse.NewLines(strings.NewReader(`2015-01-03 16:40:43.766337	Linux 3.13 (host) 	01/03/2015 	_x86_64_	(8 CPU)
2015-01-03 16:40:43.766338	
2015-01-03 16:40:43.766339	Device:  tps
2015-01-03 16:40:43.766340	sda  1.00
2015-01-03 16:40:43.766341	
2015-01-03 16:40:44.766339	Device:  tps
2015-01-03 16:40:44.766340	sda  2.00
2015-01-03 16:40:44.766341	sdb  3.00
`))
	in.StripPrefixes()
	s := parsetest.ReadLines(t, Formats[0], in)
	want := time.Date(2015, 1, 3, 16, 40, 44, 766339000, time.UTC)
	for _, device := range []string{"sda", "sdb"} {
		if v := s.Value(t, tool, device, "transfers_per_s", 0); !v.At.Equal(want) || !math.IsNaN(v.T) {
			t.Errorf("%s: %+v", device, v)
		}
	}
	if len(s.Events)+len(s.Rejected) > 0 {
		t.Errorf("events %v, errors %v", s.Events, s.Rejected)
	}
}

// What a column holds follows from others of the same row: KB per second are
// requests per second times their size, and CPU time adds up.
func TestColumnsAgree(t *testing.T) {
	for _, name := range textFiles(t) {
		if strings.Contains(name, "templates") {
			continue
		}
		s := parsetest.ReadFile(t, Formats[0], name)
		type row struct {
			line   int
			object string
		}
		rows := map[row]map[string]float64{}
		for _, v := range s.Samples {
			k := row{v.Line, v.Object}
			if rows[k] == nil {
				rows[k] = map[string]float64{}
			}
			rows[k][v.Metric] = v.Value
		}
		checked := 0
		for k, v := range rows {
			if sum := v["cpu_user_pct"] + v["cpu_nice_pct"] + v["cpu_system_pct"] + v["cpu_iowait_pct"] + v["cpu_steal_pct"] + v["cpu_idle_pct"]; k.object == "" {
				checked++
				if math.Abs(sum-100) > 0.3 {
					t.Errorf("%s:%d: CPU time adds up to %v", name, k.line, sum)
				}
			}
			for _, op := range [][3]string{{"reads_per_s", "avg_read_kb", "read_kb_per_s"}, {"writes_per_s", "avg_write_kb", "write_kb_per_s"}} {
				per, ok := v[op[1]]
				if !ok {
					continue
				}
				checked++
				rounding := 0.006*per + 0.06*v[op[0]] + 0.03*v[op[2]] + 6
				if got := v[op[0]] * per; math.Abs(got-v[op[2]]) > rounding {
					t.Errorf("%s:%d: %s x %s = %v, %s %v", name, k.line, op[0], op[1], got, op[2], v[op[2]])
				}
			}
		}
		if checked == 0 && !strings.Contains(name, "_d") && !strings.Contains(name, "pretty") {
			t.Errorf("%s: nothing to check", name)
		}
	}
}

func TestUnitsAndMarks(t *testing.T) {
	read := func(name string) *parsetest.Stream { return parsetest.ReadFile(t, Formats[0], logs+name) }
	for _, tc := range []struct {
		file, source, object, metric string
		n                            int
		want                         float64
	}{
		{"templates/iostat_9_de.txt", tool, "sda", "write_kb_per_s", 0, 9.8 * 1024},
		{"templates/iostat_9_de.txt", tool, "sda", "avg_request_kb", 0, 22.32 / 2},
		{"templates/iostat_9_de.txt", tool, "sda", "util_pct", 0, 101.2},
		{"templates/iostat_10_blocks.txt", tool, "sda", "write_kb_per_s", 1, 5500},
		{"templates/iostat_12.1_x_no_flush.txt", tool + " since boot", "nvme0n1", "avg_discard_kb", 0, 2094916.64},
		{"templates/iostat_11.7_x_long_names.txt", tool, "vg--data-lv--mysql--with--a--long--name", "writes_per_s", 0, 4500},
		{"iostat_mx10.txt", tool, "vda", "write_kb_per_s", 1, 16.38 * 1024},
		{"iostat_x_human_m.txt", tool, "vda", "discard_kb_per_s", 0, 702},
		{"iostat_sh.txt", tool + " since boot", "vda", "read_kb", 0, 6.9 * 1024 * 1024},
		{"iostat_group.txt", tool, "all", "util_pct", 0, 5.94},
		{"iostat_dxy.txt", tool, "vda", "reads_per_s", 0, 6}, // -y: the first report is no average since boot
	} {
		if v := read(tc.file).Value(t, tc.source, tc.object, tc.metric, tc.n); math.Abs(v.Value-tc.want) > 1e-9*tc.want {
			t.Errorf("%s: %s of %s is %v, want %v", tc.file, tc.metric, tc.object, v.Value, tc.want)
		}
	}
	if v := read("templates/iostat_12.1_x_no_flush.txt").Value(t, tool, "nvme0n1", "avg_queue", 0); v.Value != 0 || math.Signbit(v.Value) {
		t.Errorf("minus zero stays %v", v.Value)
	}
}

func TestMatch(t *testing.T) {
	text := string(parsetest.Load(t, beside))
	banner, report, _ := strings.Cut(text, "\n\n")
	for text, want := range map[string]int{
		text:   parse.Certain,
		report: parse.Likely,
		banner + "\n22:24:18     CPU    %usr   %nice\n":                                  parse.NoMatch,
		"# Title\n\n| Device | r/s |\n":                                                  parse.NoMatch,
		"Device Boot Start End\n/dev/sda1 1 2\n":                                         parse.NoMatch,
		"procs -----------memory---------- ---swap--\n r  b   swpd   free   buff  cache": parse.NoMatch,
	} {
		if m := matchText(bytes.Split([]byte(text), []byte("\n"))); m.Score != want {
			t.Errorf("%q: %+v", text, m)
		}
	}
}
