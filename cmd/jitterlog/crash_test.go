package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var long = flag.Bool("long", false, "run the tests that take minutes")

// asProgram in the environment makes the test binary the program itself.
const asProgram = "JITTERLOG_AS_PROGRAM"

func program(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

func output(t *testing.T, args ...string) string {
	t.Helper()
	out, err := program(args...).Output()
	if err != nil {
		t.Fatalf("jitterlog %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// manyLogs writes a folder of logs that take a while to import.
func manyLogs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i := range 40 {
		var log bytes.Buffer
		fmt.Fprintf(&log, "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nNumber of threads: %d\nThreads started!\n\n", i+1)
		for s := 1; s <= 2000; s++ {
			fmt.Fprintf(&log, "[ %ds ] thds: %d tps: %d.25 qps: 2000.00 (r/w/o: 1400.00/400.00/200.00) lat (ms,95%%): 8.74 err/s: 0.00 reconn/s: 0.00\n", s, i+1, 100+(s*7+i)%50)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("run%02d.log", i)), log.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// census counts what a history holds.
func census(t *testing.T, history string) string {
	t.Helper()
	return output(t, "--history", history, "sql", "--output", "csv", `
		SELECT (SELECT count(*) FROM runs) AS runs, (SELECT count(DISTINCT run_id) FROM runs) AS ids,
			(SELECT count(*) FROM intervals) AS intervals, (SELECT count(*) FROM (SELECT DISTINCT run_id, seq, op FROM intervals)) AS lines,
			(SELECT sum(rate) FROM headline) AS rates`)
}

// TestKilledImports kills importers at random moments. The history must stay
// readable each time, and a last import must make it what one clean import makes.
func TestKilledImports(t *testing.T) {
	kills := 8
	if *long {
		kills = 50
	}
	logs := manyLogs(t)
	clean := filepath.Join(t.TempDir(), "clean")
	began := time.Now()
	output(t, "--history", clean, "import", logs)
	whole := time.Since(began)

	killed := filepath.Join(t.TempDir(), "killed")
	died := 0
	for range kills {
		cmd := program("--history", killed, "import", logs)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.Float64() * 1.2 * float64(whole)))
		if cmd.Process.Kill() == nil {
			died++
		}
		cmd.Wait()
		output(t, "--history", killed, "import", "--dry-run", logs)
	}
	output(t, "--history", killed, "import", logs)
	if got, want := census(t, killed), census(t, clean); got != want {
		t.Errorf("after %d kills:\n%s\nafter one clean import:\n%s", died, got, want)
	}
}

// TestTwoImporters lets two importers of the same folder race.
func TestTwoImporters(t *testing.T) {
	logs := manyLogs(t)
	clean, raced := filepath.Join(t.TempDir(), "clean"), filepath.Join(t.TempDir(), "raced")
	output(t, "--history", clean, "import", logs)
	first, second := program("--history", raced, "import", logs), program("--history", raced, "import", logs)
	for _, cmd := range []*exec.Cmd{first, second} {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	for _, cmd := range []*exec.Cmd{first, second} {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	if got, want := census(t, raced), census(t, clean); got != want {
		t.Errorf("after two importers at once:\n%s\nafter one:\n%s", got, want)
	}
}
