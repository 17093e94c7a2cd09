//go:build unix

package load

import (
	"syscall"
	"time"
)

// processCPU returns the CPU time of this process, user and system.
func processCPU() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return -1
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
