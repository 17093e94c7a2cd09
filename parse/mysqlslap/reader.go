package mysqlslap

import (
	"bytes"
	"strings"

	"jitterlog/parse"
)

// A reader turns lines into records.
type reader struct {
	in      *parse.Lines
	yield   func(parse.Record, error) bool
	stopped bool
	run     *parse.Summary // nil outside a block
	result  result
	ended   bool // by an error that the tool exits for
	opened  bool // its header was yielded
}

func (r *reader) send(rec parse.Record, err error) {
	if !r.stopped {
		r.stopped = !r.yield(rec, err)
	}
}

func (r *reader) reject(b []byte, column int, want string) {
	r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Column: column, Text: parse.Shown(b), Want: want})
}

// begin closes the run that is being read and begins another.
func (r *reader) begin(format string) {
	r.close()
	r.run = parse.NewSummary(format, tool, r.in.Number())
	r.run.StartedAt = r.in.At()
	r.result, r.opened, r.ended = result{}, false, false
}

func (r *reader) open() {
	if !r.opened {
		r.opened = true
		r.send(&parse.Header{Line: r.run.FirstLine, Format: r.run.Format, Tool: tool}, nil)
	}
}

// close yields the run that is being read.
func (r *reader) close() {
	if r.run == nil {
		return
	}
	r.open()
	switch {
	case r.result.contradicts():
		r.event(parse.Warning, parse.Mismatch, "", "the mean of the seconds is not between the shortest and the longest", r.run.LastLine)
	case r.result != (result{}) && !r.result.complete():
		r.event(parse.Warning, parse.Truncated, "", "the result ends before its last line", r.run.LastLine)
	}
	r.result.summary(r.run)
	r.send(r.run, nil)
	r.run = nil
}

func (r *reader) event(severity parse.Severity, kind parse.Kind, code, message string, line int) {
	r.send(&parse.Event{Line: line, T: parse.NaN(), Severity: severity, Kind: kind, Code: code, Message: message, Count: 1}, nil)
}

// csvLine reads a row, which is a run.
func (r *reader) csvLine(b []byte) {
	row, column := readRow(b)
	if column != 0 {
		r.reject(b, column, "engine,type,mean,shortest,longest,clients,queries")
		return
	}
	r.begin(FormatCSV)
	r.result = row
	r.close()
}

// textLine reads a line of text, without the blanks around it.
func (r *reader) textLine(b []byte) {
	c := parse.Cursor{Line: b}
	f, isFigure := figureOf(b)
	switch {
	case isFigure:
		if r.run == nil || r.ended || r.result.has[f] || r.result.complete() {
			r.begin(FormatText)
		}
		text, ok := bytes.CutSuffix(b[len(lines[f].prefix):], []byte(lines[f].suffix))
		if !ok || !r.result.set(f, text) {
			r.reject(b, len(lines[f].prefix)+1, "a number"+lines[f].suffix)
			return
		}
	case string(b) == banner:
		if r.run == nil || r.ended || r.result != (result{}) {
			r.begin(FormatText)
		}
	case c.Literal(enginePrefix):
		if r.run == nil || r.ended || r.result.engine != "" || r.result.has != [figures]bool{} {
			r.begin(FormatText)
		}
		r.result.engine = parse.Shown(c.Rest())
	case c.Literal(errorPrefix):
		r.trouble(string(c.Rest()))
	case isNoise(b):
		return
	default:
		r.reject(b, 0, "a line of mysqlslap's result")
		return
	}
	if r.run != nil {
		r.run.LastLine = r.in.Number()
	}
}

// trouble reads what the tool prints to standard error: a warning, that a client
// cannot connect, after which the others go on to a result, or why the tool
// ended.
func (r *reader) trouble(text string) {
	if strings.HasPrefix(text, "[Warning]") {
		return
	}
	if r.run == nil || r.ended || r.result.has != [figures]bool{} {
		r.begin(FormatText)
	}
	r.open()
	r.ended = strings.HasPrefix(text, "Cannot ")
	code, message := reason(text)
	r.event(parse.Error, parse.Fatal, code, message, r.in.Number())
}

// reason cuts the statement out of a message, which differs from one to the
// next, and takes the server's error number out of it.
func reason(text string) (code, message string) {
	if rest, ok := strings.CutPrefix(text, "Cannot run query "); ok {
		if i := strings.LastIndex(rest, " ERROR : "); i >= 0 {
			return "", parse.Shown([]byte("cannot run a query: " + rest[i+len(" ERROR : "):]))
		}
	}
	for _, front := range [...]string{"Error when connecting to server: ", "Error when storing result: "} {
		if rest, ok := strings.CutPrefix(text, front); ok {
			c := parse.Cursor{Line: []byte(rest)}
			if _, ok := c.Int(); ok && c.Byte(' ') {
				return rest[:c.Pos-1], parse.Shown([]byte(front + rest[c.Pos:]))
			}
		}
	}
	if text == "" {
		text = "an error without a text"
	}
	return "", parse.Shown([]byte(text))
}

// noise lists the beginnings of lines that say nothing that is kept: what
// --verbose prints, and the shell's time.
var noise = [...]string{
	"Loading Pre-data", "Generating primary key list", "Generating stats", "Generating results", "connected!",
	"Starting Concurrency Test", "Parsing engines to use.",
	"real\t", "user\t", "sys\t",
}

// statements begin what -vvv prints of each query; it ends in a semicolon.
var statements = [...]string{"CREATE ", "DROP ", "INSERT ", "SELECT ", "UPDATE ", "SET ", "set ", "COMMIT", "use "}

func isNoise(b []byte) bool {
	for _, prefix := range noise {
		if bytes.HasPrefix(b, []byte(prefix)) {
			return true
		}
	}
	if b[len(b)-1] == ';' {
		for _, prefix := range statements {
			if bytes.HasPrefix(b, []byte(prefix)) {
				return true
			}
		}
	}
	return false
}
