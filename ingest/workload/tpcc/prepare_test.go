package tpcc

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
)

// fingerprint is of all rows, whatever their order; dates are the same in all rows of a load.
func fingerprint(t *testing.T, conn *client.Conn) map[string]string {
	t.Helper()
	sums := map[string]string{}
	for _, table := range tables {
		var columns []string
		for _, c := range strings.Split(table.columns, ",") {
			if !strings.HasSuffix(c, "_since") && !strings.HasSuffix(c, "_date") && !strings.HasSuffix(c, "_entry_d") && !strings.HasSuffix(c, "_delivery_d") {
				columns = append(columns, "COALESCE("+c+",'-')")
			}
		}
		sums[table.name] = query(t, conn, "SELECT CONCAT(COUNT(*),' rows ',BIT_XOR(CRC32(CONCAT_WS('|',"+strings.Join(columns, ",")+")))) FROM "+table.name)
	}
	return sums
}

func TestLoadIsTheSameHoweverManyConnections(t *testing.T) {
	one, openOne := loaded(t, "one", Options{Scale: Scale{Warehouses: 2, Items: 200, Customers: 20}, Seed: 7, Loaders: 1})
	_, openMany := loaded(t, "many", Options{Scale: Scale{Warehouses: 2, Items: 200, Customers: 20}, Seed: 7, Loaders: 5})
	connOne := connect(t, openOne)
	a, b := fingerprint(t, connOne), fingerprint(t, connect(t, openMany))
	for _, table := range tables {
		if a[table.name] != b[table.name] {
			t.Errorf("%s: %s with one connection, %s with five", table.name, a[table.name], b[table.name])
		}
	}
	if err := one.Prepare(context.Background(), openOne, func(done, total int64) {}); err != nil {
		t.Errorf("loading again what is there: %v", err)
	}
	for table, sum := range fingerprint(t, connOne) {
		if sum != a[table] {
			t.Errorf("%s: loading again what is there changed it", table)
		}
	}
}

func TestLoadGoesOnAfterItWasStopped(t *testing.T) {
	scale := Scale{Warehouses: 2, Items: 12_000, Customers: 100}
	_, whole := loaded(t, "whole", Options{Scale: scale, Seed: 3})
	open := newDatabase(t, "stopped")
	workload := newWorkload(t, Options{Scale: scale, Seed: 3})

	// The connections are cut in the middle, as by a kill of the client.
	ctx, cancel := context.WithCancel(context.Background())
	err := workload.Prepare(ctx, open, func(done, total int64) {
		if done > total/3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped load: %v, want context.Canceled", err)
	}
	conn := connect(t, open)
	for _, sql := range []string{
		// Another loader left a part of a unit, in each kind of them.
		"DELETE FROM item WHERE i_id<>11000 AND i_id>10000",
		"DELETE FROM warehouse WHERE w_id=2",
		"REPLACE INTO district (d_w_id,d_id,d_next_o_id,d_ytd) VALUES (2,5,101,1000)",
		"DELETE FROM stock WHERE s_w_id=2 AND s_i_id>10000",
		"INSERT INTO stock (s_w_id,s_i_id) VALUES (2,11000)",
		"DELETE FROM history WHERE h_c_w_id=1 AND h_c_d_id=1 AND h_c_id>50",
		"DELETE FROM customer WHERE c_w_id=2 AND c_d_id=10",
		"INSERT INTO customer (c_w_id,c_d_id,c_id,c_delivery_cnt) VALUES (2,10,5,0)",
		"DELETE FROM new_orders WHERE no_w_id=1 AND no_d_id=1 AND no_o_id=100",
		"DELETE FROM order_line WHERE ol_w_id=1 AND ol_d_id=2 AND ol_o_id=100",
		"REPLACE INTO order_line (ol_w_id,ol_d_id,ol_o_id,ol_number) VALUES (2,9,7,1)",
	} {
		execute(t, conn, sql)
	}
	first := int64(-1)
	if err := workload.Prepare(context.Background(), open, func(done, total int64) {
		if first < 0 {
			first = done
		}
	}); err != nil {
		t.Fatal(err)
	}
	if first == 0 {
		t.Error("nothing of the stopped load was kept")
	}
	want := fingerprint(t, connect(t, whole))
	for table, sum := range fingerprint(t, conn) {
		if sum != want[table] {
			t.Errorf("%s: %s, want %s", table, sum, want[table])
		}
	}
}

func TestPrepareLeavesAUsedDatabaseAlone(t *testing.T) {
	workload, open := loaded(t, "used", Options{Scale: small})
	conn := connect(t, open)
	for _, test := range []struct{ change, undo, want string }{
		{"UPDATE district SET d_next_o_id=102 WHERE d_w_id=1 AND d_id=3", "UPDATE district SET d_next_o_id=101 WHERE d_w_id=1 AND d_id=3", "warehouse 1, district 3"},
		{"UPDATE customer SET c_delivery_cnt=1 WHERE c_w_id=1 AND c_d_id=4 AND c_id=7", "UPDATE customer SET c_delivery_cnt=0", "warehouse 1, district 4"},
		{"INSERT INTO item (i_id) VALUES (1001)", "DELETE FROM item WHERE i_id=1001", "items of block 0"},
		{"INSERT INTO warehouse (w_id) VALUES (2)", "DELETE FROM warehouse WHERE w_id=2", "holds warehouse 2, but 1 were asked for"},
	} {
		execute(t, conn, test.change)
		err := workload.Prepare(context.Background(), open, func(done, total int64) {})
		if !errors.Is(err, ErrUsed) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("after %s: %v, want ErrUsed with %q", test.change, err, test.want)
		}
		execute(t, conn, test.undo)
	}
	if err := workload.Prepare(context.Background(), open, func(done, total int64) {}); err != nil {
		t.Errorf("after undoing all: %v", err)
	}
}

func TestProgressEndsAtTheTotal(t *testing.T) {
	open := newDatabase(t, "progress")
	last, all := int64(-1), int64(0)
	err := newWorkload(t, Options{Scale: small}).Prepare(context.Background(), open, func(done, total int64) {
		if done < last {
			t.Errorf("progress fell from %d to %d", last, done)
		}
		last, all = done, total
	})
	if err != nil {
		t.Fatal(err)
	}
	if last != all || all == 0 {
		t.Errorf("progress ended at %d of %d", last, all)
	}
}

func TestPrepareReportsWhatFails(t *testing.T) {
	open := newDatabase(t, "failing")
	tries := 0
	failing := func(ctx context.Context) (*client.Conn, error) {
		if tries++; tries > 1 {
			return nil, errors.New("no more connections")
		}
		return open(ctx)
	}
	err := newWorkload(t, Options{Scale: small, Loaders: 1}).Prepare(context.Background(), load.Connect(failing), func(done, total int64) {})
	if err == nil || err.Error() != "no more connections" {
		t.Errorf("got %v, want the error of the connection", err)
	}
}

func TestCleanup(t *testing.T) {
	workload, open := loaded(t, "cleanup", Options{Scale: small})
	conn := connect(t, open)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for range 2 { // nothing left to drop is no error
		if err := workload.Cleanup(ctx, conn); err != nil {
			t.Fatal(err)
		}
		if left := query(t, conn, "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema=DATABASE()"); left != "0" {
			t.Errorf("%s tables left", left)
		}
	}
}
