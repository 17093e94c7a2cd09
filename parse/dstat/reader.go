package dstat

import (
	"bytes"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

type reader struct {
	*hoststat.Series
	clock     hoststat.Clock
	zone      *time.Location
	names     hoststat.Names
	heading   *heading
	titles    []byte // the first heading, until the second is read
	titleLine int
	lost      bool      // rows stood before the first heading
	sinceBoot bool      // the next row is
	at        time.Time // of the row
	values    []float64 // of its columns, NaN where nothing stands
}

func newReader(s *hoststat.Series) *reader {
	return &reader{Series: s, clock: hoststat.NewClock(s.In), zone: s.In.Location(), names: hoststat.Names{}}
}

// begin takes a heading. The first row of dstat follows the first heading.
func (r *reader) begin(h *heading, first bool) {
	r.sinceBoot = r.sinceBoot || first
	r.heading, r.values = h, make([]float64, len(h.columns))
}

// noNames says that a first heading has no second.
func (r *reader) noNames() {
	if r.titles != nil {
		r.NotUnderstoodAt(r.titleLine, string(r.titles), "the names of dstat's columns in the line after it")
		r.titles = nil
	}
}

// row yields what was read of a row.
func (r *reader) row() {
	r.Report(r.at, r.sinceBoot)
	r.sinceBoot = false
	for i, v := range r.values {
		column := &r.heading.columns[i]
		r.Object(column.object)
		r.Put(&column.metric, v)
	}
}

// reset forgets the row before.
func (r *reader) reset() {
	r.at = time.Time{}
	for i := range r.values {
		r.values[i] = parse.NaN()
	}
}

// value reads the value of a column, which is all of the text.
func (r *reader) value(column int, value []byte) bool {
	c := parse.Cursor{Line: value}
	switch r.heading.columns[column].role {
	case clock:
		return r.time(&c)
	case text:
		r.text(column, value)
		return true
	}
	v, ok := r.heading.columns[column].figure(&c)
	r.values[column] = v
	return ok && c.End()
}

// figure takes a number and its unit, or the hyphen of a plugin that has none.
func (col *column) figure(c *parse.Cursor) (float64, bool) {
	v, suffix, ok := hoststat.Number(c)
	switch {
	case col.role != figure:
		return parse.NaN(), false
	case !ok:
		word, _ := c.Word()
		return parse.NaN(), string(word) == "-"
	case suffix == 0:
	case col.bytes:
		v *= hoststat.Multiple(suffix, 1024)
	default:
		v *= hoststat.Multiple(suffix, 1000)
	}
	return v, true
}

// time takes dstat's own form, or what DSTAT_TIMEFMT made of it.
func (r *reader) time(c *parse.Cursor) bool {
	c.Blanks()
	var ok bool
	if r.at, ok = r.clock.DayAndMonth(c, r.zone); !ok {
		r.at, ok = r.clock.DateTimeIn(c, r.zone)
	}
	return ok && c.End()
}

// text reads "mariadbd   50" or "mariadbd / 50%".
func (r *reader) text(column int, value []byte) {
	value = bytes.TrimSpace(value)
	i := bytes.LastIndexByte(value, ' ')
	if i < 0 {
		return
	}
	c := parse.Cursor{Line: value, Pos: i + 1}
	v, suffix, ok := hoststat.Number(&c)
	if !ok || !c.End() {
		return
	}
	r.heading.columns[column].object = r.names.Of(bytes.TrimRight(value[:i], " /"))
	r.values[column] = v * hoststat.Multiple(suffix, 1000)
}
