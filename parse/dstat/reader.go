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
	lost      bool // rows stood before the first heading
	sinceBoot bool // the next row is
	at        time.Time
	figures   []reading
}

// A reading is what a column of a row holds; NaN if nothing.
type reading struct {
	column *column
	object string // of a text column
	value  float64
}

func newReader(s *hoststat.Series) *reader {
	return &reader{Series: s, clock: hoststat.NewClock(s.In), zone: s.In.Location(), names: hoststat.Names{}}
}

// begin takes a heading. The first row of dstat follows the first heading.
func (r *reader) begin(h *heading, first bool) {
	r.sinceBoot = r.sinceBoot || first
	r.heading = h
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
	for i := range r.figures {
		f := &r.figures[i]
		r.Object(f.object)
		r.Put(&f.column.metric, f.value)
	}
}

// reset forgets the row before.
func (r *reader) reset() {
	r.figures, r.at = r.figures[:0], time.Time{}
}

// word reads one value of a column.
func (r *reader) word(col *column, word []byte) bool {
	c := parse.Cursor{Line: word}
	switch col.role {
	case clock:
		return r.time(&c)
	case text:
		r.text(col, word)
		return true
	}
	v, suffix, ok := hoststat.Number(&c)
	if !ok || !c.End() {
		return string(word) == "-" // of plugins
	}
	base := 1000.0
	if col.bytes {
		base = 1024
	}
	r.figures = append(r.figures, reading{col, col.object, v * hoststat.Multiple(suffix, base)})
	return true
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
func (r *reader) text(col *column, value []byte) {
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
	name := bytes.TrimRight(value[:i], " /")
	r.figures = append(r.figures, reading{col, r.names.Of(name), v * hoststat.Multiple(suffix, 1000)})
}
