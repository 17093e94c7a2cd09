package script

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// show writes a program down: values as <number of the variable>.
func show(p *program) string {
	var b strings.Builder
	for _, s := range p.steps {
		fmt.Fprintf(&b, "%d ", s.line)
		if s.expression != nil {
			fmt.Fprintf(&b, "set <%d>\n", s.variable)
			continue
		}
		for i, piece := range s.pieces {
			b.WriteString(strings.ReplaceAll(piece, "\n", `\n`))
			if i < len(s.variables) {
				fmt.Fprintf(&b, "<%d>", s.variables[i])
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func parseText(text string) (*program, error) {
	n := &names{number: map[string]int{}}
	n.define("client_id")
	return parse("a.sql", text, n, 1)
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT 1":               "1 SELECT 1\n",
		"SELECT 1;;\n;SELECT 2;": "1 SELECT 1\n2 SELECT 2\n",
		"\\set id random(1, 9)\r\nSELECT c\n  FROM t\n  WHERE id=:id AND n > :id+1;\nCOMMIT;": "1 set <1>\n2 SELECT c\\n  FROM t\\n  WHERE id=<1> AND n > <1>+1\n5 COMMIT\n",
		"-- one ; :x\n# two ?\n/* three\n ; */ SELECT :client_id -- end ; ?\n + 1":            "4 SELECT <0>  \\n + 1\n",
		"SELECT 'a;:b?''c\\';', \"x:y?\", `q:r`, @v:=1, '12:30:00', 5--1":                     "1 SELECT 'a;:b?''c\\';', \"x:y?\", `q:r`, @v:=1, '12:30:00', 5--1\n",
		"SELECT /*+ MAX_EXECUTION_TIME(:client_id) */ 1 /*!80000 , :client_id */":             "1 SELECT /*+ MAX_EXECUTION_TIME(<0>) */ 1 /*!80000 , <0> */\n",
		"\\set a 1\n\\set a :a + 1\nSELECT :a":                                                "1 set <1>\n2 set <1>\n3 SELECT <1>\n",
	} {
		p, err := parseText(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := show(p); got != want {
			t.Errorf("%q:\n%swant\n%s", text, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "a.sql: no statement in it",
		"\\set a 1\n-- nothing\n":             "a.sql: no statement in it",
		"SELECT 1;\nSELECT :x":                `a.sql:2: :x has no value here: \set x above gives it one`,
		"SELECT :x;\n\\set x 1":               `a.sql:1: :x has no value here`,
		"SELECT\n'a\n":                        "a.sql:2: the quote ' has no end",
		"SELECT ?":                            `a.sql:1: "?" stands for nothing here`,
		"\n\\sleep 1":                         `a.sql:2: unknown command \sleep: there is only \set NAME EXPRESSION`,
		"\\set":                               `a.sql:1: \set: "" is no name`,
		"\\set 1a 2":                          `a.sql:1: \set: "1a" is no name`,
		"\\set a":                             `a.sql:1: \set a: want a number, :NAME or a function, not ""`,
		"\\set a 1 2":                         `a.sql:1: \set a: "2" is too much`,
		"\\set a rnd(1, 2)":                   `a.sql:1: \set a: no function "rnd": want one of random, random_gaussian`,
		"\\set a random(1)":                   `a.sql:1: \set a: random takes 2 numbers in parentheses`,
		"\\set a random(1, 2":                 `random takes 2 numbers`,
		"\\set a (1":                          `want ")"`,
		"\\set a 99999999999999999999":        `is no whole number of 64 bits`,
		"\\set a " + strings.Repeat("(", 1e5): "nested too deep",
	} {
		if _, err := parseText(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error = %v, want one that says %q", text, err, want)
		}
	}
}

func TestEvaluate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for text, want := range map[string]int64{
		"1 + 2 * 3":                         7,
		"(1 + 2) * 3":                       9,
		"10 - 3 - 2":                        5,
		"-7 / 2":                            -3,
		"-7 % 3":                            -1,
		"- -4":                              4,
		":client_id * 2":                    10,
		"random(3, 3) + 1":                  4,
		"random_zipfian(:client_id, 2 + 3)": 5,
	} {
		e := parsed(t, text)
		v, err := e.evaluate([]value{{n: 5}}, r)
		if err != nil || v.n != want || v.text != nil {
			t.Errorf("%s = %+v, %v, want %d", text, v, err, want)
		}
	}
	for text, want := range map[string]string{
		"1 / (2 - 2)":        "division by zero",
		"random(2, 1)":       "smaller bound first",
		"random_text(3) + 1": "a text is no number",
		"random_text(-1)":    "want 0 to",
		"random(-9000000000000000000, 9000000000000000000)": "no more than 2^53",
	} {
		if _, err := parsed(t, text).evaluate([]value{{}}, r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error = %v, want one that says %q", text, err, want)
		}
	}
	seen := map[int64]bool{}
	e := parsed(t, "random(1, 3)")
	for range 100 {
		v, _ := e.evaluate(nil, r)
		seen[v.n] = true
	}
	if len(seen) != 3 || !seen[1] || !seen[3] {
		t.Errorf("random(1, 3) drew %v", seen)
	}
	if v, err := parsed(t, "random_text(12)").evaluate(nil, r); err != nil || len(v.text) != 12 {
		t.Errorf("random_text(12) = %q, %v", v.text, err)
	}
}

func parsed(t *testing.T, text string) expression {
	t.Helper()
	p, err := parseText("\\set x " + text + "\nSELECT :x")
	if err != nil {
		t.Fatal(err)
	}
	return p.steps[0].expression
}

// FuzzParse reads anything: what is read has a variable between each two pieces, and can be evaluated.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "SELECT 1", "\\set id random(1, 10)\nUPDATE t SET a=':x' WHERE id=:id;\nCOMMIT",
		"/* a", "-- b", "'c", "\\set x -(1+:client_id)*2/3%4", "SELECT `a``b`, \"\\\"\"; #x\n;", "\\set t random_text(5)\nSELECT :t"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parseText(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n") && !strings.Contains(text, "\n") {
				t.Errorf("error of several lines: %v", err)
			}
			return
		}
		lines := strings.Count(text, "\n") + 1
		values := make([]value, 1+strings.Count(text, `\set`))
		r := rand.New(rand.NewPCG(1, 1))
		for _, s := range p.steps {
			if s.line < 1 || s.line > lines {
				t.Errorf("line %d of %d", s.line, lines)
			}
			if s.expression != nil {
				_, _ = s.expression.evaluate(values, r) // an error is an answer
			} else if len(s.pieces) != len(s.variables)+1 {
				t.Errorf("%d pieces, %d variables", len(s.pieces), len(s.variables))
			}
		}
	})
}
