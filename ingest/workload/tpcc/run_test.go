package tpcc

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
)

// newWorker makes a connected worker.
func newWorker(t testing.TB, workload *Workload, open load.Connect, id int) *worker {
	t.Helper()
	w, err := workload.NewWorker(load.WorkerEnv{ID: id, Threads: 4, Rand: rand.New(rand.NewPCG(1, uint64(id))), Stopping: func() bool { return false }})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Connect(connect(t, open)); err != nil {
		t.Fatal(err)
	}
	return w.(*worker)
}

// do executes the event that was drawn, and again after deadlocks and lock waits.
func do(w *worker, rec *load.Recorder) (retries int, err error) {
	for {
		err := w.Do(rec)
		if class := classOf(err); class != client.Deadlock && class != client.LockWait {
			return retries, err
		}
		retries++
	}
}

func classOf(err error) client.Class {
	class, _ := client.Classify(err)
	return class
}

// runConcurrently runs four workers for a while and returns how often they did each transaction.
func runConcurrently(t *testing.T, workload *Workload, open load.Connect, length time.Duration) (done [opCount]int) {
	t.Helper()
	var (
		mu      sync.Mutex
		retried int
		group   sync.WaitGroup
	)
	end := time.Now().Add(length)
	for id := range 4 {
		w := newWorker(t, workload, open, id)
		group.Go(func() {
			var rec load.Recorder
			for time.Now().Before(end) {
				op := w.Next()
				retries, err := do(w, &rec)
				if err != nil {
					t.Errorf("%s: %v", workload.Ops()[op].Name, err)
					return
				}
				mu.Lock()
				done[op]++
				retried += retries
				mu.Unlock()
			}
		})
	}
	group.Wait()
	t.Logf("%v done, %d tries failed", done, retried)
	for op, n := range done {
		if n == 0 {
			t.Errorf("no %s", workload.Ops()[op].Name)
		}
	}
	return done
}

func TestConditionsHoldAfterAConcurrentRun(t *testing.T) {
	for _, compat := range []Compat{Standard, TPCCMySQL} {
		for _, warehouses := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s, %d warehouses", compat, warehouses), func(t *testing.T) {
				scale := small
				scale.Warehouses = warehouses
				// Many deliveries, so that they meet in a district.
				workload, open := loaded(t, "concurrent", Options{Scale: scale, Compat: compat, Mix: Mix{10, 10, 1, 4, 1}})
				runConcurrently(t, workload, open, 700*time.Millisecond)
				conn := connect(t, open)
				violations, err := Check(conn, Conditions(compat))
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range violations {
					t.Error(v)
				}
			})
		}
	}
}

