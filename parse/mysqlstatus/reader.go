package mysqlstatus

import (
	"bytes"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/timeline"
)

// A reader reads the lines of a source in any shape into snapshots.
//
// A snapshot ends at a line that holds a time, where a variable comes again, and
// before a heading whose first variable comes again; so several statements
// (LIKE 'Com_%', LIKE 'Innodb%') in one round of a loop are one snapshot.
type reader struct {
	*recorder
	heading   bool // since the last row
	headed    bool // the snapshot that is being read began with a heading
	timeAfter bool // times stand behind their snapshots

	inKey    bool   // within a value of several lines, which only keys have
	vertical []byte // name whose value is to come in the next line
	legend   []int  // variables of mysqladmin -E in the order of its wide rows
	table    table  // of pt-mext
}

func read(in *parse.Lines, yield func(parse.Record, error) bool) {
	r := reader{recorder: newRecorder(in, yield)}
	for line, ok := in.Next(); ok && !r.stopped; line, ok = in.Next() {
		if !r.expected(line) && !r.line(line) {
			r.notUnderstood(line, "a variable and its value, a frame, a heading or a time")
		}
	}
	if r.inKey {
		r.event(in.Number(), time.Time{}, parse.Warning, parse.Truncated, "the file ends within a value")
	}
	r.tellTable()
	r.complete()
}

// expected reads the row of the variable that followed in the snapshots before.
func (r *reader) expected(line []byte) bool {
	if r.next >= len(r.vars) || r.heading || r.inKey {
		return false
	}
	name := r.vars[r.next].name
	if len(line) <= len(name) || line[len(name)] != '\t' || string(line[:len(name)]) != name || r.filled(r.next) {
		return false
	}
	r.store(r.next, line[len(name)+1:])
	return true
}

func (r *reader) line(line []byte) bool {
	if r.inKey {
		return r.keyLine(line)
	}
	if len(line) > 0 && line[0] == '|' {
		return r.box(line)
	}
	if len(bytes.Trim(line, " |")) == 0 {
		return true // also the end of a box's row whose value has several lines
	}
	if name, value, ok := tabRow(line); ok {
		r.pair(name, value)
		return true
	}
	switch {
	case isRowMark(line), r.verticalLine(line), r.timeLine(line), isNoise(line):
		return true
	case isFailure(line):
		r.event(r.in.Number(), r.at, parse.Error, parse.Failure, parse.Shown(line))
		return true
	}
	return r.oneLine(line) || r.tableRow(line)
}

// pair reads a heading or a variable with its value.
func (r *reader) pair(name, value []byte) {
	if isHeading(name, value) {
		r.heading = true
		return
	}
	r.inKey = bytes.Contains(value, []byte("-----BEGIN ")) && !bytes.Contains(value, []byte("-----END "))
	i, ok := r.lookup(name)
	if !ok {
		r.notUnderstood(name, "no more variables than a server has")
		return
	}
	if r.filled(i) || r.heading && r.rows > 0 && !r.headed {
		r.complete()
	}
	if r.rows == 0 {
		r.headed = r.heading
	}
	r.heading = false
	r.store(i, value)
}

// keyLine reads a line of a value of several lines. The frame of a box ends
// behind it.
func (r *reader) keyLine(line []byte) bool {
	switch {
	case bytes.Contains(line, []byte("-----END ")):
		r.inKey = false
	case bytes.HasPrefix(line, []byte("| ")), bytes.HasPrefix(line, []byte("+--")), bytes.IndexByte(line, '\t') > 0, isRowMark(line):
		r.inKey = false
		r.event(r.in.Number(), time.Time{}, parse.Warning, parse.Truncated, "a value of several lines has no end")
		return r.line(line)
	}
	return true
}

func (r *reader) box(line []byte) bool {
	r.mayBeRelative = true
	if len(r.legend) > 2 && r.wide(line) {
		return true
	}
	row, ok := readBox(line)
	switch {
	case !ok:
		return false
	case row.cut && !bytes.HasPrefix(row.value, []byte("-----BEGIN ")):
		r.event(r.in.Number(), time.Time{}, parse.Warning, parse.Truncated, "a row without its end is left out")
		return true
	}
	if row.legend {
		i, ok := r.lookup(row.name)
		if !ok {
			return false
		}
		if r.rows == 0 {
			r.legend = r.legend[:0]
		}
		r.legend = append(r.legend, i)
	}
	r.pair(row.name, row.value)
	return true
}

// wide reads a row of mysqladmin -E that has all values of a snapshot, or their
// short names.
func (r *reader) wide(line []byte) bool {
	c := parse.Cursor{Line: line, Pos: 1}
	c.Blanks()
	first, _ := c.Word()
	if bytes.IndexByte(first, '_') > 0 || cells(line, nil) != len(r.legend) {
		return false // a row of the next legend
	}
	if isShort(first) {
		return true
	}
	r.complete()
	cells(line, func(i int, cell []byte) { r.store(r.legend[i], cell) })
	r.complete()
	return true
}

// verticalLine reads "Variable_name: x" and then "Value: y".
func (r *reader) verticalLine(line []byte) bool {
	c := parse.Cursor{Line: line}
	c.Blanks()
	switch {
	case c.Literal(nameHeading+": ") && isName(c.Rest()):
		r.vertical = append(r.vertical[:0], c.Rest()...)
	case len(r.vertical) > 0 && c.Literal(valueHeading+":"):
		r.pair(r.vertical, bytes.TrimSpace(c.Rest()))
		r.vertical = r.vertical[:0]
	default:
		return false
	}
	return true
}

// timeLine reads the time of the snapshot that follows. Where the first that
// stands in the source follows a whole snapshot, all of them stand behind theirs.
func (r *reader) timeLine(line []byte) bool {
	at, ok := timeline.Read(r.in, line)
	if !ok {
		return false
	}
	if r.clock == undecided && r.rows > 0 && r.at.IsZero() {
		r.timeAfter = r.headed
		if !r.timeAfter {
			r.clock = wall // and what stands before was cut at its start
		}
	}
	if r.timeAfter {
		r.at = at
		r.complete()
		return true
	}
	r.complete()
	r.at = at
	return true
}

// oneLine reads a line of `mysqladmin status`.
func (r *reader) oneLine(line []byte) bool {
	if !statusLine(line, nil) {
		return false
	}
	r.complete()
	return statusLine(line, func(name string, value []byte) {
		if i, ok := r.index[name]; ok {
			r.store(i, value)
		} else if i, ok := r.lookup([]byte(name)); ok {
			r.store(i, value)
		}
	})
}
