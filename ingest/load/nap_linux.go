package load

import (
	"syscall"
	"time"
)

// nap sleeps in a system call, for d or until a signal comes. The runtime waits
// for its own timers in whole milliseconds (epoll_wait rounds up), so events
// begun by them would be half a millisecond late on average, as much as many a
// query takes; the kernel wakes within some tens of microseconds, and needs no
// CPU for it. A nap keeps a processor of the runtime busy: see widen.
func nap(d time.Duration) {
	ts := syscall.NsecToTimespec(int64(d))
	_ = syscall.Nanosleep(&ts, nil) // the caller looks at the clock again
}