// TestDeliveriesShareTheOrders lets four workers deliver until nothing waits: each order is delivered once, and
// a delivery that finds none is no error.
func TestDeliveriesShareTheOrders(t *testing.T) {
	workload, open := loaded(t, "deliveries", Options{Scale: small, Mix: Mix{0, 0, 0, 1, 0}})
	var group sync.WaitGroup
	for id := range 4 {
		w := newWorker(t, workload, open, id)
		group.Go(func() {
			var rec load.Recorder
			for range 10 {
				w.Next()
				if _, err := do(w, &rec); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	conn := connect(t, open)
	if got := query(t, conn, "SELECT CONCAT(SUM(c_delivery_cnt),' ',(SELECT COUNT(*) FROM new_orders)) FROM customer"); got != "300 0" {
		t.Errorf("deliveries and orders left: %s, want 300 0", got)
	}
	violations, err := Check(conn, Conditions(Standard))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

// statements is a count of the server.
type statements struct{ questions, selects, inserts, updates, deletes, commits, rollbacks int }

func (a statements) minus(b statements) statements {
	return statements{a.questions - b.questions, a.selects - b.selects, a.inserts - b.inserts, a.updates - b.updates,
		a.deletes - b.deletes, a.commits - b.commits, a.rollbacks - b.rollbacks}
}

// serverStatements is what the server has counted for the connection.
func serverStatements(t *testing.T, conn *client.Conn) statements {
	t.Helper()
	var s statements
	fields := map[string]*int{"Questions": &s.questions, "Com_select": &s.selects, "Com_insert": &s.inserts, "Com_update": &s.updates,
		"Com_delete": &s.deletes, "Com_commit": &s.commits, "Com_rollback": &s.rollbacks}
	if err := conn.Each("SHOW SESSION STATUS WHERE Variable_name IN ('Questions','Com_select','Com_insert','Com_update','Com_delete','Com_commit','Com_rollback')",
		func(columns []string) (err error) {
			*fields[columns[0]], err = strconv.Atoi(columns[1])
			return err
		}); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestStatements holds each transaction to what tpcc-mysql sends for it, as the server counts.
func TestStatements(t *testing.T) {
	for _, compat := range []Compat{Standard, TPCCMySQL} {
		t.Run(compat.String(), func(t *testing.T) {
			workload, open := loaded(t, "statements", Options{Scale: Scale{Warehouses: 2, Items: 2000, Customers: 300}, Compat: compat})
			w := newWorker(t, workload, open, 0)
			conn := w.session.conn
			var rec load.Recorder
			var total [opCount]statements
			var count [opCount]int
			for range 23 * 10 {
				op := w.Next()
				before := serverStatements(t, conn)
				if err := w.Do(&rec); err != nil {
					t.Fatal(err)
				}
				got := serverStatements(t, conn).minus(before)
				got.questions-- // SHOW STATUS itself
				if want := expected(w, op, got); got != want {
					t.Fatalf("%s: %+v, want %+v", workload.Ops()[op].Name, got, want)
				}
				total[op].questions += got.questions
				count[op]++
			}
			questions := 0
			for op, n := range total {
				questions += n.questions
				t.Logf("%-12s %6.1f statements", workload.Ops()[op].Name, float64(n.questions)/float64(count[op]))
			}
			mean := float64(questions) / (23 * 10)
			t.Logf("%-12s %6.2f statements", "mix", mean)
			// The mean of 100 new orders of 5 to 15 lines varies by 1.3 statements.
			if mean < 34.5 || mean > 38.5 {
				t.Errorf("%.2f statements a transaction, want about 36.5", mean)
			}
		})
	}
}

// expected is what the transaction drawn last has to send. Whether a customer's credit was bad, and how many
// items were looked at, only the server knows.
func expected(w *worker, op int, got statements) statements {
	byName := func(last int) int {
		if last >= 0 {
			return 1
		}
		return 0
	}
	var want statements
	switch op {
	case newOrderOp:
		tx := w.transactions[op].(*newOrder)
		lines := len(tx.lines)
		want = statements{selects: 2 + 2*lines, inserts: 2 + lines, updates: 1 + lines, commits: 1}
		if tx.lines[lines-1].item > w.database.Items {
			want = statements{selects: 1 + 2*lines, inserts: 1 + lines, updates: lines, rollbacks: 1}
		}
	case paymentOp:
		tx := w.transactions[op].(*payment)
		want = statements{selects: 3 + 2*byName(tx.last), inserts: 1, updates: 3, commits: 1}
		if got.selects == want.selects+1 { // bad credit
			want.selects++
		}
	case orderStatusOp:
		want = statements{selects: 3 + byName(w.transactions[op].(*orderStatus).last), commits: 1}
	case deliveryOp:
		want = statements{selects: 30, deletes: 10, updates: 30, commits: 10}
	case stockLevelOp:
		want = statements{selects: 2 + len(w.transactions[op].(*stockLevel).items), commits: 1}
	}
	want.questions = want.selects + want.inserts + want.updates + want.deletes + want.commits + want.rollbacks
	return want
}

// TestRollback holds that an order of an item that does not exist is completed, and leaves nothing.
func TestRollback(t *testing.T) {
	workload, open := loaded(t, "rollback", Options{Scale: small, Mix: Mix{1, 0, 0, 0, 0}})
	w := newWorker(t, workload, open, 0)
	conn := connect(t, open)
	const state = "SELECT CONCAT(SUM(d_next_o_id),' ',(SELECT COUNT(*) FROM orders),' ',(SELECT COUNT(*) FROM order_line)," +
		"' ',(SELECT SUM(s_quantity) FROM stock)) FROM district"
	var rec load.Recorder
	rolledBack, events := 0, 0
	for ; events < 1500 && rolledBack < 5; events++ {
		w.Next()
		tx := w.transactions[newOrderOp].(*newOrder)
		if tx.lines[len(tx.lines)-1].item <= small.Items {
			continue
		}
		rolledBack++
		before := query(t, conn, state)
		if err := w.Do(&rec); err != nil {
			t.Fatal(err)
		}
		if after := query(t, conn, state); after != before {
			t.Errorf("the order that was rolled back left something: %s, before %s", after, before)
		}
	}
	if rolledBack < 5 {
		t.Errorf("%d of %d orders roll back, want one in a hundred", rolledBack, events)
	}
}

// TestLockWait holds that a transaction that fails is rolled back as a whole, and succeeds when tried again.
func TestLockWait(t *testing.T) {
	workload, open := loaded(t, "lockwait", Options{Scale: small, Mix: Mix{0, 1, 0, 0, 0}})
	w := newWorker(t, workload, open, 0)
	execute(t, w.session.conn, "SET innodb_lock_wait_timeout=1")
	blocker, watcher := connect(t, open), connect(t, open)
	execute(t, blocker, "BEGIN")
	execute(t, blocker, "SELECT * FROM district FOR UPDATE")
	paid := query(t, watcher, "SELECT w_ytd FROM warehouse")
	w.Next()
	var rec load.Recorder
	err := w.Do(&rec)
	if class, number := client.Classify(err); class != client.LockWait || number != 1205 {
		t.Fatalf("got %v, want a lock wait", err)
	}
	if now := query(t, watcher, "SELECT w_ytd FROM warehouse FOR UPDATE"); now != paid {
		t.Errorf("w_ytd %s, want %s: the failed payment was not rolled back", now, paid)
	}
	execute(t, blocker, "ROLLBACK")
	if err := w.Do(&rec); err != nil {
		t.Fatal(err)
	}
	if n := query(t, watcher, "SELECT COUNT(*) FROM history"); n != "1001" {
		t.Errorf("%s rows of history, want 1001: one payment", n)
	}
}

// TestReconnect holds that a worker goes on with a new connection after it lost one.
func TestReconnect(t *testing.T) {
	workload, open := loaded(t, "reconnect", Options{Scale: small})
	w := newWorker(t, workload, open, 0)
	var rec load.Recorder
	w.session.conn.Abort()
	w.Next()
	if err := w.Do(&rec); classOf(err) != client.Lost {
		t.Fatalf("got %v, want a lost connection", err)
	}
	if err := w.Connect(connect(t, open)); err != nil {
		t.Fatal(err)
	}
	if err := w.Do(&rec); err != nil {
		t.Errorf("the event tried again on a new connection: %v", err)
	}
}

func TestRunAsksTheDatabase(t *testing.T) {
	_, open := loaded(t, "asks", Options{Scale: small})
	conn := connect(t, open)
	if _, err := newWorkload(t, Options{Scale: Scale{Warehouses: 3}}).open(conn); err == nil ||
		err.Error() != "tpcc: the database holds 1 warehouses, 3 were asked for" {
		t.Errorf("too few warehouses: %v", err)
	}
	d, err := newWorkload(t, Options{}).open(conn)
	if err != nil {
		t.Fatal(err)
	}
	if d.Scale != small {
		t.Errorf("scale %+v, want %+v", d.Scale, small)
	}
	empty := connect(t, newDatabase(t, "asks_empty"))
	if err := createTables(empty); err != nil {
		t.Fatal(err)
	}
	if _, err := newWorkload(t, Options{}).open(empty); err == nil || err.Error() != "tpcc: the database holds no warehouse, items or customers: prepare it first" {
		t.Errorf("empty database: %v", err)
	}
}

func BenchmarkMix(b *testing.B) {
	workload := newWorkload(b, Options{Scale: Scale{Warehouses: 1, Items: 10_000, Customers: 300}})
	open := newDatabase(b, "bench")
	if err := workload.Prepare(context.Background(), open, func(done, total int64) {}); err != nil {
		b.Fatal(err)
	}
	w := newWorker(b, workload, open, 0)
	var rec load.Recorder
	b.ReportAllocs()
	for b.Loop() {
		w.Next()
		if err := w.Do(&rec); err != nil {
			b.Fatal(err)
		}
	}
}
