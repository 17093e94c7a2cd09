package oltp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/ingest/sandbox/sandboxtest"
)

// server is shared by the tests; nil without a server program.
var server *sandbox.Server

func TestMain(m *testing.M) { os.Exit(withServer(m)) }

func withServer(m *testing.M) int {
	var err error
	server, err = sandbox.Start(context.Background(), sandbox.Options{Set: map[string]string{
		"innodb_buffer_pool_size": "128M", "loose_innodb_log_file_size": "64M", "loose_innodb_redo_log_capacity": "64M", "innodb_flush_log_at_trx_commit": "0", "log_output": "TABLE"}})
	switch {
	case errors.Is(err, sandbox.ErrNoProgram):
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1
	default:
		defer server.Close()
	}
	return m.Run()
}

// emptyServer returns the server, whose tables are dropped at the end of the test.
func emptyServer(t *testing.T) *sandbox.Server {
	t.Helper()
	if server == nil {
		t.Skip(sandbox.ErrNoProgram)
	}
	control := sandboxtest.Connect(t, server)
	t.Cleanup(func() {
		for _, table := range rows(t, control, "SHOW TABLES") {
			exec1(t, control, "DROP TABLE "+table)
		}
	})
	return server
}

// sysbench runs one of its workloads on the database of s, with one thread, and returns what it prints.
func sysbench(t *testing.T, s *sandbox.Server, name, command string, more ...string) string {
	t.Helper()
	program, err := exec.LookPath("sysbench")
	if err != nil {
		t.Skip("no sysbench on PATH: install Debian's package sysbench")
	}
	c := s.Config()
	args := append([]string{name, "--mysql-host=" + c.Host, "--mysql-port=" + strconv.Itoa(c.Port), "--mysql-user=" + c.User,
		"--mysql-password=" + c.Password, "--mysql-db=" + c.Database, "--threads=1", "--time=0"}, more...)
	out, err := exec.Command(program, append(args, command)...).CombinedOutput()
	if err != nil {
		t.Fatalf("sysbench %s %s: %v\n%s", name, command, err, out)
	}
	return string(out)
}

func prepare(t *testing.T, s *sandbox.Server, w *Workload) {
	t.Helper()
	var done, total int64
	err := w.Prepare(context.Background(), sandboxtest.Config(s).Connect, func(d, n int64) {
		if d < done {
			t.Errorf("progress went back from %d to %d", done, d)
		}
		done, total = d, n
	})
	if err != nil {
		t.Fatal(err)
	}
	if done != total {
		t.Errorf("progress ended at %d of %d", done, total)
	}
}

