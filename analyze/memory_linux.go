package analyze

import (
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

var bound struct {
	sync.Mutex
	queries  int
	previous syscall.Rlimit
}

// boundMemory keeps the process from taking much more than memoryLimit until
// release is called. DuckDB counts what its operators take, but neither long
// strings and lists that functions make nor results; with a limit of the system it
// sees an allocation fail there and ends the query. A half more is left to the
// rest of the process.
func boundMemory() (release func()) {
	bound.Lock()
	defer bound.Unlock()
	if bound.queries == 0 && !lowerDataLimit() {
		return func() {}
	}
	bound.queries++
	return sync.OnceFunc(func() {
		bound.Lock()
		defer bound.Unlock()
		if bound.queries--; bound.queries == 0 {
			_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &bound.previous)
		}
	})
}

func lowerDataLimit() bool {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return false
	}
	fields := strings.Fields(string(statm)) // size resident shared text lib data dt, in pages
	if len(fields) < 6 {
		return false
	}
	pages, err := strconv.ParseUint(fields[5], 10, 64)
	if err != nil || syscall.Getrlimit(syscall.RLIMIT_DATA, &bound.previous) != nil {
		return false
	}
	limit := bound.previous
	limit.Cur = min(limit.Cur, pages*uint64(os.Getpagesize())+memoryLimit+memoryLimit/2, math.MaxInt64)
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &limit) == nil
}
