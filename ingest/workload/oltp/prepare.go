package oltp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"

	"golang.org/x/sync/errgroup"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
)

// packetRows is how many rows one INSERT loads: some 420 KB, below every server's max_allowed_packet.
const packetRows = 2000

// indexWeight is how many rows' worth of progress the index of a table stands for: 1/indexWeight of them.
const indexWeight = 10

// Prepare makes and fills the tables as sysbench does: a connection for each table at a time, the
// index on k after the rows. An INSERT is a transaction, so a load that was stopped goes on after the
// last one; a table with more rows than asked for is refused. progress counts rows, and a tenth
// for the indexes.
func (w *Workload) Prepare(ctx context.Context, connect load.Connect, progress func(done, total int64)) error {
	rows := w.initialRows()
	p := &preparation{Workload: w, rows: rows, progress: progress, total: int64(w.o.Tables) * (rows + rows/indexWeight + 1)}
	g, groupCtx := errgroup.WithContext(ctx)
	g.SetLimit(w.o.Loaders)
	for t := 1; t <= w.o.Tables && groupCtx.Err() == nil; t++ {
		g.Go(func() error { return p.connected(groupCtx, connect, t) })
	}
	if err := g.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return context.Cause(ctx)
}

// initialRows is how many rows Prepare makes: none where the run's own ids might collide with them.
func (w *Workload) initialRows() int64 {
	if w.o.NoAutoInc && w.inserts() {
		return 0
	}
	return int64(w.o.TableSize)
}

func (w *Workload) inserts() bool {
	return len(w.script.groups) == 1 && w.script.groups[0].args == insertRow
}

// Cleanup drops the tables.
func (w *Workload) Cleanup(ctx context.Context, conn *client.Conn) error {
	defer context.AfterFunc(ctx, conn.Abort)()
	for t := 1; t <= w.o.Tables; t++ {
		if _, err := conn.Exec("DROP TABLE IF EXISTS sbtest" + strconv.Itoa(t)); err != nil {
			return fmt.Errorf("drop table sbtest%d: %w", t, err)
		}
	}
	return nil
}

// A preparation is one Prepare.
type preparation struct {
	*Workload
	rows int64 // of a table

	mu          sync.Mutex
	done, total int64
	progress    func(done, total int64)
}

func (p *preparation) add(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	p.progress(p.done, p.total)
}

// connected makes one table on a connection of its own.
func (p *preparation) connected(ctx context.Context, connect load.Connect, t int) error {
	conn, err := connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, conn.Abort)()
	if err := p.table(conn, t); err != nil {
		return fmt.Errorf("prepare sbtest%d: %w", t, err)
	}
	return nil
}

// table makes one table, or what is missing of it.
func (p *preparation) table(conn *client.Conn, t int) error {
	name := "sbtest" + strconv.Itoa(t)
	if _, err := conn.Exec(p.definition(t)); err != nil {
		return err
	}
	// The server may still be at the last INSERT of a load whose client is gone: its lock lasts until it
	// is done with all of them.
	if _, err := conn.Exec("LOCK TABLES " + name + " WRITE"); err != nil {
		return err
	}
	have, err := count(conn, "SELECT COUNT(*) FROM "+name)
	if err != nil {
		return err
	}
	if have > p.rows {
		return fmt.Errorf("the table holds %d rows, more than the %d asked for: clean up first, or ask for its size", have, p.rows)
	}
	p.add(have)
	for have < p.rows {
		// The end of a packet is the same however often the load was stopped, so the rows are too.
		n := min(packetRows-have%packetRows, p.rows-have)
		if _, err := conn.Exec(p.packet(name, t, have, n)); err != nil {
			return err
		}
		have += n
		p.add(n)
	}
	if err := p.index(conn, name, t); err != nil {
		return err
	}
	p.add(p.rows/indexWeight + 1)
	return nil
}

func (p *preparation) definition(t int) string {
	id, k, suffix := "INTEGER NOT NULL", "INTEGER", ""
	if p.script.legacy {
		id, k, suffix = "INTEGER UNSIGNED NOT NULL", "INTEGER UNSIGNED", " MAX_ROWS=1000000"
	}
	if !p.o.NoAutoInc {
		id += " AUTO_INCREMENT"
	}
	key := "PRIMARY KEY"
	if p.o.Secondary {
		key = "KEY xid"
	}
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS sbtest%d (id %s, k %s DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, "+
		"pad CHAR(60) DEFAULT '' NOT NULL, %s (id)) ENGINE=%s%s", t, id, k, key, p.o.Engine, suffix)
}

// packet is the INSERT of n rows after the first from rows.
func (p *preparation) packet(name string, t int, from, n int64) string {
	r := rand.New(rand.NewPCG(p.o.Seed, uint64(t)<<40|uint64(from/packetRows)))
	c, pad := template(cGroups), template(padGroups)
	columns := "(k, c, pad)"
	if p.o.NoAutoInc {
		columns = "(id, k, c, pad)"
	}
	b := make([]byte, 0, 512<<10)
	b = append(b, "INSERT INTO "+name+columns+" VALUES "...)
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '(')
		if p.o.NoAutoInc {
			b = append(strconv.AppendInt(b, from+i+1, 10), ',')
		}
		b = strconv.AppendInt(b, p.draw.Draw(r, 1, int64(p.o.TableSize)), 10)
		fill(r, c)
		fill(r, pad)
		b = append(append(append(b, ",'"...), c...), "','"...)
		b = append(append(b, pad...), "')"...)
	}
	return string(b)
}

// index adds the index on k, unless the table has it.
func (p *preparation) index(conn *client.Conn, name string, t int) error {
	if p.o.NoSecondIndex {
		return nil
	}
	index := "k_" + strconv.Itoa(t)
	have, err := count(conn, "SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema=DATABASE() AND table_name='"+
		name+"' AND index_name='"+index+"'")
	if err != nil || have > 0 {
		return err
	}
	_, err = conn.Exec("CREATE INDEX " + index + " ON " + name + "(k)")
	return err
}

func count(conn *client.Conn, query string) (n int64, err error) {
	err = conn.Each(query, func(columns []string) error {
		n, err = strconv.ParseInt(columns[0], 10, 64)
		return err
	})
	return n, err
}
