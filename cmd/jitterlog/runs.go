package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jitterlog/analyze"
	"jitterlog/ingest"
	"jitterlog/ingest/history"
)

// opened is what the RUN arguments of a command name.
type opened struct {
	db     *analyze.DB
	args   []string         // those that name runs: files without any are told and left out
	groups [][]history.Run  // one for each of args, never empty
	temp   string           // history of the files among the arguments, or empty
	unread map[string]error // why a file that the user named holds no run
}

// Close removes the temporary history.
func (o *opened) Close() {
	if o.db != nil {
		o.db.Close()
	}
	if o.temp != "" {
		os.RemoveAll(o.temp)
	}
}

// all returns the runs of all arguments, each once.
func (o *opened) all() []history.Run {
	var runs []history.Run
	for _, group := range o.groups {
		for _, run := range group {
			if !slices.ContainsFunc(runs, func(r history.Run) bool { return r.RunID == run.RunID }) {
				runs = append(runs, run)
			}
		}
	}
	return runs
}

// open finds the runs that arguments name: files and folders are read on the
// fly, all else is looked up in the history. The caller closes the result.
func (e *env) open(args []string) (_ *opened, err error) {
	o := &opened{}
	defer func() {
		if err != nil {
			o.Close()
		}
	}()
	var paths []string
	for _, arg := range args {
		if path, _, ok := asPath(arg); ok {
			paths = append(paths, path)
		}
	}
	var tables manyTables
	if len(paths) < len(args) {
		h, err := e.openHistory()
		if err != nil {
			return nil, err
		}
		tables = append(tables, h)
	}
	var read []history.Run
	if len(paths) > 0 {
		h, runs, err := e.readPaths(o, paths)
		if err != nil {
			return nil, err
		}
		read = runs
		if len(tables) > 0 {
			if err := e.forgetKnown(tables[0].(*history.History), h); err != nil {
				return nil, err
			}
		}
		tables = append(tables, h)
	}
	if o.db, err = analyze.Open(e.ctx, tables); err != nil {
		return nil, err
	}
	for _, arg := range args {
		group, err := e.find(o, arg, read)
		var none *noRunError
		if errors.As(err, &none) && len(args) > 1 {
			e.say("%v", err)
			continue
		}
		if err != nil {
			return nil, err
		}
		o.args, o.groups = append(o.args, arg), append(o.groups, group)
	}
	if len(o.groups) == 0 {
		return nil, errors.New("none of these holds a run")
	}
	return o, nil
}

// A noRunError says that a file on disk holds no run.
type noRunError struct {
	path string
	why  error // nil: it holds runs, but not that one
}

func (e *noRunError) Error() string {
	if e.why == nil {
		return e.path + ": no such run in it"
	}
	return e.why.Error()
}

// openHistory opens the history, which must be there.
func (e *env) openHistory() (*history.History, error) {
	h, err := history.Open(e.history)
	if errors.Is(err, history.ErrNoHistory) {
		return nil, &hintedError{err, "jitterlog import FILE... makes one; --history or $JITTERLOG_HISTORY names another folder"}
	}
	return h, err
}

// find returns the runs that one argument names.
func (e *env) find(o *opened, arg string, read []history.Run) ([]history.Run, error) {
	path, section, ok := asPath(arg)
	if !ok {
		selection, err := o.db.Select(e.ctx, arg)
		var none *analyze.NoRunError
		if errors.As(err, &none) && (strings.ContainsAny(arg, "./") || strings.Contains(arg, string(filepath.Separator))) {
			return nil, fmt.Errorf("%w, and no file of that name is there", err)
		}
		if err != nil {
			return nil, err
		}
		return selection.Runs, nil
	}
	var ids []string
	for _, run := range read {
		inFolder := strings.HasPrefix(run.Source, path+string(filepath.Separator)) || path == "."
		if (run.Source == path || inFolder) && (section == 0 || run.Section == section) {
			ids = append(ids, run.RunID)
		}
	}
	if len(ids) == 0 {
		return nil, &noRunError{path: arg, why: o.unread[path]}
	}
	return o.db.RunsByID(e.ctx, ids...)
}

