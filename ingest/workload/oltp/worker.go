package oltp

import (
	"database/sql/driver"
	"fmt"
	"math/rand/v2"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/workload/statement"
)

// worker is one client. Its buffers are the arguments of all its statements.
type worker struct {
	*Workload
	rand          *rand.Rand
	lo, hi        int64 // of the numbers of segments
	begin, commit *statement.Statement
	tables        []table
	part          segments // of the workloads that have segments
	segment       *statement.Statement
	c, pad        []byte
	cArg, padArg  driver.Value // c and pad, in the interface once
}

// A table has the statements of each group.
type table [][]*statement.Statement

// NewWorker makes a worker, which prepares its statements for all tables when it connects.
func (w *Workload) NewWorker(env load.WorkerEnv) (load.Worker, error) {
	k := &worker{Workload: w, rand: env.Rand, c: template(cGroups), pad: template(padGroups)}
	k.cArg, k.padArg = k.c, k.pad
	if w.script.segments != nil {
		k.part = w.script.segments(w.o)
		rows := float64(w.o.TableSize) / float64(max(env.Threads, 1))
		k.lo = int64(rows * float64(env.ID))
		k.hi = int64(rows*float64(env.ID) + rows)
	}
	return k, nil
}

// Connect prepares the statements.
func (k *worker) Connect(conn *client.Conn) error {
	p := preparer{conn: conn, mode: k.o.Mode}
	if k.script.segments != nil {
		k.segment = p.statement(k.part.sql)
		return p.error()
	}
	if k.script.transaction && !k.o.SkipTrx {
		k.begin, k.commit = p.statement("BEGIN"), p.statement("COMMIT")
	}
	k.tables = make([]table, k.o.Tables)
	for t := range k.tables {
		k.tables[t] = make(table, len(k.script.groups))
		for g, group := range k.script.groups {
			if k.leftOut(group) {
				continue
			}
			for _, sql := range group.sql {
				k.tables[t][g] = append(k.tables[t][g], p.statement(fmt.Sprintf(sql, t+1)))
			}
		}
	}
	return p.error()
}

// A preparer keeps the first error.
type preparer struct {
	conn *client.Conn
	mode statement.Mode
	err  error
}

func (p *preparer) statement(sql string) *statement.Statement {
	if p.err != nil {
		return nil
	}
	var s *statement.Statement
	s, p.err = statement.New(p.conn, p.mode, sql)
	return s
}

// noSuchTable is the server's error for it.
const noSuchTable = 1146

func (p *preparer) error() error {
	if _, number := client.Classify(p.err); number == noSuchTable {
		return fmt.Errorf("%w: prepare the tables first, as many as the run uses", p.err)
	}
	return p.err
}

func (k *worker) leftOut(g group) bool { return g.ranges && k.o.NoRanges || g.count(k.o) == 0 }

// Next has nothing to draw: numbers are drawn as they are needed, anew for each try.
func (k *worker) Next() int { return 0 }

// Do executes one event.
func (k *worker) Do(rec *load.Recorder) error {
	if k.segment != nil {
		return k.executeSegment(rec)
	}
	if k.begin != nil {
		if err := k.begin.Exec(rec); err != nil {
			return err
		}
	}
	t := k.table()
	for g, group := range k.script.groups {
		if k.leftOut(group) {
			continue
		}
		if g > 0 && !k.script.oneTable {
			t = k.table()
		}
		for range group.count(k.o) {
			if err := k.execute(group.args, t[g], rec); err != nil {
				return err
			}
		}
	}
	if k.commit != nil {
		return k.commit.Exec(rec)
	}
	return nil
}

// table draws a table, uniformly whatever the distribution.
func (k *worker) table() table { return k.tables[k.rand.IntN(len(k.tables))] }

// number draws an id, or a k.
func (k *worker) number() int64 { return k.draw.Draw(k.rand, 1, int64(k.o.TableSize)) }

// execute draws the arguments of a group and executes its statements.
func (k *worker) execute(kind argument, statements []*statement.Statement, rec *load.Recorder) error {
	args := statements[0].Args
	switch kind {
	case id:
		args[0] = k.number()
	case idRange:
		first := k.number()
		args[0], args[1] = first, first+int64(k.o.RangeSize)-1
	case valueID:
		fill(k.rand, k.c)
		args[0], args[1] = k.cArg, k.number()
	case wholeRow:
		same := k.number()
		args[0] = same
		k.row(statements[1].Args, same)
	case insertRow:
		row := int64(0) // the server's next
		if k.o.NoAutoInc {
			row = int64(k.unique.Next()) - 1<<31 // as a signed INTEGER
		}
		k.row(args, row)
	}
	for _, s := range statements {
		if err := s.Exec(rec); err != nil {
			return err
		}
	}
	return nil
}

func (k *worker) row(args []driver.Value, id int64) {
	fill(k.rand, k.c)
	fill(k.rand, k.pad)
	args[0], args[1], args[2], args[3] = id, k.number(), k.cArg, k.padArg
}

func (k *worker) executeSegment(rec *load.Recorder) error {
	args := k.segment.Args[:0]
	for range k.part.draws {
		v := k.draw.Draw(k.rand, k.lo, k.hi)
		args = append(args, v)
		if k.part.ranges {
			args = append(args, v+int64(k.o.Delta))
		}
	}
	return k.segment.Exec(rec)
}
