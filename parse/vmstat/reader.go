package vmstat

import (
	"bytes"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

type reader struct {
	*hoststat.Series
	clock     hoststat.Clock
	heading   *heading
	sinceBoot bool // the next row is
	lost      bool // rows stood before the first heading
	rows      int  // since the heading
	block     int  // rows between the two headings before
	values    []float64
}

// usualBlock is the number of rows between two headings of a vmstat that does not
// write to a terminal.
const usualBlock = 21

func read(s *hoststat.Series) {
	r := reader{Series: s, clock: hoststat.NewClock(s.In)}
	for line, ok := s.In.Next(); ok && !s.Stopped; line, ok = s.In.Next() {
		if r.row(line) || r.known(line) {
			continue
		}
		if r.heading == nil {
			r.lost = true
			r.NotUnderstood(line, "the column names of vmstat before its rows")
		} else {
			r.NotUnderstood(line, "as many numbers as there are column names")
		}
	}
}

func (r *reader) row(line []byte) bool {
	if r.heading == nil {
		return false
	}
	c := parse.Cursor{Line: line}
	for i := range r.heading.columns {
		c.Blanks()
		v, suffix, ok := hoststat.Number(&c)
		if !ok || suffix != 0 {
			return false
		}
		r.values[i] = v
	}
	var at time.Time
	if !c.End() {
		var ok bool
		c.Blanks()
		if at, ok = r.clock.DateTimeIn(&c, r.heading.zone); !ok {
			return false
		}
		c.Blanks()
		if rest := c.Rest(); len(rest) > 0 && !isZone(string(rest)) { // procps 3.2 has the zone here
			return false
		}
	}
	r.Report(at, r.sinceBoot)
	r.sinceBoot = false
	r.rows++
	for i := range r.heading.columns {
		r.Put(&r.heading.columns[i], r.values[i])
	}
	return true
}

func (r *reader) known(line []byte) bool {
	c := parse.Cursor{Line: line}
	if c.End() || isTitle(line) || string(line) == "^C" {
		return true
	}
	if r.heading == nil || !bytes.Equal(r.heading.text, line) {
		h, ok := newHeading(line, r.In.Location())
		if !ok {
			return false
		}
		r.sinceBoot = r.heading != nil || !r.lost
		r.heading = h
		r.values = make([]float64, len(h.columns))
	} else {
		r.sinceBoot = r.rows != usualBlock && r.rows != r.block
	}
	r.block, r.rows = r.rows, 0
	return true
}
