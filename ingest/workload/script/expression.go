package script

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"jitterlog/ingest/workload/distribution"
)

// A value is a whole number or a text.
type value struct {
	n    int64
	text []byte // nil: a number
}

func (v value) argument() driver.Value {
	if v.text != nil {
		return v.text
	}
	return v.n
}

// number is what arithmetic needs.
func (v value) number() (int64, error) {
	if v.text != nil {
		return 0, errors.New("a text is no number")
	}
	return v.n, nil
}

// An expression has a value for the values of the variables.
type expression interface {
	evaluate(values []value, r *rand.Rand) (value, error)
}

type (
	constant  int64
	variable  int
	operation struct {
		operator    byte
		left, right expression
	}
	call struct {
		function function
		args     []expression
	}
	// A function takes as many numbers as args says.
	function struct {
		args int
		call func(r *rand.Rand, args []int64) (value, error)
	}
)

func (c constant) evaluate([]value, *rand.Rand) (value, error) { return value{n: int64(c)}, nil }

func (v variable) evaluate(values []value, _ *rand.Rand) (value, error) { return values[v], nil }

func (o operation) evaluate(values []value, r *rand.Rand) (value, error) {
	left, err := evaluateNumber(o.left, values, r)
	if err != nil {
		return value{}, err
	}
	right, err := evaluateNumber(o.right, values, r)
	if err != nil {
		return value{}, err
	}
	switch o.operator {
	case '+':
		return value{n: left + right}, nil
	case '-':
		return value{n: left - right}, nil
	case '*':
		return value{n: left * right}, nil
	}
	if right == 0 {
		return value{}, errors.New("division by zero")
	}
	if o.operator == '/' {
		return value{n: left / right}, nil
	}
	return value{n: left % right}, nil
}

func (c call) evaluate(values []value, r *rand.Rand) (value, error) {
	var few [2]int64
	args := few[:0]
	for _, e := range c.args {
		n, err := evaluateNumber(e, values, r)
		if err != nil {
			return value{}, err
		}
		args = append(args, n)
	}
	return c.function.call(r, args)
}

func evaluateNumber(e expression, values []value, r *rand.Rand) (int64, error) {
	v, err := e.evaluate(values, r)
	if err != nil {
		return 0, err
	}
	return v.number()
}

const longestText = 1 << 20

// functions by name: a random number from the first to the second, both included, of a
// distribution with sysbench's parameters; and a text of so many random letters.
var functions = func() map[string]function {
	all := map[string]function{"random_text": {1, func(r *rand.Rand, args []int64) (value, error) {
		if args[0] < 0 || args[0] > longestText {
			return value{}, fmt.Errorf("random_text(%d): want 0 to %d letters", args[0], longestText)
		}
		text := make([]byte, args[0])
		for i := range text {
			text[i] = 'a' + byte(r.IntN(26))
		}
		return value{text: text}, nil
	}}}
	for _, name := range distribution.Types {
		o := distribution.Default()
		o.Type = name
		d, err := distribution.New(o)
		if err != nil {
			panic(err) // the defaults are valid
		}
		if name = "random_" + name; o.Type == "uniform" {
			name = "random"
		}
		all[name] = function{2, func(r *rand.Rand, args []int64) (value, error) {
			if lo, hi := args[0], args[1]; lo > hi || float64(hi)-float64(lo) > math.MaxInt64/1024 {
				return value{}, fmt.Errorf("%s(%d, %d): want the smaller bound first, and no more than 2^53 numbers", name, lo, hi)
			}
			return value{n: d.Draw(r, args[0], args[1])}, nil
		}}
	}
	return all
}()

// expression reads an expression that fills s:
//
//	sum     = product { ("+" | "-") product }
//	product = factor { ("*" | "/" | "%") factor }
//	factor  = number | ":" name | name "(" [ sum { "," sum } ] ")" | "(" sum ")" | "-" factor
func (p *parser) expression(s string) (expression, error) {
	q := &expressionParser{parser: p, text: s}
	e, err := q.sum()
	if err != nil {
		return nil, err
	}
	if q.blank(); q.pos < len(q.text) {
		return nil, fmt.Errorf("%q is too much", q.text[q.pos:])
	}
	return e, nil
}

type expressionParser struct {
	parser *parser
	text   string
	pos    int
	depth  int
}

// deepest is how far factors may be nested, so that no input exhausts the stack.
const deepest = 100

func (q *expressionParser) blank() {
	for q.pos < len(q.text) && strings.IndexByte(" \t\r", q.text[q.pos]) >= 0 {
		q.pos++
	}
}

// next takes one of the bytes in set and returns it, 0 if another or none follows.
func (q *expressionParser) next(set string) byte {
	if q.blank(); q.pos < len(q.text) && strings.IndexByte(set, q.text[q.pos]) >= 0 {
		q.pos++
		return q.text[q.pos-1]
	}
	return 0
}

func (q *expressionParser) sum() (expression, error) { return q.chain("+-", q.product) }

func (q *expressionParser) product() (expression, error) { return q.chain("*/%", q.factor) }

// chain reads operands with operators of one rank between them.
func (q *expressionParser) chain(operators string, operand func() (expression, error)) (expression, error) {
	left, err := operand()
	for err == nil {
		operator := q.next(operators)
		if operator == 0 {
			return left, nil
		}
		var right expression
		if right, err = operand(); err == nil {
			left = operation{operator, left, right}
		}
	}
	return nil, err
}

func (q *expressionParser) factor() (expression, error) {
	if q.depth++; q.depth > deepest {
		return nil, errors.New("the expression is nested too deep")
	}
	defer func() { q.depth-- }()
	switch q.next("(-:") {
	case '(':
		e, err := q.sum()
		if err == nil && q.next(")") == 0 {
			err = errors.New(`want ")"`)
		}
		return e, err
	case '-':
		e, err := q.factor()
		return operation{'-', constant(0), e}, err
	case ':':
		number, err := q.parser.use(q.word())
		return variable(number), err
	}
	word := q.word()
	if word == "" {
		return nil, fmt.Errorf("want a number, :NAME or a function, not %q", q.text[q.pos:])
	}
	if isName(word) {
		return q.call(word)
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is no whole number of 64 bits", word)
	}
	return constant(n), nil
}

// word takes letters, digits and _.
func (q *expressionParser) word() string {
	q.blank()
	from := q.pos
	for q.pos < len(q.text) && isNameByte(q.text[q.pos], false) {
		q.pos++
	}
	return q.text[from:q.pos]
}

func (q *expressionParser) call(name string) (expression, error) {
	f, ok := functions[name]
	if !ok {
		return nil, fmt.Errorf("no function %q: want one of %s", name, strings.Join(slices.Sorted(maps.Keys(functions)), ", "))
	}
	c := call{function: f}
	open := q.next("(")
	for open != 0 {
		e, err := q.sum()
		if err != nil {
			return nil, err
		}
		c.args = append(c.args, e)
		open = q.next(",")
	}
	if q.next(")") == 0 || len(c.args) != f.args {
		return nil, fmt.Errorf("%s takes %d numbers in parentheses", name, f.args)
	}
	return c, nil
}
