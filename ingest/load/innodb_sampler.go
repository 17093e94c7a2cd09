package load

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse"
	"jitterlog/parse/innodbstatus"
	"jitterlog/parse/rawlog"
)

// An innodbSampler asks for what SHOW GLOBAL STATUS of this server does not
// tell: what INFORMATION_SCHEMA.INNODB_METRICS counts, how many transactions
// there are and how old the oldest is, and, where nothing else tells the
// checkpoint age (MySQL before 8.0.30), SHOW ENGINE INNODB STATUS. The metrics
// are named as package innodbstatus names them; counters become rates.
type innodbSampler struct {
	query   string                  // of INNODB_METRICS and INNODB_TRX; empty: none
	metrics map[string]innodbMetric // by counter
	report  bool                    // SHOW ENGINE INNODB STATUS is asked for as well
	told    map[string]bool         // metrics that need not be taken from it
	last    map[string]float64      // counters, at lastAt
	lastAt  time.Time
}

// An innodbMetric is a row of INNODB_METRICS.
type innodbMetric struct {
	counter string // its name there
	metric  string
	unit    string // of a level
	grows   bool   // its growth per second is told, not itself
	// status are variables of SHOW GLOBAL STATUS that tell the same; one is enough.
	status []string
}

// innodbMetrics is what is worth asking for. Servers count most of it only if
// innodb_monitor_enable says so.
var innodbMetrics = []innodbMetric{
	{"trx_rseg_history_len", "innodb_history_list_length", "", false, []string{"Innodb_history_list_length"}},
	{"purge_dml_delay_usec", "innodb_purge_dml_delay_us", "us", false, nil},
	{"log_lsn_checkpoint_age", "innodb_checkpoint_age", "B", false, checkpointVariables},
	{"log_max_modified_age_async", "innodb_max_modified_age_async", "B", false, nil},
	{"log_max_modified_age_sync", "innodb_max_modified_age_sync", "B", false, nil},
	{"log_checkpoints", "innodb_checkpoints", "", true, nil},
	{"log_on_file_space_waits", "innodb_log_on_file_space_waits", "", true, nil},
	{"log_on_buffer_space_waits", "innodb_log_on_buffer_space_waits", "", true, nil},
	{"log_writer_on_file_space_waits", "innodb_log_writer_on_file_space_waits", "", true, nil},
	{"buffer_flush_adaptive_total_pages", "innodb_flush_adaptive_pages", "", true, nil},
	{"buffer_flush_background_total_pages", "innodb_flush_background_pages", "", true, nil},
	{"buffer_flush_sync_total_pages", "innodb_flush_sync_pages", "", true, nil},
	{"buffer_flush_sync_waits", "innodb_flush_sync_waits", "", true, nil},
	{"buffer_flush_pct_for_lsn", "innodb_flush_pct_for_lsn", "%", false, nil},
	{"buffer_flush_pct_for_dirty", "innodb_flush_pct_for_dirty", "%", false, nil},
	{"buffer_LRU_batch_flush_total_pages", "innodb_buffer_pool_pages_lru_flushed", "", true, []string{"Innodb_buffer_pool_pages_lru_flushed"}},
	{"lock_deadlocks", "innodb_deadlocks", "", true, []string{"Innodb_deadlocks"}},
	{"lock_timeouts", "innodb_lock_timeouts", "", true, nil},
	{"lock_row_lock_current_waits", "innodb_row_lock_current_waits", "", false, []string{"Innodb_row_lock_current_waits"}},
	{"ibuf_size", "innodb_ibuf_size", "", false, []string{"Innodb_ibuf_size"}},
	{"ibuf_merges", "innodb_ibuf_merges", "", true, []string{"Innodb_ibuf_merges"}},
	{"adaptive_hash_searches", "innodb_adaptive_hash_hash_searches", "", true, []string{"Innodb_adaptive_hash_hash_searches"}},
	{"adaptive_hash_searches_btree", "innodb_adaptive_hash_non_hash_searches", "", true, []string{"Innodb_adaptive_hash_non_hash_searches"}},
	{"dml_reads", "innodb_rows_read", "", true, []string{"Innodb_rows_read"}},
	{"dml_inserts", "innodb_rows_inserted", "", true, []string{"Innodb_rows_inserted"}},
	{"dml_updates", "innodb_rows_updated", "", true, []string{"Innodb_rows_updated"}},
	{"dml_deletes", "innodb_rows_deleted", "", true, []string{"Innodb_rows_deleted"}},
}

// checkpointVariables tell the checkpoint age, or the log sequence number from
// which it follows.
var checkpointVariables = []string{"Innodb_checkpoint_age", "Innodb_redo_log_checkpoint_lsn", "Innodb_lsn_last_checkpoint"}

// checkpointAge returns the age as the difference of log sequence numbers, where
// the status holds these (MySQL from 8.0.30, MariaDB) but not the age.
func checkpointAge(status map[string]float64) (float64, bool) {
	if _, told := status["Innodb_checkpoint_age"]; told {
		return 0, false
	}
	for current, checkpoint := range map[string]string{
		"Innodb_redo_log_current_lsn": "Innodb_redo_log_checkpoint_lsn",
		"Innodb_lsn_current":          "Innodb_lsn_last_checkpoint",
	} {
		now, ok := status[current]
		if then, also := status[checkpoint]; ok && also && now >= then {
			return now - then, true
		}
	}
	return 0, false
}

