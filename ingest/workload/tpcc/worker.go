package tpcc

import (
	"fmt"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
)

// A transaction is one of the five. Its fields are its statements and its inputs, which stay for another try.
type transaction interface {
	prepare(p *preparer)
	draw(t *terminal)
	execute(s *session) error
}

// A worker is one client.
type worker struct {
	terminal
	workload     *Workload
	deck         deck
	session      session
	transactions [opCount]transaction
	op           int // drawn last
}

var (
	_ load.Worker = (*worker)(nil)
	_ load.Pauser = (*worker)(nil)
)

// NewWorker makes a worker, which prepares its statements when it connects.
func (t *Workload) NewWorker(env load.WorkerEnv) (load.Worker, error) {
	tool := t.opts.Compat == TPCCMySQL
	return &worker{
		terminal: terminal{rand: env.Rand, id: env.ID, constants: t.constants, fixed: t.opts.Pace > 0, tool: tool},
		workload: t,
		deck:     newDeck(t.opts.Mix),
		transactions: [opCount]transaction{
			newOrderOp:    &newOrder{tool: tool},
			paymentOp:     &payment{tool: tool},
			orderStatusOp: &orderStatus{tool: tool},
			deliveryOp:    &delivery{tool: tool},
			stockLevelOp:  &stockLevel{},
		},
	}, nil
}

// Connect prepares the statements of the transactions in the mix.
func (w *worker) Connect(conn *client.Conn) error {
	database, err := w.workload.open(conn)
	if err != nil {
		return err
	}
	if _, err := conn.Exec("SET autocommit=0"); err != nil {
		return err
	}
	w.database = database
	w.session = session{conn: conn, database: database}
	p := &preparer{conn: conn}
	for op, cards := range w.workload.opts.Mix {
		if cards > 0 {
			w.transactions[op].prepare(p)
		}
	}
	return p.err
}

func (w *worker) Next() int {
	w.op = w.deck.deal(w.rand)
	w.transactions[w.op].draw(&w.terminal)
	return w.op
}

// Do executes the transaction that was drawn. After an error it is rolled back: the server has done so
// after a deadlock, but not after a lock wait.
func (w *worker) Do(rec *load.Recorder) error {
	w.session.rec = rec
	err := w.transactions[w.op].execute(&w.session)
	if err == nil {
		return nil
	}
	if class, _ := client.Classify(err); class == client.Lost {
		return err
	}
	if failed := w.session.rollback(); failed != nil {
		return fmt.Errorf("%w (after: %w)", failed, err)
	}
	return err
}

// The standard's keying times and means of the think times, in seconds (clause 5.2.5.7).
var (
	keyingTime = [opCount]float64{newOrderOp: 18, paymentOp: 3, orderStatusOp: 2, deliveryOp: 2, stockLevelOp: 2}
	thinkTime  = [opCount]float64{newOrderOp: 12, paymentOp: 12, orderStatusOp: 10, deliveryOp: 5, stockLevelOp: 5}
)

// Pause returns the keying time before and the think time after the transaction that was drawn: the
// latter is exponential, cut at ten times its mean (clause 5.2.5.4).
func (w *worker) Pause() (before, after time.Duration) {
	pace := w.workload.opts.Pace
	if pace == 0 {
		return 0, 0
	}
	seconds := func(s float64) time.Duration { return time.Duration(s * pace * float64(time.Second)) }
	return seconds(keyingTime[w.op]), seconds(thinkTime[w.op] * min(w.rand.ExpFloat64(), 10))
}
