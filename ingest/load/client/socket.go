package client

import (
	"net"
	"os"
	"runtime"
	"time"
)

// A socket is the network connection under a Conn, after block without the
// runtime's poller: then a read waits in the system call and keeps a thread and
// a processor of the runtime for it. That spares a query a failed read, its
// share of the poller's waking and, where other goroutines would run meanwhile,
// two changes of goroutine.
type socket struct {
	net.Conn          // closed by block
	file     *os.File // the same connection; nil before block
	buf      []byte
	unread   []byte // of buf
	yielded  time.Time
}

// readAhead is how much a blocking socket reads at once. The driver asks for
// 4 KiB, which would be four system calls for a range of 100 rows.
const readAhead = 16 << 10

// yieldPeriod is how often a blocking socket lets the runtime schedule. One that
// sees the same goroutine on a processor for 10 ms interrupts its thread, takes
// the processor away and looks for more such 10,000 times a second: that was
// half as much CPU time as the queries themselves.
const yieldPeriod = 8 * time.Millisecond

// block makes reads and writes block their thread. The user of the socket calls
// it, between statements. Where the system offers no such handle nothing changes.
func (s *socket) block() error {
	file, err := blockingFile(s.Conn)
	if err != nil || file == nil {
		return err
	}
	s.file, s.buf, s.yielded = file, make([]byte, readAhead), time.Now()
	// What watched the connection for the poller, not the connection itself.
	return s.Conn.Close()
}

func (s *socket) Read(p []byte) (int, error) {
	if s.file == nil {
		return s.Conn.Read(p)
	}
	if len(s.unread) == 0 {
		into := s.buf
		if len(p) > len(into) {
			into = p
		}
		n, err := s.file.Read(into)
		if now := time.Now(); now.Sub(s.yielded) > yieldPeriod {
			s.yielded = now
			runtime.Gosched()
		}
		if err != nil || len(p) > len(s.buf) {
			return n, err
		}
		s.unread = s.buf[:n]
	}
	n := copy(p, s.unread)
	s.unread = s.unread[n:]
	return n, nil
}

func (s *socket) Write(p []byte) (int, error) {
	if s.file == nil {
		return s.Conn.Write(p)
	}
	return s.file.Write(p)
}

// Close closes the socket. A read under way in another goroutine must have been
// ended by abort before.
func (s *socket) Close() error {
	if s.file == nil {
		return s.Conn.Close()
	}
	return s.file.Close()
}

// abort ends reads and writes under way with an error, from any goroutine.
func (s *socket) abort() error {
	if s.file == nil {
		return s.Conn.Close()
	}
	return shutdown(s.file)
}
