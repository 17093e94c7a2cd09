package sysbench

import (
	"bytes"
	"math"
	"strings"

	"jitterlog/parse"
)

// An option is a line that says how the tool was started, by the name of the
// option that sets it.
type option struct {
	prefix, suffix string // around its value
	name           string
	value          string // where the line itself is the value
}

var options = [...]option{
	{prefix: "Number of threads: ", name: "threads"},
	{prefix: "Warmup time: ", suffix: "s", name: "warmup-time"},
	{prefix: "Warming up for ", suffix: " seconds...", name: "warmup-time"},
	{prefix: "Target transaction rate: ", name: "rate"},
	{prefix: "Report intermediate results every ", suffix: " second(s)", name: "report-interval"},
	{prefix: "Report checkpoint(s) at ", suffix: " seconds", name: "report-checkpoints"},
	{prefix: "Debug mode enabled.", name: "debug", value: "on"},
	{prefix: "Additional request validation enabled.", name: "validate", value: "on"},
	{prefix: "Validation checks: ", suffix: ".", name: "validate"},
	{prefix: "Initializing random number generator from timer", name: "rand-seed", value: "timer"},
	{prefix: "Initializing random number generator from current time", name: "rand-seed", value: "current time"},
	{prefix: "Initializing random number generator from seed (", suffix: ").", name: "rand-seed"},
	{prefix: "Random number generator seed is 0 and will be ignored", name: "rand-seed", value: "0"},
	{prefix: "Forcing shutdown in ", suffix: " seconds", name: "forced-shutdown-after"},

	{prefix: "Doing OLTP test.", name: "test", value: "OLTP"},
	{prefix: "Running mixed OLTP test", name: "oltp-test-mode", value: "complex"},
	{prefix: "Running simple OLTP test", name: "oltp-test-mode", value: "simple"},
	{prefix: "Running non-transactional test", name: "oltp-test-mode", value: "nontrx"},
	{prefix: "Doing read-only test", name: "oltp-read-only", value: "on"},
	{prefix: "Using Special distribution", name: "oltp-dist-type", value: "special"},
	{prefix: "Using Uniform distribution", name: "oltp-dist-type", value: "uniform"},
	{prefix: "Using Gaussian distribution", name: "oltp-dist-type", value: "gaussian"},
	{prefix: "Using Pareto distribution", name: "oltp-dist-type", value: "pareto"},
	{prefix: "Using \"", suffix: "\" for starting transactions", name: "starting-transactions"},
	{prefix: "Skipping BEGIN/COMMIT", name: "oltp-skip-trx", value: "on"},
	{prefix: "Using auto_inc on the id column", name: "oltp-auto-inc", value: "on"},
	{prefix: "Maximum number of requests for OLTP test is limited to ", name: "max-requests"},
	{prefix: "Using ", suffix: " test tables", name: "oltp-tables-count"},

	{prefix: "Prime numbers limit: ", name: "cpu-max-prime"},
	{prefix: "Maximum prime number checked in CPU test: ", name: "cpu-max-prime"},
	{prefix: "  block size: ", name: "memory-block-size"},
	{prefix: "  total size: ", name: "memory-total-size"},
	{prefix: "  operation: ", name: "memory-oper"},
	{prefix: "  scope: ", name: "memory-scope"},
	{prefix: "Memory block size: ", name: "memory-block-size"},
	{prefix: "Memory transfer size: ", name: "memory-total-size"},
	{prefix: "Memory operations type: ", name: "memory-oper"},
	{prefix: "Memory scope type: ", name: "memory-scope"},
	{prefix: "Thread yields per test: ", name: "thread-yields"},
	{prefix: "Extra file open flags: ", name: "file-extra-flags"},
	{prefix: "Block size ", name: "file-block-size"},
	{prefix: "Number of IO requests: ", name: "events"},
	{prefix: "Number of random requests for random IO: ", name: "max-requests"},
	{prefix: "Read/Write ratio for combined random IO test: ", name: "file-rw-ratio"},
	{prefix: "Periodic FSYNC enabled, calling fsync() each ", suffix: " requests.", name: "file-fsync-freq"},
	{prefix: "Calling fsync() after each write operation", name: "file-fsync-all", value: "on"},
	{prefix: "Calling fsync() at the end of test, ", suffix: ".", name: "file-fsync-end"},
	{prefix: "Using ", suffix: " I/O mode", name: "file-io-mode"},
	{prefix: "Using ", suffix: " mode for I/O", name: "file-io-mode"},
	{prefix: "Doing ", suffix: " test", name: "test"},
}

