//go:build unix

package client

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
)

// blockingFile returns another handle of a connection, in blocking mode, or nil
// if it is no socket of the system's. Both handles share the mode: the
// connection itself can only be closed afterwards.
func blockingFile(conn net.Conn) (*os.File, error) {
	own, ok := conn.(syscall.Conn)
	if !ok {
		return nil, nil
	}
	raw, err := own.SyscallConn()
	if err != nil {
		return nil, fmt.Errorf("connection without the poller: %w", err)
	}
	var file *os.File
	var failed error
	err = raw.Control(func(fd uintptr) {
		syscall.ForkLock.RLock()
		handle, err := syscall.Dup(int(fd))
		if err == nil {
			syscall.CloseOnExec(handle)
		}
		syscall.ForkLock.RUnlock()
		if err == nil {
			err = syscall.SetNonblock(handle, false)
		}
		if err == nil {
			file = os.NewFile(uintptr(handle), conn.RemoteAddr().String())
		}
		failed = err
	})
	if err := errors.Join(err, failed); err != nil {
		return nil, fmt.Errorf("connection without the poller: %w", err)
	}
	return file, nil
}

// shutdown ends both directions of a connection, which wakes who waits for it.
func shutdown(file *os.File) error {
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = syscall.Shutdown(int(fd), syscall.SHUT_RDWR) })
	return errors.Join(err, failed)
}
