package tpccmysql

import (
	"bytes"
	"strconv"

	"jitterlog/parse"
)

const masked = "***"

// maxOptions bounds what forks can add to the parameters.
const maxOptions = 64

// parameterLetters are the options behind the lines of <Parameters>. The
// first revisions have no options and print these alone.
var parameterLetters = map[string]string{
	"server": "h", "port": "P", "DBname": "d", "user": "u", "pass": "p",
	"warehouse": "w", "connection": "c", "rampup": "r", "measure": "l",
	"part(1-4)": "l", "MIN WH": "m", "MAX WH": "n",
}

// header reads the lines in front of the measuring.
func (r *reader) header(c *parse.Cursor) (known, ok bool) {
	switch {
	case c.Literal("option "):
		return true, r.option(c)
	case c.Literal("<Parameters>"):
		r.heading(atParameters)
		return true, c.End()
	case c.Literal("RAMP-UP TIME.("):
		seconds, ok := c.Figure()
		if !ok {
			return true, false
		}
		c.Blanks()
		if !c.Literal("sec.)") {
			return true, false
		}
		run := r.heading(atRampUp)
		run.summary.WarmupS = seconds
		return true, c.End()
	case c.Literal("MEASURING START"):
		run := r.heading(atMeasuring)
		run.summary.StartedAt = r.in.At()
		return true, true
	case c.Literal("STOPPING THREADS"):
		run := r.need()
		run.stopped = true
		run.stage = max(run.stage, atStopping)
		r.dots(c)
		return true, true
	case r.run != nil && r.run.stage == atStopping && c.Pos < len(c.Line) && c.Line[c.Pos] == '.':
		r.dots(c)
		return true, true
	case c.Literal("["):
		return r.parameter(c)
	}
	return false, false
}

// heading takes the run to that stage; if it is there already, another run
// begins whose banner is missing.
func (r *reader) heading(to stage) *run {
	if r.run != nil && r.run.stage >= to {
		r.begin(r.format, r.in.Number())
	}
	run := r.need()
	run.stage = to
	return run
}

// dots counts the dot that each thread prints when it has ended. Errors of the
// others stand between them.
func (r *reader) dots(c *parse.Cursor) {
	for c.Byte('.') {
		r.run.dots++
	}
	if !c.End() {
		r.touch()
		r.rest(c.Line, c.Pos)
	}
}

// option reads "option h with value '127.0.0.1'", some with a remark in
// brackets behind the letter.
func (r *reader) option(c *parse.Cursor) bool {
	letter, ok := c.Word()
	if !ok || len(letter) != 1 {
		return false
	}
	if _, ok := c.Until('\''); !ok {
		c.Pos = len(c.Line)
		return false
	}
	end := bytes.LastIndexByte(c.Rest(), '\'')
	if end < 0 {
		c.Pos = len(c.Line)
		return false
	}
	run := r.run
	if run == nil || run.stage > atOptions {
		run = r.begin(r.format, r.in.Number())
	}
	run.stage = atOptions
	run.set(string(letter), c.Rest()[:end])
	c.Pos += end + 1
	return c.End()
}

// parameter reads "     [rampup]: 10 (sec.)" and its forms in blogs, behind
// the bracket.
func (r *reader) parameter(c *parse.Cursor) (known, ok bool) {
	p := c.Pos
	key, ok := c.Until(']')
	if !ok || !c.Byte(':') || len(key) == 0 {
		c.Pos = p - 1
		return false, false
	}
	letter, common := parameterLetters[string(key)]
	if !common {
		// A fork's own, or none of ours.
		if r.run == nil || r.run.stage != atParameters || len(r.run.summary.Options) >= maxOptions {
			c.Pos = p - 1
			return false, false
		}
		letter = string(key)
	}
	run := r.need()
	run.stage = max(run.stage, atParameters)
	run.set(letter, parameterValue(c.Rest()))
	c.Pos = len(c.Line)
	return true, true
}

// parameterValue takes the unit and the remarks of bloggers off a value.
func parameterValue(b []byte) []byte {
	for _, remark := range []string{" //", "\t//"} {
		if i := bytes.Index(b, []byte(remark)); i >= 0 {
			b = b[:i]
		}
	}
	b = bytes.TrimSpace(b)
	for _, unit := range []string{"(sec.)", `"sec."`} {
		b = bytes.TrimSpace(bytes.TrimSuffix(b, []byte(unit)))
	}
	return b
}

// set keeps an option of the tool. What <Parameters> says it took is what
// counts; the option stays as it was given.
func (r *run) set(letter string, value []byte) {
	s := r.summary
	if _, given := s.Options[letter]; !given && len(value) > 0 {
		s.Options[letter] = parse.Shown(value)
		if letter == "p" {
			s.Options[letter] = masked
		}
	}
	n, err := strconv.ParseInt(string(value), 10, 32)
	if err != nil || n < 0 {
		return
	}
	switch {
	case letter == "w":
		s.Scale = n
	case r.load:
	case letter == "c":
		s.Threads = n
	case letter == "r":
		s.WarmupS = float64(n)
	case letter == "l":
		s.DurationS = float64(n)
	case letter == "i" && n > 0:
		r.step, r.asked = n, true
	}
}

// server returns the address that the options name: a socket or host:port.
func server(options map[string]string) string {
	if socket := options["S"]; socket != "" {
		return socket
	}
	host, port := options["h"], options["P"]
	if host != "" && port != "" {
		return host + ":" + port
	}
	return host
}
