// Package script is a workload of the user's own SQL, in the manner of pgbench:
//
//	-- transfer between two accounts
//	\set from random(1, 100000)
//	\set to   1 + (:from + 17) % 100000
//	BEGIN;
//	UPDATE account SET balance = balance - 10 WHERE id = :from;
//	UPDATE account SET balance = balance + 10 WHERE id = :to;
//	COMMIT;
//
// A line \set NAME EXPRESSION gives a variable a value; :NAME in a statement stands for it, outside of
// quotes and comments. Statements end with a semicolon and may span lines. One event runs one file from
// top to bottom; of several files each is chosen as often as its weight says.
package script

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/workload/statement"
)

// A File is one script.
type File struct {
	Name   string // for messages
	Text   string
	Weight int // 1 or more; how often it is chosen, in proportion to the sum of all
}

// Options of the workload.
type Options struct {
	Files []File
	Mode  statement.Mode
	// Variables have a value from the start. client_id, the number of the worker from 0, is one.
	Variables map[string]int64
}

// Workload runs scripts. It implements load.Workload.
type Workload struct {
	o        Options
	programs []*program
	weights  int // their sum
	// initial are the values of all variables of all files, by their numbers.
	initial []value
	client  int // number of client_id
}

var _ load.Workload = (*Workload)(nil)

// New reads the files. Errors say file:line: and what is wrong there, for every file.
func New(o Options) (*Workload, error) {
	if len(o.Files) == 0 {
		return nil, errors.New("script: no file to run")
	}
	w := &Workload{o: o}
	names := &names{number: map[string]int{}}
	for name, v := range o.Variables {
		if !isName(name) {
			return nil, fmt.Errorf("script: %q is no name of a variable: want letters, digits and _", name)
		}
		names.define(name)
		w.initial = append(w.initial, value{n: v})
	}
	w.client = names.define("client_id")
	var errs []error
	known := len(names.number)
	for _, f := range o.Files {
		if f.Weight < 1 || f.Weight > 1_000_000 {
			errs = append(errs, fmt.Errorf("%s: weight %d: want 1 to 1000000", f.Name, f.Weight))
			continue
		}
		p, err := parse(f.Name, f.Text, names, known)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		p.weight = f.Weight
		w.programs = append(w.programs, p)
		w.weights += f.Weight
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	w.initial = append(w.initial, make([]value, len(names.number)-len(w.initial))...)
	return w, nil
}

// Name is script.
func (w *Workload) Name() string { return "script" }

// Ops is transaction, one run of a file.
func (w *Workload) Ops() []load.Op { return []load.Op{{Name: "transaction"}} }

// NewWorker makes a worker, which prepares the statements of all files when it connects.
func (w *Workload) NewWorker(env load.WorkerEnv) (load.Worker, error) {
	k := &worker{Workload: w, values: append([]value(nil), w.initial...), rand: env.Rand, args: make([][][]driver.Value, len(w.programs))}
	k.values[w.client] = value{n: int64(env.ID)}
	for p, program := range w.programs {
		k.args[p] = make([][]driver.Value, len(program.steps))
		for i, step := range program.steps {
			k.args[p][i] = make([]driver.Value, len(step.variables))
		}
	}
	return k, nil
}

type worker struct {
	*Workload
	rand       *rand.Rand
	conn       *client.Conn
	values     []value
	args       [][][]driver.Value       // by program and step; they outlive the connection
	statements [][]*statement.Statement // by program and step; nil for a step that sets a variable
	chosen     int
	// failed is why the values of the event could not be drawn.
	failed error
}

// Connect prepares the statements.
func (k *worker) Connect(conn *client.Conn) error {
	k.conn = conn
	k.statements = make([][]*statement.Statement, len(k.programs))
	for p, program := range k.programs {
		k.statements[p] = make([]*statement.Statement, len(program.steps))
		for i, step := range program.steps {
			if step.expression != nil {
				continue
			}
			s, err := statement.NewPieces(conn, k.o.Mode, step.pieces)
			if err != nil {
				return program.at(step.line, err)
			}
			s.Args = k.args[p][i]
			k.statements[p][i] = s
		}
	}
	return nil
}

// Next chooses a file and gives all its variables their values: another try has the same.
func (k *worker) Next() int {
	at := k.rand.IntN(k.weights)
	for k.chosen = 0; at >= k.programs[k.chosen].weight; k.chosen++ {
		at -= k.programs[k.chosen].weight
	}
	program := k.programs[k.chosen]
	k.failed = nil
	for i, step := range program.steps {
		if step.expression == nil {
			for j, variable := range step.variables {
				k.args[k.chosen][i][j] = k.values[variable].argument()
			}
			continue
		}
		v, err := step.expression.evaluate(k.values, k.rand)
		if err != nil {
			k.failed = program.at(step.line, err)
			return 0
		}
		k.values[step.variable] = v
	}
	return 0
}

// Do runs the file's statements. After an error what is open is rolled back.
func (k *worker) Do(rec *load.Recorder) error {
	if k.failed != nil {
		return k.failed
	}
	program := k.programs[k.chosen]
	for i, s := range k.statements[k.chosen] {
		if s == nil {
			continue
		}
		if err := s.Exec(rec); err != nil {
			return k.rollback(program.at(program.steps[i].line, err))
		}
	}
	return nil
}

func (k *worker) rollback(err error) error {
	if class, _ := client.Classify(err); class == client.Lost {
		return err
	}
	if _, failed := k.conn.Exec("ROLLBACK"); failed != nil {
		return fmt.Errorf("%w (after: %w)", failed, err)
	}
	return err
}
