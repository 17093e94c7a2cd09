//go:build !linux

package sandbox

import "syscall"

// childAttr cannot tie the child's life to the client's here: after a kill -9 the next start sweeps.
func childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

// moves cannot look at the threads of a process here.
func moves(int) bool { return false }
