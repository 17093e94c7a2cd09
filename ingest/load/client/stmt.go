package client

import (
	"database/sql/driver"
	"io"
	"strings"
)

// driverStmt is the part of the driver's statements that takes values without
// a context: the one with a context converts them into named values first,
// which allocates.
type driverStmt interface {
	Exec(args []driver.Value) (driver.Result, error)
	Query(args []driver.Value) (driver.Rows, error)
	Close() error
}

// A Stmt is a statement prepared on the server, executed in the binary
// protocol. Arguments are int64, uint64, float64, bool, []byte, string,
// time.Time or nil; the slice is not kept, so one slice serves all executions.
// []byte goes without the allocation that a string costs.
type Stmt struct {
	driver driverStmt
	rows   bool // it may return rows
}

// mayReturnRows says whether a statement must be prepared for rows.
func mayReturnRows(sql string) bool {
	return returnsRows(sql) || strings.EqualFold(firstWord(sql), "CALL") || strings.Contains(strings.ToUpper(sql), "RETURNING")
}

// Exec executes the statement and returns how many rows it changed, or HasRows
// if it returned rows, which are read and passed over undecoded.
func (s *Stmt) Exec(args []driver.Value) (affected int64, err error) {
	if s.rows {
		// Not the driver's Exec: where a MariaDB server leaves out the columns'
		// metadata of a repeated execution, it takes rows for them and then
		// waits for ever (v1.10.1).
		rows, err := s.driver.Query(args)
		if err != nil {
			return 0, err
		}
		return HasRows, rows.Close()
	}
	res, err := s.driver.Exec(args)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Query executes the statement and returns its rows, to be closed before the
// next statement of the connection.
func (s *Stmt) Query(args []driver.Value) (*Rows, error) {
	rows, err := s.driver.Query(args)
	if err != nil {
		return nil, err
	}
	return &Rows{driver: rows}, nil
}

// QueryRow executes the statement, reads its first row into dest and passes
// over the rest. Without a row found is false and dest unchanged. []byte values
// are copies and may be kept.
func (s *Stmt) QueryRow(args, dest []driver.Value) (found bool, err error) {
	rows, err := s.driver.Query(args)
	if err != nil {
		return false, err
	}
	switch err := rows.Next(dest); err {
	case nil:
		found = true
	case io.EOF:
	default:
		return false, err
	}
	// The end of the rows overwrites the buffer that []byte values stand in.
	for i, v := range dest {
		if b, ok := v.([]byte); ok && found {
			dest[i] = append([]byte(nil), b...)
		}
	}
	return found, rows.Close()
}

// Close releases the statement on the server.
func (s *Stmt) Close() error { return s.driver.Close() }

// Rows are the rows of a query, read one by one from the connection.
type Rows struct {
	driver driver.Rows
	err    error
}

// Columns returns the names of the columns.
func (r *Rows) Columns() []string { return r.driver.Columns() }

// Next reads the next row into dest, which has an element for each column, and
// returns false at the end or on an error, which Close returns. Of prepared
// statements integers are int64, DECIMAL, dates and texts []byte; in the text
// protocol all are []byte or, for numbers, what the driver makes of them.
// []byte values hold until the next call.
func (r *Rows) Next(dest []driver.Value) bool {
	if r.err != nil {
		return false
	}
	r.err = r.driver.Next(dest)
	return r.err == nil
}

// Close passes over the rows not yet read and returns the error that ended the
// rows, if any.
func (r *Rows) Close() error {
	err := r.driver.Close()
	if r.err != nil && r.err != io.EOF {
		return r.err
	}
	return err
}
