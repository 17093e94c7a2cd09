package tpccmysql

import (
	"bytes"

	"jitterlog/parse"
)

const (
	startBanner = "###easy### TPC-C Load Generator"
	loadBanner  = "TPCC-mysql Data Loader"
)

// noise is what a log holds beside what the run says of itself; by its first
// words.
var noise = []string{
	"?? getopt returned character code",        // of both tools, in front of the usage
	"Using schema: ",                           // revisions 38ea6ec to faa06df, once a thread
	"XA_RATE[",                                 // Lede-Inc's fork
	"mysql: [Warning] Using a password on the", // the mysql client in scripts
}

// text reads every line but report lines and the server's errors.
func (r *reader) text(b []byte) {
	c := parse.Cursor{Line: b}
	if c.End() {
		return
	}
	c.Blanks()
	if op, end, ok := context(b, c.Pos); ok && skipBlanks(b, end) == len(b) {
		r.troubles.failed(op)
		r.touch()
		return
	}
	if bytes.Contains(b, []byte(startBanner)) {
		r.banner(FormatLog)
		return
	}
	if bytes.Contains(b, []byte(loadBanner)) {
		r.banner(FormatLoad)
		return
	}
	if len(bytes.Trim(b, "* \t")) == 0 {
		r.frame = r.in.Number()
		if r.run != nil && r.run.summary.LastLine == r.frame-1 && r.run.stage == atBanner {
			r.touch()
		}
		return
	}
	if c.Literal("[... ") {
		if !r.cutMark(&c) {
			r.syntax(b, c.Pos, `"N lines cut ...]"`)
		}
		return
	}
	known, ok := r.header(&c)
	if !known {
		known, ok = r.finalReport(&c)
	}
	if !known {
		known, ok = r.loader(&c)
	}
	if !known {
		known, ok = r.beside(&c)
	}
	switch {
	case ok:
		r.touch()
	case known:
		r.syntax(b, c.Pos, "the rest of the line")
	case cutKeyword(c.Rest()):
		r.syntax(b, len(b), "the rest of the line")
	default:
		r.syntax(b, wholeLine, "a line of tpcc-mysql")
	}
}

// banner begins a run at the frame above its name.
func (r *reader) banner(format string) {
	line := r.in.Number()
	if r.frame == line-1 && r.frame > 0 {
		line--
	}
	run := r.begin(format, line)
	run.load = format == FormatLoad
	r.touch()
}

// beside reads the tool's complaints and what scripts and shells add.
func (r *reader) beside(c *parse.Cursor) (known, ok bool) {
	rest := c.Rest()
	for _, prefix := range noise {
		if bytes.HasPrefix(rest, []byte(prefix)) {
			return true, true
		}
	}
	switch {
	case bytes.HasPrefix(rest, []byte("error at ")), bytes.HasPrefix(rest, []byte("error in ")):
		if r.run != nil && bytes.HasPrefix(rest, []byte("error at thread_main")) {
			r.run.threadErrors++
		}
		r.trouble(parse.Fatal, string(bytes.TrimRight(rest, " \t")), 1)
	case bytes.HasPrefix(rest, []byte("Error - Unknown sequence.")):
		r.trouble(parse.Failure, "unknown sequence of transactions", 1)
	case bytes.HasPrefix(rest, []byte("non-option ARGV-elements:")):
		r.trouble(parse.Failure, "arguments that belong to no option: the run may have been started with others than were meant", 1)
	case getoptComplaint(rest):
		r.trouble(parse.Failure, string(rest), 1)
	case bytes.HasPrefix(bytes.ToLower(rest), []byte("usage: tpcc_")):
		if r.run != nil {
			r.run.usage = true
		}
	case c.Literal("Local Start TIME:"):
		c.Blanks()
		r.need().report("local_start_time", bytes.TrimRight(c.Rest(), " \t"))
	default:
		return r.shellTime(c)
	}
	return true, true
}

func getoptComplaint(b []byte) bool {
	for _, text := range []string{": invalid option -- ", ": option requires an argument -- ", ": unrecognized option "} {
		if bytes.Contains(b, []byte(text)) {
			return true
		}
	}
	return false
}

// cutMark reads "[... 613 lines cut ...]" behind its dots, which people
// put where they shorten a log. What is missing may be report lines.
func (r *reader) cutMark(c *parse.Cursor) bool {
	n, ok := c.Int()
	if !ok || n < 1 || !c.Literal(" lines cut ...]") {
		return false
	}
	r.trouble(parse.Truncated, "lines were cut out of this log", n)
	r.troubles.contexts = r.troubles.contexts[:0]
	if r.run != nil {
		r.run.gap = true
	}
	return true
}

// shellTime reads what the shell's time prints: "real 62m1.975s".
func (r *reader) shellTime(c *parse.Cursor) (known, ok bool) {
	for _, name := range []string{"real", "user", "sys"} {
		p := c.Pos
		if !c.Literal(name) || !(c.Byte('\t') || c.Byte(' ')) {
			c.Pos = p
			continue
		}
		c.Blanks()
		value, _ := c.Word()
		if len(value) < 4 || value[0]-'0' > 9 || value[len(value)-1] != 's' || bytes.IndexByte(value, 'm') < 0 || !c.End() {
			c.Pos = p
			return false, false
		}
		if r.run != nil {
			r.run.report("time."+name, value)
		}
		return true, true
	}
	return false, false
}

// cutKeyword says whether b is the beginning of a line that the tool prints.
func cutKeyword(b []byte) bool {
	for _, word := range []string{"RAMP-UP TIME.(", "MEASURING START.", "STOPPING THREADS", "<Parameters>", "<Raw Results2(sum ver.)>", "<Constraint Check>", "<TpmC>", "option ", "error at thread_main", "neword ", "payment ", "ordstat ", "delivery "} {
		if len(b) >= 2 && len(b) < len(word) && word[:len(b)] == string(b) {
			return true
		}
	}
	return false
}
