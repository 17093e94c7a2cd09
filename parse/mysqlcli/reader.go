package mysqlcli

import (
	"bytes"
	"slices"

	"jitterlog/parse"
)

// mostWaiting bounds the statements that were typed on one line.
const mostWaiting = 256

// A reader is the state of one transcript.
type reader struct {
	in      *parse.Lines
	yield   func(parse.Record, error) bool
	stopped bool
	format  string

	connection      int64 // its number, 0 if it was not printed
	server, version string
	settings        settings
	delimiter       string

	prompted  string // what the last prompt was followed by; terminals may echo it
	typed     typed
	echo      []byte // a statement between dashed lines
	echoing   bool
	echoLine  int
	waiting   []statement // not yet answered
	gone      failure     // of the first of them, if the connection was gone
	table     table
	before    []parse.Event  // for the next run
	run       *parse.Summary // answered; a line of counts may follow
	variables bool           // yield settings as records: there are no runs
}

func newReader(in *parse.Lines, yield func(parse.Record, error) bool, format string) *reader {
	return &reader{in: in, yield: yield, format: format, settings: newSettings(), delimiter: ";", variables: format == FormatSettings}
}

func (r *reader) read() {
	for !r.stopped {
		line, ok := r.in.Next()
		if !ok {
			break
		}
		if line = clean(line); len(line) > 0 && !r.echoed(line) {
			r.line(line)
		}
	}
	r.close()
	r.finish(r.typed.rest())
	if r.gone.code != "" {
		r.failed(r.gone)
		r.close()
	}
	for _, s := range r.waiting {
		if r.isLoad(s) && !s.bare {
			r.unanswered(s)
			r.close()
		}
	}
}

func (r *reader) send(rec parse.Record) {
	if !r.stopped && !r.yield(rec, nil) {
		r.stopped = true
	}
}

func (r *reader) reject(line []byte, want string) {
	if !r.stopped && !r.yield(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: want}) {
		r.stopped = true
	}
}

// line reads a line that is no part of an echoed statement.
func (r *reader) line(line []byte) {
	if looksLikeCounts(line) {
		if !r.counts(line) {
			r.reject(line, "counts such as Records: 4  Duplicates: 0  Warnings: 0")
		}
		return
	}
	r.close()
	if r.outcome(line) {
		return
	}
	if text, ok := cutPrompt(line); ok {
		r.prompt(text)
		return
	}
	if text, ok := cutContinuation(line); ok && r.typed.line > 0 {
		r.add(text)
		return
	}
	if string(line) == echoFrame {
		r.echo, r.echoing, r.echoLine = r.echo[:0], true, r.in.Number()
		return
	}
	if r.table.read(line, r.variable) || r.banner(line) {
		return
	}
	r.prose(line)
}

// outcome reads how a statement ended, or says that this cannot be read.
func (r *reader) outcome(line []byte) bool {
	res, want := parseResult(line)
	f, failed := parseError(line)
	switch {
	case want == "":
		r.result(res)
	case want != notResult:
		r.reject(line, want)
	case failed:
		f.line = r.in.Number()
		r.error(f)
	case looksLikeError(line):
		r.reject(line, "an error such as ERROR 1305 (42000): text")
	default:
		return false
	}
	r.table = table{}
	return true
}

// result takes the first statement that waits for one. A procedure may print
// rows before it ends.
func (r *reader) result(res result) {
	r.finish(r.typed.rest())
	if len(r.waiting) == 0 || res.set && r.waiting[0].verb == call {
		return
	}
	s := r.next()
	r.gone = failure{}
	switch {
	case r.isLoad(s):
		r.answer(s, res)
	case s.verb == set:
		r.apply(s, true)
	}
}

// error takes the first statement too, unless the connection was gone before it
// was sent: the client then connects and sends it again.
func (r *reader) error(f failure) {
	r.finish(r.typed.rest())
	if len(r.waiting) == 0 {
		return
	}
	if f.code == serverGone && r.gone.code == "" {
		r.gone = f
		return
	}
	r.failed(f)
}

const serverGone = "2006"

func (r *reader) failed(f failure) {
	r.gone = failure{}
	s := r.next()
	r.waiting = r.waiting[:0] // the client stops, or has not sent them
	switch {
	case r.isLoad(s):
		r.fail(s, f)
	case s.verb == set:
		r.refused(s, f)
	}
}

func (r *reader) isLoad(s statement) bool {
	return !r.variables && (s.verb == call || s.verb == load)
}

func (r *reader) next() statement {
	s := r.waiting[0]
	r.waiting = append(r.waiting[:0], r.waiting[1:]...)
	return s
}

