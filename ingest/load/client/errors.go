package client

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"

	"github.com/go-sql-driver/mysql"
)

// A Class says what an error means to whoever makes load.
type Class int

// The classes of errors.
const (
	None     Class = iota // no error
	Deadlock              // the server rolled the transaction back in favour of another
	LockWait              // a lock was not had in time; the transaction is still open
	Lost                  // the connection is gone, or the server could not be reached
	TooMany               // the server takes no more connections
	Full                  // disk or table full
	Other
)

var classNames = [...]string{"", "deadlock", "lock_wait", "lost", "too_many_connections", "full", "other"}

// Classes is the number of classes, for arrays indexed by Class.
const Classes = len(classNames)

// String returns the name of the class, as the raw log has it.
func (c Class) String() string { return classNames[c] }

// numbers are the server's errors of a class. Those from 1900 to 1999 are
// MariaDB's, those above 3000 MySQL's.
var numbers = map[uint16]Class{
	1213: Deadlock,
	1020: Deadlock, // a row changed since it was read, under snapshot isolation: rolled back as well
	1205: LockWait,
	3572: LockWait, // NOWAIT
	2006: Lost, 2013: Lost, 2055: Lost,
	1053: Lost, // shutdown in progress
	1927: Lost, // connection was killed
	4031: Lost, // disconnected for inactivity
	1040: TooMany, 1203: TooMany, 1226: TooMany,
	1021: Full, 1114: Full,
}

// Classify says what an error means, and the server's number of it: 0 if it
// does not come from the server.
func Classify(err error) (class Class, number int) {
	if err == nil {
		return None, 0
	}
	var server *mysql.MySQLError
	if errors.As(err, &server) {
		if class, ok := numbers[server.Number]; ok {
			return class, int(server.Number)
		}
		// Write errors of tables and files carry the system's own number.
		if strings.Contains(server.Message, "No space left on device") {
			return Full, int(server.Number)
		}
		return Other, int(server.Number)
	}
	var network net.Error
	switch {
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, mysql.ErrInvalidConn), errors.As(err, &network),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed), errors.Is(err, context.DeadlineExceeded):
		return Lost, 0
	}
	return Other, 0
}

// Code returns the number that an error is known by: the server's, that of the
// C client for a lost connection, so that logs of all tools agree, or empty.
func Code(err error) string {
	class, number := Classify(err)
	switch {
	case number != 0:
		return strconv.Itoa(number)
	case class == Lost:
		return "2013"
	}
	return ""
}

// Message returns the text of an error without what differs from one
// connection to the next.
func Message(err error) string {
	var server *mysql.MySQLError
	if errors.As(err, &server) {
		return server.Message
	}
	if class, _ := Classify(err); class == Lost {
		var op *net.OpError
		if errors.As(err, &op) {
			return "lost connection: " + op.Op + ": " + op.Err.Error()
		}
		return "lost connection"
	}
	return err.Error()
}
