package innodbstatus

import (
	"strings"

	"jitterlog/parse"
)

// A kind says what becomes of a number.
type kind uint8

const (
	passed   kind = iota // nothing: another number says it better
	level                // a value as it stands
	average              // a rate per second that the monitor made
	counter              // becomes a rate
	position             // a value, and a rate as NAME_per_s
)

// A field is one number of a line.
type field struct {
	kind   kind
	metric string
	unit   string // of the value, or of what is counted
}

// A pattern is a line of the report: % stands for a number, * at the end for
// anything, a blank for at least one.
type pattern struct {
	text   string
	fields []field
	// system says that the averages of the next line are of system rows.
	system bool
}

const maxFields = 8

// match reads the numbers of a line.
func (p *pattern) match(line []byte, values *[maxFields]float64) bool {
	c := parse.Cursor{Line: line}
	n := 0
	for i := 0; i < len(p.text); i++ {
		switch b := p.text[i]; b {
		case '%':
			v, ok := c.Float()
			if !ok {
				return false
			}
			if n < maxFields {
				values[n] = v
			}
			n++
		case '*':
			return true
		case ' ':
			from := c.Pos
			c.Blanks()
			if c.Pos == from {
				return false
			}
		default:
			if !c.Byte(b) {
				return false
			}
		}
	}
	return c.End()
}

// A section is a part of the report. An open one holds text of any form.
type section struct {
	name     string
	open     bool
	patterns []pattern
}

// find returns the section of that name.
func find(name []byte) *section {
	for i := range sections {
		if sections[i].name == string(name) {
			return &sections[i]
		}
	}
	return nil
}

func pass(n int) []field { return make([]field, n) }

// lines makes patterns of texts whose numbers say nothing.
func lines(texts ...string) []pattern {
	var out []pattern
	for _, t := range texts {
		out = append(out, pattern{text: t, fields: pass(strings.Count(t, "%"))})
	}
	return out
}

var bufferPool = append([]pattern{
	{"Total large memory allocated %", []field{{level, "innodb_memory_allocated", "B"}}, false},
	{"Total memory allocated %; in additional pool allocated %", []field{{level, "innodb_memory_allocated", "B"}, {}}, false},
	{"Dictionary memory allocated %", []field{{level, "innodb_mem_dictionary", "B"}}, false},
	{"Buffer pool size %", []field{{level, "innodb_buffer_pool_pages_total", ""}}, false},
	{"Free buffers %", []field{{level, "innodb_buffer_pool_pages_free", ""}}, false},
	{"Database pages %", []field{{level, "innodb_buffer_pool_pages_data", ""}}, false},
	{"Old database pages %", []field{{level, "innodb_buffer_pool_pages_old", ""}}, false},
	{"Modified db pages %", []field{{level, "innodb_buffer_pool_pages_dirty", ""}}, false},
	{"Percent of dirty pages(LRU & free pages): %", []field{{level, "innodb_buffer_pool_dirty_pct", "%"}}, false},
	{"Max dirty pages percent: %", []field{{level, "innodb_max_dirty_pct", "%"}}, false},
	{"Pending reads %", []field{{level, "innodb_buffer_pool_pending_reads", ""}}, false},
	{"Pending writes: LRU %, flush list %, single page %", []field{{level, "innodb_pending_lru_writes", ""}, {level, "innodb_pending_flush_list_writes", ""}, {level, "innodb_pending_single_page_writes", ""}}, false},
	{"Pending writes: LRU %, flush list %", []field{{level, "innodb_pending_lru_writes", ""}, {level, "innodb_pending_flush_list_writes", ""}}, false},
	{"% youngs/s, % non-youngs/s", []field{{average, "innodb_buffer_pool_pages_made_young", ""}, {average, "innodb_buffer_pool_pages_made_not_young", ""}}, false},
	{"% reads/s, % creates/s, % writes/s", []field{{average, "innodb_pages_read", ""}, {average, "innodb_pages_created", ""}, {average, "innodb_pages_written", ""}}, false},
	{"Buffer pool hit rate % / 1000*", []field{{level, "innodb_buffer_pool_hits_per_1000", ""}}, false},
	{"Pages read ahead %/s, evicted without access %/s*", []field{{average, "innodb_buffer_pool_read_ahead", ""}, {average, "innodb_buffer_pool_read_ahead_evicted", ""}}, false},
}, lines("Buffer pool size, bytes %", "Pages made young %, not young %", "Pages read %, created %, written %", "No buffer pool page gets since the last printout",
	"LRU len: %, unzip_LRU len: %", "I/O sum[%]:cur[%], unzip sum[%]:cur[%]", "Page hash *", "Internal hash tables *", "Adaptive hash index *", "Dictionary cache *",
	"File system *", "Lock system *", "Recovery system *", "Threads *", "innodb_io_pattern *", "Read ahead *")...)

