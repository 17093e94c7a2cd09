package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

var errClosed = errors.New("the throwaway server was closed")

// start runs the server and waits until it takes connections; mu is held.
func (s *Server) start(ctx context.Context) error {
	if s.closed {
		return errClosed
	}
	log, err := os.OpenFile(s.ErrorLog(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("start a server: %w", err)
	}
	defer log.Close()
	if s.logFrom, err = log.Seek(0, io.SeekEnd); err != nil {
		return fmt.Errorf("start a server: %w", err)
	}
	if s.proc, err = spawn(s.program.Path, s.args(), s.dir, log); err != nil {
		return fmt.Errorf("start a server: %w", err)
	}
	ctx, release := s.untilEnd(ctx)
	defer release()
	for wait := 2 * time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		select {
		case <-s.proc.done:
			return s.died("before it took connections")
		case <-ctx.Done():
			s.proc.kill()
			return fmt.Errorf("start %s: %w; the end of its error log:\n%s",
				filepath.Base(s.program.Path), context.Cause(ctx), tail(s.ErrorLog(), s.logFrom))
		case <-time.After(wait):
		}
		if greets(s.config.Socket) {
			return nil
		}
	}
}

// untilEnd is ctx, but done too when the server is to be removed.
func (s *Server) untilEnd(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.life, func() { cancel(context.Cause(s.life)) })
	return ctx, func() { stop(); cancel(nil) }
}

// greets tells whether a server sends its greeting: a packet that begins with protocol version 10,
// or an error packet, if all its connections are taken.
func greets(socket string) bool {
	conn, err := net.DialTimeout("unix", socket, time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	var packet [5]byte // three bytes of length, a number, the first byte of the payload
	_, err = io.ReadFull(conn, packet[:])
	return err == nil && (packet[4] == 10 || packet[4] == 0xff)
}

// stop shuts the server down; mu is held.
func (s *Server) stop(ctx context.Context) error {
	if s.closed {
		return errClosed
	}
	if !s.proc.running() {
		return nil
	}
	ctx, release := s.untilEnd(ctx)
	defer release()
	_ = s.proc.cmd.Process.Signal(syscall.SIGTERM)
	_ = s.proc.cmd.Process.Signal(syscall.SIGCONT)
	select {
	case <-s.proc.done:
		if s.proc.err != nil {
			return s.died("while it was shut down")
		}
		return nil
	case <-ctx.Done():
		s.proc.kill()
		return fmt.Errorf("stop %s: %w: it was killed", filepath.Base(s.program.Path), context.Cause(ctx))
	}
}

// ExitError tells how a server that ended did, with the end of its error log; nil while it runs.
func (s *Server) ExitError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.proc.running() {
		return nil
	}
	return s.died("")
}

// died is the error for a process that ended.
func (s *Server) died(when string) error {
	how := "exit status 0"
	if s.proc.err != nil {
		how = s.proc.err.Error()
	}
	if when != "" {
		when = " " + when
	}
	return fmt.Errorf("%s ended%s: %s; the end of its error log:\n%s",
		filepath.Base(s.program.Path), when, how, tail(s.ErrorLog(), s.logFrom))
}
