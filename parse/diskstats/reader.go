package diskstats

import (
	"bytes"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

type reader struct {
	*hoststat.Series
	clock   hoststat.Clock
	names   hoststat.Names
	heading *heading
	stamp   []byte // #ts of the report
	device  []byte // its first
	several []byte // name of a number of devices
	values  []float64
}

func read(s *hoststat.Series) {
	r := reader{Series: s, clock: hoststat.NewClock(s.In), names: hoststat.Names{}}
	for line, ok := s.In.Next(); ok && !s.Stopped; line, ok = s.In.Next() {
		if r.row(line) || r.known(line) {
			continue
		}
		if r.heading == nil {
			r.NotUnderstood(line, "the heading of pt-diskstats before its rows")
		} else {
			r.NotUnderstood(line, "#ts, a device, and as many figures as the heading has columns")
		}
	}
}

func (r *reader) known(line []byte) bool {
	if len(bytes.TrimSpace(line)) == 0 || string(line) == "^C" {
		return true
	}
	if r.heading != nil && bytes.Equal(r.heading.text, line) {
		return true
	}
	h := newHeading(line)
	if h == nil {
		return false
	}
	r.heading = h
	for len(r.values) < len(h.columns) {
		r.values = append(r.values, 0)
	}
	return true
}

func (r *reader) row(line []byte) bool {
	if r.heading == nil {
		return false
	}
	c := parse.Cursor{Line: line}
	c.Blanks()
	stamp, _ := c.Word()
	c.Blanks()
	device, ok := c.Word()
	if !ok {
		return false
	}
	for i := range r.heading.columns {
		c.Blanks()
		v, suffix, ok := hoststat.Number(&c)
		if !ok || suffix != 0 && suffix != '%' {
			return false
		}
		r.values[i] = v
	}
	if !c.End() || !r.report(stamp, device) {
		return false
	}
	r.Object(r.object(device))
	for i := range r.heading.columns {
		r.Put(&r.heading.columns[i], r.values[i])
	}
	return true
}

// report begins a report where #ts changes or the first device comes again.
func (r *reader) report(stamp, device []byte) bool {
	if bytes.Equal(r.stamp, stamp) && !bytes.Equal(r.device, device) {
		return true
	}
	c := parse.Cursor{Line: stamp}
	if _, ok := braced(stamp); ok {
		r.Report(time.Time{}, false)
	} else if at, ok := r.clock.Time(&c); ok && c.End() {
		r.Report(at, false)
	} else if seconds, suffix, ok := hoststat.Number(&c); ok && suffix == 0 && c.End() && seconds >= 0 && seconds <= parse.MaxSeconds {
		r.ReportAfter(seconds)
	} else {
		return false
	}
	r.stamp, r.device = append(r.stamp[:0], stamp...), append(r.device[:0], device...)
	return true
}

// object is the device, or how many there are.
func (r *reader) object(device []byte) string {
	n, ok := braced(device)
	if !ok {
		return r.names.Of(device)
	}
	r.several = append(append(r.several[:0], n...), " devices"...)
	return r.names.Of(r.several)
}

// braced returns the number in {6}.
func braced(word []byte) ([]byte, bool) {
	if len(word) < 3 || word[0] != '{' || word[len(word)-1] != '}' {
		return nil, false
	}
	n := word[1 : len(word)-1]
	c := parse.Cursor{Line: n}
	_, ok := c.Int()
	return n, ok && c.End()
}
