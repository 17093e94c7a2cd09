package history

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
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
	group   *batch         // the row group being gathered
	runs    map[string]int // rows by run_id

	importID string
	ids      texts // scratch, as all that follow
	bytes    []parquet.ByteArray
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
		table: t, out: out, group: makeBatch(t), runs: make(map[string]int), importID: importID,
		parquet: file.NewParquetWriter(out, parquetSchema(columns[t]),
			file.WithWriterProps(writerProperties(columns[t], 64<<10)), file.WithWriteMetadata(meta)),
	}, nil
}

// add takes a batch over. Whole runs gather in one row group up to its limits.
func (f *tableFile) add(b *batch) error {
	defer b.free()
	for _, s := range b.runs {
		f.runs[s.run] += s.rows
	}
	if b.alone || !f.group.fits(b) {
		if err := f.flush(); err != nil {
			return err
		}
	}
	if b.alone || b.full() {
		return f.writeGroup(b)
	}
	f.group.addBatch(b)
	return nil
}

// flush writes the row group that was gathered.
func (f *tableFile) flush() error {
	if f.group.rows == 0 {
		return nil
	}
	defer f.group.reset()
	return f.writeGroup(f.group)
}

func (f *tableFile) writeGroup(b *batch) (err error) {
	defer recoverPanic(&err, f.out.path)
	group := f.parquet.AppendRowGroup()
	if err := f.writeIDs(group, b); err != nil {
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
			err = f.writeTexts(w.(*file.ByteArrayColumnChunkWriter), c.nullable, &b.texts[nText])
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

// writeIDs writes run_id and import_id.
func (f *tableFile) writeIDs(group file.SerialRowGroupWriter, b *batch) error {
	f.ids.reset()
	for _, s := range b.runs {
		code := f.ids.code(s.run)
		for range s.rows {
			f.ids.codes = append(f.ids.codes, code)
		}
	}
	if err := f.nextTexts(group, &f.ids); err != nil {
		return err
	}
	f.ids.reset()
	f.ids.code(f.importID)
	f.ids.codes = append(f.ids.codes, make([]int32, b.rows)...)
	return f.nextTexts(group, &f.ids)
}

func (f *tableFile) nextTexts(group file.SerialRowGroupWriter, t *texts) error {
	w, err := group.NextColumn()
	if err != nil {
		return err
	}
	return f.writeTexts(w.(*file.ByteArrayColumnChunkWriter), false, t)
}

// maxDictionary is how many bytes of texts are written as a dictionary.
const maxDictionary = 512 << 10

func (f *tableFile) writeTexts(w *file.ByteArrayColumnChunkWriter, nullable bool, t *texts) error {
	f.dict, f.bytes, f.levels = f.dict[:0], f.bytes[:0], f.levels[:0]
	for _, s := range t.values {
		f.dict = append(f.dict, parquet.ByteArray(s))
	}
	switch {
	case nullable:
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
	case t.bytes <= maxDictionary:
		return writeCodes(w, t, f.dict)
	default:
		for _, code := range t.codes {
			f.bytes = append(f.bytes, f.dict[code])
		}
		_, err := w.WriteBatch(f.bytes, nil, nil)
		return err
	}
}

// writeCodes writes a dictionary and the codes as they are. It takes a fifth of
// the time of WriteBatch, which hashes the text of every row.
func writeCodes(w *file.ByteArrayColumnChunkWriter, t *texts, dict []parquet.ByteArray) error {
	values := array.NewStringBuilder(allocator)
	defer values.Release()
	values.AppendValues(t.values, nil)
	dictionary := values.NewStringArray()
	defer dictionary.Release()
	if err := w.CurrentEncoder().(interface{ PutDictionary(arrow.Array) error }).PutDictionary(dictionary); err != nil {
		return err
	}
	// A row group's codes are less than one page: its statistics are the dictionary's.
	w.PageStatistics().(*metadata.ByteArrayStatistics).Update(dict, 0)
	codes := array.NewData(arrow.PrimitiveTypes.Int32, len(t.codes),
		[]*memory.Buffer{nil, memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(t.codes))}, nil, 0, 0)
	defer codes.Release()
	indices := array.NewInt32Data(codes)
	defer indices.Release()
	return w.WriteDictIndices(indices, nil, nil)
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
		if !finite(v) {
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
