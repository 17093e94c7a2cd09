package mysqlstatus

import "strings"

// A metric is a status variable as a series.
type metric struct {
	name  string // the variable's, in lower case
	gauge bool   // a level; else it counts up
	unit  string // of the level
	rate  string // unit of the rate of one that counts up, or of a position
	// position says that a gauge only moves forward: its rate says something too.
	position bool
}

// levels are the beginnings of names whose values are levels and not counters.
var levels = []string{
	"aria_pagecache_blocks_", "innodb_available_undo_logs", "innodb_buffer_pool_bytes_", "innodb_buffer_pool_pages_data",
	"innodb_buffer_pool_pages_dirty", "innodb_buffer_pool_pages_free", "innodb_buffer_pool_pages_misc", "innodb_buffer_pool_pages_old",
	"innodb_buffer_pool_pages_total", "innodb_checkpoint_", "innodb_data_pending_", "innodb_history_list_length", "innodb_ibuf_free_list",
	"innodb_ibuf_segment_size", "innodb_ibuf_size", "innodb_mem_", "innodb_num_open_files", "innodb_os_log_pending_", "innodb_page_size",
	"innodb_redo_log_capacity", "innodb_redo_log_enabled", "innodb_redo_log_logical_size", "innodb_redo_log_physical_size", "innodb_redo_log_read_only",
	"innodb_row_lock_current_waits", "innodb_row_lock_time_avg", "innodb_row_lock_time_max", "innodb_undo_tablespaces_", "key_blocks_",
	"last_query_", "max_memory_used", "max_used_connections", "memory_used", "not_flushed_delayed_rows", "open_", "prepared_stmt_count", "qcache_free_",
	"qcache_queries_in_cache", "qcache_total_blocks", "rpl_semi_sync_master_clients", "slave_open_temp_tables", "slaves_", "stack_usage",
	"table_open_cache_active_instances", "tc_log_max_pages_used", "tc_log_page_size", "threadpool_", "threads_cached", "threads_connected", "threads_running",
	"uptime", "wsrep_cluster_size", "wsrep_local_recv_queue", "wsrep_local_send_queue", "wsrep_flow_control_paused", "delayed_insert_threads",
	"queries_per_second_avg", "global_connection_memory", "mysqlx_worker_threads", "acl_",
}

// positions are places in a log, which only move forward.
var positions = []string{
	"innodb_lsn_current", "innodb_lsn_flushed", "innodb_lsn_last_checkpoint", "binlog_snapshot_position", "innodb_max_trx_id",
	"innodb_redo_log_checkpoint_lsn", "innodb_redo_log_current_lsn", "innodb_redo_log_flushed_to_disk_lsn",
}

// byteCounters count bytes.
var byteCounters = []string{
	"bytes_received", "bytes_sent", "binlog_bytes_written", "innodb_data_read", "innodb_data_written", "innodb_os_log_written",
	"mysqlx_bytes_", "wsrep_received_bytes", "wsrep_replicated_bytes",
}

// byteLevels are levels in bytes.
var byteLevels = []string{
	"innodb_buffer_pool_bytes_", "innodb_checkpoint_", "innodb_mem_", "innodb_page_size", "innodb_redo_log_capacity", "innodb_redo_log_logical_size",
	"innodb_redo_log_physical_size", "max_memory_used", "memory_used", "qcache_free_memory", "innodb_lsn_", "global_connection_memory",
	"innodb_redo_log_checkpoint_lsn", "innodb_redo_log_current_lsn", "innodb_redo_log_flushed_to_disk_lsn",
}

func newMetric(variable string) metric {
	m := metric{name: strings.ToLower(variable), rate: "1/s"}
	m.position = isOne(m.name, positions)
	m.gauge = m.position || isOne(m.name, levels)
	if isOne(m.name, byteCounters) || m.position && isOne(m.name, byteLevels) {
		m.rate = "B/s"
	}
	switch {
	case !m.gauge:
	case isOne(m.name, byteLevels):
		m.unit = "B"
	case strings.HasPrefix(m.name, "uptime"):
		m.unit = "s"
	case strings.HasPrefix(m.name, "innodb_row_lock_time"):
		m.unit = "ms"
	}
	return m
}

func isOne(name string, beginnings []string) bool {
	for _, b := range beginnings {
		if strings.HasPrefix(name, b) {
			return true
		}
	}
	return false
}
