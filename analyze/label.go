package analyze

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"jitterlog/ingest/history"
)

// Labels are names for runs that tell them apart. A name of a run's own, such as a
// file's stem, stays as it is. Where several runs have one name, or are numbered as
// parts of one file (rows#2), tags, settings or options in which they differ stand
// behind it, and its id where they do not differ or that does not suffice.
func Labels(runs []history.Run) []string {
	alike := make(map[string][]int) // indexes by name without number
	for i, r := range runs {
		alike[stem(r.Name)] = append(alike[stem(r.Name)], i)
	}
	labels := make([]string, len(runs))
	for _, members := range alike {
		apart := make([]string, len(members))
		if len(members) > 1 {
			apart = tellApart(runs, members)
		}
		seen := make(map[string]int)
		for k, i := range members {
			labels[i] = strings.TrimSpace(runs[i].Name + " " + apart[k])
			seen[labels[i]]++
		}
		for _, i := range members {
			if seen[labels[i]] > 1 {
				labels[i] += " (" + runs[i].RunID + ")"
			}
		}
	}
	return labels
}

// stem is a name without the number that parts of one file have.
func stem(name string) string {
	i := strings.LastIndexByte(name, '#')
	if i <= 0 || strings.Trim(name[i+1:], "0123456789") != "" {
		return name
	}
	return name[:i]
}

// maxApart is how many keys a label names at most, and maxApartValue how long a
// value may be: a label is no inventory.
const (
	maxApart      = 4
	maxApartValue = 32
)

// tellApart says of each member in what it differs, as "key=value ...", by as few keys
// as will do. Tags come first, since somebody wrote them to tell runs apart.
func tellApart(runs []history.Run, members []int) []string {
	apart := make([]string, len(members))
	parts := map[string]int{} // distinct texts in apart
	keys := 0
	for _, source := range []func(*history.Run) map[string]string{
		tagsOf, settingsOf, optionsOf, conditions,
	} {
		values := make([]map[string]string, len(members))
		names := map[string]bool{}
		for k, i := range members {
			values[k] = source(&runs[i])
			for key := range values[k] {
				names[key] = true
			}
		}
		for keys < maxApart && len(parts) < len(members) {
			best, bestCount := "", max(len(parts), 1)
			for _, key := range slices.Sorted(maps.Keys(names)) {
				distinct := map[string]bool{}
				for k := range members {
					distinct[apart[k]+"\x00"+values[k][key]] = true
				}
				if len(distinct) > bestCount {
					best, bestCount = key, len(distinct)
				}
			}
			if best == "" {
				break
			}
			clear(parts)
			for k := range members {
				if v, ok := values[k][best]; ok {
					apart[k] = strings.TrimSpace(apart[k] + " " + pair(best, v))
				}
				parts[apart[k]]++
			}
			keys++
		}
	}
	return apart
}

// pair is a key with its value, both short: a label has to fit into a legend.
// Sizes are in MiB, and innodb_ and _size go without saying.
func pair(key, value string) string {
	key = strings.TrimSuffix(strings.TrimPrefix(key, "innodb_"), "_size")
	key = strings.TrimSuffix(key, "_at_trx_commit") // of flush_log
	if size, err := strconv.ParseInt(value, 10, 64); err == nil && size >= 1<<20 && size%(1<<20) == 0 {
		value = strconv.FormatInt(size>>20, 10) + "M"
	}
	if short := []rune(value); len(short) > maxApartValue {
		value = string(short[:maxApartValue-1]) + "…"
	}
	return key + "=" + value
}
