package client_test

import (
	"context"
	"database/sql/driver"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/ingest/sandbox/sandboxtest"
)

// connect starts a server of a program, the first one on PATH if it is empty, and connects to it.
func connect(t *testing.T, program string) (*client.Conn, client.Config) {
	t.Helper()
	server := sandboxtest.StartWith(t, sandbox.Options{Program: program})
	cfg := sandboxtest.Config(server)
	return open(t, cfg), cfg
}

func open(t *testing.T, cfg client.Config) *client.Conn {
	t.Helper()
	conn, err := cfg.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func must(t *testing.T, conn *client.Conn, sql string) client.Result {
	t.Helper()
	res, err := conn.Exec(sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return res
}

func TestStatements(t *testing.T) { sandboxtest.Products(t, testStatements) }

func testStatements(t *testing.T, program string) {
	conn, _ := connect(t, program)
	must(t, conn, "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(20)) ENGINE = InnoDB")
	if res := must(t, conn, "INSERT INTO t (v) VALUES ('a'), ('b')"); res.Affected != 2 || res.InsertID != 1 {
		t.Errorf("two rows inserted: %+v", res)
	}
	for sql, want := range map[string]int64{"SELECT * FROM t": client.HasRows, "select * from t where id = 9": client.HasRows, "UPDATE t SET v = 'a' WHERE id = 1": 0, "DO 1": 0, "COMMIT": 0} {
		if res := must(t, conn, sql); res.Affected != want {
			t.Errorf("%s: %d affected, want %d", sql, res.Affected, want)
		}
		stmt, err := conn.Prepare(sql)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := stmt.Exec(nil); err != nil || got != want {
			t.Errorf("%s, prepared: %d affected (%v), want %d", sql, got, err, want)
		}
		if err := stmt.Close(); err != nil {
			t.Error(err)
		}
	}
	stmt, err := conn.Prepare("SELECT id, v, NULL FROM t WHERE id >= ? ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := stmt.Query([]driver.Value{int64(1)})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for dest := make([]driver.Value, 3); rows.Next(dest); {
		got = append(got, fmt.Sprintf("%v %s %v", dest[0], dest[1], dest[2]))
	}
	if err := rows.Close(); err != nil || strings.Join(got, ",") != "1 a <nil>,2 b <nil>" {
		t.Errorf("rows %q, %v", got, err)
	}
	dest := make([]driver.Value, 3)
	if found, err := stmt.QueryRow([]driver.Value{int64(1)}, dest); err != nil || !found || string(dest[1].([]byte)) != "a" {
		t.Errorf("first row %v %v: found %v", dest, err, found)
	}
	if found, err := stmt.QueryRow([]driver.Value{int64(9)}, dest); err != nil || found {
		t.Errorf("no row: found %v, %v", found, err)
	}
	n := 0
	if err := conn.Each("SHOW GLOBAL VARIABLES LIKE 'version%'", func(row []string) error { n += len(row[0]) + len(row[1]); return nil }); err != nil || n == 0 {
		t.Errorf("variables: %v", err)
	}
}

// A connection without the poller works as one with it, over TCP and a socket's
// path, and whoever waits on it can be woken.
func TestBlock(t *testing.T) { sandboxtest.Products(t, testBlock) }

func testBlock(t *testing.T, program string) {
	control, tcp := connect(t, program)
	must(t, control, "CREATE TABLE t (id INT PRIMARY KEY)")
	must(t, control, "INSERT INTO t VALUES (7), (8), (9)")
	unix := tcp
	unix.Network = "unix"
	if err := control.Each("SELECT @@socket", func(row []string) error { unix.Address = row[0]; return nil }); err != nil {
		t.Fatal(err)
	}
	for _, cfg := range []client.Config{tcp, unix} {
		conn := open(t, cfg)
		if err := conn.Block(); err != nil {
			t.Fatal(err)
		}
		stmt, err := conn.Prepare("SELECT id, REPEAT('x', 100000) FROM t WHERE id >= ?")
		if err != nil {
			t.Fatal(err)
		}
		dest := make([]driver.Value, 2)
		// Long enough to yield in between.
		for start := time.Now(); time.Since(start) < 3*client.YieldPeriod; {
			if found, err := stmt.QueryRow([]driver.Value{int64(8)}, dest); err != nil || !found || dest[0] != int64(8) || len(dest[1].([]byte)) != 100_000 {
				t.Fatalf("%s: %v, %v", cfg.Network, found, err)
			}
		}
		ended := make(chan error, 1)
		go func() { _, err := conn.Exec("SELECT SLEEP(20)"); ended <- err }()
		time.Sleep(50 * time.Millisecond)
		conn.Abort()
		select {
		case err := <-ended:
			if class, _ := client.Classify(err); class != client.Lost {
				t.Errorf("%s: aborted: %v", cfg.Network, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: Abort did not wake the statement", cfg.Network)
		}
		if _, err := conn.Exec("SELECT 1"); client.Code(err) != "2013" {
			t.Errorf("%s: used after it was lost: %v", cfg.Network, err)
		}
	}
}

// MariaDB describes the columns of a prepared statement once. Later executions
// must end whatever the numbers of rows and columns are.
func TestRowsWithoutDescription(t *testing.T) { sandboxtest.Products(t, testRowsWithoutDescription) }

func testRowsWithoutDescription(t *testing.T, program string) {
	conn, _ := connect(t, program)
	must(t, conn, "CREATE TABLE t (id INT PRIMARY KEY)")
	must(t, conn, "INSERT INTO t VALUES (1), (2), (3), (4), (5)")
	for rows := range 4 {
		for columns := 1; columns < 4; columns++ {
			sql := fmt.Sprintf("SELECT id%s FROM t WHERE id <= ?", strings.Repeat(", 7", columns-1))
			stmt, err := conn.Prepare(sql)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				ended := make(chan error, 1)
				go func() { _, err := stmt.Exec([]driver.Value{int64(rows)}); ended <- err }()
				select {
				case err := <-ended:
					if err != nil {
						t.Fatal(err)
					}
				case <-time.After(2 * time.Second):
					t.Fatalf("%d rows of %d columns: no end", rows, columns)
				}
			}
		}
	}
}

// A point select in the load's way allocates what the driver allocates for its
// result, and little of ours.
func TestExecAllocations(t *testing.T) { sandboxtest.Products(t, testExecAllocations) }

func testExecAllocations(t *testing.T, program string) {
	conn, _ := connect(t, program)
	must(t, conn, "CREATE TABLE t (id INT PRIMARY KEY)")
	stmt, err := conn.Prepare("SELECT id FROM t WHERE id = ?")
	if err != nil {
		t.Fatal(err)
	}
	args := []driver.Value{int64(1000)}
	if n := testing.AllocsPerRun(200, func() {
		if _, err := stmt.Exec(args); err != nil {
			t.Fatal(err)
		}
	}); n > 6 {
		t.Errorf("%v allocations a query", n)
	}
}

func TestClassify(t *testing.T) { sandboxtest.Products(t, testClassify) }

func testClassify(t *testing.T, program string) {
	conn, cfg := connect(t, program)
	other := open(t, cfg)
	must(t, conn, "CREATE TABLE t (id INT PRIMARY KEY, v INT) ENGINE = InnoDB")
	must(t, conn, "INSERT INTO t VALUES (1, 0), (2, 0)")
	must(t, other, "SET SESSION innodb_lock_wait_timeout = 1")
	check := func(what string, err error, want client.Class, code string) {
		t.Helper()
		if class, _ := client.Classify(err); class != want || client.Code(err) != code || client.Message(err) == "" {
			t.Errorf("%s: class %v, code %q, message %q of %v", what, class, client.Code(err), client.Message(err), err)
		}
	}
	must(t, conn, "BEGIN")
	must(t, conn, "UPDATE t SET v = 1 WHERE id = 1")
	must(t, other, "BEGIN")
	_, err := other.Exec("UPDATE t SET v = 2 WHERE id = 1")
	check("lock wait", err, client.LockWait, "1205")

	must(t, other, "SET SESSION innodb_lock_wait_timeout = 20")
	must(t, other, "UPDATE t SET v = 2 WHERE id = 2")
	waiting := make(chan error, 1)
	go func() { _, err := conn.Exec("UPDATE t SET v = 1 WHERE id = 2"); waiting <- err }()
	_, err = other.Exec("UPDATE t SET v = 2 WHERE id = 1")
	if first := <-waiting; err == nil {
		err = first
	}
	check("deadlock", err, client.Deadlock, "1213")

	_, err = conn.Exec("SELECT no_such_column FROM t")
	check("unknown column", err, client.Other, "1054")

	must(t, conn, "ROLLBACK")
	must(t, other, "ROLLBACK")
	victim := open(t, cfg)
	must(t, conn, "BEGIN")
	must(t, conn, "UPDATE t SET v = 1 WHERE id = 1")
	id := ""
	if err := victim.Each("SELECT CONNECTION_ID()", func(row []string) error { id = row[0]; return nil }); err != nil {
		t.Fatal(err)
	}
	go func() { _, err := victim.Exec("UPDATE t SET v = 2 WHERE id = 1"); waiting <- err }()
	time.Sleep(100 * time.Millisecond) // killed before its statement comes, it is lost all the same
	must(t, conn, "KILL "+id)
	check("killed", <-waiting, client.Lost, "2013")
	go func() {
		time.Sleep(100 * time.Millisecond)
		other.Abort()
	}()
	_, err = other.Exec("SELECT SLEEP(20)")
	check("aborted", err, client.Lost, "2013")
	_, err = other.Exec("SELECT 1")
	check("used after it was lost", err, client.Lost, "2013")

	must(t, conn, "SET GLOBAL max_connections = 10")
	var refused error
	for range 15 {
		c, err := cfg.Connect(t.Context())
		if err != nil {
			refused = err
			break
		}
		t.Cleanup(func() { c.Close() })
	}
	check("too many", refused, client.TooMany, "1040")
}

// A server that accepts a connection and says nothing must not hold the client.
func TestConnectTimesOut(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	cfg := client.Config{Network: "tcp", Address: silent.Addr().String(), User: "u", Password: "secret", Timeout: 100 * time.Millisecond}
	start := time.Now()
	_, err = cfg.Connect(context.Background())
	if class, _ := client.Classify(err); class != client.Lost || time.Since(start) > 2*time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
	if strings.Contains(fmt.Sprint(err), "secret") {
		t.Errorf("the password is in %v", err)
	}
}

func TestParseDSN(t *testing.T) {
	cfg, err := client.ParseDSN("u:p@ss@tcp(db.example:3307)/bench?sql_mode=%27%27&tls=preferred&timeout=5s")
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Network != "tcp" || cfg.Address != "db.example:3307" || cfg.User != "u" || cfg.Password != "p@ss" || cfg.Database != "bench" ||
		cfg.TLS != "preferred" || cfg.Timeout != 5*time.Second || cfg.Params["sql_mode"] != "''" || cfg.Local() {
		t.Errorf("%+v", cfg.Params)
	}
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if text := fmt.Sprintf(format, cfg); strings.Contains(text, "p@ss") {
			t.Errorf("%s shows the password: %s", format, text)
		}
	}
	for _, dsn := range []string{"u:secret@tcp(h)", "u:secret@tcp(h/x", "u:secret@tcp(h)/d?parseTime=true", "u:secret@tcp(h)/d?interpolateParams=secret", "u:secret@tcp(h)/d?timeout=secret"} {
		if _, err := client.ParseDSN(dsn); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", dsn, err)
		}
	}
	for address, local := range map[string]bool{"127.0.0.1:3306": true, "[::1]:3306": true, "localhost:3306": true, "10.0.0.1:3306": false} {
		if got := (client.Config{Network: "tcp", Address: address}).Local(); got != local {
			t.Errorf("%s local: %v", address, got)
		}
	}
}
