package innodbstatus

import (
	"testing"
	"time"

	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/mysql/innodbstatus/"

func files(t testing.TB) []string {
	return parsetest.Files(t, 7, logs+"*.t*", logs+"templates/*.txt")
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, files(t)) }

func FuzzRead(f *testing.F) { parsetest.Fuzz(f, Formats, files(f)) }

const series = logs + "templates/series_ts.txt"

// Every line of the servers' own reports is understood.
func TestRealReports(t *testing.T) {
	for _, name := range parsetest.Files(t, 4, logs+"*.t*") {
		s := parsetest.ReadFile(t, Formats[0], name)
		if len(s.Rejected)+len(s.Events) > 0 || len(s.Samples) < 25 {
			t.Errorf("%s: %d samples, errors %v, events %v", name, len(s.Samples), s.Rejected, s.Events)
		}
	}
}

func TestFigures(t *testing.T) {
	for _, tc := range []struct {
		file, object, metric string
		n                    int
		want                 float64
	}{
		{"innodb_status.txt", "", "innodb_history_list_length", 0, 351},
		{"innodb_status.txt", "", "innodb_lsn_current", 0, 1490522354},
		{"innodb_status.txt", "", "innodb_checkpoint_age", 0, 1490522354 - 1427360165},
		{"innodb_status.txt", "", "innodb_row_lock_current_waits", 0, 4},
		{"innodb_status.txt", "", "innodb_active_transactions", 0, 8},
		{"innodb_status.txt", "", "innodb_buffer_pool_pages_dirty", 0, 10111},
		{"innodb_status_mysql97.txt", "", "innodb_history_list_length", 0, 60},
		{"innodb_status_mysql97.txt", "", "innodb_checkpoint_age", 0, 842739746 - 817340884},
		{"innodb_status_mysql97.txt", "", "innodb_rows_inserted", 0, 2783.79},
		{"innodb_status_mysql97.txt", "", "innodb_system_rows_inserted", 0, 9.77},
		{"innodb_status_mysql97.txt", "", "innodb_data_fsyncs", 0, 582.33},
		{"templates/series_ts.txt", "", "innodb_lsn_current_per_s", 1, 5000000},
		{"templates/series_ts.txt", "", "innodb_sync_array_reservations", 0, 50},
		{"templates/series_ts.txt", "", "innodb_data_pending_reads", 0, 3},
		{"templates/series_ts.txt", "", "innodb_data_pending_writes", 0, 5},
		{"templates/series_ts.txt", "", "innodb_semaphore_waits", 2, 2},
		{"templates/series_ts.txt", "", "innodb_semaphore_longest_wait_s", 0, 2},
		{"templates/series_ts.txt", "", "innodb_oldest_transaction_s", 0, 12},
		{"templates/series_ts.txt", "buffer pool 1", "innodb_buffer_pool_pages_dirty", 0, 5111},
		{"templates/mysql_5.1.txt", "", "innodb_checkpoint_age", 0, 1000000},
	} {
		s := parsetest.ReadFile(t, Formats[0], logs+tc.file)
		if v := s.Value(t, source, tc.object, tc.metric, tc.n); v.Value != tc.want {
			t.Errorf("%s: %s is %v, want %v", tc.file, tc.metric, v.Value, tc.want)
		}
	}
}

// All reports of a series repeat the latest deadlock; it is one event, at its own
// time.
func TestDeadlockIsOneEvent(t *testing.T) {
	s := parsetest.ReadFile(t, Formats[0], series)
	if len(s.Events) != 1 || s.Events[0].Code != "1213" || !s.Events[0].At.Equal(time.Date(2026, 11, 30, 22, 23, 44, 0, time.UTC)) {
		t.Errorf("events %+v", s.Events)
	}
}

func TestOtherFilesAreNotClaimed(t *testing.T) {
	report := string(parsetest.Load(t, series))
	parsetest.NotClaimed(t, Formats, map[string]string{
		"nothing":      "",
		"a transcript": "mysql> show engine innodb status\\G\n" + report,
		"an error log": "2026-11-30 23:21:03 17 [Note] InnoDB: starting\n" + report,
		"prose":        "The INNODB MONITOR OUTPUT is long.\nRead it.\n",
	})
}

func TestNoAllocationPerLine(t *testing.T) {
	head, report := string(parsetest.Load(t, series)), "=====\n2026-11-30 22:23:47 0x7f39e76876c0 INNODB MONITOR OUTPUT\n=====\n---\nLOG\n---\nLog sequence number 1500522354\nLast checkpoint at  1427360165\n"+
		"------------\nTRANSACTIONS\n------------\nHistory list length 371\nLIST OF TRANSACTIONS FOR EACH SESSION:\n---TRANSACTION 387460, ACTIVE 3 sec starting index read\nEND OF INNODB MONITOR OUTPUT\n"
	parsetest.NoAllocationPerLine(t, Formats[0], parsetest.Repeat(head, report, 10), parsetest.Repeat(head, report, 1010), 5)
}

func BenchmarkRead(b *testing.B) {
	parsetest.Benchmark(b, Formats[0], parsetest.Prolong(b, parsetest.Load(b, logs+"innodb_status_mysql97.txt"), 0, "", 4<<20))
}
