package iostat

import (
	"bytes"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

// A reader reads text reports. A report begins with its time, else with the
// first heading that it has in common with the one before.
type reader struct {
	*hoststat.Series
	clock  hoststat.Clock
	names  hoststat.Names
	tables hoststat.Headings[table]

	table     *table   // that rows belong to
	report    []*table // of the report
	open      bool     // a time was read, and no table yet
	sinceBoot bool     // the next report is
	blanks    int      // lines after the banner
	name      string   // of a device whose figures stand in the next line
	nameLine  int
	values    []float64
	suffixes  []byte
}

// blanksOfY is how many blank lines iostat -y leaves between its banner and the
// first report; without -y there is one.
const blanksOfY = 2

func readText(s *hoststat.Series) {
	r := reader{Series: s, clock: hoststat.NewClock(s.In), names: hoststat.Names{}, tables: hoststat.Headings[table]{}}
	for line, ok := s.In.Next(); ok && !s.Stopped; line, ok = s.In.Next() {
		if r.row(line) {
			continue
		}
		if r.name != "" {
			r.noFigures()
			if r.row(line) {
				continue
			}
		}
		if !r.known(line) {
			r.notUnderstood(line)
		}
	}
	if r.name != "" {
		r.noFigures()
	}
}

// row reads the figures of a device or of all CPUs.
func (r *reader) row(line []byte) bool {
	t := r.table
	if t == nil {
		return false
	}
	c := parse.Cursor{Line: line}
	c.Blanks()
	var name []byte
	if !t.cpu && !t.nameLast && r.name == "" {
		if c.Pos == len(line) {
			return false
		}
		name, _ = c.Word()
		if c.End() {
			return r.nameAlone(name)
		}
	}
	for i := range t.columns {
		c.Blanks()
		v, suffix, ok := hoststat.Number(&c)
		if !ok {
			return false
		}
		r.values[i], r.suffixes[i] = v, suffix
	}
	if t.nameLast {
		c.Blanks()
		name = bytes.TrimRight(c.Rest(), " \t")
		c.Pos = len(line)
		if len(name) == 0 {
			return false
		}
	}
	if !c.End() {
		return false
	}
	switch {
	case t.cpu:
		r.Object("")
		r.table = nil
	case r.name != "":
		r.Object(r.name)
		r.name = ""
	default:
		r.Object(r.names.Of(name))
	}
	for i := range t.columns {
		r.put(&t.columns[i], r.values[i], r.suffixes[i])
	}
	return true
}

// nameAlone keeps a name so long that -h or -N gave it a line of its own.
// A time of seconds is none.
func (r *reader) nameAlone(name []byte) bool {
	c := parse.Cursor{Line: name}
	if _, ok := hoststat.Epoch(&c); ok || bytes.IndexByte(name, 'T') == len("2026-04-09") || name[0] == '^' {
		return false
	}
	r.name, r.nameLine = r.names.Of(name), r.In.Number()
	return true
}

// noFigures says that what looked like a name is none.
func (r *reader) noFigures() {
	r.NotUnderstoodAt(r.nameLine, r.name, wantFigures)
	r.name = ""
}

// put yields a figure. Where --human gives sizes a unit of their own, that
// counts and not the heading's.
func (r *reader) put(m *hoststat.Metric, v float64, suffix byte) {
	switch suffix {
	case 0, '%':
		r.Put(m, v)
	default:
		kb := *m
		kb.Factor = hoststat.Multiple(suffix, 1024) / 1024
		if suffix == 's' {
			kb.Factor = sector
		}
		r.Put(&kb, v)
	}
}

// known reads what is no row: blank lines, headings, times, banners, and the
// trace of an interrupt.
func (r *reader) known(line []byte) bool {
	if len(line) == 0 {
		if r.In.At().IsZero() { // else a time may have stood here, and is taken for a prefix
			r.blanks++
		}
		return true
	}
	if t := r.tables[string(line)]; t != nil {
		r.heading(t)
		return true
	}
	c := parse.Cursor{Line: line}
	if c.End() || string(line) == "^C" {
		return true
	}
	if r.clock.Banner(line) {
		r.sinceBoot, r.blanks, r.table, r.open = true, 0, nil, false
		r.report = r.report[:0]
		return true
	}
	if at, ok := r.time(&c); ok && c.End() {
		r.begin(at)
		r.open, r.table = true, nil
		return true
	}
	t := newTable(line)
	if isCPUHeading(line) {
		t = newCPUTable(line)
	}
	if t == nil {
		return false
	}
	r.tables.Keep(line, t)
	r.heading(t)
	return true
}

// time takes the line that -t prints before a report. Before version 10 it has
// no date.
func (r *reader) time(c *parse.Cursor) (time.Time, bool) {
	if c.Literal("Time: ") {
		return r.clock.Time(c)
	}
	return r.clock.DateTime(c)
}

func (r *reader) begin(at time.Time) {
	r.Report(at, r.sinceBoot && r.blanks < blanksOfY)
	r.sinceBoot = false
	r.report = r.report[:0]
}

// heading begins a table, and a report if the report has that table already, or
// if it is the CPUs', which come first.
func (r *reader) heading(t *table) {
	if !r.open && (len(r.report) == 0 || t.cpu) || r.has(t) || len(r.report) == hoststat.MaxHeadings {
		r.begin(time.Time{})
	}
	r.open = false
	r.report = append(r.report, t)
	r.table = t
	for len(r.values) < len(t.columns) {
		r.values, r.suffixes = append(r.values, 0), append(r.suffixes, 0)
	}
}

func (r *reader) has(t *table) bool {
	for _, seen := range r.report {
		if bytes.Equal(seen.text, t.text) {
			return true
		}
	}
	return false
}

const wantFigures = "as many figures as the heading has columns"

func (r *reader) notUnderstood(line []byte) {
	want := wantFigures
	if r.table == nil {
		want = "a heading, a time or a banner of iostat"
	}
	r.NotUnderstood(line, want)
}