// sections are the parts of the report, with the lines of all versions since
// MySQL 5.1.
var sections = [...]section{
	{name: "BACKGROUND THREAD", patterns: append([]pattern{
		{"srv_master_thread loops: % srv_active, % srv_shutdown, % srv_idle", []field{{counter, "innodb_master_thread_active_loops", ""}, {}, {counter, "innodb_master_thread_idle_loops", ""}}, false},
	}, lines("srv_master_thread loops: *", "srv_master_thread log flush and writes: %")...)},
	{name: "SEMAPHORES", open: true, patterns: []pattern{
		{"OS WAIT ARRAY INFO: reservation count %*", []field{{counter, "innodb_sync_array_reservations", ""}}, false},
		{"Mutex spin waits %, rounds %, OS waits %", []field{{counter, "innodb_mutex_spin_waits", ""}, {counter, "innodb_mutex_spin_rounds", ""}, {counter, "innodb_mutex_os_waits", ""}}, false},
		{"RW-shared spins %, rounds %, OS waits %*", []field{{counter, "innodb_rwlock_s_spin_waits", ""}, {counter, "innodb_rwlock_s_spin_rounds", ""}, {counter, "innodb_rwlock_s_os_waits", ""}}, false},
		{"RW-excl spins %, rounds %, OS waits %*", []field{{counter, "innodb_rwlock_x_spin_waits", ""}, {counter, "innodb_rwlock_x_spin_rounds", ""}, {counter, "innodb_rwlock_x_os_waits", ""}}, false},
		{"RW-sx spins %, rounds %, OS waits %*", []field{{counter, "innodb_rwlock_sx_spin_waits", ""}, {counter, "innodb_rwlock_sx_spin_rounds", ""}, {counter, "innodb_rwlock_sx_os_waits", ""}}, false},
	}},
	{name: "LATEST DETECTED DEADLOCK", open: true},
	{name: "LATEST FOREIGN KEY ERROR", open: true},
	{name: "TRANSACTIONS", open: true, patterns: []pattern{
		{"Trx id counter %", []field{{position, "innodb_max_trx_id", ""}}, false},
		{"Purge done for trx's n:o < % *", []field{{position, "innodb_purge_trx_id", ""}}, false},
		{"History list length %", []field{{level, "innodb_history_list_length", ""}}, false},
	}},
	{name: "FILE I/O", patterns: append([]pattern{
		{"Pending flushes (fsync) log: %; buffer pool: %", []field{{level, "innodb_os_log_pending_fsyncs", ""}, {level, "innodb_data_pending_fsyncs", ""}}, false},
		{"Pending flushes (fsync): %", []field{{level, "innodb_data_pending_fsyncs", ""}}, false},
		{"% reads/s, % avg bytes/read, % writes/s, % fsyncs/s", []field{{average, "innodb_data_reads", ""}, {level, "innodb_data_avg_read_bytes", "B"}, {average, "innodb_data_writes", ""}, {average, "innodb_data_fsyncs", ""}}, false},
		{"% pending preads, % pending pwrites", []field{{level, "innodb_data_pending_preads", ""}, {level, "innodb_data_pending_pwrites", ""}}, false},
	}, lines("I/O thread % state: *", "% OS file reads, % OS file writes, % OS fsyncs")...)},
	{name: "INSERT BUFFER AND ADAPTIVE HASH INDEX", patterns: append([]pattern{
		{"Ibuf: size %, free list len %, seg size %, % merges*", []field{{level, "innodb_ibuf_size", ""}, {level, "innodb_ibuf_free_list", ""}, {level, "innodb_ibuf_segment_size", ""}, {counter, "innodb_ibuf_merges", ""}}, false},
		{"Ibuf: size %, free list len %, seg size %,", []field{{level, "innodb_ibuf_size", ""}, {level, "innodb_ibuf_free_list", ""}, {level, "innodb_ibuf_segment_size", ""}}, false},
		{"% hash searches/s, % non-hash searches/s", []field{{average, "innodb_adaptive_hash_hash_searches", ""}, {average, "innodb_adaptive_hash_non_hash_searches", ""}}, false},
	}, lines("merged operations:", "discarded operations:", " insert %, delete mark %, delete %", "Hash table size %*", "Ibuf *", "% inserts, % merged recs, % merges", "AHI *")...)},
	{name: "LOG", patterns: append([]pattern{
		{"Log capacity %", []field{{level, "innodb_log_capacity", "B"}}, false},
		{"Log capacity used %", []field{{level, "innodb_log_capacity_used", "B"}}, false},
		{"Log sequence number %", []field{{position, currentLSN, "B"}}, false},
		{"Log flushed up to %", []field{{position, "innodb_lsn_flushed", "B"}}, false},
		{"Pages flushed up to %", []field{{position, "innodb_lsn_pages_flushed", "B"}}, false},
		{"Last checkpoint at %", []field{{position, checkpointLSN, "B"}}, false},
		{"Max checkpoint age %", []field{{level, "innodb_checkpoint_max_age", "B"}}, false},
		{"Checkpoint age target %", []field{{level, "innodb_checkpoint_target_age", "B"}}, false},
		{"Modified age %", []field{{level, "innodb_modified_age", "B"}}, false},
		{"Checkpoint age %", []field{{level, checkpointAge, "B"}}, false},
		{"% pending log flushes, % pending chkp writes", []field{{}, {level, "innodb_pending_checkpoint_writes", ""}}, false},
		{"% pending log writes, % pending chkp writes", []field{{level, "innodb_os_log_pending_writes", ""}, {level, "innodb_pending_checkpoint_writes", ""}}, false},
		{"% log i/o's done, % log i/o's/second", []field{{}, {average, "innodb_log_writes", ""}}, false},
	}, lines("Log buffer assigned up to %", "Log buffer completed up to %", "Log written up to %", "Added dirty pages up to %", "Log minimum file id is %",
		"Log maximum file id is %", "Log tracking *", "Log tracked up to *", "Max tracked LSN age *")...)},
	{name: "BUFFER POOL AND MEMORY", patterns: bufferPool},
	{name: "INDIVIDUAL BUFFER POOL INFO", patterns: bufferPool},
	{name: "ROW OPERATIONS", patterns: append([]pattern{
		{"% queries inside InnoDB, % queries in queue", []field{{level, "innodb_queries_inside", ""}, {level, "innodb_queries_queued", ""}}, false},
		{"% read views open inside InnoDB", []field{{level, "innodb_read_views", ""}}, false},
		{"% RW transactions active inside InnoDB", []field{{level, "innodb_rw_transactions", ""}}, false},
		{"Number of system rows inserted %, updated %, deleted %, read %", pass(4), true},
		{"% inserts/s, % updates/s, % deletes/s, % reads/s", []field{{average, "innodb_rows_inserted", ""}, {average, "innodb_rows_updated", ""}, {average, "innodb_rows_deleted", ""}, {average, "innodb_rows_read", ""}}, false},
	}, lines("Number of rows inserted %, updated %, deleted %, read %", "Process ID=*", "Main thread *", "state: *", "% tablespace extents now reserved for B-tree split operations",
		"% read-only transactions active inside InnoDB", "% out of % descriptors used", "---OLDEST VIEW---", "Normal read view", "Read view *", "Trx read view *", "Read view individually stored trx ids:*",
		"----------------", "-----------------")...)},
}

const (
	currentLSN    = "innodb_lsn_current"
	checkpointLSN = "innodb_lsn_last_checkpoint"
	checkpointAge = "innodb_checkpoint_age"
)

// systemRows are the fields of the averages of system rows.
var systemRows = []field{{average, "innodb_system_rows_inserted", ""}, {average, "innodb_system_rows_updated", ""}, {average, "innodb_system_rows_deleted", ""}, {average, "innodb_system_rows_read", ""}}
