package insert

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
)

const (
	defaultRows = 500_000
	// poll is how often the progress of a CALL is looked at: a hundredth of the usual interval, since
	// rows are counted in the interval in which they were seen.
	poll = 10 * time.Millisecond
)

// The operations of procedure: rows, and whole CALLs.
const (
	insertOp = iota
	callOp
)

// procedure is a loop in the server that inserts a row and commits it, many times a CALL: commits
// without a client. While a CALL runs, the worker's connection reads the progress from the server's
// count of INSERTs, so nothing else should insert meanwhile; when the CALL ends, what it is known to
// have inserted counts.
type procedure struct {
	o    Options
	rows int64
}

func newProcedure(o Options) *procedure {
	if o.Rows == 0 {
		o.Rows = defaultRows
	}
	return &procedure{o: o, rows: int64(o.Rows)}
}

// Name is procedure.
func (p *procedure) Name() string { return "procedure" }

// Ops are insert, which has no latency, and call.
func (p *procedure) Ops() []load.Op { return []load.Op{operation, {Name: "call"}} }

const procedureSQL = `CREATE PROCEDURE insert_procedure(IN rows_wanted INT)
BEGIN
  DECLARE i INT DEFAULT 0;
  WHILE i < rows_wanted DO
    START TRANSACTION;
    INSERT INTO insert_procedure VALUES (i, REPEAT(CHAR(97 + i % 26), 80));
    COMMIT;
    SET i = i + 1;
  END WHILE;
END`

// Prepare makes the table, empty, and the procedure.
func (p *procedure) Prepare(ctx context.Context, connect load.Connect, progress func(done, total int64)) error {
	err := create(ctx, connect, "insert_procedure", "(a INT, b VARCHAR(80))"+p.o.suffix(),
		"DROP PROCEDURE IF EXISTS insert_procedure", procedureSQL)
	if err != nil {
		return err
	}
	progress(1, 1)
	return nil
}

// Cleanup drops the procedure and the table.
func (p *procedure) Cleanup(ctx context.Context, conn *client.Conn) error {
	return drop(ctx, conn, "PROCEDURE IF EXISTS insert_procedure", "TABLE IF EXISTS insert_procedure")
}

// NewWorker makes the one worker.
func (p *procedure) NewWorker(env load.WorkerEnv) (load.Worker, error) {
	switch {
	case env.Threads != 1:
		return nil, fmt.Errorf("procedure: %d threads: want 1, because the progress of several cannot be told apart", env.Threads)
	case p.o.Connect == nil:
		return nil, errors.New("procedure: a run needs Options.Connect")
	}
	return &procedureWorker{procedure: p, stopping: env.Stopping}, nil
}

type procedureWorker struct {
	*procedure
	stopping func() bool
	conn     *client.Conn // looks on
	call     *call        // nil: none runs
}

// A call is a CALL under way.
type call struct {
	conn   *client.Conn
	id     string // of its connection
	began  time.Time
	before int64 // the server's count when it began
	seen   int64 // rows so far
	done   chan struct{}
	err    error // valid after done
}

// Connect checks that the procedure is there.
func (w *procedureWorker) Connect(conn *client.Conn) error {
	w.conn = conn
	_, err := conn.Exec("CALL insert_procedure(0)")
	return missing(err)
}

// Next is Untimed: an event is a look at the progress.
func (w *procedureWorker) Next() int { return load.Untimed }

// Do waits a moment and counts the rows that were inserted in it; when the run ends, it ends the CALL.
func (w *procedureWorker) Do(rec *load.Recorder) error {
	if w.call == nil {
		if err := w.begin(); err != nil {
			return err
		}
	}
	select {
	case <-w.call.done:
		return w.end(rec)
	case <-time.After(poll):
	}
	inserted, err := w.inserted()
	if err != nil {
		w.giveUp()
		return err
	}
	w.count(rec, min(inserted-w.call.before, w.rows))
	if !w.stopping() {
		return nil
	}
	err = w.kill()
	if err == nil {
		if inserted, err = w.inserted(); err == nil {
			w.count(rec, min(inserted-w.call.before, w.rows))
		}
	}
	w.giveUp()
	return err
}

// kill ends the CALL on the server, which would go on without its client. Not
// by KILL QUERY: that may take one statement of the loop and leave the loop.
func (w *procedureWorker) kill() error {
	_, err := w.conn.Exec("KILL " + w.call.id)
	return err
}

// count adds the rows up to a total of the CALL. A total never shrinks.
func (w *procedureWorker) count(rec *load.Recorder, total int64) {
	if n := total - w.call.seen; n > 0 {
		rec.Add(insertOp, n)
		w.call.seen = total
	}
}

// begin starts a CALL on a connection of its own.
func (w *procedureWorker) begin() error {
	conn, err := w.o.Connect(context.Background())
	if err != nil {
		return err
	}
	c := &call{conn: conn, done: make(chan struct{})}
	if err := conn.Each("SELECT CONNECTION_ID()", func(columns []string) error { c.id = columns[0]; return nil }); err != nil {
		_ = conn.Close() // err is the one to report
		return err
	}
	if c.before, err = w.inserted(); err != nil {
		_ = conn.Close() // err is the one to report
		return err
	}
	c.began = time.Now()
	w.call = c
	go func() {
		_, c.err = conn.Exec("CALL insert_procedure(" + strconv.FormatInt(w.rows, 10) + ")")
		close(c.done)
	}()
	return nil
}

// end takes the end of a CALL.
func (w *procedureWorker) end(rec *load.Recorder) error {
	c := w.call
	w.call = nil
	_ = c.conn.Close() // nothing is under way
	if c.err != nil {
		return missing(c.err)
	}
	if n := w.rows - c.seen; n > 0 {
		rec.Add(insertOp, n)
	}
	rec.Time(callOp, time.Since(c.began))
	rec.Other(1)
	return nil
}

// giveUp closes the connection of the CALL under it, and waits for its goroutine.
func (w *procedureWorker) giveUp() {
	w.call.conn.Abort()
	<-w.call.done
	_ = w.call.conn.Close() // it is aborted
	w.call = nil
}

// inserted is the server's count of INSERTs, those within procedures included.
func (w *procedureWorker) inserted() (n int64, err error) {
	err = w.conn.Each("SHOW GLOBAL STATUS LIKE 'Com_insert'", func(columns []string) error {
		n, err = number(columns[1])
		return err
	})
	return n, err
}
