// Package statement executes a workload's statements prepared on the server or as text, by one switch:
// what is measured differs by the protocol, and a comparison needs both sides to use the same.
package statement

import (
	"database/sql/driver"
	"fmt"
	"strconv"
	"strings"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
)

// Mode is the protocol.
type Mode int

// Prepared statements are executed in the binary protocol, Text ones are written out in full each time.
const (
	Prepared Mode = iota
	Text
)

// A Statement belongs to one connection and one goroutine.
type Statement struct {
	// Args are the values for the question marks, set before each Exec: int64, float64, []byte,
	// string or nil. A []byte that is set once may be overwritten in place from then on, which
	// saves an allocation.
	Args []driver.Value

	conn     *client.Conn
	prepared *client.Stmt // nil: text
	pieces   []string     // around the question marks
	text     []byte
}

// unpreparable is the server's error for statements that it executes only as text, such as BEGIN on
// MySQL.
const unpreparable = 1295

// New makes a statement of sql, whose question marks all stand for values. One that the server
// cannot prepare is executed as text.
func New(conn *client.Conn, mode Mode, sql string) (*Statement, error) {
	return NewPieces(conn, mode, strings.Split(sql, "?"))
}

// NewPieces makes a statement of the texts around its values, which may hold question marks in quotes.
func NewPieces(conn *client.Conn, mode Mode, pieces []string) (*Statement, error) {
	s := &Statement{conn: conn, pieces: pieces, Args: make([]driver.Value, len(pieces)-1)}
	if mode == Text {
		return s, nil
	}
	sql := strings.Join(pieces, "?")
	prepared, err := conn.Prepare(sql)
	switch _, number := client.Classify(err); {
	case err == nil:
		s.prepared = prepared
	case number != unpreparable:
		return nil, fmt.Errorf("prepare %q: %w", sql, err)
	}
	return s, nil
}

// Exec executes the statement with Args, passes over the rows and counts it in rec.
func (s *Statement) Exec(rec *load.Recorder) error {
	var affected int64
	var err error
	if s.prepared != nil {
		affected, err = s.prepared.Exec(s.Args)
	} else {
		var result client.Result
		result, err = s.conn.Exec(s.write())
		affected = result.Affected
	}
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(s.pieces, "?"), err)
	}
	rec.Statement(affected)
	return nil
}

// write fills the values in.
func (s *Statement) write() string {
	if len(s.Args) == 0 {
		return s.pieces[0]
	}
	b := s.text[:0]
	for i, piece := range s.pieces {
		b = append(b, piece...)
		if i < len(s.Args) {
			b = appendValue(b, s.Args[i])
		}
	}
	s.text = b
	return string(b)
}

func appendValue(b []byte, v driver.Value) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "NULL"...)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return strconv.AppendFloat(b, v, 'g', -1, 64)
	case []byte:
		return appendQuoted(b, v)
	case string:
		return appendQuoted(b, v)
	default:
		return appendQuoted(b, fmt.Sprint(v))
	}
}

// appendQuoted writes a string literal of the default sql_mode.
func appendQuoted[T []byte | string](b []byte, v T) []byte {
	b = append(b, '\'')
	for i := range len(v) {
		switch v[i] {
		case '\'', '\\':
			b = append(b, '\\')
		}
		b = append(b, v[i])
	}
	return append(b, '\'')
}
