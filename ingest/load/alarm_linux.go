package load

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// An alarm sleeps to the point. The runtime waits for its timers in whole
// milliseconds (epoll_wait rounds up), so events begun by them would be half a
// millisecond late on average, as much as many a query takes. A timer of the
// kernel that the runtime polls like a socket fires within some tens of
// microseconds, and no CPU is spent on waiting.
type alarm struct {
	fd   int // of file, whose method Fd would make it block
	file *os.File
	buf  [8]byte
}

func newAlarm() (*alarm, error) {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("make a timer: %w", err)
	}
	return &alarm{fd: fd, file: os.NewFile(uintptr(fd), "timer")}, nil
}

// sleep returns after d, or at once where the alarm is closed.
func (a *alarm) sleep(d time.Duration) {
	spec := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(max(d, 1)))} // 0 would disarm it
	if err := unix.TimerfdSettime(a.fd, 0, &spec, nil); err == nil {
		_, _ = a.file.Read(a.buf[:]) // how often it fired: once
	}
}

func (a *alarm) close() { _ = a.file.Close() } // nothing was written
