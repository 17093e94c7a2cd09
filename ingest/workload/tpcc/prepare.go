package tpcc

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
)

// Prepare loads initial data: it creates the tables that are not there, loads the units that are not there, on
// several connections, adds indexes and foreign keys, and checks the result. A unit is one
// transaction, so that a load that was stopped, in whatever way, goes on where it was; a unit of which only a
// part is there, from another loader, is made anew. A database that transactions have run on is
// left alone (ErrUsed). progress is called from one goroutine at a time, with rows loaded; a tenth of the total
// stands for what follows the rows.
func (t *Workload) Prepare(ctx context.Context, connect load.Connect, progress func(done, total int64)) error {
	conn, err := connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, conn.Abort)()
	if err := t.prepare(ctx, conn, connect, progress); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return err
	}
	return nil
}

func (t *Workload) prepare(ctx context.Context, conn *client.Conn, connect load.Connect, progress func(done, total int64)) error {
	if err := createTables(conn); err != nil {
		return err
	}
	scale := t.opts.Scale.withDefaults()
	inv, err := takeInventory(conn, scale)
	if err != nil {
		return err
	}
	if err := inv.tooMuch(); err != nil {
		return err
	}
	if err := checkUnused(conn, scale); err != nil {
		return err
	}
	var rows, done int64
	for _, u := range units(scale) {
		rows += u.rows(scale)
		if inv.whole(u) {
			done += u.rows(scale)
		}
	}
	total := rows + rows/10
	progress(done, total)
	l := &loader{workload: t, inv: inv, now: time.Now().UTC().Format(time.DateTime)}
	l.report = func(n int64) {
		l.mu.Lock()
		defer l.mu.Unlock()
		done += n
		progress(done, total)
	}
	if err := l.load(ctx, connect); err != nil {
		return err
	}
	if err := finish(ctx, conn, func(step, steps int) {
		progress(rows+rows/10*int64(step)/int64(steps+1), total)
	}); err != nil {
		return err
	}
	if err := t.checkLoaded(conn); err != nil {
		return err
	}
	progress(total, total)
	return nil
}

// Cleanup drops the tables.
func (t *Workload) Cleanup(ctx context.Context, conn *client.Conn) error {
	defer context.AfterFunc(ctx, conn.Abort)()
	for _, table := range slices.Backward(tables) {
		if _, err := conn.Exec("DROP TABLE IF EXISTS " + table.name); err != nil {
			return fmt.Errorf("tpcc: drop table %s: %w", table.name, err)
		}
	}
	return nil
}

func createTables(conn *client.Conn) error {
	for _, table := range tables {
		if _, err := conn.Exec("CREATE TABLE IF NOT EXISTS " + table.name + " (" + table.body + "\n) ENGINE=InnoDB"); err != nil {
			return fmt.Errorf("tpcc: create table %s: %w", table.name, err)
		}
	}
	return nil
}

// finish adds the indexes and foreign keys that are not there, and lets the server count.
func finish(ctx context.Context, conn *client.Conn, step func(done, of int)) error {
	// The rows are known to fit; without the check a foreign key is added at once.
	if _, err := conn.Exec("SET foreign_key_checks=0"); err != nil {
		return err
	}
	have := map[string]bool{}
	note := func(columns []string) error {
		have[strings.Join(columns, " ")] = true
		return nil
	}
	if err := errors.Join(
		conn.Each("SELECT DISTINCT 'INDEX',table_name,index_name FROM information_schema.statistics WHERE table_schema=DATABASE()", note),
		conn.Each("SELECT 'CONSTRAINT',table_name,constraint_name FROM information_schema.table_constraints"+
			" WHERE constraint_schema=DATABASE() AND constraint_type='FOREIGN KEY'", note),
	); err != nil {
		return err
	}
	for i, c := range constraints {
		step(i, len(constraints))
		if err := ctx.Err(); err != nil {
			return err
		}
		kind, _, _ := strings.Cut(c.add, " ")
		if have[kind+" "+c.table+" "+c.name] {
			continue
		}
		if _, err := conn.Exec("ALTER TABLE " + c.table + " ADD " + c.add); err != nil {
			return fmt.Errorf("tpcc: add %s to table %s: %w", c.name, c.table, err)
		}
	}
	// Without fresh statistics the first minutes of a run may use other plans than the rest.
	for _, table := range tables {
		if _, err := conn.Exec("ANALYZE TABLE " + table.name); err != nil {
			return fmt.Errorf("tpcc: analyze table %s: %w", table.name, err)
		}
	}
	step(len(constraints), len(constraints))
	return nil
}

// checkLoaded counts the rows again and checks the conditions that initial data must hold.
func (t *Workload) checkLoaded(conn *client.Conn) error {
	inv, err := takeInventory(conn, t.opts.Scale.withDefaults())
	if err != nil {
		return err
	}
	if missing := inv.missing(); len(missing) > 0 {
		return fmt.Errorf("tpcc: %d parts of the data are not whole after the load, the first: %s: does somebody else write to the database?", len(missing), missing[0])
	}
	violations, err := Check(conn, InitialConditions())
	if err != nil {
		return err
	}
	if len(violations) > 0 {
		return fmt.Errorf("tpcc: the data loaded is not consistent: %w", violations[0])
	}
	return nil
}

// A loader loads the missing units, with as many connections as asked for.
type loader struct {
	workload *Workload
	inv      *inventory
	now      string
	mu       sync.Mutex
	report   func(rows int64) // holds mu; calls progress
}

func (l *loader) load(ctx context.Context, connect load.Connect) error {
	missing := l.inv.missing()
	var next atomic.Int64
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var workers sync.WaitGroup
	for range min(l.workload.opts.Loaders, len(missing)) {
		workers.Go(func() {
			if err := l.work(ctx, connect, func() (unit, bool) {
				i := next.Add(1) - 1
				if i >= int64(len(missing)) {
					return unit{}, false
				}
				return missing[i], true
			}); err != nil {
				stop(err)
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// work loads units on one connection until there are no more.
func (l *loader) work(ctx context.Context, connect load.Connect, next func() (unit, bool)) error {
	conn, err := connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, conn.Abort)()
	for _, set := range []string{"SET autocommit=0", "SET unique_checks=0", "SET foreign_key_checks=0"} {
		if _, err := conn.Exec(set); err != nil {
			return err
		}
	}
	w := newUnitWriter(conn)
	for u, ok := next(); ok; u, ok = next() {
		if err := l.unit(w, u); err != nil {
			return fmt.Errorf("tpcc: load %s: %w", u, err)
		}
		l.report(u.rows(l.inv.scale))
	}
	return nil
}

// unitTries is how often a unit is begun: removing a part of one can collide with its neighbours' rows.
const unitTries = 10

func (l *loader) unit(w *unitWriter, u unit) error {
	for try := 1; ; try++ {
		g := &generator{l.inv.scale, l.workload.opts.Compat, l.now, u.rand(l.workload.opts.Seed)}
		err := w.write(g, u, l.inv.begun(u))
		class, _ := client.Classify(err)
		if err == nil || try == unitTries || class != client.Deadlock && class != client.LockWait {
			return err
		}
		if _, err := w.conn.Exec("ROLLBACK"); err != nil {
			return err
		}
		time.Sleep(time.Duration(rand.IntN(try*20)) * time.Millisecond)
	}
}
