package hammerdb

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"jitterlog/parse"
)

// A jsonReader reads the JSON of a job, one token after the other: its output
// is a list of virtual users and lines, its timing and its transaction count are
// objects of objects.
type jsonReader struct {
	run     *run
	log     logReader
	profile profileReader

	list    bool // a job's output
	depth   int  // of open braces and brackets
	outer   string
	name    string // of the pair that is read, if named
	named   bool
	inTimes bool // the pairs of outer are the counter's
	escaped []byte
}

func newJSONReader(r *run) reader {
	return &jsonReader{run: r, log: logReader{run: r, format: FormatJSON}, profile: profileReader{run: r, all: true}}
}

const wantJSON = "the output, timing or transaction count of a HammerDB job"

func (r *jsonReader) end() {
	if r.depth > 0 && r.run.summary != nil {
		r.run.event(parse.Warning, parse.Truncated, time.Time{}, "the document is cut off")
	}
	r.log.finish()
	r.profile.finish()
}

// line reads the tokens of a line. After one that makes no sense the rest of the line is
// passed over.
func (r *jsonReader) line(b []byte) {
	c := parse.Cursor{Line: b}
	for c.Blanks(); c.Pos < len(b); c.Blanks() {
		at := c.Pos
		var ok bool
		switch b[at] {
		case '{', '[':
			c.Pos++
			ok = r.open(b[at] == '[')
		case '}', ']':
			c.Pos++
			ok = r.depth > 0 && (r.depth > 1 || r.list == (b[at] == ']'))
			r.shut(ok)
		case ',', ':':
			c.Pos++
			ok = r.depth > 0
		default:
			var text []byte
			if text, ok = r.scalar(&c); ok {
				ok = r.value(text)
			}
		}
		if !ok {
			r.run.reject(b, at+1, wantJSON)
			return
		}
	}
	r.run.touch()
}

func (r *jsonReader) open(list bool) bool {
	switch {
	case r.depth == 0:
		r.list = list
	case list || r.list || r.depth != 1 || r.outer == "":
		return false
	}
	r.named = false
	r.depth++
	return true
}

func (r *jsonReader) shut(ok bool) {
	if !ok {
		return
	}
	if r.depth--; r.depth == 0 {
		r.run.touch()
		r.log.finish()
		r.profile.finish()
		r.run.close()
	}
	r.outer, r.named = "", false
}

// scalar takes a string without its quotes, or a number.
func (r *jsonReader) scalar(c *parse.Cursor) ([]byte, bool) {
	start := c.Pos
	if !c.Byte('"') {
		_, ok := c.Float()
		return c.Line[start:c.Pos], ok
	}
	escapes := false
	for ; c.Pos < len(c.Line); c.Pos++ {
		switch c.Line[c.Pos] {
		case '\\':
			escapes = true
			c.Pos++
		case '"':
			c.Pos++
			if !escapes {
				return c.Line[start+1 : c.Pos-1], true
			}
			var s string
			err := json.Unmarshal(c.Line[start:c.Pos], &s)
			r.escaped = append(r.escaped[:0], s...)
			return r.escaped, err == nil
		}
	}
	return nil, false
}

// value takes a scalar where it stands.
func (r *jsonReader) value(text []byte) bool {
	switch {
	case r.depth == 0:
		return false
	case r.list:
		return r.output(text)
	case r.depth == 1:
		r.outer = string(text)
		_, r.inTimes = readCount([]byte("0 " + r.outer))
		if !r.inTimes {
			r.profile.proc = ""
		}
		return r.outer != ""
	case !r.named:
		r.name, r.named = string(text), true
		return true
	}
	r.named = false
	if r.inTimes {
		return r.count(text)
	}
	return r.timing(text)
}

// output takes a string of a job's output: the number of a virtual user, 0 if it
// is none, and then what it printed.
func (r *jsonReader) output(text []byte) bool {
	if !r.named && len(bytes.TrimSpace(text)) == 0 {
		return true
	}
	if !r.named {
		if _, err := strconv.ParseUint(string(text), 10, 31); err != nil {
			// An answer without data, "Jobid has no timing data".
			r.log.line(text)
			return true
		}
		r.name, r.named = string(text), true
		return true
	}
	r.named = false
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if r.name != "0" {
			line = append([]byte("Vuser "+r.name+":"), line...)
		}
		r.log.line(line)
	}
	return true
}

// count takes "2022-03-14 14:44:31": "260515" of the transaction count.
func (r *jsonReader) count(text []byte) bool {
	n, ok := readCount([]byte(string(text) + " " + r.outer))
	at, err := time.ParseInLocation(time.DateTime, r.name, r.run.in.Location())
	if !ok || err != nil || !parse.IsDate(at) {
		return false
	}
	if r.run.summary == nil {
		s := r.run.begin(FormatJSON)
		s.Server = string(n.server)
	}
	r.run.counted(&n, at.UTC())
	return true
}

// timing takes "p95_ms": "2.345" of a procedure.
func (r *jsonReader) timing(text []byte) bool {
	c := parse.Cursor{Line: text}
	v, ok := c.Figure()
	if !ok || !c.End() {
		return false
	}
	k := 0
	for k < len(statistics) && r.name != statistics[k].name {
		k++
	}
	if k == len(statistics) && (r.name != "elapsed_ms" || v > parse.MaxSeconds*1000) {
		return false
	}
	if r.run.summary == nil {
		r.run.begin(FormatJSON).Clock = parse.WallClock
	}
	if r.profile.proc == "" {
		r.profile.procedure([]byte(r.outer))
	}
	if k == len(statistics) {
		r.run.summary.ElapsedS = v / 1000
		return true
	}
	r.profile.figure(k, text, v)
	return true
}
