package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"
)

// Runs returns all committed runs, sorted by import_id, source and section.
func (h *History) Runs() ([]Run, error) {
	files, err := h.readRuns(nil)
	if err != nil {
		return nil, err
	}
	var runs []Run
	for _, f := range files {
		runs = append(runs, f.runs...)
	}
	return runs, nil
}

// A runsFile is the content of one file of the table runs.
type runsFile struct {
	importID   string
	runs       []Run
	supersedes []superseded
	hidden     []runKey // runs of the file that others supersede
}

// readRuns reads the committed runs files, without the runs that others
// supersede. names picks columns; nil means all.
func (h *History) readRuns(names []string) ([]runsFile, error) {
	ids, err := h.imports(Runs)
	if err != nil {
		return nil, err
	}
	var files []runsFile
	for _, id := range ids {
		f, err := readRunsFile(h.path(Runs, id), names)
		if errors.Is(err, os.ErrNotExist) {
			continue // its last run was removed meanwhile
		}
		if err != nil {
			return nil, err
		}
		f.importID = id
		files = append(files, f)
	}
	hideSuperseded(files)
	return files, nil
}

// writeRunsFile writes runs to a temporary file that publish then renames. It
// sorts them.
func writeRunsFile(path string, runs []Run, supersedes []superseded) error {
	slices.SortFunc(runs, func(a, b Run) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Section, b.Section), cmp.Compare(a.RunID, b.RunID))
	})
	out, err := createFile(path)
	if err != nil {
		return err
	}
	err = encodeRuns(out, runs, supersedes)
	if ferr := out.finish(); ferr != nil {
		err = ferr // the cause, where both failed
	}
	if err != nil {
		return errors.Join(err, remove(path))
	}
	return nil
}

func encodeRuns(out *outFile, runs []Run, supersedes []superseded) (err error) {
	defer recoverPanic(&err, out.path)
	schema := arrowSchema()
	w, err := pqarrow.NewFileWriter(schema, out, writerProperties(runNumbers(), oneBatch(runs)), pqarrow.NewArrowWriterProperties())
	if err != nil {
		return err
	}
	rec := record(schema, runs)
	defer rec.Release()
	if err := w.Write(rec); err != nil {
		return fmt.Errorf("write %s: %w", out.path, err)
	}
	if err := w.AppendKeyValueMetadata(versionKey, versionText()); err != nil {
		return err
	}
	if len(supersedes) > 0 {
		if err := w.AppendKeyValueMetadata(supersedesKey, formatSuperseded(supersedes)); err != nil {
			return err
		}
	}
	return w.Close()
}

// oneBatch is a batch size that no column of the runs exceeds.
func oneBatch(runs []Run) int64 {
	n := 1024
	for i := range runs {
		r := &runs[i]
		n += 1 + max(len(r.Options), len(r.Settings), len(r.Tags), len(r.Reported))
	}
	return int64(n)
}

// runNumbers are the number columns of the table runs.
func runNumbers() []column {
	var cols []column
	for _, c := range runColumns {
		switch c.field(new(Run)).(type) {
		case *string, *map[string]string:
		default:
			cols = append(cols, column{name: c.name, kind: integer})
		}
	}
	return cols
}

// readRunsFile reads the named columns (nil: all) of a runs file.
func readRunsFile(path string, names []string) (runsFile, error) {
	in, err := os.Open(path)
	if err != nil {
		return runsFile{}, err
	}
	defer in.Close()
	f, err := decodeRunsFile(in, names)
	if err != nil {
		return runsFile{}, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func decodeRunsFile(in *os.File, names []string) (f runsFile, err error) {
	defer func() {
		if r := recover(); r != nil { // what the library does about some damaged files
			err = fmt.Errorf("damaged: %v", r)
		}
	}()
	pf, err := file.NewParquetReader(in)
	if err != nil {
		return f, err
	}
	meta := pf.MetaData().KeyValueMetadata()
	if v := meta.FindValue(versionKey); v != nil {
		if _, err := parseVersion(*v); err != nil {
			return f, err
		}
	}
	if s := meta.FindValue(supersedesKey); s != nil {
		f.supersedes = parseSuperseded(*s)
	}
	r, err := pqarrow.NewFileReader(pf, pqarrow.ArrowReadProperties{BatchSize: pf.NumRows()}, allocator)
	if err != nil {
		return f, err
	}
	f.runs, err = decodeRuns(r, names)
	return f, err
}

func decodeRuns(r *pqarrow.FileReader, names []string) ([]Run, error) {
	schema := r.ParquetReader().MetaData().Schema
	var leaves []int
	for i := range schema.NumColumns() {
		root, _, _ := strings.Cut(schema.Column(i).Path(), ".")
		if names == nil || slices.Contains(names, root) {
			leaves = append(leaves, i)
		}
	}
	records, err := r.GetRecordReader(context.Background(), leaves, nil)
	if err != nil {
		return nil, err
	}
	defer records.Release()
	var runs []Run
	for records.Next() {
		rec := records.Record()
		part := make([]Run, rec.NumRows())
		for _, c := range runColumns {
			i := rec.Schema().FieldIndices(c.name)
			if len(i) == 0 {
				continue
			}
			column := rec.Column(i[0])
			if want := arrowType(c.field(new(Run))); column.DataType().ID() != want.ID() {
				return nil, fmt.Errorf("column %s is %s, expected %s", c.name, column.DataType(), want)
			}
			readColumn(c, column, part)
		}
		runs = append(runs, part...)
	}
	if err := records.Err(); err != nil && err != io.EOF { // EOF is how it tells the end
		return nil, err
	}
	return runs, nil
}