func mustNew(t *testing.T, name string, change func(*Options)) *Workload {
	t.Helper()
	o := Default()
	change(&o)
	w, err := New(name, o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// events has one worker execute n events on a connection of its own.
func events(t *testing.T, s *sandbox.Server, w *Workload, n int) {
	t.Helper()
	worker, err := w.NewWorker(load.WorkerEnv{Threads: 1, Rand: newRand(7)})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := sandboxtest.Config(s).Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := worker.Connect(conn); err != nil {
		t.Fatal(err)
	}
	for range n {
		if op := worker.Next(); op != 0 {
			t.Fatalf("Next() = %d", op)
		}
		if err := worker.Do(&load.Recorder{}); err != nil {
			t.Fatal(err)
		}
	}
}

func exec1(t *testing.T, conn *client.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func rows(t *testing.T, conn *client.Conn, sql string) []string {
	t.Helper()
	var all []string
	if err := conn.Each(sql, func(c []string) error { all = append(all, strings.Join(c, " ")); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	digits = regexp.MustCompile(`\d+`)
	blanks = regexp.MustCompile(`\s+`)
)

// statements returns what the server was sent while do ran: "Execute SELECT c FROM sbtest# WHERE id=#",
// with numbers for their width where they are parts of strings.
func statements(t *testing.T, control *client.Conn, do func()) []string {
	t.Helper()
	exec1(t, control, "TRUNCATE mysql.general_log")
	exec1(t, control, "SET GLOBAL general_log=1")
	do()
	exec1(t, control, "SET GLOBAL general_log=0")
	var all []string
	for _, line := range rows(t, control, "SELECT command_type,argument FROM mysql.general_log WHERE command_type IN ('Query','Execute')") {
		line = digits.ReplaceAllStringFunc(line, func(n string) string {
			if len(n) == 11 {
				return "DDDDDDDDDDD"
			}
			return "#"
		})
		all = append(all, strings.TrimSpace(blanks.ReplaceAllString(line, " ")))
	}
	return all
}

// TestSameStatements compares what the server logs for a few events of sysbench and of ours, in both
// protocols.
func TestSameStatements(t *testing.T) {
	s := emptyServer(t)
	control := sandboxtest.Connect(t, s)
	exec1(t, control, "SET sql_log_off=1")
	small := func(o *Options) { o.Tables, o.TableSize = 2, 1000 }
	prepare(t, s, mustNew(t, "oltp_read_write", small))
	for _, name := range Names() {
		if scripts[name].legacy {
			continue // Debian's package has no such script
		}
		for _, mode := range []string{"auto", "disable"} {
			t.Run(name+" ps-mode "+mode, func(t *testing.T) {
				change := func(o *Options) {
					small(o)
					if mode == "disable" {
						o.Mode = 1
					}
					if scripts[name].segments != nil {
						o.Tables = 1
					}
				}
				w := mustNew(t, name, change)
				theirs := statements(t, control, func() {
					sysbench(t, s, name, "run", "--events=5", "--db-ps-mode="+mode, "--table-size=1000", "--tables="+strconv.Itoa(w.o.Tables))
				})
				ours := statements(t, control, func() { events(t, s, w, 5) })
				ours, theirs = session(ours), session(theirs)
				if len(ours) == 0 {
					t.Fatal("nothing was logged")
				}
				if strings.Join(ours, "\n") != strings.Join(theirs, "\n") {
					t.Errorf("ours:\n%s\nsysbench's:\n%s", strings.Join(ours, "\n"), strings.Join(theirs, "\n"))
				}
			})
		}
	}
}

// session leaves out what clients send by themselves.
func session(all []string) []string {
	var out []string
	for _, line := range all {
		if !strings.HasPrefix(line, "Query SET ") && line != "Query" {
			out = append(out, line)
		}
	}
	return out
}

// counters are what follows from the statements alone, whichever rows they hit.
var counters = []string{"Com_select", "Com_insert", "Com_update", "Com_delete", "Com_begin", "Com_commit", "Com_rollback", "Com_stmt_execute",
	"Sort_scan", "Sort_range", "Created_tmp_tables"}

func status(t *testing.T, control *client.Conn) map[string]int64 {
	t.Helper()
	all := map[string]int64{}
	for _, name := range counters {
		for _, line := range rows(t, control, "SHOW GLOBAL STATUS LIKE '"+name+"'") {
			n, err := strconv.ParseInt(strings.Fields(line)[1], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = n
		}
	}
	return all
}

// TestSameWork compares the server's counters for 300 events of sysbench and of ours, on one database.
func TestSameWork(t *testing.T) {
	const n = 300
	s := emptyServer(t)
	control := sandboxtest.Connect(t, s)
	prepare(t, s, mustNew(t, "oltp_read_write", func(o *Options) { o.Tables = 4 }))
	for _, name := range Names() {
		if scripts[name].legacy {
			continue
		}
		w := mustNew(t, name, func(o *Options) {
			if scripts[name].segments == nil {
				o.Tables = 4
			}
		})
		before := status(t, control)
		sysbench(t, s, name, "run", "--events="+strconv.Itoa(n), "--tables="+strconv.Itoa(w.o.Tables))
		between := status(t, control)
		events(t, s, w, n)
		after := status(t, control)
		for _, counter := range counters {
			theirs, ours := between[counter]-before[counter], after[counter]-between[counter]
			if theirs != ours {
				t.Errorf("%s: %s of %d events: %d, sysbench's %d", name, counter, n, ours, theirs)
			}
		}
		t.Logf("%s: a transaction is %d select, %d insert, %d update, %d delete, %d commit", name,
			(after["Com_select"]-between["Com_select"])/n, (after["Com_insert"]-between["Com_insert"])/n,
			(after["Com_update"]-between["Com_update"])/n, (after["Com_delete"]-between["Com_delete"])/n,
			(after["Com_commit"]-between["Com_commit"])/n)
	}
}

// TestSameTables compares the tables that sysbench and we prepare.
func TestSameTables(t *testing.T) {
	s := emptyServer(t)
	control := sandboxtest.Connect(t, s)
	for _, c := range []struct {
		name   string
		change func(*Options)
		flags  []string
	}{
		{"oltp_read_write", func(*Options) {}, nil},
		{"oltp_read_write", func(o *Options) { o.NoAutoInc, o.NoSecondIndex = true, true }, []string{"--auto_inc=off", "--create_secondary=off"}},
		{"oltp_read_write", func(o *Options) { o.Secondary = true }, []string{"--secondary"}},
		{"oltp_insert", func(o *Options) { o.NoAutoInc = true }, []string{"--auto_inc=off"}},
	} {
		describe := func() []string {
			all := rows(t, control, "SHOW CREATE TABLE sbtest2")
			all = append(all, rows(t, control, "SELECT COUNT(*),MIN(id),MAX(id),MIN(LENGTH(c)),MAX(LENGTH(c)),MIN(LENGTH(pad)),MAX(LENGTH(pad)),"+
				"SUM(c REGEXP '^([0-9]{11}-){9}[0-9]{11}$'),SUM(pad REGEXP '^([0-9]{11}-){4}[0-9]{11}$'),COUNT(DISTINCT c)=COUNT(*) FROM sbtest2")...)
			return append(all, rows(t, control, "SELECT ROUND(AVG(k)/50),ROUND(STD(k)/50) FROM sbtest2")...)
		}
		w := mustNew(t, c.name, func(o *Options) { o.Tables, o.TableSize = 2, 5000; c.change(o) })
		prepare(t, s, w)
		ours := strings.Join(describe(), "\n")
		if err := w.Cleanup(context.Background(), control); err != nil {
			t.Fatal(err)
		}
		if left := rows(t, control, "SHOW TABLES"); len(left) > 0 {
			t.Errorf("left after Cleanup: %v", left)
		}
		flags := append([]string{"--tables=2", "--table-size=5000"}, c.flags...)
		sysbench(t, s, c.name, "prepare", flags...)
		if theirs := strings.Join(describe(), "\n"); ours != theirs {
			t.Errorf("%s %v:\nours\n%s\nsysbench's\n%s", c.name, c.flags, ours, theirs)
		}
		sysbench(t, s, c.name, "cleanup", flags...)
	}
}

// TestPrepareGoesOn stops a load in the middle and compares what the next one makes of it with a load in one go.
func TestPrepareGoesOn(t *testing.T) {
	s := emptyServer(t)
	control := sandboxtest.Connect(t, s)
	w := mustNew(t, "oltp_read_write", func(o *Options) { o.Tables, o.TableSize, o.Loaders, o.Seed = 3, 9000, 2, 5 })
	sums := func() string { return strings.Join(rows(t, control, "CHECKSUM TABLE sbtest1,sbtest2,sbtest3"), "\n") }
	prepare(t, s, w)
	whole := sums()
	if err := w.Cleanup(context.Background(), control); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err := w.Prepare(ctx, sandboxtest.Config(s).Connect, func(done, total int64) {
		if done > total/3 {
			cancel()
		}
	})
	if err != context.Canceled {
		t.Fatalf("Prepare that was stopped = %v", err)
	}
	prepare(t, s, w)
	if again := sums(); again != whole {
		t.Errorf("loaded in two goes:\n%s\nin one:\n%s", again, whole)
	}
	prepare(t, s, w) // nothing left to do
	if again := sums(); again != whole {
		t.Errorf("a third Prepare changed rows")
	}
	smaller := mustNew(t, "oltp_read_write", func(o *Options) { o.TableSize = 100 })
	err = smaller.Prepare(context.Background(), sandboxtest.Config(s).Connect, func(int64, int64) {})
	if err == nil || !strings.Contains(err.Error(), "sbtest1: the table holds 9000 rows") {
		t.Errorf("Prepare of fewer rows = %v", err)
	}
}

// TestRunCountsAsSysbench runs through the engine, with retries, and compares the kinds of statements.
func TestRunCountsAsSysbench(t *testing.T) {
	s := emptyServer(t)
	w := mustNew(t, "oltp_read_write", func(*Options) {})
	prepare(t, s, w)
	log, err := os.Create(t.TempDir() + "/run.log")
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	const n = 400
	result, err := load.Run(context.Background(), load.Plan{Server: sandboxtest.Config(s), Workload: w,
		Stages: []load.Stage{{Threads: 4}}, Events: n, Seed: 3, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	total, counted := result.End.Totals[0], result.End.Statements
	if total.Name != "transaction" || total.Count != n {
		t.Errorf("totals: %+v", total)
	}
	if total.Retried == 0 && (counted.Read != 14*n || counted.Write != 4*n || counted.Other != 2*n) {
		t.Errorf("statements of %d transactions: %+v, want 14, 4 and 2 each", n, counted)
	}
	report := sysbench(t, s, "oltp_read_write", "run", "--events="+strconv.Itoa(n))
	for kind, want := range map[string]int{"read": 14 * n, "write": 4 * n, "other": 2 * n} {
		if !regexp.MustCompile(kind + `:\s+` + strconv.Itoa(want) + `\n`).MatchString(report) {
			t.Errorf("sysbench does not report %s: %d:\n%s", kind, want, report)
		}
	}
}

func TestLegacyScripts(t *testing.T) {
	s := emptyServer(t)
	control := sandboxtest.Connect(t, s)
	exec1(t, control, "SET sql_log_off=1")
	change := func(o *Options) { o.Tables, o.TableSize = 3, 500 }
	prepare(t, s, mustNew(t, "legacy_oltp", change))
	if def := rows(t, control, "SHOW CREATE TABLE sbtest3")[0]; !strings.Contains(def, "`k` int(10) unsigned") && !strings.Contains(def, "`k` int unsigned") {
		t.Errorf("table: %s", def)
	}
	for name, want := range map[string]int{"legacy_oltp": 20, "legacy_insert": 1} {
		got := statements(t, control, func() { events(t, s, mustNew(t, name, change), 1) })
		if got = session(got); len(got) != want || strings.Contains(strings.Join(got, "\n"), "Execute") {
			t.Errorf("%s: an event is %d statements:\n%s\nwant %d texts", name, len(got), strings.Join(got, "\n"), want)
		}
	}
}

func TestMissingTablesAreExplained(t *testing.T) {
	s := emptyServer(t)
	worker, err := mustNew(t, "oltp_read_only", func(*Options) {}).NewWorker(load.WorkerEnv{Threads: 1, Rand: newRand(1)})
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Connect(sandboxtest.Connect(t, s)); err == nil || !strings.Contains(err.Error(), "prepare the tables first") {
		t.Errorf("Connect without tables = %v", err)
	}
}
