package sandbox

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Options says which server to start. The zero value is a server with its product's own defaults.
type Options struct {
	// Program is the server program; empty: the one that Find finds.
	Program string
	// Set holds server variables by name, with '-' or '_' alike. An empty value is passed as it is
	// ("sql_mode="), but for names that begin with skip_, disable_ or enable_, which take none. A
	// name that begins with loose_ is one that the server need not know.
	Set map[string]string
	// Dir is the folder in which the server's own folder is made. Empty: $TMPDIR, else /var/tmp:
	// /tmp is often kept in memory, where a flush costs nothing.
	Dir string
	// From is a folder written by Snapshot, whose data the server starts with. Empty: no data.
	From string
}

// ours are the variables that make the server a throwaway one.
var ours = map[string]bool{
	"bind_address": true, "datadir": true, "defaults_file": true, "init_file": true, "log_error": true, "pid_file": true,
	"port": true, "secure_file_priv": true, "skip_name_resolve": true, "skip_networking": true, "socket": true, "user": true,
}

// shaping are the variables that a data directory keeps from the moment it is made, and the size of
// the redo log, which would otherwise be made anew at the first start.
var shaping = map[string]bool{
	"innodb_checksum_algorithm": true, "innodb_data_file_path": true, "innodb_log_file_size": true,
	"innodb_log_files_in_group": true, "innodb_page_size": true, "innodb_redo_log_capacity": true,
	"innodb_undo_tablespaces": true, "lower_case_table_names": true,
}

// parent is the folder that holds the folders of servers.
func (o Options) parent() (string, error) {
	dir := o.Dir
	if dir == "" {
		dir = os.Getenv("TMPDIR")
	}
	if dir == "" {
		dir = "/var/tmp"
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			dir = os.TempDir()
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("folder for a server: %w", err)
	}
	// sockaddr_un holds 104 bytes on the BSDs and macOS, 108 on Linux, with the final zero.
	if path := filepath.Join(dir, prefix+"0123456789", socketName); len(path) > 103 {
		return "", fmt.Errorf("folder for a server: %s is too long for a socket's path: name a folder of at most %d bytes",
			dir, len(dir)-(len(path)-103))
	}
	return dir, nil
}

// settings returns Set as command-line options, sorted; shape only those that a data directory keeps.
func (o Options) settings() (all, shape []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(o.Set)) {
		key := strings.ReplaceAll(strings.ToLower(name), "-", "_")
		value := o.Set[name]
		variable := strings.TrimPrefix(key, "loose_") // "set it if there is such a variable"
		switch {
		case key == "" || strings.ContainsAny(key, "= \t\n"):
			return nil, nil, fmt.Errorf("%q is no name of a server variable", name)
		case ours[variable]:
			return nil, nil, fmt.Errorf("%s cannot be set: a throwaway server has its own", name)
		}
		option := "--" + strings.ReplaceAll(key, "_", "-")
		if value != "" || !isSwitch(key) {
			option += "=" + value
		}
		all = append(all, option)
		if shaping[variable] {
			shape = append(shape, option)
		}
	}
	return all, shape, nil
}

func isSwitch(key string) bool {
	return strings.HasPrefix(key, "skip_") || strings.HasPrefix(key, "disable_") || strings.HasPrefix(key, "enable_")
}
