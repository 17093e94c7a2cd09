package parse

import (
	"bytes"
	"iter"
)

// A Format is one kind of file that can be read.
type Format struct {
	Name    string // as in --format and `jitterlog formats`
	Tool    string
	About   string // one line
	Example string // one line of such a file
	// Attaches says that such a file belongs to the run beside it (samples,
	// settings, events) and is no run of its own where there is one.
	Attaches bool
	// Outlives says that such a file is begun before the run and written on after
	// it, as a server's log is: its first moment is not that of the run.
	Outlives bool
	// Match scores the first lines of a file, their prefixes removed.
	Match func(head [][]byte) Match
	// Read yields the records of a source. A line that is not understood
	// yields a nil Record with a *SyntaxError and does not end the stream. An
	// error of the source itself ends it and is found in Lines.Err.
	Read func(*Lines) iter.Seq2[Record, error]
}

// A Match says how sure a format is that a file is its own, and why.
type Match struct {
	Score int // 0: no; 100: certain
	Line  int // index of the line that tells, in the head
}

// The scores that formats give, so that they can be compared.
const (
	NoMatch = 0
	Weak    = 20 // numbers in the right places
	Likely  = 60 // a line of the right shape, without a banner
	Certain = 100
)

// CountRows counts the lines of a head that are rows, and the others that are not
// blank; first is the index of the first row, -1 if there is none.
func CountRows(head [][]byte, isRow func(line []byte) bool) (first, rows, others int) {
	first = -1
	for i, line := range head {
		switch {
		case len(bytes.TrimSpace(line)) == 0:
		case !isRow(line):
			others++
		default:
			if rows++; rows == 1 {
				first = i
			}
		}
	}
	return first, rows, others
}
