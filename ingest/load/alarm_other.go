//go:build !linux

package load

import "time"

// An alarm sleeps to the point, as far as the runtime's own timers do.
type alarm struct{}

func newAlarm() (*alarm, error) { return &alarm{}, nil }

func (*alarm) sleep(d time.Duration) { time.Sleep(d) }

func (*alarm) close() {}
