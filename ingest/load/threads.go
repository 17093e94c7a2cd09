package load

import (
	"runtime"
	"sync"
)

// mostThreads is up to how many workers a CPU may wait for the server in a
// system call each, on threads of their own as those of a C client do. More of
// them share the runtime's poller: a server that has so many to answer takes
// longer than the 10 ms after which the runtime takes the processor from a
// system call, and that costs more than the poller, which then wakes for several
// answers at a time.
const mostThreads = 16

// processors are those of the runtime, as all runs of this process want them.
var processors struct {
	sync.Mutex
	own     int // without the workers
	workers int // that wait in system calls
}

// cpus returns how many CPUs the process may use.
func cpus() int {
	processors.Lock()
	defer processors.Unlock()
	if processors.workers > 0 {
		return processors.own
	}
	return runtime.GOMAXPROCS(0)
}

// widen gives each worker that waits in a system call a processor of the
// runtime for it, beside those of the machine, for all goroutines that wait
// otherwise. What it returns takes them away again.
func (g *engine) widen() (restore func()) {
	if !g.threaded {
		return func() {}
	}
	add := func(workers int) {
		processors.Lock()
		defer processors.Unlock()
		if processors.workers == 0 {
			processors.own = runtime.GOMAXPROCS(0)
		}
		processors.workers += workers
		runtime.GOMAXPROCS(processors.own + processors.workers)
	}
	add(len(g.runners))
	return func() { add(-len(g.runners)) }
}
