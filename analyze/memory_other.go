//go:build !linux

package analyze

// boundMemory does nothing: elsewhere than on Linux no limit of the system
// covers memory that is mapped, so only DuckDB's own limit holds.
func boundMemory() (release func()) { return func() {} }
