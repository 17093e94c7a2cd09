//go:build !linux

package load

import "time"

// nap sleeps for d as well as the runtime can.
func nap(d time.Duration) { time.Sleep(d) }
