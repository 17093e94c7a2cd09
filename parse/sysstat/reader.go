package sysstat

import (
	"bytes"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

// A reader reads both tools: which it is the headings say.
type reader struct {
	*hoststat.Series
	clock   hoststat.Clock
	names   hoststat.Names
	tables  hoststat.Headings[table]
	table   *table
	headed  []byte // time of the heading
	stamp   []byte // time of the report
	first   []byte // its first object, and the table of that
	firstOf *table
	open    bool   // a report is
	process []byte // object that the threads after it belong to
	object  []byte // of the row
	values  []float64
}

func read(s *hoststat.Series) {
	r := reader{Series: s, clock: hoststat.NewClock(s.In), names: hoststat.Names{}, tables: hoststat.Headings[table]{}}
	for line, ok := s.In.Next(); ok && !s.Stopped; line, ok = s.In.Next() {
		if !r.line(line) {
			r.NotUnderstood(line, "a heading of mpstat or pidstat, or a row with as many fields")
		}
	}
}

func (r *reader) line(line []byte) bool {
	c := parse.Cursor{Line: line}
	if c.End() || string(line) == "^C" {
		return true
	}
	if line[0] == 'L' && r.clock.Banner(line) {
		r.table, r.open = nil, false
		return true
	}
	at, rest, ok := stamp(line)
	if !ok && isAverage(line) {
		return true
	}
	if !ok {
		if r.In.At().IsZero() {
			return false
		}
		rest = bytes.TrimPrefix(bytes.TrimPrefix(line, []byte("AM ")), []byte("PM ")) // its time went with the prefix
		rest = bytes.TrimLeft(rest, " ")
	}
	if r.table != nil && r.row(at, rest) {
		return true
	}
	t := r.tables[string(rest)]
	if t == nil {
		if t = newTable(rest); t == nil {
			return false
		}
		r.tables.Keep(rest, t)
	}
	r.table = t
	r.headed = append(r.headed[:0], at...)
	r.SetTool(t.tool)
	for len(r.values) < len(t.columns) {
		r.values = append(r.values, 0)
	}
	return true
}

// row reads the fields behind the time.
func (r *reader) row(at, rest []byte) bool {
	c := parse.Cursor{Line: rest}
	r.object = r.object[:0]
	var process, thread []byte
	for i := range r.table.columns {
		c.Blanks()
		switch column := &r.table.columns[i]; column.role {
		case figure:
			v, ok := value(&c, column)
			if !ok {
				return false
			}
			r.values[i] = v
		case cpu, node:
			word, ok := c.Word()
			if !ok || !r.number(word, column.role) {
				return false
			}
		case pid:
			process, _ = c.Word()
		case tid:
			thread, _ = c.Word()
		case label:
			if _, ok := c.Word(); !ok {
				return false
			}
		case command:
			word, ok := c.Word()
			if !ok || !r.program(word, process, thread) {
				return false
			}
			c.Pos = len(rest)
		}
	}
	if !c.End() {
		return false
	}
	r.report(at)
	r.Object(r.names.Of(r.object))
	for i := range r.table.columns {
		if column := &r.table.columns[i]; column.role == figure {
			r.Put(&column.metric, r.values[i])
		}
	}
	return true
}

// value takes a figure. A hyphen, and the -1.00 of what pidstat may not see, is
// none.
func value(c *parse.Cursor, column *column) (float64, bool) {
	if v, suffix, ok := hoststat.Number(c); ok {
		if v < 0 && column.metric.Unit == "kB/s" {
			v = parse.NaN()
		}
		return v, suffix == 0 || suffix == '%'
	}
	return parse.NaN(), c.Byte('-')
}

// number makes the object of a CPU or node.
func (r *reader) number(word []byte, role role) bool {
	all := string(word) == "all"
	if !all && !isID(word) {
		return false
	}
	switch {
	case role == cpu && all:
	case role == cpu:
		r.object = append(append(r.object, "cpu"...), word...)
	case all:
		r.object = append(r.object, "nodes"...)
	default:
		r.object = append(append(r.object, "node"...), word...)
	}
	return true
}

// program makes the object of a process or thread. With -t a process has no
// TID, and the threads after it have no TGID but a command |__NAME; a thread
// whose process is not shown has both, and the command (PROCESS)__NAME.
func (r *reader) program(name, process, thread []byte) bool {
	if len(name) == 0 || !isID(process) || thread != nil && !isID(thread) {
		return false
	}
	hasProcess := process[0] != '-'
	hasThread := thread != nil && thread[0] != '-'
	switch {
	case hasProcess && hasThread:
		owner := name
		if open, own, ok := bytes.Cut(name, []byte(")__")); ok && bytes.HasPrefix(open, []byte("(")) {
			owner, name = open[1:], own
		}
		r.object = append(appendNamed(r.object, owner, process), '/')
		r.object = appendNamed(r.object, name, thread)
	case hasProcess:
		r.object = appendNamed(r.object, name, process)
		r.process = append(r.process[:0], r.object...)
	case hasThread:
		r.object = append(append(r.object, r.process...), '/')
		r.object = appendNamed(r.object, bytes.TrimPrefix(name, []byte("|__")), thread)
	default:
		return false
	}
	return true
}

func isID(word []byte) bool {
	if string(word) == "-" {
		return true
	}
	for _, b := range word {
		if b-'0' > 9 {
			return false
		}
	}
	return len(word) > 0
}

// appendNamed appends mariadbd[1234]. Of a path the last element is the name.
func appendNamed(dst, name, id []byte) []byte {
	if i := bytes.LastIndexByte(name, '/'); i < len(name)-1 && bytes.HasPrefix(name, []byte("/")) {
		name = name[i+1:]
	}
	dst = append(append(dst, name...), '[')
	return append(append(dst, id...), ']')
}

// report begins a report where the time of the rows changes. Where that went with
// a collector's prefix it does when its first row comes again.
func (r *reader) report(at []byte) {
	if r.open && bytes.Equal(r.stamp, at) && (len(at) > 0 || r.table != r.firstOf || !bytes.Equal(r.object, r.first)) {
		return
	}
	r.open, r.firstOf = true, r.table
	r.stamp, r.first = append(r.stamp[:0], at...), append(r.first[:0], r.object...)
	c := parse.Cursor{Line: r.stamp}
	when, ok := hoststat.Epoch(&c)
	if !ok {
		when, _ = r.clock.Time(&c)
	}
	r.Report(when, len(at) > 0 && bytes.Equal(r.headed, at))
}

// stamp splits the time from the rest of a line. pidstat -h writes "# Time" in
// its headings.
func stamp(line []byte) (at, rest []byte, ok bool) {
	c := parse.Cursor{Line: line}
	if c.Byte('#') {
		c.Blanks()
		c.Literal("Time")
		return nil, bytes.TrimLeft(c.Rest(), " "), true
	}
	if _, ok = hoststat.Epoch(&c); !ok {
		ok = hoststat.TimeOfDay(&c)
	}
	if !ok || c.Pos == len(line) || line[c.Pos] != ' ' && line[c.Pos] != '\t' {
		return nil, nil, false
	}
	at = line[:c.Pos]
	c.Blanks()
	return at, c.Rest(), true
}

// isAverage says whether a line is of the averages at the end: its first word,
// in whatever language, ends in a colon.
func isAverage(line []byte) bool {
	i := bytes.IndexByte(line, ':')
	if i <= 0 || i > 24 || line[0]-'0' <= 9 || bytes.IndexByte(line[:i], '/') >= 0 {
		return false
	}
	return i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t')
}
