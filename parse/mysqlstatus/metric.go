package mysqlstatus

import "strings"

// A kind says what the values of a variable are.
type kind uint8

const (
	// guessed is a counter, as long as it never falls; then it is a gauge.
	guessed kind = iota
	counter
	gauge
	position // a gauge whose growth counts too: log sequence numbers
	file     // the name of a file that ends in its number
)

// A class is the kind of a variable and the unit of its values.
type class struct {
	kind kind
	unit string
}

// rateUnit is the unit of the growth per second or, where the source has no
// clock, per report.
func (c class) rateUnit(per string) string {
	if c.unit == "" {
		return "1/" + per
	}
	return c.unit + "/" + per
}

// classify says what a variable is: by its name, by the family that its name
// begins with, by the word that it ends in, else guessed.
func classify(name string) class {
	if c, ok := names[name]; ok {
		return c
	}
	for _, f := range families {
		if strings.HasPrefix(name, f.prefix) {
			return f.class
		}
	}
	for _, w := range gaugeWords {
		if strings.HasSuffix(name, w) {
			return class{kind: gauge}
		}
	}
	return class{}
}

// wellKnown says whether a name is one of SHOW STATUS by itself.
func wellKnown(name string) bool {
	if _, ok := names[name]; ok {
		return true
	}
	for _, f := range families {
		if strings.HasPrefix(name, f.prefix) {
			return true
		}
	}
	return false
}

// families are the beginnings of names whose variables are all of one class,
// but for those in the table of names.
var families = [...]struct {
	prefix string
	class
}{
	{"Aborted_", class{counter, ""}},
	{"Acl_", class{gauge, ""}},
	{"Aria_pagecache_blocks_", class{gauge, ""}},
	{"Bytes_", class{counter, "B"}},
	{"Com_", class{counter, ""}},
	{"Connection_errors_", class{counter, ""}},
	{"Created_tmp_", class{counter, ""}},
	{"Feature_", class{counter, ""}},
	{"Handler_", class{counter, ""}},
	{"Innodb_data_pending_", class{gauge, ""}},
	{"Innodb_mem_", class{gauge, "B"}},
	{"Innodb_os_log_pending_", class{gauge, ""}},
	{"Innodb_rows_", class{counter, ""}},
	{"Innodb_system_rows_", class{counter, ""}},
	{"Innodb_undo_tablespaces_", class{gauge, ""}},
	{"Key_blocks_", class{gauge, ""}},
	{"Open_", class{gauge, ""}},
	{"Performance_schema_", class{counter, ""}},
	{"Select_", class{counter, ""}},
	{"Sort_", class{counter, ""}},
	{"Ssl_session_cache_", class{gauge, ""}},
	{"Table_locks_", class{counter, ""}},
	{"Threadpool_", class{gauge, ""}},
	{"Threads_", class{gauge, ""}},
}

// gaugeWords are the ends of names that only gauges have.
var gaugeWords = [...]string{"_current", "_size", "_max", "_min", "_avg", "_time_avg", "_free", "_used", "_total", "_pending", "_length", "_depth",
	"_mode", "_count_distinct", "_timestamp", "_index", "_conf_id", "_pct_used", "_pct_progress", "_iops", "_connected", "_running", "_sessions", "_clients"}

