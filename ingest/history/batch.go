package history

import (
	"math"
	"strings"
	"sync"
	"unicode/utf8"
)

// Limits of a row group. A run of more rows is split.
const (
	groupRows = 100_000
	groupText = 16 << 20 // bytes of different texts, which events can be full of
)

// absent is the NULL of an integer column.
const absent = math.MinInt64

// A batch is rows of one table by column, of one run or of several.
type batch struct {
	rows  int
	runs  []span
	texts []texts
	ints  [][]int64
	reals [][]float64
	table Table
	alone bool // part of a run that does not fit in one row group
}

// A span is consecutive rows of one run.
type span struct {
	run  string
	rows int
}

// batches keeps the memory of batches for the next ones.
var batches = map[Table]*sync.Pool{}

func init() {
	for _, t := range dataTables {
		batches[t] = &sync.Pool{New: func() any { return makeBatch(t) }}
	}
}

func makeBatch(t Table) *batch {
	b := &batch{table: t}
	for _, c := range columns[t] {
		switch c.kind {
		case text:
			b.texts = append(b.texts, texts{})
		case integer:
			b.ints = append(b.ints, nil)
		case real:
			b.reals = append(b.reals, nil)
		}
	}
	return b
}

// newBatch returns an empty batch. free gives it back.
func newBatch(t Table) *batch { return batches[t].Get().(*batch) }

func (b *batch) free() {
	b.reset()
	batches[b.table].Put(b)
}

func (b *batch) reset() {
	b.rows, b.runs, b.alone = 0, b.runs[:0], false
	for i := range b.texts {
		b.texts[i].reset()
	}
	for i := range b.ints {
		b.ints[i] = b.ints[i][:0]
	}
	for i := range b.reals {
		b.reals[i] = b.reals[i][:0]
	}
}

// add adds a row: the values of the text, integer and real columns, in the
// order of columns. It keeps none of the slices.
func (b *batch) add(texts []string, ints []int64, reals []float64) {
	for i, s := range texts {
		b.texts[i].add(s)
	}
	for i, v := range ints {
		b.ints[i] = append(b.ints[i], v)
	}
	for i, v := range reals {
		b.reals[i] = append(b.reals[i], v)
	}
	b.rows++
}

// addBatch adds the rows of another batch of the same table.
func (b *batch) addBatch(o *batch) {
	for i := range o.texts {
		b.texts[i].addAll(&o.texts[i])
	}
	for i := range o.ints {
		b.ints[i] = append(b.ints[i], o.ints[i]...)
	}
	for i := range o.reals {
		b.reals[i] = append(b.reals[i], o.reals[i]...)
	}
	b.rows += o.rows
	b.runs = append(b.runs, o.runs...)
}

// full tells whether the batch is as large as a row group may be.
func (b *batch) full() bool { return b.rows >= groupRows || b.textBytes() >= groupText }

// fits tells whether o can be added to b within the limits of a row group.
func (b *batch) fits(o *batch) bool {
	return b.rows+o.rows <= groupRows && b.textBytes()+o.textBytes() <= groupText
}

func (b *batch) textBytes() int {
	n := 0
	for i := range b.texts {
		n += b.texts[i].bytes
	}
	return n
}

// texts is a text column: a code a row, and the texts that the codes stand for,
// each once and valid UTF-8.
type texts struct {
	codes  []int32
	values []string
	index  map[string]int32 // of values, once there are more than near
	bytes  int              // of values
}

// near is up to how many values a scan finds a text sooner than a map.
const near = 8

// add adds a row.
func (t *texts) add(s string) { t.codes = append(t.codes, t.code(s)) }

// code finds the code of a text, and gives it one if it has none.
func (t *texts) code(s string) int32 {
	for i, v := range t.values[:min(near, len(t.values))] {
		if v == s {
			return int32(i)
		}
	}
	if code, ok := t.index[s]; ok {
		return code
	}
	if !utf8.ValidString(s) {
		return t.code(valid(s))
	}
	code := int32(len(t.values))
	s = strings.Clone(s) // it may be a piece of a large buffer
	t.values = append(t.values, s)
	t.bytes += len(s)
	if code >= near {
		if t.index == nil {
			t.index = make(map[string]int32)
		}
		t.index[s] = code
	}
	return code
}

func (t *texts) addAll(o *texts) {
	codes := make([]int32, len(o.values))
	for i, s := range o.values {
		codes[i] = t.code(s)
	}
	for _, c := range o.codes {
		t.codes = append(t.codes, codes[c])
	}
}

func (t *texts) reset() {
	clear(t.values)
	clear(t.index)
	t.codes, t.values, t.bytes = t.codes[:0], t.values[:0], 0
}
