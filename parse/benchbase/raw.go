package benchbase

import (
	"bytes"
	"iter"
	"strconv"

	"jitterlog/parse"
	"jitterlog/parse/pertransaction"
)

// A rawShape is which columns a log of single transactions has.
type rawShape int

const (
	noRaw    rawShape = iota
	bareRaw           // OLTPBench of old: index, start, latency
	namedRaw          // index, name, start, latency, worker, phase
)

func rawHeading(line []byte) rawShape {
	switch string(bytes.TrimRight(line, " \t")) {
	case "Transaction Type Index,Transaction Name,Start Time (microseconds),Latency (microseconds),Worker Id (start number),Phase Id (index in config file)":
		return namedRaw
	case "transaction type (index in config file), start time (microseconds),latency (microseconds)":
		return bareRaw
	}
	return noRaw
}

const (
	minEpoch   = 1_000_000_000      // seconds, which is in 2001
	maxEpoch   = 4_000_000_000      // in 2096
	maxLatency = 10_000_000_000_000 // microseconds: four months
	maxIndex   = 1 << 10
)

// A rawRow is one transaction.
type rawRow struct {
	index   int64
	name    []byte
	start   int64 // microseconds
	epoch   bool  // since 1970
	latency int64
	worker  int64
}

// read takes a row apart. It returns the column and what was expected there,
// or "".
func (r *rawRow) read(line []byte, shape rawShape) (column int, want string) {
	c := parse.Cursor{Line: line}
	var ok bool
	if r.index, ok = c.Int(); !ok || r.index < 0 || !c.Byte(',') {
		return c.Column(), "the index of the transaction's type"
	}
	commas := 2
	r.name = nil
	if shape == namedRaw {
		commas = 5
		if r.name, ok = c.Until(','); !ok || len(r.name) == 0 {
			return len(line) + 1, "the name of the transaction's type"
		}
	}
	c.Blanks()
	if !r.begin(&c, commas) || !c.Byte(',') {
		return c.Column(), "the start time"
	}
	if r.latency, ok = c.Int(); !ok || r.latency < 0 || r.latency > maxLatency {
		return c.Column(), "the latency in microseconds"
	}
	r.worker = -1
	if shape == bareRaw {
		if !c.End() {
			return c.Column(), "the end of the line"
		}
		return 0, ""
	}
	if !c.Byte(',') {
		return c.Column(), "the worker's number"
	}
	if r.worker, ok = c.Int(); !ok || r.worker < 0 || !c.Byte(',') {
		return c.Column(), "the worker's number"
	}
	if _, ok = c.Int(); !ok || !c.End() {
		return c.Column(), "the index of the phase"
	}
	return 0, ""
}

// begin takes the start time: seconds with a fraction, or a whole number, which
// is seconds only where microseconds would be in the first hour of 1970. A comma
// begins the fraction where the line has one comma more than it should.
func (r *rawRow) begin(c *parse.Cursor, commas int) bool {
	s, ok := c.Int()
	if !ok || s < 0 {
		return false
	}
	fraction := c.Byte('.')
	if !fraction && bytes.Count(c.Line, []byte{','}) == commas+1 {
		fraction = c.Byte(',')
	}
	if !fraction {
		if r.epoch = s >= minEpoch && s <= maxEpoch; r.epoch {
			s *= 1_000_000
		}
		r.start = s
		return s < 1<<60
	}
	us, unit := int64(0), int64(100_000)
	for c.Pos < len(c.Line) && c.Line[c.Pos]-'0' <= 9 {
		us += int64(c.Line[c.Pos]-'0') * unit
		unit /= 10
		c.Pos++
	}
	r.start, r.epoch = s*1_000_000+us, s >= minEpoch
	return s <= maxEpoch
}

// rawTypes knows the kinds of transactions that were met, by their index.
type rawTypes struct {
	names [maxIndex]string
	types [maxIndex]int
}

// of returns the type of a row; rows of high indices have none.
func (t *rawTypes) of(log *pertransaction.Log, row *rawRow) int {
	i := row.index
	if i >= maxIndex {
		return -1
	}
	if t.names[i] == "" || row.name != nil && t.names[i] != string(row.name) {
		if row.name == nil {
			t.names[i] = "type_" + strconv.FormatInt(i, 10)
		} else {
			t.names[i] = string(row.name)
		}
		t.types[i] = log.Type(operation([]byte(t.names[i])))
	}
	return t.types[i]
}

// readRaw reads the log of single transactions.
func readRaw(in *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		cut := false
		log := pertransaction.Log{Format: "benchbase-raw", Tool: tool, Yield: yield}
		log.Close = func(s *parse.Summary) {
			s.Complete = !cut
			if log.Has("new_order") {
				s.HeadlineOp, s.Workload = "new_order", "tpcc"
			}
		}
		shape := namedRaw
		types := &rawTypes{}
		var row rawRow
		for line, ok := in.Next(); ok && !log.Stopped(); line, ok = in.Next() {
			if heading := rawHeading(line); heading != noRaw {
				log.Finish()
				shape = heading
				continue
			}
			if frame(line) {
				continue
			}
			if column, want := row.read(line, shape); want != "" {
				cut = log.Misread(in, line, column, want)
				continue
			}
			log.Epoch = row.epoch
			log.Add(&pertransaction.Row{Line: in.Number(), At: row.start, Begin: row.start, Latency: row.latency,
				Type: types.of(&log, &row), Lag: -1, Worker: row.worker})
		}
		log.Finish()
	}
}
