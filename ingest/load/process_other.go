//go:build !unix

package load

import "time"

// processCPU returns -1: this system does not tell.
func processCPU() time.Duration { return -1 }
