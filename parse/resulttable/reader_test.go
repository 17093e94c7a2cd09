package resulttable

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

func read1(t testing.TB, text string) *parsetest.Stream {
	t.Helper()
	return parsetest.Read(t, Formats[0], strings.NewReader(text))
}

// The third founding experiment: every figure as published, and the one row that
// contradicts itself found, with and without a column of rows.
func TestFounding(t *testing.T) {
	published := [][3]float64{
		{261.65, 382.18, 2.61}, {428.65, 233.29, 4.28}, {263.77, 379.10, 2.63},
		{43.29, 2309.74, 0.43}, {213.82, 467.68, 2.13}, {44.71, 2236.77, 0.44},
		{217.92, 317.42, 3.14}, {380.87, 262.56, 3.80}, {206.53, 484.18, 2.06},
		{360.59, 277.31, 3.60}, {538.53, 185.69, 5.38}, {428.54, 233.35, 4.28},
		{379.29, 263.64, 3.79}, {375.13, 266.57, 3.75}, {352.78, 283.46, 3.52},
	}
	for _, name := range []string{"settings.md", "settings.csv"} {
		s := read1(t, string(parsetest.Load(t, logs+"/"+name)))
		runs := s.Runs
		if len(runs) != len(published) || len(s.Rejected) != 0 {
			t.Fatalf("%s: %d runs, not understood: %v", name, len(runs), s.Rejected)
		}
		for i, want := range published {
			sum := runs[i].Summary
			if got := [3]float64{sum.ElapsedS, sum.TPS, sum.LatAvgMS}; got != want {
				t.Errorf("%s: row %d is %v, want %v", name, i+1, got, want)
			}
			switch events := runs[i].Events; {
			case i == 6 && (len(events) != 1 || events[0].Kind != parse.Mismatch || !strings.Contains(events[0].Message, "458.9 a second, not 317.42")):
				t.Errorf("%s: the row that contradicts itself: %v", name, events)
			case i != 6 && len(events) != 0:
				t.Errorf("%s: row %d: %v", name, i+1, events)
			}
		}
		for i, want := range map[int]string{3: "0 0", 4: "1 0", 6: "0 1", 8: "2 1"} {
			s := runs[i].Summary.Settings
			if got := s["innodb_flush_log_at_trx_commit"] + " " + s["sync_binlog"]; got != want {
				t.Errorf("%s: row %d has %s, want %s", name, i+1, got, want)
			}
		}
		if got := runs[10].Summary.Settings["innodb_flush_method"]; got != "O_DSYNC" {
			t.Errorf("%s: flush method %q", name, got)
		}
	}
}

// Tables that are no results: documentation, series, other listings.
func TestNotClaimed(t *testing.T) {
	cases := map[string]string{
		"this folder's": string(parsetest.Load(t, logs+"/README.md")),
		"transcripts":   string(parsetest.Load(t, "../../testdata/mysql/transcripts/written/README.md")),
		"samples":       "file\ttool_and_version\tcommand\tserver_settings\tnotes\ntpcc_load_w2.txt\ttpcc-mysql git 1ec1c5e (2017-01-20)\ttpcc_load -h 127.0.0.1 -w 2\tmariadbd 10.11.19 --innodb-log-file-size=512M\t43.1 s; tables made before\ntpcc_w2.txt\ttpcc-mysql\ttpcc_start -l 120 -i 10\tmariadbd, no binlog\t\n",
		"elapsed docs":  "| file | elapsed | what |\n|---|---|---|\n| tpcc.83009d0 | Oct 2011 | `N(M):90th` without max |\n| tpcc.b7d3b86 | 2016 | 4th field |\n",
		"options":       "| option | TPS | default |\n| --- | --- | --- |\n| rate | the rate asked for | 0 |\n",
		"time series":   "time,tps\n1,100\n2,101\n3,102\n4,103\n",
		"labelled":      "host,elapsed,tps\na,1,100\na,2,101\na,3,102\na,4,103\na,5,104\n",
		"benchbase":     "Time (seconds),Throughput (requests/second),Average Latency (millisecond)\n0,100.0,1.2\n5,110.0,1.3\n",
		"nopm":          "timestamp,nopm,tpm\n1:NOPM_SAMPLE:,1775348319,107760\n",
		"processlist":   "+----+------+---------+------+-------+\n| Id | User | Command | Time | State |\n+----+------+---------+------+-------+\n|  5 | root | Query   |    0 | NULL  |\n+----+------+---------+------+-------+\n",
		"variables":     "Variable_name\tValue\nlong_query_time\t10\n",
		"sysbench csv":  "10,8,1645.26,32909.15,23029.61,6589.03,3290.52,7.70,0.00,0.00\n",
		"prose":         "Settings, elapsed time, and TPS are what matters.\nOthers, 5, 7 are not.\n",
		"heading only":  "| setting | elapsed s | mean TPS |\n| --- | --- | --- |\n\nNothing yet.\n",
		"no figures":    "| setting | elapsed s |\n| --- | --- |\n| sync_binlog 0 | - |\n",
	}
	parsetest.NotClaimed(t, Formats, cases)
	for name, text := range cases {
		if runs := read1(t, text).Runs; len(runs) > 0 {
			t.Errorf("%s: %d runs", name, len(runs))
		}
	}
}

