package load

import "runtime"

// mostThreads is up to how many workers wait for the server in a system call
// each, on threads of their own as those of a C client do. More of them share
// the runtime's poller.
const mostThreads = 256

// widen gives each worker that waits in a system call a processor of the
// runtime for it, beside those of the machine, for all goroutines that wait
// otherwise. What it returns puts the number back.
func (g *engine) widen() (restore func()) {
	if !g.threaded {
		return func() {}
	}
	before := runtime.GOMAXPROCS(g.cpus + len(g.runners))
	return func() { runtime.GOMAXPROCS(before) }
}
