package progress

import "jitterlog/parse"

// A point is what a line says: so many rows by that time.
type point struct {
	count int64
	time  float64 // in the line's unit
	total bool
}

// A shape is what stands around the two numbers of a line. Lines of the shape of
// the line before are read without looking at their words.
type shape struct {
	lead, mid, tail string
	timeFirst       bool
	clock           bool
	unit            unit // of the time, as far as it stands there
	guessed         bool // it does not: the number has a fraction
	total           bool
	named           bool // the counter is called one
	learned         bool
}

// known reads a line of that shape.
func (s *shape) known(line []byte) (point, bool) {
	if !s.learned {
		return point{}, false
	}
	c := parse.Cursor{Line: line}
	p := point{total: s.total}
	ok := c.Literal(s.lead)
	if s.timeFirst {
		p.time, ok = s.time(&c, ok)
		ok = ok && c.Literal(s.mid)
		p.count, ok = countOf(&c, ok)
	} else {
		p.count, ok = countOf(&c, ok)
		ok = ok && c.Literal(s.mid)
		p.time, ok = s.time(&c, ok)
	}
	return p, ok && string(c.Rest()) == s.tail
}

func (s *shape) time(c *parse.Cursor, ok bool) (float64, bool) {
	if !ok || c.Pos == len(c.Line) || c.Line[c.Pos]-'0' > 9 {
		return 0, false
	}
	if !s.clock {
		return c.Figure()
	}
	q, ok := quantityAt(c)
	return q.value, ok && q.clock
}

func countOf(c *parse.Cursor, ok bool) (int64, bool) {
	if !ok || c.Pos == len(c.Line) || c.Line[c.Pos]-'0' > 9 {
		return 0, false
	}
	return c.Int()
}

// A figure is a number of a line with what stands before it.
type figure struct {
	quantity
	label []byte
	from  int
}

// parseLine reads a line of any shape and returns that shape.
func parseLine(line []byte) (point, shape, bool) {
	var f [2]figure
	if !figures(line, &f) {
		return point{}, shape{}, false
	}
	first, second := f[0].isTime(), f[1].isTime()
	if first == second {
		return point{}, shape{}, false
	}
	t, n := &f[1], &f[0]
	timeFirst := first > second
	if timeFirst {
		t, n = n, t
	}
	c := parse.Cursor{Line: line, Pos: n.from}
	count, ok := c.Int()
	if !ok || c.Pos != n.end {
		return point{}, shape{}, false
	}
	s := shape{
		lead: string(line[:f[0].from]), mid: string(line[f[0].end:f[1].from]), tail: string(line[f[1].end:]),
		timeFirst: timeFirst, clock: t.clock, learned: true,
		total: contains(t.label, totalWords) || contains(n.label, totalWords),
		named: contains(n.label, countWords) || contains(line[n.end:], countWords),
	}
	s.setUnit(&t.quantity, labelUnit(t.label))
	return point{count: count, time: t.value, total: s.total}, s, true
}

// same says whether the words of two lines are the same.
func (s *shape) same(other *shape) bool {
	return s.lead == other.lead && s.mid == other.mid && s.tail == other.tail
}

// alike says whether two lines begin alike; the unit behind a number may differ.
func (s *shape) alike(other *shape) bool {
	return s.lead == other.lead && s.timeFirst == other.timeFirst
}

// figures finds the two numbers of a line. A digit that belongs to a word is
// none: thread1.
func figures(line []byte, f *[2]figure) bool {
	n, before := 0, 0
	for c := (parse.Cursor{Line: line}); c.Pos < len(line); {
		p := c.Pos
		if line[p]-'0' > 9 || p > 0 && (letter(line[p-1]) || line[p-1] == '-' || line[p-1] == '.' || line[p-1]-'0' <= 9) {
			c.Pos++
			continue
		}
		if n == 2 {
			return false
		}
		q, ok := quantityAt(&c)
		if !ok {
			return false
		}
		f[n] = figure{quantity: q, label: line[before:p], from: p}
		before = c.Pos
		n++
	}
	return n == 2
}

var (
	timeWords  = []string{"time", "elapsed", "cost", "took", "used", "duration", "耗时", "用时", "时间", "花费"}
	countWords = []string{"count", "row", "record", "insert", "num", "line", "条", "行", "记录", "数"}
	totalWords = []string{"total", "finish", "done", "总", "合计", "共", "完成"}
)

// isTime says how sure it is that a number is a time: a unit behind it tells
// more than a word before it.
func (f *figure) isTime() int {
	switch {
	case f.unit != noUnit:
		return 2
	case contains(f.label, timeWords):
		return 1
	}
	return 0
}

// contains looks for words in any case.
func contains(text []byte, words []string) bool {
	for _, word := range words {
		for i := 0; i+len(word) <= len(text); i++ {
			if equalFold(text[i:i+len(word)], word) {
				return true
			}
		}
	}
	return false
}
