package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"jitterlog/analyze"
	"jitterlog/report/doc"
)

type sqlCmd struct {
	Query   string        `arg:"" optional:"" help:"The query, or the name of one of ours; without it, standard input."`
	File    string        `short:"f" help:"Read the query from a file." type:"existingfile" placeholder:"FILE"`
	List    bool          `help:"List the named queries."`
	On      []string      `help:"Ask these files or folders instead of the history." placeholder:"PATH"`
	Timeout time.Duration `help:"End a query that takes longer." default:"60s"`
	tableFlags
}

func (sqlCmd) Help() string {
	return `The tables are runs, intervals, headline (the intervals of each run's main
operation), samples, events, histograms and warnings; DESCRIBE shows their
columns. A query can read these and nothing else on the machine.

Examples:
  jitterlog sql "SELECT name, tpmc, settings['sync_binlog'][1] FROM runs ORDER BY tpmc"
  jitterlog sql "SELECT name, avg(rate) FROM headline JOIN runs USING (run_id) GROUP BY name"
  jitterlog sql --list
  jitterlog sql --on results/ "DESCRIBE intervals"
  jitterlog sql -f query.sql --output csv > out.csv`
}

func (c *sqlCmd) Run(e *env) error {
	if c.List {
		return c.list(e)
	}
	query, err := c.text(e)
	if err != nil {
		return err
	}
	db, close, err := c.open(e)
	if err != nil {
		return err
	}
	defer close()
	ctx, cancel := context.WithTimeout(e.ctx, c.Timeout)
	defer cancel()
	rows, err := db.Query(ctx, query)
	if err == nil {
		defer rows.Close()
		err = c.write(e, rows)
	}
	var refused *analyze.RefusedError
	switch {
	case errors.As(err, &refused) && refused.Hint == "":
		return &codedError{exitUsage, err}
	case errors.As(err, &refused):
		return &hintedError{&codedError{exitUsage, err}, refused.Hint}
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &hintedError{fmt.Errorf("the query took longer than %v", c.Timeout), "--timeout allows more"}
	}
	return err
}

// text is the query that is meant: an argument, a file, or standard input.
func (c *sqlCmd) text(e *env) (string, error) {
	switch {
	case c.Query != "" && c.File != "":
		return "", usage("give a query or -f, not both")
	case c.File != "":
		text, err := os.ReadFile(c.File)
		return string(text), err
	case c.Query == "":
		text, err := io.ReadAll(io.LimitReader(e.stdin, 1<<20))
		if err == nil && strings.TrimSpace(string(text)) == "" {
			return "", usage("no query: give one as an argument, with -f, or on standard input")
		}
		return string(text), err
	}
	if strings.ContainsAny(c.Query, " \t\n") {
		return c.Query, nil
	}
	named, err := analyze.FindQuery(c.Query)
	if err != nil {
		return "", usage("%v", err)
	}
	return named.SQL, nil
}

func (c *sqlCmd) open(e *env) (*analyze.DB, func(), error) {
	if len(c.On) > 0 {
		o, err := e.open(c.On)
		if err != nil {
			return nil, nil, err
		}
		return o.db, o.Close, nil
	}
	h, err := e.openHistory()
	if err != nil {
		return nil, nil, err
	}
	db, err := analyze.Open(e.ctx, h)
	if err != nil {
		return nil, nil, err
	}
	return db, func() { db.Close() }, nil
}

func (c *sqlCmd) write(e *env, rows *analyze.Rows) error {
	format, err := doc.ParseFormat(c.Output)
	if err != nil {
		return err
	}
	return writeRows(e.stdout, rows, format, e.docOptions())
}

// writeRows writes the result of a query as it comes, its numbers in full: who
// asks in SQL rounds in SQL.
func writeRows(w io.Writer, rows *analyze.Rows, format doc.Format, options doc.Options) error {
	var columns []doc.Column
	for _, column := range rows.Columns() {
		columns = append(columns, doc.Column{Name: column.Name, Kind: kindOf(column.Type), Digits: doc.Exact})
	}
	stream := func(yield func([]doc.Value, error) bool) {
		values := make([]doc.Value, len(columns))
		for rows.Next() {
			for i, v := range rows.Values() {
				values[i] = doc.Of(v)
			}
			if !yield(values, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
	return doc.EncodeRows(w, columns, stream, format, options)
}

// kindOf is how people read a column of that DuckDB type.
func kindOf(duckdb string) doc.Kind {
	switch {
	case strings.HasSuffix(duckdb, "[]") || strings.HasPrefix(duckdb, "MAP") || strings.HasPrefix(duckdb, "STRUCT"):
		return doc.KindText
	case strings.HasSuffix(duckdb, "INT") || strings.HasSuffix(duckdb, "INTEGER"):
		return doc.KindInt
	case duckdb == "DOUBLE" || duckdb == "FLOAT" || strings.HasPrefix(duckdb, "DECIMAL"):
		return doc.KindFloat
	case strings.HasPrefix(duckdb, "TIMESTAMP"):
		return doc.KindTime
	}
	return doc.KindText
}

func (c *sqlCmd) list(e *env) error {
	table := doc.Table{Columns: []doc.Column{{Name: "name"}, {Name: "about"}}}
	for _, q := range analyze.NamedQueries() {
		table.Rows = append(table.Rows, []doc.Value{doc.Text(q.Name), doc.Text(q.About)})
	}
	return c.print(e, table)
}
