package history

import (
	"fmt"
	"math"
	"strings"

	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
)

// A tableFile is the file of a data table that an import writes. It is one
// goroutine's.
type tableFile struct {
	table   Table
	out     *outFile
	parquet *file.Writer
	group   *batch         // the row group being gathered, nil if there is none
	runs    map[string]int // rows by run_id

	importID parquet.ByteArray
	bytes    []parquet.ByteArray // scratch
	dict     []parquet.ByteArray
	ints     []int64
	reals    []float64
	levels   []int16
}

func createTable(t Table, path, importID string) (*tableFile, error) {
	out, err := createFile(path)
	if err != nil {
		return nil, err
	}
	meta := metadata.NewKeyValueMetadata()
	_ = meta.Append(versionKey, versionText()) // fails for invalid UTF-8 alone
	return &tableFile{
		table: t, out: out, runs: make(map[string]int), importID: parquet.ByteArray(importID),
		parquet: file.NewParquetWriter(out, parquetSchema(columns[t]),
			file.WithWriterProps(writerProperties(columns[t], 64<<10)), file.WithWriteMetadata(meta)),
	}, nil
}

// add takes a batch over. Whole runs gather into one row group up to its limits.
func (f *tableFile) add(b *batch) error {
	for _, s := range b.runs {
		f.runs[s.run] += s.rows
	}
	if f.group != nil && (b.alone || !f.group.fits(b)) {
		if err := f.flush(); err != nil {
			return err
		}
	}
	if f.group == nil {
		f.group = b
	} else {
		f.group.addBatch(b)
		b.free()
	}
	if b.alone || f.group.full() {
		return f.flush()
	}
	return nil
}

// flush writes the row group.
func (f *tableFile) flush() (err error) {
	if f.group == nil {
		return nil
	}
	b := f.group
	f.group = nil
	defer b.free()
	defer recoverPanic(&err, f.out.path)
	group := f.parquet.AppendRowGroup()
	if err := f.writeConstants(group, b); err != nil {
		return err
	}
	var nText, nInt, nReal int
	for _, c := range columns[f.table] {
		w, err := group.NextColumn()
		if err != nil {
			return err
		}
		switch c.kind {
		case text:
			err = f.writeTexts(w.(*file.ByteArrayColumnChunkWriter), c, &b.texts[nText])
			nText++
		case integer:
			err = f.writeInts(w.(*file.Int64ColumnChunkWriter), c, b.ints[nInt])
			nInt++
		case real:
			err = f.writeReals(w.(*file.Float64ColumnChunkWriter), c, b.reals[nReal])
			nReal++
		}
		if err != nil {
			return err
		}
	}
	if err := group.Close(); err != nil {
		return err
	}
	return f.out.err
}

// writeConstants writes run_id and import_id.
func (f *tableFile) writeConstants(group file.SerialRowGroupWriter, b *batch) error {
	f.bytes = f.bytes[:0]
	for _, s := range b.runs {
		id := parquet.ByteArray(s.run)
		for range s.rows {
			f.bytes = append(f.bytes, id)
		}
	}
	if err := writeBytes(group, f.bytes); err != nil {
		return err
	}
	for i := range f.bytes {
		f.bytes[i] = f.importID
	}
	return writeBytes(group, f.bytes)
}

func writeBytes(group file.SerialRowGroupWriter, values []parquet.ByteArray) error {
	w, err := group.NextColumn()
	if err == nil {
		_, err = w.(*file.ByteArrayColumnChunkWriter).WriteBatch(values, nil, nil)
	}
	return err
}

func (f *tableFile) writeTexts(w *file.ByteArrayColumnChunkWriter, c column, t *texts) error {
	f.dict, f.bytes, f.levels = f.dict[:0], f.bytes[:0], f.levels[:0]
	for _, s := range t.values {
		f.dict = append(f.dict, parquet.ByteArray(strings.ToValidUTF8(s, "\uFFFD")))
	}
	if !c.nullable {
		for _, code := range t.codes {
			f.bytes = append(f.bytes, f.dict[code])
		}
		_, err := w.WriteBatch(f.bytes, nil, nil)
		return err
	}
	for _, code := range t.codes {
		if len(f.dict[code]) == 0 {
			f.levels = append(f.levels, 0)
			continue
		}
		f.levels = append(f.levels, 1)
		f.bytes = append(f.bytes, f.dict[code])
	}
	_, err := w.WriteBatch(f.bytes, f.levels, nil)
	return err
}

func (f *tableFile) writeInts(w *file.Int64ColumnChunkWriter, c column, values []int64) error {
	if !c.nullable {
		_, err := w.WriteBatch(values, nil, nil)
		return err
	}
	f.ints, f.levels = f.ints[:0], f.levels[:0]
	for _, v := range values {
		if v == absent {
			f.levels = append(f.levels, 0)
			continue
		}
		f.levels = append(f.levels, 1)
		f.ints = append(f.ints, v)
	}
	_, err := w.WriteBatch(f.ints, f.levels, nil)
	return err
}

func (f *tableFile) writeReals(w *file.Float64ColumnChunkWriter, c column, values []float64) error {
	if !c.nullable {
		_, err := w.WriteBatch(values, nil, nil)
		return err
	}
	f.reals, f.levels = f.reals[:0], f.levels[:0]
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			f.levels = append(f.levels, 0)
			continue
		}
		f.levels = append(f.levels, 1)
		f.reals = append(f.reals, v)
	}
	_, err := w.WriteBatch(f.reals, f.levels, nil)
	return err
}

// finish writes what is left and makes the file durable.
func (f *tableFile) finish() (err error) {
	if err := f.flush(); err != nil {
		return err
	}
	defer recoverPanic(&err, f.out.path)
	if err := f.parquet.Close(); err != nil {
		return fmt.Errorf("write %s: %w", f.out.path, err)
	}
	return f.out.finish()
}

// recoverPanic turns a panic of the Parquet library, which has many for what is
// an error, into an error.
func recoverPanic(err *error, path string) {
	if r := recover(); r != nil && *err == nil {
		*err = fmt.Errorf("write %s: %v", path, r)
	}
}

// allocator is plain Go memory: nothing of it outlives a call.
var allocator = memory.NewGoAllocator()
