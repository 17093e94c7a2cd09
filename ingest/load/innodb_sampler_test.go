package load

import (
	"slices"
	"testing"
	"time"
)

func TestInnodbSampler(t *testing.T) {
	t.Parallel()
	cfg := sharedServer(t)
	conn, err := cfg.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	status, err := globalStatus(conn)
	if err != nil {
		t.Fatal(err)
	}
	without := map[string]float64{}
	for variable, v := range status {
		if !slices.Contains(checkpointVariables, variable) {
			without[variable] = v
		}
	}
	for _, tc := range []struct {
		name   string
		status map[string]float64
		report bool
	}{
		{"status with the checkpoint", status, false},
		{"status without", without, true},
	} {
		s, err := newInnodbSampler(conn, tc.status)
		if err != nil {
			t.Fatal(err)
		}
		if s.report != tc.report {
			t.Errorf("%s: SHOW ENGINE INNODB STATUS is asked for: %v", tc.name, s.report)
		}
		for _, m := range s.metrics {
			for _, variable := range m.status {
				if _, told := tc.status[variable]; told {
					t.Errorf("%s: %s is asked for, which %s tells", tc.name, m.counter, variable)
				}
			}
		}
		lines, err := s.sample(conn, 5*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, line := range lines {
			if line.Source != "innodb_status" || line.T != 5 {
				t.Errorf("%s: line %+v", tc.name, line)
			}
			for metric, v := range line.Values {
				if v < 0 {
					t.Errorf("%s: %s is %v", tc.name, metric, v)
				}
				got[metric] = line.Unit
			}
		}
		want := map[string]string{activeTransactions: "", oldestTransaction: "s", "innodb_lock_timeouts": "1/s"}
		if tc.report {
			want["innodb_checkpoint_age"] = "B"
			want["innodb_semaphore_waits"] = ""
		}
		for metric, unit := range want {
			if u, ok := got[metric]; !ok || u != unit {
				t.Errorf("%s: %s in %q, there: %v; all: %v", tc.name, metric, u, ok, got)
			}
		}
	}
}

func TestCheckpointAge(t *testing.T) {
	for _, tc := range []struct {
		status map[string]float64
		want   float64
		ok     bool
	}{
		{map[string]float64{"Innodb_redo_log_current_lsn": 500, "Innodb_redo_log_checkpoint_lsn": 200}, 300, true},
		{map[string]float64{"Innodb_lsn_current": 500, "Innodb_lsn_last_checkpoint": 100}, 400, true},
		{map[string]float64{"Innodb_lsn_current": 500, "Innodb_lsn_last_checkpoint": 100, "Innodb_checkpoint_age": 400}, 0, false},
		{map[string]float64{"Innodb_lsn_current": 500}, 0, false},
		{map[string]float64{"Innodb_redo_log_current_lsn": 500, "Innodb_redo_log_checkpoint_lsn": 501}, 0, false},
	} {
		if age, ok := checkpointAge(tc.status); age != tc.want || ok != tc.ok {
			t.Errorf("%v: %v, %v", tc.status, age, ok)
		}
	}
}
