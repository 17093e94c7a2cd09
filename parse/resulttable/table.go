package resulttable

import (
	"math"
	"strings"

	"jitterlog/parse"
)

// mostRows is how many rows are held against each other at most.
const mostRows = 4096

// A row is one result.
type row struct {
	line     int
	text     string
	cells    []string
	settings []assignment
	threads  float64
	rows     float64
	tps      float64
	tpmC     float64
	qps      float64
	elapsed  float64 // seconds
	latency  float64 // mean, milliseconds
	p95      float64
}

// A kind is what a line is to the tables of a text.
type kind int

const (
	otherLine   kind = iota
	headingLine      // may be one of results; the next line tells
	rowLine
	brokenLine // in a table of results, and no row of it
)

// tables finds the tables of results in a text, line by line.
type tables struct {
	columns []column // of the open table, nil outside one
	layout  layout
	sure    bool // a row was read
	skip    bool // in a table of something else
	since   int  // lines since the heading
	row     row
	want    string // in a broken line
	names   []assignment
}

// headingAt returns the index of the heading of the table whose line is at i.
func (t *tables) headingAt(i int) int { return i - t.since }

func (t *tables) line(line []byte) kind {
	content := string(line)
	cells, l, rule := split(content)
	t.since++
	if rule {
		return otherLine
	}
	if l != pipes {
		t.skip = false
	}
	switch {
	case l == commas && strings.HasPrefix(content, "#"):
		return otherLine
	case t.columns != nil && l == t.layout:
		if ok := t.read(cells); ok {
			t.sure = true
			t.row.text = content
			return rowLine
		}
		if t.sure {
			return brokenLine
		}
	case t.sure && t.layout != pipes && l == text && strings.TrimSpace(content) != "":
		t.want = "cells, or a blank line behind the table"
		return brokenLine
	}
	t.columns, t.sure = nil, false
	if l == text || t.skip {
		return otherLine
	}
	columns, ok := columnsOf(cells)
	if !ok {
		t.skip = l == pipes
		return otherLine
	}
	t.columns, t.layout, t.since, t.names = columns, l, 0, nil
	return headingLine
}

// read reads the cells of a row.
func (t *tables) read(cells []string) bool {
	nan := math.NaN()
	t.row = row{cells: cells, threads: nan, rows: nan, tps: nan, tpmC: nan, qps: nan, elapsed: nan, latency: nan, p95: nan}
	if len(cells) != len(t.columns) {
		t.want = "as many cells as the heading has"
		return false
	}
	figures := 0
	for i := range t.columns {
		c := &t.columns[i]
		if c.role == setting {
			t.row.settings = inherit(assignments(cells[i]), t.names)
		}
		to := t.row.field(c.role)
		if to == nil || empty(cells[i]) {
			continue
		}
		n, ok := c.quantity(cells[i])
		if !ok {
			t.want = "a number under " + parse.Shown([]byte(c.heading))
			return false
		}
		*to = n
		if c.role != threads && c.role != rowCount {
			figures++
		}
	}
	if figures == 0 {
		t.want = "a figure of throughput or time"
		return false
	}
	if len(t.row.settings) > 0 {
		t.names = t.row.settings
	}
	return true
}

// field is where the number of a column goes, nil if it has none.
func (r *row) field(of role) *float64 {
	switch of {
	case threads:
		return &r.threads
	case rowCount:
		return &r.rows
	case tps:
		return &r.tps
	case tpmC:
		return &r.tpmC
	case qps:
		return &r.qps
	case elapsed:
		return &r.elapsed
	case latency:
		return &r.latency
	case latency95:
		return &r.p95
	}
	return nil
}
