// Package client holds connections to MySQL and MariaDB for making load: those
// of the driver itself, without the pool of database/sql, whose locks and
// conversions cost a third of a client's CPU time. It is the only importer of
// go-sql-driver/mysql.
//
// A connection belongs to one goroutine. Statements take no context, because
// one that can be cancelled costs a hand-over to another goroutine per query:
// whoever cannot wait closes the connection with Abort.
package client

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
)

// driverConn is what the driver's connections can do.
type driverConn interface {
	driver.Conn
	driver.ExecerContext
	driver.QueryerContext
}

// A Conn is one connection.
type Conn struct {
	driver driverConn
	socket *socket
}

// A Result is what a statement without rows did.
type Result struct {
	Affected int64 // rows changed, not merely found; HasRows if it returned rows
	InsertID int64 // the first AUTO_INCREMENT value made, 0 if none
}

// HasRows stands in place of the number of rows affected where a statement
// returned rows, which were passed over.
const HasRows int64 = -1

// Exec executes one statement in the text protocol. Rows that it returns are
// passed over. A statement is taken to return rows by its first word; CALL and
// RETURNING are not looked into.
func (c *Conn) Exec(sql string) (Result, error) {
	res, err := c.driver.ExecContext(context.Background(), sql, nil)
	if err != nil {
		return Result{}, err
	}
	if returnsRows(sql) {
		return Result{Affected: HasRows}, nil
	}
	var out Result
	out.Affected, _ = res.RowsAffected() // the driver's results have no errors
	out.InsertID, _ = res.LastInsertId()
	return out, nil
}

// rowWords begin statements that return rows.
var rowWords = [...]string{"SELECT", "WITH", "SHOW", "VALUES", "TABLE", "EXPLAIN", "DESCRIBE", "DESC"}

// returnsRows says whether a statement returns rows, by its text: the driver
// does not tell a result of rows from one without.
func returnsRows(sql string) bool {
	word := firstWord(sql)
	for _, w := range rowWords {
		if strings.EqualFold(word, w) {
			return true
		}
	}
	return false
}

func firstWord(sql string) string {
	sql = strings.TrimLeft(sql, "( \t\r\n")
	if end := strings.IndexAny(sql, " \t\r\n(*"); end >= 0 {
		return sql[:end]
	}
	return sql
}

// Query executes one statement in the text protocol and returns its rows, to be
// closed before the next statement.
func (c *Conn) Query(sql string) (*Rows, error) {
	rows, err := c.driver.QueryContext(context.Background(), sql, nil)
	if err != nil {
		return nil, err
	}
	return &Rows{driver: rows}, nil
}

// Each executes a query in the text protocol and calls row for each of its
// rows, as texts; NULL is an empty text. It is for queries beside the load,
// such as SHOW VARIABLES.
func (c *Conn) Each(sql string, row func(columns []string) error) error {
	rows, err := c.Query(sql)
	if err != nil {
		return fmt.Errorf("%s: %w", sql, err)
	}
	dest := make([]driver.Value, len(rows.Columns()))
	texts := make([]string, len(dest))
	for rows.Next(dest) {
		for i, v := range dest {
			texts[i] = text(v)
		}
		if err := row(texts); err != nil {
			_ = rows.Close() // the row's error is the one to report
			return err
		}
	}
	if err := rows.Close(); err != nil {
		return fmt.Errorf("%s: %w", sql, err)
	}
	return nil
}

func text(v driver.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []byte:
		return string(v)
	default:
		return fmt.Sprint(v)
	}
}

// Prepare prepares a statement on the server, for as long as the connection
// lives.
func (c *Conn) Prepare(sql string) (*Stmt, error) {
	prepared, err := c.driver.Prepare(sql)
	if err != nil {
		return nil, err
	}
	return &Stmt{driver: prepared.(driverStmt), rows: mayReturnRows(sql)}, nil
}

// Close takes leave of the server and closes the connection.
func (c *Conn) Close() error { return c.driver.Close() }

// Block makes statements wait for the server in the system call itself, each on
// a thread of its own, which costs a third less CPU time than the runtime's
// poller. It pays where GOMAXPROCS exceeds the number of such connections: a
// statement that waits keeps one of the runtime's processors.
func (c *Conn) Block() error { return c.socket.block() }

// Abort ends the connection under whoever uses it, from any goroutine: a
// statement that waits for the server fails with a lost connection. Close must
// still be called by the owner.
func (c *Conn) Abort() { _ = c.socket.abort() } // what can fail is a connection that is gone already
