package load

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

func TestErrorLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "error.log")
	write := func(text string) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	write("2026-12-01  2:42:20 0 [ERROR] before the run\n")
	l := newErrorLog(&rawlog.Server{Settings: map[string]string{"log_error": path}}, true)
	var got []string
	read := func() {
		l.read(func(s parse.Severity, _ parse.Kind, code, message string) {
			got = append(got, string(s)+" "+code+" "+message)
		})
	}
	read()
	write("2026-12-01  2:42:21 0 [Note] InnoDB: started\n2026-12-01  2:42:22 5 [Warning] Aborted connection 5\n2026-12-01  2:42:2")
	read()
	write("3 0 [ERROR] disk full\n")
	read()
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	write("2026-12-01T02:42:24.116695Z 8 [System] [MY-010116] [Server] starting\n2026-12-01T02:42:24.409001Z 8 [Warning] [MY-010055] [Server] IP address\n")
	read()
	if want := []string{"warning  server log: Aborted connection 5", "error  server log: disk full",
		"warning MY-010055 server log: [Server] IP address"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Two readings of /proc with known differences give known shares and rates.
func TestHostSampler(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("stat", "cpu  100 0 50 1000 10 0 5 0 20 0\ncpu0 100 0 50 1000 10 0 5 0 20 0\n")
	write("meminfo", "MemFree:  2048 kB\nDirty:  64 kB\nHugePages_Total: 0\n")
	write("diskstats", " 7 0 loop0 9 9 9 9 9 9 9 9 9 9 9\n 254 0 vda 100 0 800 50 200 0 1600 400 0 300 450 0 0 0 0 10 20\n")
	write("pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1000000\n")
	s := &hostSampler{root: root}
	start := time.Now()
	s.sample(start)
	write("stat", "cpu  150 0 60 1030 15 0 5 5 30 0\n")
	write("diskstats", " 254 0 vda 110 0 1000 70 240 0 1680 600 2 1300 1450 0 0 0 0 12 26\n")
	write("pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1500000\n")
	got := map[string]float64{}
	for _, line := range s.sample(start.Add(2 * time.Second)) {
		for k, v := range line.Values {
			got[line.Object+"/"+k+" "+line.Unit] = v
		}
	}
	for name, want := range map[string]float64{
		"/cpu_user_pct %": 40, "/cpu_guest_pct %": 10, "/cpu_system_pct %": 10, "/cpu_idle_pct %": 30, "/cpu_iowait_pct %": 5, "/cpu_steal_pct %": 5,
		"/mem_free_kb kB": 2048, "/mem_dirty_kb kB": 64, "/pressure_io_some_pct %": 25,
		"vda/reads_per_s 1/s": 5, "vda/writes_per_s 1/s": 20, "vda/flushes_per_s 1/s": 1, "vda/read_kb_per_s kB/s": 50, "vda/write_kb_per_s kB/s": 20,
		"vda/util_pct %": 50, "vda/avg_queue ": 0.5, "vda/in_progress ": 2, "vda/r_await_ms ms": 2, "vda/w_await_ms ms": 5, "vda/f_await_ms ms": 3,
	} {
		if v, ok := got[name]; !ok || v != want {
			t.Errorf("%s is %v (there: %v), want %v", name, v, ok, want)
		}
	}
}

// A value that stood still and then moves is completed by its old value at the
// sample before, so that the rate between neighbours is right.
func TestStatusChanges(t *testing.T) {
	s := &statusSampler{last: map[string]float64{}}
	var got []rawlog.Sample
	for i, now := range []map[string]float64{{"a": 1, "b": 5}, {"a": 2, "b": 5}, {"a": 3, "b": 5}, {"a": 3, "b": 9}} {
		for _, line := range s.changes(time.Duration(i)*time.Second, now) {
			got = append(got, *line)
		}
	}
	want := []struct {
		t      float64
		values map[string]float64
	}{{0, map[string]float64{"a": 1, "b": 5}}, {1, map[string]float64{"a": 2}}, {2, map[string]float64{"a": 3}}, {2, map[string]float64{"b": 5}}, {3, map[string]float64{"b": 9}}}
	if len(got) != len(want) {
		t.Fatalf("%d lines: %+v", len(got), got)
	}
	for i, w := range want {
		if got[i].T != w.t || len(got[i].Values) != len(w.values) {
			t.Errorf("line %d is %+v, want %+v", i, got[i], w)
		}
		for k, v := range w.values {
			if got[i].Values[k] != v {
				t.Errorf("line %d is %+v, want %+v", i, got[i], w)
			}
		}
	}
}
