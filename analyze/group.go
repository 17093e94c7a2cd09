package analyze

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// A Group is the runs of one side of a comparison: repeats of one configuration.
type Group struct {
	Name string
	Runs []history.Run
	By   string // the key it was made by, which is meant to differ; empty if by none
}

// apart is a *UsageError if two groups share runs: what is on both sides of a
// comparison makes them alike, and counts twice.
func apart(groups []Group) error {
	for i, b := range groups {
		for _, a := range groups[:i] {
			var shared []string
			for _, run := range b.Runs {
				if slices.ContainsFunc(a.Runs, func(r history.Run) bool { return r.RunID == run.RunID }) {
					shared = append(shared, run.Name)
				}
			}
			switch {
			case len(shared) == 0:
			case len(shared) == len(a.Runs) && len(shared) == len(b.Runs):
				return usage("%s and %s are the same: there is nothing to compare", a.Name, b.Name)
			default:
				return usage("%s and %s share runs, and each may be on one side only: %s", a.Name, b.Name, listed(shared))
			}
		}
	}
	return nil
}

// GroupBy puts runs together that have the same value of a tag, else of a server
// setting, else of an option of the tool, else of a column such as threads. Groups
// are named key=value and sorted by the value, as numbers where they are numbers. Runs
// that lack the key are returned beside them; if all do, it is a *UsageError.
func GroupBy(runs []history.Run, key string) (groups []Group, without []history.Run, err error) {
	for _, source := range groupings(key) {
		groups, without = groupBySource(runs, key, source)
		if len(groups) > 0 {
			return groups, without, nil
		}
	}
	return nil, nil, usage("none of the runs has a tag, setting, option or column %q", key)
}

// A grouping returns the value that a run has for a key, or false.
type grouping func(*history.Run) (string, bool)

func groupings(key string) []grouping {
	find := func(of func(*history.Run) map[string]string) grouping {
		return func(r *history.Run) (string, bool) { return lookUp(of(r), key) }
	}
	return []grouping{
		find(func(r *history.Run) map[string]string { return r.Tags }),
		find(func(r *history.Run) map[string]string { return r.Settings }),
		find(func(r *history.Run) map[string]string { return r.Options }),
		find(conditions),
		func(r *history.Run) (string, bool) { return r.Name, canonical(key) == "name" },
	}
}

func groupBySource(runs []history.Run, key string, value grouping) (groups []Group, without []history.Run) {
	byValue := make(map[string][]history.Run)
	for i := range runs {
		if v, ok := value(&runs[i]); ok {
			byValue[v] = append(byValue[v], runs[i])
		} else {
			without = append(without, runs[i])
		}
	}
	for v, members := range byValue {
		groups = append(groups, Group{key + "=" + v, members, key})
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return compareValues(strings.TrimPrefix(a.Name, key+"="), strings.TrimPrefix(b.Name, key+"="))
	})
	return groups, without
}

// compareValues orders numbers before texts.
func compareValues(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	switch {
	case errX == nil && errY == nil:
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return cmp.Compare(a, b)
}

// canonical is a key without case, and with _ for -, as in Select.
func canonical(key string) string {
	return strings.ReplaceAll(strings.ToLower(key), "-", "_")
}

// lookUp finds a key, or else a setting of InnoDB whose name the key is without
// innodb_, as labels show it.
func lookUp(m map[string]string, key string) (string, bool) {
	if v, ok := m[key]; ok {
		return v, true
	}
	key = canonical(key)
	for _, wanted := range []string{key, "innodb_" + key} {
		for k, v := range m {
			if canonical(k) == wanted {
				return v, true
			}
		}
	}
	return "", false
}

// conditions are the columns of a run that say under what it ran, as texts.
// What is not known is left out.
func conditions(r *history.Run) map[string]string {
	m := map[string]string{"tool": r.Tool}
	for key, v := range map[string]string{
		"tool_version": r.ToolVersion, "workload": r.Workload, "headline_op": r.HeadlineOp,
		"server": r.Server, "server_version": r.ServerVersion,
	} {
		if v != "" {
			m[key] = v
		}
	}
	for key, v := range map[string]int64{"threads": r.Threads, "scale": r.Scale} {
		if v != parse.Absent {
			m[key] = strconv.FormatInt(v, 10)
		}
	}
	for key, v := range map[string]float64{"interval_s": r.IntervalS, "warmup_s": r.WarmupS, "duration_s": r.DurationS} {
		// A single report line is as long as the run took, which is a result.
		if single := key == "interval_s" && v == r.ElapsedS; v == v && !single { // not NaN
			m[key] = strconv.FormatFloat(v, 'g', -1, 64)
		}
	}
	return m
}
