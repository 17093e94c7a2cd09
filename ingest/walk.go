package ingest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A candidate is a file to look at.
type candidate struct {
	path  string // as in messages and in the history
	named bool   // named by the user, not found in a folder
	err   error  // why it cannot be read
}

// expand turns the paths that the user named into files: folders into all that
// is in them but hidden files and the folders in skip, patterns that no shell
// expanded into what they match. No file comes twice.
func expand(paths []string, skip ...string) []candidate {
	var found []candidate
	seen := map[string]bool{}
	add := func(c candidate) {
		if !seen[c.path] {
			seen[c.path] = true
			found = append(found, c)
		}
	}
	for _, path := range paths {
		if path == Stdin {
			add(candidate{path: path, named: true})
			continue
		}
		path = filepath.Clean(path)
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir():
			walk(path, skip, add)
		case err == nil:
			add(candidate{path: path, named: true})
		default:
			matches, _ := filepath.Glob(path)
			if len(matches) == 0 {
				add(candidate{path: path, named: true, err: err})
			}
			for _, match := range matches {
				if info, err := os.Stat(match); err == nil && info.IsDir() {
					walk(match, skip, add)
				} else {
					add(candidate{path: match, named: true})
				}
			}
		}
	}
	return found
}

func walk(root string, skip []string, add func(candidate)) {
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			add(candidate{path: path, named: path == root, err: err})
			return nil
		}
		hidden := path != root && strings.HasPrefix(entry.Name(), ".")
		if entry.IsDir() {
			if hidden || slices.ContainsFunc(skip, func(s string) bool { return same(s, path) }) {
				return fs.SkipDir
			}
			return nil
		}
		if !hidden {
			add(candidate{path: path})
		}
		return nil
	})
}

func same(a, b string) bool {
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && absA == absB
}

// stem returns a file's name without its folder, the ending of a compression
// and its own ending: what the files that belong to one run have in common.
func stem(path string) string {
	name := filepath.Base(path)
	for _, ending := range []string{".gz", ".bz2", ".xz", ".zst"} {
		name = strings.TrimSuffix(name, ending)
	}
	if ext := filepath.Ext(name); ext != "" && ext != name {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// belongs says whether a file's name says that it lies beside a log of that
// path: tpcc.variables.tsv beside tpcc.log.
func belongs(path, log string) bool {
	return path != log && filepath.Dir(path) == filepath.Dir(log) && strings.HasPrefix(filepath.Base(path), stem(log)+".")
}

// beside lists the files that belong to a log by their names.
func beside(log string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Dir(log))
	if err != nil {
		return nil, fmt.Errorf("look for files beside %s: %w", log, err)
	}
	var found []string
	for _, entry := range entries {
		path := filepath.Join(filepath.Dir(log), entry.Name())
		if entry.Type().IsRegular() && belongs(path, log) {
			found = append(found, path)
		}
	}
	return found, nil
}