// newInnodbSampler asks the server which of them it has and counts. An error
// says why there is nothing to sample.
func newInnodbSampler(conn *client.Conn, status map[string]float64) (*innodbSampler, error) {
	s := &innodbSampler{metrics: map[string]innodbMetric{}, last: map[string]float64{}}
	counted, err := countedMetrics(conn)
	if err != nil {
		return nil, err
	}
	known := func(variable string) bool { _, ok := status[variable]; return ok }
	var names []string
	for _, m := range innodbMetrics {
		if counted[m.counter] && !slices.ContainsFunc(m.status, known) {
			s.metrics[m.counter] = m
			names = append(names, "'"+m.counter+"'")
		}
	}
	transactions := "SELECT '', COUNT(*), MAX(TIMESTAMPDIFF(SECOND, trx_started, NOW())) FROM information_schema.INNODB_TRX"
	s.query = transactions
	if len(names) > 0 {
		s.query = "SELECT NAME, COUNT, NULL FROM information_schema.INNODB_METRICS WHERE NAME IN (" + strings.Join(names, ", ") + ") UNION ALL " + transactions
	}
	s.report = !counted["log_lsn_checkpoint_age"] && !slices.ContainsFunc(checkpointVariables, known)
	if s.report {
		s.told = map[string]bool{activeTransactions: true, oldestTransaction: true}
		for variable := range status {
			s.told[strings.ToLower(variable)] = true
		}
		for _, m := range s.metrics {
			s.told[m.metric] = true
		}
	}
	_, err = s.sample(conn, 0)
	return s, err
}

const (
	innodbSource       = "innodb_status"
	activeTransactions = "innodb_active_transactions"
	oldestTransaction  = "innodb_oldest_transaction_s"
)

// countedMetrics returns the rows of INNODB_METRICS that the server counts.
// Its column for that has another name and type in MariaDB than in MySQL.
func countedMetrics(conn *client.Conn) (map[string]bool, error) {
	counted := map[string]bool{}
	condition := ""
	err := conn.Each("SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME = 'INNODB_METRICS'",
		func(row []string) error {
			switch strings.ToUpper(row[0]) {
			case "ENABLED":
				condition = "ENABLED = 1"
			case "STATUS":
				condition = "STATUS = 'enabled'"
			}
			return nil
		})
	if err != nil || condition == "" {
		return counted, err
	}
	err = conn.Each("SELECT NAME FROM information_schema.INNODB_METRICS WHERE "+condition, func(row []string) error {
		counted[row[0]] = true
		return nil
	})
	return counted, err
}

// sample returns the lines of the time t. Rates are there from the second call.
func (s *innodbSampler) sample(conn *client.Conn, t time.Duration) ([]*rawlog.Sample, error) {
	units := map[string]map[string]float64{}
	tell := func(metric, unit string, v float64) {
		if units[unit] == nil {
			units[unit] = map[string]float64{}
		}
		units[unit][metric] = v
	}
	at := time.Now()
	now := map[string]float64{}
	err := conn.Each(s.query, func(row []string) error {
		v, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			return nil // NULL, which is no value
		}
		m, counter := s.metrics[row[0]]
		switch {
		case !counter:
			tell(activeTransactions, "", v)
			oldest, _ := strconv.ParseFloat(row[2], 64) // NULL: there is none
			tell(oldestTransaction, "s", max(0, oldest))
		case m.grows:
			now[m.metric] = v
		default:
			tell(m.metric, m.unit, v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if elapsed := at.Sub(s.lastAt).Seconds(); elapsed > 0 {
		for metric, v := range now {
			if was, ok := s.last[metric]; ok && v >= was {
				tell(metric, "1/s", rounded((v-was)/elapsed))
			}
		}
	}
	s.last, s.lastAt = now, at
	if s.report {
		if err := s.ask(conn, tell); err != nil {
			return nil, err
		}
	}
	var lines []*rawlog.Sample
	for _, unit := range slices.Sorted(maps.Keys(units)) {
		lines = append(lines, &rawlog.Sample{T: t.Seconds(), Source: innodbSource, Unit: unit, Values: units[unit]})
	}
	return lines, nil
}

// ask takes from SHOW ENGINE INNODB STATUS what nothing else tells. The
// monitor's own averages are left out: whoever else asks shortens their time.
func (s *innodbSampler) ask(conn *client.Conn, tell func(metric, unit string, v float64)) error {
	return conn.Each("SHOW ENGINE INNODB STATUS", func(row []string) error {
		text := []byte(row[len(row)-1])
		for rec, err := range innodbstatus.Formats[0].Read(parse.NewLines(bytes.NewReader(text))) {
			if err != nil {
				continue // lines of a version that is not known
			}
			v, ok := rec.(*parse.Sample)
			if ok && v.Object == "" && !strings.HasSuffix(v.Unit, "/s") && !s.told[v.Metric] {
				tell(v.Metric, v.Unit, v.Value)
			}
		}
		return nil
	})
}

// restarted forgets the counters of a server that is gone.
func (s *innodbSampler) restarted() {
	if s != nil {
		clear(s.last)
	}
}

// withoutInnodb says why a run goes without these samples.
func withoutInnodb(err error) string {
	if _, number := client.Classify(err); number == 1227 {
		return fmt.Sprintf("no InnoDB metrics are sampled besides SHOW GLOBAL STATUS: %s: grant PROCESS to have them", client.Message(err))
	}
	return fmt.Sprintf("no InnoDB metrics are sampled besides SHOW GLOBAL STATUS: %s", client.Message(err))
}