func TestHeadings(t *testing.T) {
	for heading, want := range map[string]string{
		"elapsed s": "elapsed_s 1", "耗时": "elapsed_s 1", "耗时(ms)": "elapsed_s 0.001", "总时间（分钟）": "elapsed_s 60", "Time (s)": "elapsed_s 1", "total_time_ms": "elapsed_s 0.001",
		"mean TPS": "tps 1", "平均TPS": "tps 1", "transactions/s": "tps 1", "吞吐量": "tps 1", "max TPS": "max tps 1", "QPS": "qps 1", "TpmC": "tpmc 1",
		"mean response ms": "lat_avg_ms 1", "平均响应时间": "lat_avg_ms 1", "平均响应时间(秒)": "lat_avg_ms 1000", "RT": "lat_avg_ms 1", "latency (us)": "lat_avg_ms 0.001",
		"95% latency": "lat_p95_ms 1", "max response": "max response 1", "latency p99": "latency p99 1",
		"线程数": "threads 1", "threads": "threads 1", "行数": "rows 1",
		"sync_binlog": "sync_binlog 1", "flush_method": "innodb_flush_method 1", "long_query_time": "long_query_time 1", "innodb_thread_concurrency": "innodb_thread_concurrency 1",
		"test": " 1", "timestamp": " 1", "参数": " 1",
	} {
		c := columnOf(heading)
		if got := fmt.Sprintf("%s %g", c.name, c.unit); got != want {
			t.Errorf("%s: %s, want %s", heading, got, want)
		}
	}
}

func TestQuantities(t *testing.T) {
	seconds, ms := column{role: elapsed, unit: 1}, column{role: latency, unit: 1e-3}
	for _, tc := range []struct {
		column *column
		cell   string
		want   float64
	}{
		{&seconds, "261.65", 261.65}, {&seconds, "1,234.5", 1234.5}, {&seconds, "17 min 21.91 s", 1041.91}, {&seconds, "1 hour 2 min 3.45 sec", 3723.45},
		{&seconds, "25.08s", 25.08}, {&seconds, "1分0.35秒", 60.35}, {&seconds, "500 ms", 0.5}, {&seconds, "2 min", 120},
		{&seconds, "", math.NaN()}, {&seconds, "long", math.NaN()}, {&seconds, "1 2", math.NaN()}, {&seconds, "-5", math.NaN()}, {&seconds, "1,2", math.NaN()}, {&seconds, "5 parsec", math.NaN()},
		{&ms, "250", 0.25}, {&ms, "0.05 s", 50}, {&ms, "2.61 ms", 2.61},
	} {
		got, ok := tc.column.quantity(tc.cell)
		if ok != !math.IsNaN(tc.want) || ok && math.Abs(got-tc.want) > 1e-12*tc.want {
			t.Errorf("%q: %v %v, want %v", tc.cell, got, ok, tc.want)
		}
	}
}

// Rules that most rows do not follow are none of the table.
func TestCheckIsConservative(t *testing.T) {
	for name, tc := range map[string]struct {
		text  string
		lines []int
	}{
		"fixed time":    {"a,elapsed,tps\nx,60,100\ny,60,200\nz,60,300\nv,60,400\nw,60,900\n", nil},
		"think time":    {"a,threads,tps,latency\nx,8,10,5\ny,8,11,5\nz,8,12,5\n", nil},
		"one dead":      {"a,threads,tps,latency\nx,8,800,10\ny,8,400,10\nz,8,1600,5\n", []int{3}},
		"rows known":    {"a,rows,elapsed,tps\nx,1000,10,100\ny,1000,20,50\nz,1000,30,50\n", []int{4}},
		"too few":       {"a,elapsed,tps\nx,10,100\ny,20,50\nz,30,50\n", nil},
		"rounded":       {"a,elapsed,tps\nx,10,100\ny,20,50\nz,33,30\nv,3,333\nw,7,143\n", nil},
		"no latency":    {"a,elapsed,tps\nx,10,100\ny,20,50\nz,25,40\nv,4,250\nw,50,40\n", []int{6}},
		"nothing known": {"a,tps\nx,10\ny,20\n", nil},
	} {
		s := read1(t, tc.text)
		var lines []int
		for _, event := range s.Events {
			lines = append(lines, event.Line)
		}
		if fmt.Sprint(lines) != fmt.Sprint(tc.lines) || len(s.Rejected) > 0 || len(s.Runs) < 2 {
			t.Errorf("%s: %d runs, mismatches in lines %v, want %v (%v)", name, len(s.Runs), lines, tc.lines, s.Rejected)
		}
	}
}

// A row that is none costs no other row.
func TestBrokenRows(t *testing.T) {
	text := parsetest.Load(t, logs+"/settings.md")
	for _, junk := range []string{"| sync_binlog 9 | fast | 1 | 1 |", "| sync_binlog 9 | 1 |", "| a | - | - | - |", "| sync_binlog 9 | 1e31 | 1 | 1 |"} {
		parsetest.RejectedOnce(t, Formats[0], text, 18, junk)
	}
}
