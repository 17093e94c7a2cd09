package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// childAttr has the kernel kill the child when the client dies, however it dies.
func childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// moves tells whether a thread of a process that was sent SIGSTOP still runs: each of them stops
// when it next enters or leaves the kernel.
func moves(pid int) bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid)) // the pattern is well formed
	for _, name := range threads {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		// 42 (mariadbd) T 1 ...: the name may hold anything.
		if _, state, ok := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" ")); ok && !bytes.HasPrefix(state, []byte("T")) {
			return true
		}
	}
	return false
}