// apply changes the settings by a SET. One that was not answered and names no
// scope may belong to the text of a procedure.
func (r *reader) apply(s statement, answered bool) {
	list := parseSet(s.text)
	if !answered {
		list = slices.DeleteFunc(list, func(a assignment) bool { return !a.scoped })
	}
	r.settings.apply(list)
	for _, a := range list {
		if r.variables && a.known {
			r.send(&parse.Setting{Line: s.line, Name: a.name, Value: a.value})
		}
	}
}

// variable takes a server variable that was printed.
func (r *reader) variable(name, value string) {
	if isVariable(name) && r.settings.show(name, value) && r.variables {
		r.send(&parse.Setting{Line: r.in.Number(), Name: name, Value: value})
	}
}

// prompt begins with what was typed anew. What stands without a result before
// it was copied without it.
func (r *reader) prompt(text []byte) {
	r.typed.drop()
	r.copied()
	r.prompted = string(bytes.TrimSpace(text))
	word := firstWord(text)
	for verbs[word] == command {
		if word == "DELIMITER" {
			if fields := bytes.Fields(text); len(fields) > 1 {
				r.delimiter = string(fields[1])
			}
			return
		}
		_, behind, _ := bytes.Cut(text, []byte(";"))
		text = behind
		word = firstWord(text)
	}
	r.add(text)
}

// copied ends the wait for results.
func (r *reader) copied() {
	r.table = table{}
	if r.gone.code != "" {
		r.failed(r.gone)
		r.close()
	}
	for _, s := range r.waiting {
		if s.verb == set {
			r.apply(s, false)
		}
	}
	r.waiting = r.waiting[:0]
}

func (r *reader) add(text []byte) {
	r.typed.add(text, r.in.Number())
	for s, ok := r.typed.take(r.delimiter); ok; s, ok = r.typed.take(r.delimiter) {
		r.finish(s, true)
	}
}

// finish lets a statement wait for its result.
func (r *reader) finish(s statement, ok bool) {
	if ok && len(r.waiting) < mostWaiting {
		r.waiting = append(r.waiting, s)
	}
}

// echoed takes a line between the dashed lines that -vvv prints around each
// statement. Dashed lines around anything else are decoration.
func (r *reader) echoed(line []byte) bool {
	if !r.echoing {
		return false
	}
	switch _, prompt := cutPrompt(line); {
	case string(line) == echoFrame && len(r.echo) > 0:
		r.echoing = false
		r.typed.drop()
		r.copied()
		r.finish(newStatement(string(r.echo), r.echoLine), true)
		return true
	case len(r.echo) == 0 && !startsStatement(line), prompt:
		r.echoing = false
		return false
	}
	if _, want := parseResult(line); want == "" {
		r.echoing = false
		return false
	}
	if len(r.echo)+len(line) < longestStatement {
		r.echo = append(append(r.echo, line...), '\n')
	}
	return true
}

// banner takes what the client says when it connects.
func (r *reader) banner(line []byte) bool {
	if version, ok := bytes.CutPrefix(line, []byte("Server version: ")); ok {
		version, _, _ = bytes.Cut(bytes.TrimLeft(version, " \t"), []byte(" "))
		r.version = string(version)
		r.server = "MySQL"
		if bytes.Contains(version, []byte("MariaDB")) {
			r.server = "MariaDB"
		}
		return true
	}
	for _, before := range [...]string{"Your MySQL connection id is ", "Your MariaDB connection id is ", "Connection id: "} {
		if rest, ok := bytes.CutPrefix(line, []byte(before)); ok {
			c := parse.Cursor{Line: rest}
			c.Blanks()
			if id, ok := c.Int(); ok && id > 0 {
				r.connected(id)
				return true
			}
		}
	}
	return false
}

// prose reads a line between the commands: a statement that was copied without
// its prompt, or text. Results that follow text are not those of a statement
// before it that was only quoted.
func (r *reader) prose(line []byte) {
	text := bytes.TrimLeft(line, " \t")
	if r.typed.line > 0 || string(text) == r.prompted {
		return // a line of a statement whose prompt was not copied, or its echo
	}
	for r.gone.code == "" && len(r.waiting) > 0 && r.waiting[0].bare {
		if s := r.next(); s.verb == set {
			r.apply(s, false)
		}
	}
	if !startsStatement(text) {
		return
	}
	for _, end := range [...]string{r.delimiter, ";", `\G`, `\g`} {
		if body, ok := bytes.CutSuffix(text, []byte(end)); ok {
			s := newStatement(string(body), r.in.Number())
			s.bare = true
			r.finish(s, len(r.waiting) == 0 && s.verb != command)
			return
		}
	}
}
