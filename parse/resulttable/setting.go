package resulttable

import "strings"

// An assignment is a setting as a cell has it; without a name it is a bare value.
type assignment struct{ name, value string }

// assignments reads a cell such as "sync_binlog=1", "sync_binlog 1",
// "flush_log_at_trx_commit 0 (sync_binlog 0)" or "1, 0". It returns nothing for
// other text.
func assignments(cell string) []assignment {
	var list []assignment
	for _, part := range strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(",;()，；（）、", r) }) {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		if !ok {
			name, value, ok = strings.Cut(part, " ")
		}
		name, value = strings.ToLower(strings.Trim(name, " `")), strings.Trim(value, " =`")
		switch {
		case ok && isVariable(name) && value != "" && !strings.Contains(value, " "):
			list = append(list, assignment{fullName(name), value})
		case !ok && !strings.Contains(part, " "):
			list = append(list, assignment{"", part})
		default:
			return nil
		}
	}
	return list
}

// inherit gives bare values the names of the row before, if they are as many.
func inherit(list, before []assignment) []assignment {
	for _, a := range list {
		if a.name != "" || len(list) != len(before) {
			return named(list)
		}
	}
	for i := range list {
		list[i].name = before[i].name
	}
	return list
}

func named(list []assignment) []assignment {
	for _, a := range list {
		if a.name == "" {
			return nil
		}
	}
	return list
}

// isVariable says whether a text can be the name of a server variable.
func isVariable(name string) bool {
	if name == "autocommit" {
		return true
	}
	if !strings.Contains(name, "_") || name[0] < 'a' || name[0] > 'z' || strings.Contains(name, "password") {
		return false
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; (c < 'a' || c > 'z') && c != '_' && c-'0' > 9 {
			return false
		}
	}
	return true
}

// short are the variables of InnoDB that people write without its name.
var short = map[string]bool{
	"flush_log_at_trx_commit": true, "flush_log_at_timeout": true, "flush_method": true, "flush_neighbors": true, "io_capacity": true,
	"io_capacity_max": true, "buffer_pool_size": true, "buffer_pool_instances": true, "log_file_size": true, "log_files_in_group": true,
	"log_buffer_size": true, "file_per_table": true, "adaptive_flushing": true, "adaptive_hash_index": true, "max_dirty_pages_pct": true,
	"change_buffering": true, "read_io_threads": true, "write_io_threads": true, "thread_concurrency": true, "autoinc_lock_mode": true,
	"lru_scan_depth": true, "page_cleaners": true, "purge_threads": true, "doublewrite": true, "redo_log_capacity": true, "page_size": true,
}

// fullName is the name that the server knows.
func fullName(name string) string {
	if short[name] {
		return "innodb_" + name
	}
	return name
}
