//go:build linux

package sidebyside

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"jitterlog/analyze/stat"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/ingest/sandbox/sandboxtest"
	"jitterlog/parse"
	"jitterlog/parse/formats"
)

// A bench is a server with everything in memory, and who measures on it.
type bench struct {
	t       *testing.T
	server  sandbox.Config
	control *client.Conn
}

func newBench(t *testing.T) *bench {
	t.Helper()
	if !*long {
		t.Skip("minutes of load: use -long")
	}
	server := sandboxtest.Start(t, map[string]string{"innodb_buffer_pool_size": "1G", "innodb_log_file_size": "512M"})
	return &bench{t: t, server: server.Config(), control: sandboxtest.Connect(t, server)}
}

func (b *bench) execute(sql string) {
	b.t.Helper()
	if _, err := b.control.Exec(sql); err != nil {
		b.t.Fatalf("%s: %v", sql, err)
	}
}

// empty drops all tables.
func (b *bench) empty() {
	b.t.Helper()
	b.execute("DROP DATABASE " + b.server.Database)
	b.execute("CREATE DATABASE " + b.server.Database)
}

func (b *bench) prepare(by tool, w work) {
	b.t.Helper()
	cmd := b.command(by.prepare(w))
	if out, err := cmd.CombinedOutput(); err != nil {
		b.t.Fatalf("%s prepares %s: %v\n%s", by.name, w.name, err, out)
	}
}

// command hands the password over where no argument does.
func (b *bench) command(arguments []string) *exec.Cmd {
	cmd := exec.Command(arguments[0], arguments[1:]...)
	cmd.Env = append(cmd.Environ(), "JITTERLOG_PASSWORD="+b.server.Password)
	return cmd
}

// A measurement is one run of a tool.
type measurement struct {
	rate      float64 // transactions/s by the server's count
	cpu       float64 // CPU seconds, user and system, for 10,000 queries
	queries   int64   // by the server's count
	events    int64   // by the tool's own
	resident  float64 // MiB at most
	anonymous float64 // MiB of it at most that are no pages of files
	series    stat.Series
}

// run runs a tool once, at a rate or, where that is 0, as fast as it goes.
func (b *bench) run(by tool, w work, rate int) measurement {
	b.t.Helper()
	path := filepath.Join(b.t.TempDir(), "log")
	cmd := b.command(by.run(w, rate, path))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	before := b.counters()
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	memory := watchMemory(cmd.Process.Pid)
	err := cmd.Wait()
	m := measurement{}
	m.resident, m.anonymous = memory()
	if err != nil {
		b.t.Fatalf("%s runs %s: %v\n%s", by.name, w.name, err, out.Bytes())
	}
	after := b.counters()
	for name, n := range after {
		m.queries += n - before[name]
	}
	m.rate = float64(after[w.transaction]-before[w.transaction]) / length().Seconds()
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	m.cpu = cpu.Seconds() / float64(m.queries) * 10_000
	log, err := os.ReadFile(path)
	if err != nil {
		log = out.Bytes()
	}
	m.read(log)
	return m
}

// counters returns the server's counts of what clients do in the workloads. The
// status and the variables that a client asks for besides are not in them.
func (b *bench) counters() map[string]int64 {
	b.t.Helper()
	counts := map[string]int64{}
	if err := b.control.Each("SHOW GLOBAL STATUS WHERE Variable_name IN "+
		"('Com_select','Com_insert','Com_update','Com_delete','Com_begin','Com_commit','Com_rollback')", func(row []string) error {
		n, err := strconv.ParseInt(row[1], 10, 64)
		counts[row[0]] = n
		return err
	}); err != nil {
		b.t.Fatal(err)
	}
	return counts
}

// watchMemory looks at the memory of a process now and then. What it returns
// ends that, and returns how many MiB were resident at most, and how many of
// them at most were its own and no pages of files. The system's own account of
// an ended process begins with the memory of the one that started it.
func watchMemory(pid int) (end func() (resident, anonymous float64)) {
	stop, done := make(chan struct{}), make(chan struct{})
	var resident, anonymous float64
	go func() {
		defer close(done)
		ticker := time.NewTicker(100 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-stop:
				return
			case <-ticker.C:
				memory := memoryOf(pid)
				resident, anonymous = max(resident, memory["VmHWM:"]), max(anonymous, memory["RssAnon:"])
			}
		}
	}()
	return func() (float64, float64) {
		close(stop)
		<-done
		return resident, anonymous
	}
}

// memoryOf returns what the system tells of a process in MiB, nothing once it
// has ended.
func memoryOf(pid int) map[string]float64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return nil
	}
	memory := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[2] == "kB" {
			kb, err := strconv.ParseFloat(fields[1], 64)
			if err == nil {
				memory[fields[0]] = kb / 1024
			}
		}
	}
	return memory
}

// transactions are the operations whose events are transactions.
var transactions = map[string]bool{"transaction": true, "new_order": true, "payment": true, "order_status": true, "delivery": true, "stock_level": true}

// read takes from a tool's log how many transactions it counted and, interval by
// interval, how many a second. There are none in a log of go-tpc.
func (m *measurement) read(log []byte) {
	found, ok := formats.Detect(log, "")
	if !ok {
		return
	}
	for record := range found.Format.Read(parse.NewLines(bytes.NewReader(log))) {
		iv, ok := record.(*parse.Interval)
		if !ok {
			continue
		}
		for i := range iv.Ops {
			op := &iv.Ops[i]
			if !transactions[op.Name] {
				continue
			}
			rate := op.Rate
			if op.Count != parse.Absent {
				m.events += op.Count
				rate = float64(op.Count) / (iv.End - iv.Start)
			}
			if op.Name == "transaction" && iv.Phase == parse.Measure {
				m.series = append(m.series, stat.Point{Start: iv.Start, End: iv.End, Rate: rate})
			}
		}
	}
}
