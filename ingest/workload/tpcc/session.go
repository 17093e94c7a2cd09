package tpcc

import (
	"database/sql/driver"
	"fmt"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
)

// A statement is prepared on one connection. Its arguments and its row are used again by each execution.
type statement struct {
	name     string // for messages
	prepared *client.Stmt
	args     []driver.Value
	row      []driver.Value
}

// with sets the arguments.
func (st *statement) with(args ...driver.Value) *statement {
	copy(st.args, args)
	return st
}

// A preparer prepares statements and keeps the first error.
type preparer struct {
	conn *client.Conn
	err  error
}

// statement prepares sql, which takes so many arguments and returns so many columns.
func (p *preparer) statement(name, sql string, args, columns int) *statement {
	st := &statement{name: name, args: make([]driver.Value, args), row: make([]driver.Value, columns)}
	if p.err != nil {
		return st
	}
	var err error
	if st.prepared, err = p.conn.Prepare(sql); err != nil {
		p.err = fmt.Errorf("tpcc: prepare %s: %w", name, err)
	}
	return st
}

// A session executes statements on a connection and counts them.
type session struct {
	conn     *client.Conn
	rec      *load.Recorder
	database *database
}

func (s *session) integer(n int) driver.Value { return s.database.integer(n) }

// change executes a statement without rows and returns how many rows it changed.
func (s *session) change(st *statement) (int64, error) {
	affected, err := st.prepared.Exec(st.args)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", st.name, err)
	}
	s.rec.Statement(affected)
	return affected, nil
}

// pass executes a query whose rows nobody needs.
func (s *session) pass(st *statement) error {
	_, err := s.change(st)
	return err
}

// each executes a query and calls take for each row, until it returns false. Texts in the row hold until take returns.
func (s *session) each(st *statement, take func(row []driver.Value) bool) error {
	rows, err := st.prepared.Query(st.args)
	if err != nil {
		return fmt.Errorf("%s: %w", st.name, err)
	}
	for rows.Next(st.row) && take(st.row) {
	}
	if err := rows.Close(); err != nil {
		return fmt.Errorf("%s: %w", st.name, err)
	}
	s.rec.Read(1)
	return nil
}

// one executes a query for one row, which has to be there.
func (s *session) one(st *statement, take func(row []driver.Value)) error {
	found := false
	err := s.each(st, func(row []driver.Value) bool {
		found = true
		take(row)
		return false
	})
	if err == nil && !found {
		return fmt.Errorf("%s: no row for %v: the database is not as it was loaded", st.name, st.args)
	}
	return err
}

func (s *session) commit() error { return s.end("COMMIT") }

func (s *session) rollback() error { return s.end("ROLLBACK") }

func (s *session) end(sql string) error {
	if _, err := s.conn.Exec(sql); err != nil {
		return fmt.Errorf("%s: %w", sql, err)
	}
	s.rec.Other(1)
	return nil
}
