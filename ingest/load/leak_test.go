package load

import (
	"bytes"
	"context"
	"fmt"
	"runtime/pprof"
	"strconv"
	"strings"
	"testing"
	"time"

	"jitterlog/ingest/load/client"
)

// nothingLeft returns a check that the goroutines of the test are as many as
// when it was called, and that the server holds no connection to its database
// any more. It waits for both: a closed connection lives on in the server for a
// moment. Goroutines that the test starts carry its name, so that tests may run
// side by side.
func nothingLeft(t *testing.T, cfg client.Config) func() {
	t.Helper()
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("test", t.Name())))
	before, _ := goroutines(t)
	return func() {
		t.Helper()
		if left := leftovers(t, cfg, before, 5*time.Second); left != "" {
			t.Error(left)
		}
	}
}

// leftovers waits until there are so many goroutines and no connections, and
// says what is left after all.
func leftovers(t *testing.T, cfg client.Config, goroutinesBefore int, patience time.Duration) string {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		g, stacks := goroutines(t)
		c := connections(t, cfg)
		if g == goroutinesBefore && c == "0" {
			return ""
		}
		if time.Now().After(deadline) {
			return fmt.Sprintf("%s connections; %d goroutines before, %d after\n%s", c, goroutinesBefore, g, stacks)
		}
	}
}

// goroutines returns how many carry the name of the test, and their stacks.
func goroutines(t *testing.T) (n int, stacks string) {
	t.Helper()
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
		t.Fatal(err)
	}
	label := fmt.Sprintf("# labels: {%q:%q}\n", "test", t.Name())
	for entry := range strings.SplitSeq(profile.String(), "\n\n") {
		// 2 @ 0x47f2ce 0x417e2e 0x417a32
		// # labels: {"test":"TestClosedLoop"}
		if strings.Contains(entry, label) {
			for line := range strings.Lines(entry) {
				if count, _, ok := strings.Cut(line, " @ "); ok {
					same, err := strconv.Atoi(count)
					if err != nil {
						t.Fatal(err)
					}
					n += same
				}
			}
			stacks += entry + "\n\n"
		}
	}
	return n, stacks
}

// connections returns how many there are to the test's database.
func connections(t *testing.T, cfg client.Config) string {
	t.Helper()
	database := cfg.Database
	cfg.Database = ""
	conn, err := cfg.Connect(context.WithoutCancel(t.Context()))
	if class, _ := client.Classify(err); class == client.TooMany {
		return "all" // the server has not let go of them yet
	}
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var n string
	err = conn.Each("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = '"+database+"'", func(row []string) error { n = row[0]; return nil })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The check sees a goroutine and a connection that are left.
func TestNothingLeftSeesWhatIsLeft(t *testing.T) {
	t.Parallel()
	cfg := sharedServer(t)
	left := nothingLeft(t, cfg)
	before, _ := goroutines(t)
	conn, err := cfg.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := leftovers(t, cfg, before, 50*time.Millisecond); !strings.HasPrefix(got, "1 connections") {
		t.Errorf("an open connection: %q", got)
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	left()
	stop, done := make(chan struct{}), make(chan struct{})
	go func() { <-stop; close(done) }()
	if got := leftovers(t, cfg, before, 50*time.Millisecond); !strings.HasPrefix(got, "0 connections") {
		t.Errorf("a goroutine that waits: %q", got)
	}
	close(stop)
	<-done
	left()
}
