//go:build !linux

package load

// available is for Linux, as everything that looks at the server's machine.
func available(string) (bytes uint64, ok bool) { return 0, false }
