package script

import (
	"errors"
	"fmt"
	"strings"
)

// A program is one file.
type program struct {
	name   string
	weight int
	steps  []step
}

// at says where an error belongs.
func (p *program) at(line int, err error) error { return fmt.Errorf("%s:%d: %w", p.name, line, err) }

// A step is a statement, or an expression whose value a variable takes.
type step struct {
	line       int
	pieces     []string // of the statement, around its values
	variables  []int    // the values
	expression expression
	variable   int
}

// names numbers the variables.
type names struct {
	number map[string]int
}

func (n *names) define(name string) int {
	if _, ok := n.number[name]; !ok {
		n.number[name] = len(n.number)
	}
	return n.number[name]
}

func isName(s string) bool {
	for i := range len(s) {
		if !isNameByte(s[i], i == 0) {
			return false
		}
	}
	return s != ""
}

func isNameByte(c byte, first bool) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || !first && c >= '0' && c <= '9'
}

// parse reads a file. The first known variables have a value from the start, others once they are set in
// the same file.
func parse(name, text string, names *names, known int) (*program, error) {
	p := &parser{program: program{name: name}, text: text, line: 1, names: names, set: map[int]bool{}}
	for i := range known {
		p.set[i] = true
	}
	if err := p.all(); err != nil {
		return nil, p.at(p.line, err)
	}
	statements := 0
	for _, s := range p.steps {
		if s.expression == nil {
			statements++
		}
	}
	if statements == 0 {
		return nil, fmt.Errorf("%s: no statement in it", name)
	}
	return &p.program, nil
}

type parser struct {
	program
	text  string
	pos   int
	line  int // of pos
	names *names
	set   map[int]bool
}

// all reads steps to the end of the text.
func (p *parser) all() error {
	for {
		p.blanks()
		switch {
		case p.pos == len(p.text):
			return nil
		case p.text[p.pos] == '\\':
			if err := p.command(); err != nil {
				return err
			}
		default:
			if err := p.statement(); err != nil {
				return err
			}
		}
	}
}

// blanks passes over white space, empty statements and comments between steps.
func (p *parser) blanks() {
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == '\n':
			p.line++
			p.pos++
		case c == ' ', c == '\t', c == '\r', c == ';':
			p.pos++
		case p.comment() > 0:
			p.skip(p.comment())
		default:
			return
		}
	}
}

// comment returns the length of the comment that begins here, 0 for none. One that begins with /*! or
// /*+ is code for the server.
func (p *parser) comment() int {
	rest := p.text[p.pos:]
	switch {
	case strings.HasPrefix(rest, "#"), rest == "--",
		len(rest) > 2 && strings.HasPrefix(rest, "--") && strings.ContainsRune(" \t\r\n", rune(rest[2])):
		if end := strings.IndexByte(rest, '\n'); end >= 0 {
			return end
		}
		return len(rest)
	case strings.HasPrefix(rest, "/*") && !strings.HasPrefix(rest, "/*!") && !strings.HasPrefix(rest, "/*+"):
		if end := strings.Index(rest[2:], "*/"); end >= 0 {
			return end + 4
		}
		return len(rest)
	}
	return 0
}

// skip passes over n bytes and counts their lines.
func (p *parser) skip(n int) {
	p.line += strings.Count(p.text[p.pos:p.pos+n], "\n")
	p.pos += n
}

// command reads a line that begins with a backslash.
func (p *parser) command() error {
	line, _, _ := strings.Cut(p.text[p.pos:], "\n")
	word, rest := cutWord(line)
	if word != `\set` {
		return fmt.Errorf(`unknown command %s: there is only \set NAME EXPRESSION`, word)
	}
	name, rest := cutWord(rest)
	if !isName(name) {
		return fmt.Errorf(`\set: %q is no name of a variable: want letters, digits and _`, name)
	}
	e, err := p.expression(rest)
	if err != nil {
		return fmt.Errorf(`\set %s: %w`, name, err)
	}
	variable := p.names.define(name)
	p.set[variable] = true
	p.steps = append(p.steps, step{line: p.line, expression: e, variable: variable})
	p.skip(len(line))
	return nil
}

func cutWord(s string) (word, rest string) {
	s = strings.TrimLeft(s, " \t\r")
	if i := strings.IndexAny(s, " \t\r"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// use returns the number of a variable that has a value here.
func (p *parser) use(name string) (int, error) {
	variable, ok := p.names.number[name]
	if !ok || !p.set[variable] {
		return 0, fmt.Errorf(`:%s has no value here: \set %s above gives it one`, name, name)
	}
	return variable, nil
}

// statement reads one statement to its semicolon, or to the end of the text.
func (p *parser) statement() error {
	s := step{line: p.line}
	var piece strings.Builder
	for p.pos < len(p.text) && p.text[p.pos] != ';' {
		switch c := p.text[p.pos]; {
		case c == '\'' || c == '"' || c == '`':
			n := quoted(p.text[p.pos:])
			if n == 0 {
				return fmt.Errorf("the quote %c has no end", c)
			}
			piece.WriteString(p.text[p.pos : p.pos+n])
			p.skip(n)
		case p.comment() > 0:
			piece.WriteByte(' ')
			p.skip(p.comment())
		case c == '?':
			return errors.New(`"?" stands for nothing here: use :NAME for a variable`)
		case c == ':' && p.pos+1 < len(p.text) && isNameByte(p.text[p.pos+1], true):
			end := p.pos + 1
			for end < len(p.text) && isNameByte(p.text[end], false) {
				end++
			}
			variable, err := p.use(p.text[p.pos+1 : end])
			if err != nil {
				return err
			}
			s.pieces = append(s.pieces, piece.String())
			s.variables = append(s.variables, variable)
			piece.Reset()
			p.pos = end
		default:
			piece.WriteByte(c)
			p.skip(1)
		}
	}
	s.pieces = append(s.pieces, strings.TrimRight(piece.String(), " \t\r\n"))
	p.steps = append(p.steps, s)
	return nil
}

// quoted returns the length of the quoted text that s begins with, 0 if it has no end. A doubled quote
// ends one text and begins the next, which comes to the same.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] != '`':
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return 0
}
