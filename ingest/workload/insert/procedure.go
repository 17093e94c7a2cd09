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
func (p *procedure) Name() string { return Procedure }

// Ops are insert, which has no latency, and call.
func (p *procedure) Ops() []load.Op { return []load.Op{operation, {Name: "call"}} }

// stopLock and the number of the connection of a CALL are a lock of the server
// that somebody else takes to end the CALL.
const stopLock = "insert_procedure."

const procedureSQL = `CREATE PROCEDURE insert_procedure(IN rows_wanted INT)
BEGIN
  DECLARE i INT DEFAULT 0;
  DECLARE stop VARCHAR(64) DEFAULT CONCAT('` + stopLock + `', CONNECTION_ID());
  WHILE i < rows_wanted AND IS_FREE_LOCK(stop) DO
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
	return &procedureWorker{procedure: p, stopping: env.Stopping, left: env.Left}, nil
}

type procedureWorker struct {
	*procedure
	stopping func() bool
	left     func() int64 // rows that the run still wants
	conn     *client.Conn // looks on
	call     *call        // nil: none runs
}

// A call is a CALL under way.
type call struct {
	conn   *client.Conn
	id     string // of its connection
	rows   int64
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
		w.call = nil
		return err
	}
	w.count(rec, min(inserted-w.call.before, w.call.rows))
	if !w.stopping() {
		return nil
	}
	err = w.stop()
	if err == nil {
		if inserted, err = w.inserted(); err == nil {
			w.count(rec, min(inserted-w.call.before, w.call.rows))
		}
	}
	w.call = nil
	return err
}

// patience is how long a CALL is asked to end before its connection is killed.
const patience = time.Second

// stop ends the CALL on the server, which would go on without its client: it
// takes the lock that the loop looks at, so the CALL ends as any other and the
// server has nothing to log.
func (w *procedureWorker) stop() error {
	lock := "'" + stopLock + w.call.id + "'"
	if _, err := w.conn.Exec("DO GET_LOCK(" + lock + ", 0)"); err != nil {
		w.giveUp()
		return err
	}
	select {
	case <-w.call.done:
		_ = w.call.conn.Close() // nothing is under way
		_, err := w.conn.Exec("DO RELEASE_LOCK(" + lock + ")")
		return err
	case <-time.After(patience):
	}
	// Not KILL QUERY: that may take one statement of the loop and leave the loop.
	_, err := w.conn.Exec("KILL " + w.call.id)
	w.giveUp()
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
	c := &call{conn: conn, rows: min(w.rows, w.left()), done: make(chan struct{})}
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
		_, c.err = conn.Exec("CALL insert_procedure(" + strconv.FormatInt(c.rows, 10) + ")")
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
	if n := c.rows - c.seen; n > 0 {
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
}

// inserted is the server's count of INSERTs, those within procedures included.
func (w *procedureWorker) inserted() (n int64, err error) {
	err = w.conn.Each("SHOW GLOBAL STATUS LIKE 'Com_insert'", func(columns []string) error {
		n, err = number(columns[1])
		return err
	})
	return n, err
}
