package analyze

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"jitterlog/ingest/history"
)

// ownSettings differ from server to server or from session to session and say nothing of how
// fast one is.
var ownSettings = []string{
	"timestamp", "pseudo_thread_id", "pseudo_slave_mode", "rand_seed1", "rand_seed2", "identity",
	"insert_id", "last_insert_id", "error_count", "warning_count", "server_uuid", "server_id",
	"pid_file", "port", "socket", "log_error", "general_log_file", "slow_query_log_file",
	"log_bin_basename", "log_bin_index", "relay_log", "relay_log_basename", "relay_log_index",
	"gtid_current_pos", "gtid_binlog_pos", "gtid_binlog_state", "gtid_executed", "gtid_purged", "last_gtid",
	"in_transaction", "datadir", "tmpdir", "slave_load_tmpdir", "report_port", "wsrep_start_position", "wsrep_data_home_dir",
	"aria_log_dir_path", "init_file", "secure_file_priv", "server_uid",
}

// ownOptions are the same of a run that jitterlog made; what its disk is, other
// options say.
var ownOptions = []string{"storage_datadir"}

// maxResidue is how many differences one warning names.
const maxResidue = 6

// residue warns of what a comparison mixes without being asked to: whatever
// differs between the groups beside the key they were made by, or among
// the runs of one.
func residue(groups []Group) []Warning {
	var warnings []Warning
	var by []string
	also := ""
	for _, g := range groups {
		by = append(by, canonical(g.By))
		if g.By != "" {
			also = "also "
		}
	}
	if differing := differences(groups, by); len(differing) > 0 {
		warnings = append(warnings, Warning{Code: "groups_differ", Message: "the groups " + also + "differ in " + listed(differing)})
	}
	for _, g := range groups {
		alone := make([]Group, len(g.Runs))
		for i, r := range g.Runs {
			alone[i] = Group{Name: r.Name, Runs: []history.Run{r}}
		}
		if differing := differences(alone, nil); len(differing) > 0 {
			warnings = append(warnings, Warning{Code: "group_is_mixed", Message: "the runs of " + g.Name + " differ among themselves in " + listed(differing)})
		}
	}
	var unknown []string
	for _, g := range groups {
		if slices.ContainsFunc(g.Runs, func(r history.Run) bool { return len(r.Settings) == 0 }) {
			unknown = append(unknown, g.Name)
		}
	}
	if len(unknown) > 0 {
		warnings = append(warnings, Warning{Code: "settings_unknown",
			Message: "server settings are not known of " + strings.Join(unknown, ", ") + ": what else differs cannot be told"})
	}
	return warnings
}

// none stands for a tag that a run does not have.
const none = "none"

// differences lists what has other values in one group than in another, as
// "threads (8 and 16)" or, where a group has several, "threads (A: 8, 16; B: 16)",
// sorted. What is not known of a group does not differ; but who tags only some
// runs says that the others are different.
func differences(groups []Group, by []string) []string {
	keys, tags := make(map[string]bool), make(map[string]bool)
	known := make([][]map[string]string, len(groups)) // of each run of each group
	for i, g := range groups {
		for j := range g.Runs {
			circumstances := Circumstances(&g.Runs[j])
			known[i] = append(known[i], circumstances)
			for key := range circumstances {
				keys[key] = true
			}
			for key := range tagsOf(&g.Runs[j]) {
				tags[key] = true
			}
		}
	}
	var differing []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if slices.Contains(by, canonical(key)) {
			continue
		}
		var sets, named []string
		several := false
		for i, g := range groups {
			set := valuesOf(known[i], key, tags[key])
			if len(set) > 0 {
				sets = append(sets, strings.Join(set, ", "))
				named = append(named, g.Name+": "+sets[len(sets)-1])
				several = several || len(set) > 1
			}
		}
		switch distinct := slices.Compact(slices.Sorted(slices.Values(sets))); {
		case len(distinct) < 2:
		case several:
			differing = append(differing, fmt.Sprintf("%s (%s)", key, strings.Join(named, "; ")))
		default:
			differing = append(differing, fmt.Sprintf("%s (%s)", key, strings.Join(distinct, " and ")))
		}
	}
	return differing
}

// valuesOf are the values that runs have of a circumstance, sorted.
func valuesOf(runs []map[string]string, key string, tag bool) []string {
	var values []string
	for _, run := range runs {
		v, ok := run[key]
		if !ok && tag {
			v, ok = none, true
		}
		if ok {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// Circumstances are all that may make one run faster than another: columns,
// options of the tool, server settings and tags, which often say what no log does.
func Circumstances(r *history.Run) map[string]string {
	m := conditions(r)
	for _, more := range []map[string]string{optionsOf(r), settingsOf(r), tagsOf(r)} {
		maps.Copy(m, more)
	}
	return m
}

// optionsOf are the options of the tool, without the letters of tpcc-mysql: those
// say what the columns do, or where the server is.
func optionsOf(r *history.Run) map[string]string {
	m := maps.Clone(r.Options)
	maps.DeleteFunc(m, func(key, _ string) bool {
		// The words of a published table's row, where they were understood as settings.
		row := r.Tool == "table" && key == "setting" && len(r.Settings) > 0
		return len(key) <= 1 || row || slices.Contains(ownOptions, key) || key == "server" && onLoopback(r.Options[key])
	})
	return m
}

// onLoopback says whether the address of a server, as in user@tcp(host:port)/database, is one
// of the machine itself: its port or socket may then be another each time.
func onLoopback(address string) bool {
	return strings.Contains(address, "@unix(") || strings.Contains(address, "@tcp(127.") ||
		strings.Contains(address, "@tcp([::1]") || strings.Contains(address, "@tcp(localhost:")
}

func settingsOf(r *history.Run) map[string]string {
	m := maps.Clone(r.Settings)
	maps.DeleteFunc(m, func(key, _ string) bool { return slices.Contains(ownSettings, strings.ToLower(key)) })
	return m
}

// repeatTags number repeats: they tell runs apart and make none faster.
var repeatTags = []string{"repeat", "repetition", "rep", "run", "round", "iteration", "trial", "try", "n", "i"}

func tagsOf(r *history.Run) map[string]string {
	m := maps.Clone(r.Tags)
	maps.DeleteFunc(m, func(key, _ string) bool { return slices.Contains(repeatTags, canonical(key)) })
	return m
}

func listed(items []string) string {
	if more := len(items) - maxResidue; more > 0 {
		return fmt.Sprintf("%s, and %d more", strings.Join(items[:maxResidue], ", "), more)
	}
	return strings.Join(items, ", ")
}
