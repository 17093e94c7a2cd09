package script

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/sandbox"
	"jitterlog/ingest/sandbox/sandboxtest"
	"jitterlog/ingest/workload/statement"
	"jitterlog/parse/rawlog"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }

func exec1(t *testing.T, conn *client.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func row(t *testing.T, conn *client.Conn, sql string) string {
	t.Helper()
	var got string
	if err := conn.Each(sql, func(c []string) error { got = strings.Join(c, " "); return nil }); err != nil {
		t.Fatal(err)
	}
	return got
}

func run(t *testing.T, s *sandbox.Server, o Options, threads int, events int64) (*load.Result, error) {
	t.Helper()
	w, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return load.Run(context.Background(), load.Plan{Server: sandboxtest.Config(s), Workload: w, Seed: 1, Log: &bytes.Buffer{},
		Stages: []load.Stage{{Threads: threads}}, Events: events})
}

const transfer = `\set from random(1, :accounts)
\set to 1 + (:from + 16) % :accounts
\set note random_text(8)
BEGIN;
UPDATE account SET balance = balance - 10, note = :note WHERE id = :from;
UPDATE account SET balance = balance + 10, client = :client_id WHERE id = :to;
COMMIT;
`

func TestRun(t *testing.T) {
	s := sandboxtest.Start(t, nil)
	conn := sandboxtest.Connect(t, s)
	exec1(t, conn, "CREATE TABLE account (id INT PRIMARY KEY, balance INT, note VARCHAR(9), client INT)")
	exec1(t, conn, "INSERT INTO account WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i+1 FROM s WHERE i<1000) SELECT i, 0, '', -1 FROM s")
	files := []File{{Name: "transfer.sql", Text: transfer, Weight: 1}, {Name: "read.sql", Text: "SELECT SUM(balance) FROM account", Weight: 3}}
	for _, mode := range []statement.Mode{statement.Prepared, statement.Text} {
		const n = 1200
		result, err := run(t, s, Options{Files: files, Mode: mode, Variables: map[string]int64{"accounts": 1000}}, 2, n)
		if err != nil {
			t.Fatal(err)
		}
		total, counted := result.End.Totals[0], result.End.Statements
		if total.Count != n || total.Failed != 0 {
			t.Errorf("mode %d: %+v", mode, total)
		}
		// One event in four is a transfer: 4 standard deviations are 60.
		transfers := counted.Write / 2
		if total.Retried == 0 && (transfers < n/4-60 || transfers > n/4+60 || counted != (rawlog.Statements{Read: n - transfers, Write: 2 * transfers, Other: 2 * transfers})) {
			t.Errorf("mode %d: statements %+v of %d events", mode, counted, n)
		}
	}
	if got := row(t, conn, "SELECT SUM(balance), MAX(LENGTH(note)), MIN(client), MAX(client) FROM account"); got != "0 8 -1 1" {
		t.Errorf("sum of balances, length of notes, clients = %s, want 0 8 -1 1", got)
	}
}

func TestErrorsOfTheServerSayWhere(t *testing.T) {
	s := sandboxtest.Start(t, nil)
	conn := sandboxtest.Connect(t, s)
	exec1(t, conn, "CREATE TABLE one (id INT PRIMARY KEY)")
	for text, want := range map[string]string{
		"SELECT 1;\nSELECT nothing FROM one":                              "a.sql:2: ",
		"BEGIN;\nINSERT INTO one VALUES (7);\nINSERT INTO one VALUES (7)": "a.sql:3: ",
		"\\set a 0\n\\set b 1 / :a\nSELECT :b":                            "a.sql:2: division by zero",
	} {
		_, err := run(t, s, Options{Files: []File{{"a.sql", text, 1}}}, 1, 1)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error = %v, want one that says %q", text, err, want)
		}
	}
	if got := row(t, conn, "SELECT COUNT(*) FROM one"); got != "0" {
		t.Errorf("%s rows of a transaction that failed", got)
	}
}

// TestValuesOutliveTheConnection tries an event again on another connection, as the engine does.
func TestValuesOutliveTheConnection(t *testing.T) {
	s := sandboxtest.Start(t, nil)
	conn := sandboxtest.Connect(t, s)
	exec1(t, conn, "CREATE TABLE seen (a INT, b INT)")
	w, err := New(Options{Files: []File{{"a.sql", "\\set a random(1, 1000000)\nINSERT INTO seen VALUES (:a, :client_id)", 1}}})
	if err != nil {
		t.Fatal(err)
	}
	k, err := w.NewWorker(load.WorkerEnv{ID: 3, Threads: 4, Rand: newRand(1)})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if err := k.Connect(sandboxtest.Connect(t, s)); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			k.Next()
		}
		if err := k.Do(&load.Recorder{}); err != nil {
			t.Fatal(err)
		}
	}
	if got := row(t, conn, "SELECT COUNT(*), COUNT(DISTINCT a), MIN(a) > 0, MAX(b) FROM seen"); got != "2 1 1 3" {
		t.Errorf("rows, different rows, a > 0, client = %s, want 2 1 1 3", got)
	}
}

func TestWrongOptions(t *testing.T) {
	good := File{"a.sql", "SELECT 1", 1}
	for want, o := range map[string]Options{
		"no file to run":     {},
		"a.sql: weight 0":    {Files: []File{{"a.sql", "SELECT 1", 0}}},
		`"1x" is no name`:    {Files: []File{good}, Variables: map[string]int64{"1x": 1}},
		"b.sql:1: :a has no": {Files: []File{{"a.sql", "\\set a 1\nSELECT :a", 1}, {"b.sql", "SELECT :a", 1}}},
	} {
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error = %v, want one that says %q", err, want)
		}
	}
}
