//go:build linux

package sidebyside

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// A tool makes load. Its arguments begin with its program.
type tool struct {
	name    string
	prepare func(w work) []string
	// run is for length() at a rate of events a second, 0: as fast as it goes. It
	// may write its log to that path.
	run func(w work, rate int, log string) []string
}

// length is how long a run is to last.
func length() time.Duration { return time.Duration(*seconds) * time.Second }

func (b *bench) sysbench() tool {
	program := b.onPath("sysbench", "install Debian's package sysbench")
	arguments := func(w work, command string, more ...string) []string {
		return append(append([]string{program, w.name, "--mysql-host=" + b.server.Host, "--mysql-port=" + strconv.Itoa(b.server.Port),
			"--mysql-user=" + b.server.User, "--mysql-password=" + b.server.Password, "--mysql-db=" + b.server.Database,
			fmt.Sprintf("--tables=%d", tables), fmt.Sprintf("--table-size=%d", rows)}, more...), command)
	}
	return tool{
		name:    "sysbench",
		prepare: func(w work) []string { return arguments(w, "prepare") },
		run: func(w work, rate int, _ string) []string {
			return arguments(w, "run", fmt.Sprintf("--threads=%d", threads), fmt.Sprintf("--time=%d", *seconds), "--report-interval=1",
				fmt.Sprintf("--rate=%d", rate))
		},
	}
}

// jitterlog is the program as people install it.
func (b *bench) jitterlog() tool {
	program := build(b.t, "jitterlog", nil, "build", "jitterlog/cmd/jitterlog")
	seed := 0 // each run draws anew, as those of the other tools do
	arguments := func(command string, w work, more ...string) []string {
		shape := []string{"--tables", strconv.Itoa(tables), "--table-size", strconv.Itoa(rows)}
		if w == tpcc {
			shape = []string{"--warehouses", strconv.Itoa(warehouses), "--compat", "tpcc-mysql"}
		}
		return append(append([]string{program, command, w.name, "--host", b.server.Host, "--port", strconv.Itoa(b.server.Port),
			"--user", b.server.User, "--database", b.server.Database}, shape...), more...)
	}
	return tool{
		name:    "jitterlog",
		prepare: func(w work) []string { return arguments("prepare", w) },
		run: func(w work, rate int, log string) []string {
			seed++
			load := []string{"--threads", strconv.Itoa(threads), "--time", length().String(), "--warmup", "0s",
				"--seed", strconv.Itoa(seed), "--no-import", "--to", log}
			if rate > 0 {
				load = append(load, "--rate", strconv.Itoa(rate), "--poisson") // sysbench's arrivals are at random
			}
			return arguments("run", w, load...)
		},
	}
}

// goTPC has a database of its own: its tables are other ones by the same names.
func (b *bench) goTPC() (tool, bool) {
	program, err := exec.LookPath("go-tpc")
	if err != nil {
		return tool{}, false
	}
	b.execute("CREATE DATABASE gotpc")
	arguments := func(command string, more ...string) []string {
		return append([]string{program, "tpcc", command, "--host", b.server.Host, "--port", strconv.Itoa(b.server.Port), "--user", b.server.User,
			"--password", b.server.Password, "--db", "gotpc", "--warehouses", strconv.Itoa(warehouses)}, more...)
	}
	return tool{
		name:    "go-tpc",
		prepare: func(work) []string { return arguments("prepare", "--threads", "4", "--no-check") },
		run: func(work, int, string) []string {
			return arguments("run", "--threads", strconv.Itoa(threads), "--time", length().String())
		},
	}, true
}

func (b *bench) onPath(program, otherwise string) string {
	path, err := exec.LookPath(program)
	if err != nil {
		b.t.Skipf("no %s on PATH: %s", program, otherwise)
	}
	return path
}

// build has the go command make a program.
func build(t *testing.T, name string, env []string, arguments ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	cmd := exec.Command("go", append([]string{arguments[0], "-o", path}, arguments[1:]...)...)
	cmd.Env = append(cmd.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return path
}