// noise lists the beginnings of lines that say nothing that is kept. Those
// with a run are printed by no help text.
var noise = [...]struct {
	prefix string
	run    bool
}{
	{"Running the test with following options:", true},
	{"Initializing worker threads...", true},
	{"Threads started!", true},
	{"Time limit exceeded, exiting...", true},
	{"Event limit exceeded, exiting...", true},
	{"Done.", true},
	{"Running memory speed test with the following options:", true},
	{"No DB drivers specified, using ", true},
	{"Threads are ", true},
	{"    thread #", true},
	{"                 total time taken by event execution: ", true},
	{"Verbose per-thread statistics:", true},
	{"Error in my_thread_global_end(): ", false},
	// bash's time
	{"real\t", false}, {"user\t", false}, {"sys\t", false},
	// help texts
	{"Usage:", false}, {"  sysbench ", false}, {"  --", false}, {"  -", false}, {"Commands", false},
	{"Compiled-in ", false}, {"  mysql - ", false}, {"  pgsql - ", false}, {"  drizzle - ", false},
	{"  oracle - ", false}, {"  fileio - ", false}, {"  cpu - ", false}, {"  memory - ", false},
	{"  threads - ", false}, {"  mutex - ", false}, {"  oltp - ", false}, {"See 'sysbench ", false},
}

// loading lists the beginnings of what prepare and cleanup print.
var loading = [...]string{
	"Creating table", "Inserting ", "Creating a secondary index", "Creating secondary ind", "Creating files for the test",
	"Creating file ", "Reusing existing file ", "Dropping table", "Removing test files",
	"DB SCHEMA ", "Adding indexes ", "Adding FK ", "Waiting on tables ", "loading tables: ",
}

// knownLine reads a line of the header, of prepare and cleanup, or noise.
func (r *reader) knownLine(line []byte) bool {
	for i := range options {
		o := &options[i]
		rest, ok := bytes.CutPrefix(line, []byte(o.prefix))
		if !ok || o.suffix != "" && !bytes.HasSuffix(rest, []byte(o.suffix)) {
			continue
		}
		value := o.value
		if value == "" {
			value = string(bytes.TrimSuffix(rest, []byte(o.suffix)))
		}
		r.beginSection()
		r.option(o.name, value)
		return true
	}
	for i := range noise {
		if bytes.HasPrefix(line, []byte(noise[i].prefix)) {
			r.noise(i)
			return true
		}
	}
	for _, prefix := range loading {
		if bytes.HasPrefix(line, []byte(prefix)) {
			r.begin(r.in.Number())
			r.forget()
			r.run.load = true
			r.scale(string(line))
			return true
		}
	}
	return bytes.HasSuffix(line, []byte(" options:")) || r.fileSizes(string(line)) || r.written(line)
}

// beginSection begins another run where one that reported something is
// followed by options without a banner.
func (r *reader) beginSection() {
	if run := r.run; run != nil && (run.reports > 0 || run.sum.Complete) {
		r.finish()
	}
	r.begin(r.in.Number())
	r.forget()
}

func (r *reader) noise(i int) {
	prefix := noise[i].prefix
	if prefix == "Running the test with following options:" {
		r.beginSection()
	}
	if noise[i].run {
		r.begin(r.in.Number())
	}
	r.forget()
	switch prefix {
	case "Threads started!":
		r.run.started = true
		if at := r.in.At(); !at.IsZero() {
			r.run.sum.StartedAt = started(at, -float64(r.run.warmup))
		}
	case "Running memory speed test with the following options:":
		r.run.workload("memory")
	}
}

