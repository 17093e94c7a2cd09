package load

import (
	"runtime"
	"testing"
)

func TestWiden(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	for _, threaded := range []bool{true, false} {
		g := &engine{threaded: threaded, runners: make([]*runner, 8)}
		want := before
		if threaded {
			want += 8
		}
		restore := g.widen()
		if got := cpus(); got != before {
			t.Errorf("a run of the same time has %d CPUs, want %d", got, before)
		}
		if got := runtime.GOMAXPROCS(0); got != want {
			t.Errorf("workers in system calls %v: GOMAXPROCS is %d, want %d", threaded, got, want)
		}
		restore()
		if got := runtime.GOMAXPROCS(0); got != before {
			t.Errorf("GOMAXPROCS is %d afterwards, want %d", got, before)
		}
	}
}
