package dbt2

import "jitterlog/parse"

// A mark is a line that is no transaction.
type mark int

const (
	noMark     mark = iota
	rampUp          // the driver begins to start its terminals
	start           // all terminals are there
	terminated      // a driver, or one of its terminals, ended
)

var marks = [...]struct {
	text string
	mark mark
}{{"RAMPUP,", rampUp}, {"START,", start}, {"TERMINATED,", terminated}}

// ops are the transactions by their letters.
var ops = [...]struct {
	letter byte
	name   string
}{{'n', "new_order"}, {'p', "payment"}, {'o', "order_status"}, {'d', "delivery"}, {'s', "stock_level"}}

// maxTime is the greatest time that a row can have: seconds of the year 9999.
const maxTime = 253402300799

// A row is one line of the log.
type row struct {
	at       int64 // seconds, since 1970 or of the run
	mark     mark
	begun    int64 // of rampUp: seconds since 1970 at 0, 0 if it does not say
	op       int   // of ops
	rolled   bool  // back
	failed   bool
	latency  int64 // microseconds
	terminal int64 // -1 if unknown
	home     int64 // warehouse, -1 if unknown
}

// readRow reads a line: "1775304125,n,C,0.012345,4711,3,7" with a process, a warehouse
// and a district, as older revisions write it with the number of a terminal behind the seconds,
// or as the oldest write it, "1775304125,n,0.012345,4711", where a capital is
// a transaction that was rolled back and E one that failed. Column is 0 if
// it is one, else where it is not.
func readRow(b []byte) (r row, column int) {
	c := parse.Cursor{Line: b}
	r.terminal, r.home = -1, -1
	var ok bool
	if r.at, ok = c.Int(); !ok || r.at < 0 || r.at > maxTime || !c.Byte(',') {
		return r, c.Column()
	}
	for i := range marks {
		if c.Literal(marks[i].text) {
			r.mark = marks[i].mark
			return r, r.rest(&c)
		}
	}
	if column := r.kind(&c); column != 0 {
		return r, column
	}
	from := c.Pos
	seconds, ok := c.Float()
	if !ok || !(seconds >= 0 && seconds < 1e9) {
		return r, from + 1
	}
	r.latency = int64(seconds*1e6 + 0.5)
	var behind [3]int64
	n := 0
	for n < len(behind) && c.Byte(',') {
		from = c.Pos
		if behind[n], ok = c.Int(); !ok {
			return r, from + 1
		}
		n++
	}
	if n == 0 || n == 2 || !c.End() {
		return r, c.Column()
	}
	switch w, d := behind[1], behind[2]; {
	case n == 3 && w > 0 && w < 1<<31 && d > 0 && d <= 10:
		r.home, r.terminal = w, (w-1)*10+d-1
	case n == 1:
		r.terminal = behind[0]
	}
	return r, 0
}

// kind takes what the transaction was and how it ended, and the commas behind.
func (r *row) kind(c *parse.Cursor) (column int) {
	at := c.Column()
	letter := c.Rest()
	if len(letter) < 2 || letter[1] != ',' {
		return at
	}
	b := letter[0]
	c.Pos += 2
	old := c.Pos < len(c.Line) && c.Line[c.Pos]-'0' <= 9
	if old && b == 'E' {
		r.op, r.failed = -1, true
		return 0
	}
	r.op = -1
	for i := range ops {
		if b == ops[i].letter || old && b == ops[i].letter-'a'+'A' {
			r.op = i
			r.rolled = b != ops[i].letter
		}
	}
	if r.op < 0 {
		return at
	}
	if old {
		return 0
	}
	switch at = c.Column(); {
	case c.Literal("C,"):
	case c.Literal("R,"):
		r.rolled = true
	case c.Literal("E,"), c.Literal("X,"):
		r.failed = true
	default:
		return at
	}
	return 0
}

// rest takes what stands behind a mark: empty fields, the number of a process or
// terminals, and of a ramp-up when it began.
func (r *row) rest(c *parse.Cursor) (column int) {
	if !c.Literal(",,") {
		return c.Column()
	}
	for n, first := int64(0), true; c.Pos < len(c.Line); {
		var ok bool
		if n, ok = c.Int(); ok && first && r.mark == rampUp {
			r.begun = max(n, 0)
		}
		first = false
		if !ok && !c.Byte(',') {
			return c.Column()
		}
		c.Byte('-')
	}
	return 0
}
