package history

import "context"

// migrate writes every runs file anew, with the columns that older versions did
// not have: DuckDB wants the same in all files of a table, or takes many times as
// long. The version comes last, so that what a crash leaves is migrated again.
func (h *History) migrate(ctx context.Context) error {
	unlock, err := h.lockAll(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	ids, err := h.imports(Runs)
	if err != nil {
		return err
	}
	for _, id := range ids {
		path := h.path(Runs, id)
		f, err := readRunsFile(path, nil)
		if err != nil {
			return err
		}
		if err := writeRunsFile(path+tempSuffix, f.runs, f.supersedes); err != nil {
			return err
		}
		if err := publish(path+tempSuffix, path); err != nil {
			return err
		}
	}
	return writeSchema(h.dir)
}