// option stores an option, and what it says of the run.
func (r *reader) option(name, value string) {
	run := r.run
	switch name {
	case "threads":
		if n, ok := leading(value); ok {
			run.sum.Threads = int64(n)
		}
	case "report-interval":
		if n, ok := leading(value); ok {
			run.step, run.sum.IntervalS = int64(n), n
		}
	case "warmup-time":
		if n, ok := leading(value); ok {
			run.warmup, run.sum.WarmupS = int64(n), n
		}
	case "rate":
		value = strings.TrimSuffix(value, "/sec")
	case "report-checkpoints":
		value = strings.ReplaceAll(value, " ", "")
	case "cpu-max-prime":
		run.workload("cpu")
	case "memory-block-size", "memory-total-size":
		run.workload("memory")
	case "file-extra-flags", "file-block-size":
		run.workload("fileio")
	case "thread-yields":
		run.workload("threads")
	case "oltp-test-mode", "oltp-dist-type":
		run.workload("oltp")
	case "test":
		run.test(value)
	}
	run.sum.Options[name] = value
}

// test is what 0.4 says that it is doing.
func (run *run) test(value string) {
	switch {
	case value == "OLTP":
		run.workload("oltp")
	case strings.HasPrefix(value, "CPU "):
		run.workload("cpu")
	case strings.HasPrefix(value, "memory "):
		run.workload("memory")
	case strings.HasPrefix(value, "thread "):
		run.workload("threads")
	case strings.HasPrefix(value, "mutex "):
		run.workload("mutex")
	}
}

// leading returns the whole number from 1 that a value begins with.
func leading(value string) (float64, bool) {
	c := parse.Cursor{Line: []byte(value)}
	n, ok := c.Int()
	return float64(n), ok && n > 0 && n <= maxLabel
}

// scale takes the size of the tables, or the number of warehouses, from the
// lines of prepare.
func (r *reader) scale(line string) {
	rest, ok := strings.CutPrefix(line, "Inserting ")
	if !ok {
		_, rest, ok = strings.Cut(line, " for warehouse: ")
	}
	if n, isNumber := leading(rest); ok && isNumber {
		r.run.sum.Scale = max(r.run.sum.Scale, int64(n))
	}
}

// fileSizes reads "4 files, 64MiB each" and "256MiB total file size" of fileio.
func (r *reader) fileSizes(line string) bool {
	if files, _, ok := strings.Cut(line, " files, "); ok {
		if _, ok := leading(files); !ok {
			return false
		}
		r.beginSection()
		r.option("file-num", files)
		r.run.workload("fileio")
		return true
	}
	size, ok := strings.CutSuffix(line, " total file size")
	if ok {
		r.beginSection()
		r.option("file-total-size", size)
	}
	return ok
}

// written reads the last line of fileio's prepare:
//
//	268435456 bytes written in 0.29 seconds (869.00 MiB/sec).
func (r *reader) written(line []byte) bool {
	c := cursor{Cursor: parse.Cursor{Line: line}}
	var size, seconds, rate float64
	if !c.field("", &size) || !c.field(" bytes written in ", &seconds) || !c.field(" seconds (", &rate) || !c.mebi("/sec).") {
		return false
	}
	r.begin(r.in.Number())
	sum := r.run.sum
	r.run.load = true
	sum.Complete = true
	if !math.IsNaN(seconds) {
		sum.ElapsedS = seconds
	}
	fields := bytes.Fields(line)
	sum.Reported["load.bytes"] = string(fields[0])
	sum.Reported["total_time_s"] = string(fields[4])
	sum.Reported["load.mib_per_s"] = string(bytes.TrimPrefix(fields[6], []byte("(")))
	return true
}