// asPath says whether an argument names something on disk: a path, or a path
// with #N for the N-th run in that file.
func asPath(arg string) (path string, section int64, ok bool) {
	if _, err := os.Stat(arg); err == nil {
		return filepath.Clean(arg), 0, true
	}
	i := strings.LastIndexByte(arg, '#')
	if i <= 0 {
		return "", 0, false
	}
	if _, err := fmt.Sscanf(arg[i:], "#%d", &section); err != nil || section < 1 {
		return "", 0, false
	}
	if _, err := os.Stat(arg[:i]); err != nil {
		return "", 0, false
	}
	return filepath.Clean(arg[:i]), section, true
}

// readPaths reads files into a history that lives as long as o.
func (e *env) readPaths(o *opened, paths []string) (*history.History, []history.Run, error) {
	dir, err := os.MkdirTemp("", "jitterlog-")
	if err != nil {
		return nil, nil, err
	}
	o.temp = dir
	h, err := history.Create(dir)
	if err != nil {
		return nil, nil, err
	}
	files, err := ingest.Import(e.ctx, h, paths, ingest.Options{Location: e.location, Stdin: e.stdin})
	if err != nil {
		return nil, nil, err
	}
	var runs []history.Run
	o.unread = map[string]error{}
	for _, f := range files {
		switch {
		case f.Err == nil:
		case !ingest.NotALog(f.Err) && !errors.Is(f.Err, ingest.ErrNeedsRun):
			return nil, nil, fileError(f)
		case f.Named:
			o.unread[f.Path] = fileError(f)
		}
		if f.FirstNotUnderstood != nil {
			e.say("%s:%v (%s not understood in all)", f.Path, f.FirstNotUnderstood, count(f.NotUnderstood, "line"))
		}
		runs = append(runs, f.Runs...)
	}
	return h, runs, nil
}

// forgetKnown removes from the temporary history what the lasting one holds
// too, so that no run is there twice.
func (e *env) forgetKnown(lasting, temporary *history.History) error {
	known, err := lasting.Known()
	if err != nil {
		return err
	}
	_, err = temporary.RewriteRuns(e.ctx, func(run *history.Run) bool {
		_, there := known.Run(run.RunID)
		return !there
	})
	return err
}

// openOne finds the one run that an argument names.
func (e *env) openOne(arg string) (*opened, history.Run, error) {
	o, err := e.open([]string{arg})
	if err != nil {
		return nil, history.Run{}, err
	}
	if runs := o.groups[0]; len(runs) > 1 {
		o.Close()
		return nil, history.Run{}, oneWanted(arg, runs)
	}
	return o, o.groups[0][0], nil
}

func candidates(runs []history.Run) string {
	var lines []string
	for _, run := range runs {
		lines = append(lines, fmt.Sprintf("  %s  %s  (%s)", run.RunID, run.Name, run.Source))
	}
	return strings.Join(lines, "\n")
}

// manyTables reads several histories as one.
type manyTables []analyze.Tables

// Files implements analyze.Tables.
func (m manyTables) Files(table history.Table) ([]string, error) {
	var all []string
	for _, tables := range m {
		files, err := tables.Files(table)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

// storedRuns finds the runs of the history that a word names.
func (e *env) storedRuns(word string) (*history.History, []history.Run, error) {
	h, err := e.openHistory()
	if err != nil {
		return nil, nil, err
	}
	db, err := analyze.Open(e.ctx, h)
	if err != nil {
		return nil, nil, err
	}
	defer db.Close()
	selection, err := db.Select(e.ctx, word)
	if err != nil {
		return nil, nil, err
	}
	return h, selection.Runs, nil
}

// storedRun finds the one run of the history that a word names.
func (e *env) storedRun(word string) (*history.History, history.Run, error) {
	h, runs, err := e.storedRuns(word)
	if err != nil {
		return nil, history.Run{}, err
	}
	if len(runs) > 1 {
		return nil, history.Run{}, oneWanted(word, runs)
	}
	return h, runs[0], nil
}

func oneWanted(word string, runs []history.Run) error {
	return usage("%s names %d runs, and one is wanted:\n%s", word, len(runs), candidates(runs))
}
