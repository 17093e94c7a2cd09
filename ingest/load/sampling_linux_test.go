package load

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"jitterlog/parse/rawlog"
)

// cpuOf returns the CPU time that a process has used, in steps of 10 ms.
func cpuOf(t *testing.T, pid int) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	// 42 (mariadbd) S 1 ...: the name may hold blanks; user and system time are
	// the 14th and 15th field.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	var ticks int
	for _, field := range fields[11:13] {
		n, err := strconv.Atoi(string(field))
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// What is sampled each second takes less than 0.5 % of two CPUs, of client and
// server together. Not beside other tests: they use the same server.
func TestCPUTimeOfSamples(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, with which the short tests are run, takes more than what it looks at")
	}
	cfg := sharedServer(t)
	server := shared.server.PID()
	g, err := newEngine(t.Context(), Plan{Server: cfg, Workload: selects{}, Stages: []Stage{{Threads: 1, Duration: time.Second}}, Log: &logBuffer{}})
	if err != nil {
		t.Fatal(err)
	}
	status, err := g.prepare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer g.disconnect()
	defer func() {
		close(status.done) // run was never called
		status.finish()
	}()
	host, client := newHostSampler(true), newClientSampler(g.cpus)
	defer client.lag.close()
	const n = 100
	ours, theirs := processCPU(), cpuOf(t, server)
	for i := range time.Duration(n) {
		if err := status.sample(i * samplePeriod); err != nil {
			t.Fatal(err)
		}
		for _, line := range append(host.sample(time.Now()), g.disk.sample(g.faults.add), &rawlog.Sample{Source: "client", Values: client.values()}) {
			if err := g.log.Write(line); err != nil {
				t.Fatal(err)
			}
		}
	}
	ours, theirs = (processCPU()-ours)/n, (cpuOf(t, server)-theirs)/n
	t.Logf("a sample takes %v of the client and %v of the server", ours, theirs)
	if limit := 2 * samplePeriod / 200; ours+theirs > limit {
		t.Errorf("a sample takes %v of CPU time, more than %v", ours+theirs, limit)
	}
}
