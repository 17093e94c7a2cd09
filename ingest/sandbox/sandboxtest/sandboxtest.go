// Package sandboxtest starts throwaway servers for tests.
package sandboxtest

import (
	"context"
	"errors"
	"maps"
	"testing"

	"jitterlog/ingest/sandbox"
)

// Start starts a server with settings that make it cheap, overridden by set, and removes it at the
// end of the test. Without a server program on the machine the test is skipped.
func Start(tb testing.TB, set map[string]string) *sandbox.Server {
	tb.Helper()
	all := map[string]string{
		"innodb_buffer_pool_size":        "64M",
		"innodb_log_file_size":           "16M",
		"innodb_flush_log_at_trx_commit": "0",
	}
	maps.Copy(all, set)
	s, err := sandbox.Start(context.Background(), sandbox.Options{Set: all})
	if errors.Is(err, sandbox.ErrNoProgram) {
		tb.Skip(err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}