// names are the variables that are not what their family or the word at their
// end would make of them, or that must never be taken for a gauge.
var names = map[string]class{
	"Binlog_bytes_written":                                  {counter, "B"},
	"Binlog_cache_disk_use":                                 {counter, ""},
	"Binlog_cache_use":                                      {counter, ""},
	"Binlog_commits":                                        {counter, ""},
	"Binlog_group_commits":                                  {counter, ""},
	"Binlog_snapshot_file":                                  {file, ""},
	"Binlog_snapshot_position":                              {position, "B"}, // in its file
	"Busy_time":                                             {counter, "s"},
	"Connections":                                           {counter, ""},
	"Cpu_time":                                              {counter, "s"},
	"Delayed_insert_threads":                                {gauge, ""},
	"Error_log_buffered_bytes":                              {gauge, "B"},
	"Error_log_buffered_events":                             {gauge, ""},
	"Error_log_latest_write":                                {gauge, ""},
	"Global_connection_memory":                              {gauge, "B"},
	"Innodb_available_undo_logs":                            {gauge, ""},
	"Innodb_buffer_pool_bytes_data":                         {gauge, "B"},
	"Innodb_buffer_pool_bytes_dirty":                        {gauge, "B"},
	"Innodb_buffer_pool_pages_data":                         {gauge, ""},
	"Innodb_buffer_pool_pages_dirty":                        {gauge, ""},
	"Innodb_buffer_pool_pages_flushed":                      {counter, ""},
	"Innodb_buffer_pool_pages_free":                         {gauge, ""},
	"Innodb_buffer_pool_pages_latched":                      {gauge, ""},
	"Innodb_buffer_pool_pages_misc":                         {gauge, ""},
	"Innodb_buffer_pool_pages_old":                          {gauge, ""},
	"Innodb_buffer_pool_pages_total":                        {gauge, ""},
	"Innodb_buffer_pool_read_requests":                      {counter, ""},
	"Innodb_buffer_pool_reads":                              {counter, ""},
	"Innodb_buffer_pool_resize_status_code":                 {gauge, ""},
	"Innodb_buffer_pool_resize_status_progress":             {gauge, ""},
	"Innodb_buffer_pool_wait_free":                          {counter, ""},
	"Innodb_buffer_pool_write_requests":                     {counter, ""},
	"Innodb_checkpoint_age":                                 {gauge, "B"},
	"Innodb_checkpoint_max_age":                             {gauge, "B"},
	"Innodb_checkpoint_target_age":                          {gauge, "B"},
	"Innodb_data_fsyncs":                                    {counter, ""},
	"Innodb_data_read":                                      {counter, "B"},
	"Innodb_data_reads":                                     {counter, ""},
	"Innodb_data_writes":                                    {counter, ""},
	"Innodb_data_written":                                   {counter, "B"},
	"Innodb_dblwr_pages_written":                            {counter, ""},
	"Innodb_dblwr_writes":                                   {counter, ""},
	"Innodb_deadlocks":                                      {counter, ""},
	"Innodb_history_list_length":                            {gauge, ""},
	"Innodb_ibuf_free_list":                                 {gauge, ""},
	"Innodb_log_waits":                                      {counter, ""},
	"Innodb_log_write_requests":                             {counter, ""},
	"Innodb_log_writes":                                     {counter, ""},
	"Innodb_lsn_current":                                    {position, "B"},
	"Innodb_lsn_flushed":                                    {position, "B"},
	"Innodb_lsn_last_checkpoint":                            {position, "B"},
	"Innodb_max_trx_id":                                     {position, ""},
	"Innodb_num_open_files":                                 {gauge, ""},
	"Innodb_os_log_fsyncs":                                  {counter, ""},
	"Innodb_os_log_written":                                 {counter, "B"},
	"Innodb_page_size":                                      {gauge, "B"},
	"Innodb_pages_created":                                  {counter, ""},
	"Innodb_pages_read":                                     {counter, ""},
	"Innodb_pages_written":                                  {counter, ""},
	"Innodb_redo_log_capacity_resized":                      {gauge, "B"},
	"Innodb_redo_log_checkpoint_lsn":                        {position, "B"},
	"Innodb_redo_log_current_lsn":                           {position, "B"},
	"Innodb_redo_log_flushed_to_disk_lsn":                   {position, "B"},
	"Innodb_redo_log_logical_size":                          {gauge, "B"},
	"Innodb_redo_log_physical_size":                         {gauge, "B"},
	"Innodb_row_lock_current_waits":                         {gauge, ""},
	"Innodb_row_lock_time":                                  {counter, "ms"},
	"Innodb_row_lock_time_avg":                              {gauge, "ms"},
	"Innodb_row_lock_time_max":                              {gauge, "ms"},
	"Innodb_row_lock_waits":                                 {counter, ""},
	"Last_query_cost":                                       {gauge, ""},
	"Max_memory_used":                                       {gauge, "B"},
	"Max_used_connections":                                  {gauge, ""},
	"Memory_used":                                           {gauge, "B"},
	"Memory_used_initial":                                   {gauge, "B"},
	"Not_flushed_delayed_rows":                              {gauge, ""},
	"Ongoing_anonymous_transaction_count":                   {gauge, ""},
	"Performance_schema_session_connect_attrs_longest_seen": {gauge, ""},
	"Prepared_stmt_count":                                   {gauge, ""},
	"Qcache_free_blocks":                                    {gauge, ""},
	"Qcache_free_memory":                                    {gauge, "B"},
	"Qcache_queries_in_cache":                               {gauge, ""},
	"Qcache_total_blocks":                                   {gauge, ""},
	"Queries":                                               {counter, ""},
	"Query_time":                                            {counter, "s"},
	"Questions":                                             {counter, ""},
	"Replica_open_temp_tables":                              {gauge, ""},
	"Rows_read":                                             {counter, ""},
	"Rows_sent":                                             {counter, ""},
	"Rpl_semi_sync_master_net_avg_wait_time":                {gauge, "us"},
	"Rpl_semi_sync_master_tx_avg_wait_time":                 {gauge, "us"},
	"Slave_heartbeat_period":                                {gauge, "s"},
	"Slave_open_temp_tables":                                {gauge, ""},
	"Slow_queries":                                          {counter, ""},
	"Ssl_ctx_verify_depth":                                  {gauge, ""},
	"Ssl_default_timeout":                                   {gauge, "s"},
	"Ssl_session_cache_hits":                                {counter, ""},
	"Ssl_session_cache_misses":                              {counter, ""},
	"Ssl_session_cache_overflows":                           {counter, ""},
	"Ssl_session_cache_timeouts":                            {counter, ""},
	"Ssl_used_session_cache_entries":                        {gauge, ""},
	"Stack_usage":                                           {gauge, "B"},
	"Syncs":                                                 {counter, ""},
	"Table_open_cache_active_instances":                     {gauge, ""},
	"Tc_log_max_pages_used":                                 {gauge, ""},
	"Tc_log_page_size":                                      {gauge, "B"},
	"Threads_created":                                       {counter, ""},
	"Uptime":                                                {gauge, "s"},
	"Uptime_since_flush_status":                             {gauge, "s"},
	"wsrep_cert_deps_distance":                              {gauge, ""},
	"wsrep_cert_interval":                                   {gauge, ""},
	"wsrep_flow_control_paused":                             {gauge, ""},
	"wsrep_flow_control_paused_ns":                          {counter, "ns"},
	"wsrep_last_committed":                                  {position, ""},
	"wsrep_local_cached_downto":                             {gauge, ""},
	"wsrep_local_recv_queue":                                {gauge, ""},
	"wsrep_local_send_queue":                                {gauge, ""},
	"wsrep_local_state":                                     {gauge, ""},
	"wsrep_received_bytes":                                  {counter, "B"},
	"wsrep_replicated_bytes":                                {counter, "B"},
	"wsrep_applier_thread_count":                            {gauge, ""},
	"wsrep_rollbacker_thread_count":                         {gauge, ""},
	"wsrep_thread_count":                                    {gauge, ""},
}

// neverZero are variables that no running server reports as 0: where one of
// them falls to 0, the values are differences.
var neverZero = [...]string{"Innodb_page_size", "Innodb_buffer_pool_pages_total", "Max_used_connections", "Threads_connected"}
