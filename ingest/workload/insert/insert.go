// Package insert is the workloads that insert rows and nothing else: one row a statement on one
// connection (insert-rows), into a table with secondary indexes until it outgrows the buffer pool
// (insert-knee), and by a loop in the server (procedure).
package insert

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/workload/statement"
)

// Options of the workloads.
type Options struct {
	Mode    statement.Mode // of the INSERT; not of procedure, which is text
	Engine  string         // of the table; empty: InnoDB
	Charset string         // of the table; empty: the server's
	Rows    int            // procedure: rows that one CALL inserts; 0: 500,000
	Until   Until          // insert-knee: when a run ends before its time
	// Connect opens the connection of procedure's CALL, while the worker's own looks on. Only a
	// run of procedure needs it.
	Connect load.Connect
}

func (o Options) validate() error {
	if o.Rows < 0 {
		return fmt.Errorf("%d rows: want 1 or more, or 0 for %d", o.Rows, defaultRows)
	}
	if err := o.Until.validate(); err != nil {
		return err
	}
	for _, name := range []string{o.Engine, o.Charset} {
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
			return fmt.Errorf("%q is no name of a storage engine or character set", name)
		}
	}
	return nil
}

// suffix is what follows the columns in CREATE TABLE.
func (o Options) suffix() string {
	s := " ENGINE=InnoDB"
	if o.Engine != "" {
		s = " ENGINE=" + o.Engine
	}
	if o.Charset != "" {
		s += " CHARACTER SET " + o.Charset
	}
	return s
}

// Procedure is the workload whose loop runs in the server: it keeps no rate.
const Procedure = "procedure"

// Names are the workloads.
var Names = []string{"insert-rows", "insert-knee", Procedure}

// Threads is how many connections a workload is meant for: those of the experiments it repeats.
func Threads(name string) int {
	if name == "insert-knee" {
		return 50
	}
	return 1
}

// A Workload makes its own table.
type Workload interface {
	load.Workload
	load.Preparer
}

// New returns the workload of that name, or an error that says which option is out of range.
func New(name string, o Options) (Workload, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	switch name {
	case "insert-rows":
		return newRows(o), nil
	case "insert-knee":
		return newKnee(o), nil
	case Procedure:
		return newProcedure(o), nil
	}
	return nil, fmt.Errorf("no workload %q: want one of %s", name, strings.Join(Names, ", "))
}

// operation is an insert of one row.
var operation = load.Op{Name: "insert"}

// create makes an empty table. One with rows is left alone: a run that begins with rows is another run.
func create(ctx context.Context, connect load.Connect, table, definition string, more ...string) error {
	conn, err := connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, conn.Abort)()
	if _, err := conn.Exec("CREATE TABLE IF NOT EXISTS " + table + " " + definition); err != nil {
		return fmt.Errorf("create table %s: %w", table, err)
	}
	err = conn.Each("SELECT 1 FROM "+table+" LIMIT 1", func([]string) error {
		return errors.New("the table " + table + " holds rows already: clean up first")
	})
	if err != nil {
		return err
	}
	for _, sql := range more {
		if _, err := conn.Exec(sql); err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
	}
	return nil
}

func drop(ctx context.Context, conn *client.Conn, what ...string) error {
	defer context.AfterFunc(ctx, conn.Abort)()
	for _, w := range what {
		if _, err := conn.Exec("DROP " + w); err != nil {
			return fmt.Errorf("drop %s: %w", w, err)
		}
	}
	return nil
}

// missing explains the server's errors for a table or procedure that is not there.
func missing(err error) error {
	switch _, number := client.Classify(err); number {
	case 1146, 1305:
		return fmt.Errorf("%w: prepare it first", err)
	}
	return err
}

// number reads a column of SHOW STATUS and the like.
func number(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the server's number %q: %w", text, err)
	}
	return n, nil
}
