package sysbench

import (
	"math"

	"jitterlog/parse"
)

// An object is one of the report_json hook, as far as it was read. What its
// documents look like depends on the version: objects in one array, or one
// after the other without array, with commas too many, an array for the final
// report behind that of the intervals, the last ] missing. So only objects are
// read, and what stands between them is passed over.
type object struct {
	line  int // where it begins
	depth int
	key   string
	at    float64
	has   bool // a time
	v     values
}

// jsonLine reads a line of such a document. It returns false if it has
// something else in it, which is then as if it did not stand there.
func (r *reader) jsonLine(line []byte) bool {
	before := r.json
	if r.jsonTokens(line) {
		return true
	}
	r.json = before
	return false
}

func (r *reader) jsonTokens(line []byte) bool {
	c := cursor{Cursor: parse.Cursor{Line: line}}
	o := &r.json
	for !c.End() {
		c.Blanks()
		switch c.Line[c.Pos] {
		case '[', ']', ',', ':':
			c.Pos++
		case '{':
			c.Pos++
			if o.depth > 0 && o.key != "qps" {
				r.unfinished()
			}
			if o.depth == 0 {
				*o = object{line: r.in.Number(), v: noValues()}
			}
			o.depth++
		case '}':
			c.Pos++
			if o.depth > 0 {
				if o.depth--; o.depth == 0 {
					r.object()
				}
			}
			o.key = ""
		case '"':
			c.Pos++
			key, ok := c.Until('"')
			if !ok || o.depth == 0 {
				return false
			}
			o.key = string(key)
		default:
			f, ok := c.Figure()
			if !ok || o.depth == 0 || !o.set(f) {
				return false
			}
		}
	}
	return true
}

func noValues() values {
	nan := math.NaN()
	return values{threads: parse.Absent, tps: nan, qps: nan, read: nan, write: nan, other: nan,
		latency: nan, rank: unknownRank, errors: nan, reconn: nan}
}

func (o *object) set(f float64) bool {
	switch o.key {
	case "time":
		o.at, o.has = f, f >= 1 && f <= maxLabel
	case "threads":
		if f >= 0 && f <= maxLabel {
			o.v.threads = int64(f)
		}
	case "tps":
		o.v.tps = f
	case "total":
		o.v.qps = f
	case "reads":
		o.v.read = f
	case "writes":
		o.v.write = f
	case "other":
		o.v.other = f
	case "latency":
		o.v.latency = f
	case "errors":
		o.v.errors = f
	case "reconnects":
		o.v.reconn = f
	default:
		return false
	}
	o.key = ""
	return true
}

// object takes an object that is whole.
func (r *reader) object() {
	o := r.json
	r.json = object{}
	if !o.has {
		r.reject(o.line, 0, []byte("{"), "an object with a time above 0")
		return
	}
	r.hook(o.line, int64(o.at), &o.v)
}

// unfinished gives up an object whose end is missing.
func (r *reader) unfinished() {
	if line := r.json.line; r.json.depth > 0 {
		r.json = object{}
		r.cut(line)
	}
}
