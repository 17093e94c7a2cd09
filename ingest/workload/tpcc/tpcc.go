// Package tpcc is the TPC-C workload (standard specification, revision 5.11) on tables that tpcc-mysql can use as
// well, statement by statement what tpcc-mysql sends: about 36.5 a transaction of the mix.
//
// It is no audited TPC-C: unless Options.Pace asks for it, clients wait neither before nor after a transaction
// and every transaction picks a warehouse afresh. TpmC is the number of new orders a minute, those
// that end in the rollback that the standard asks for among them.
package tpcc

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
)

// Options of the workload. The zero value of each field is its default.
type Options struct {
	// Scale of the database. Prepare makes it. A run asks the database, and refuses one with
	// fewer than Warehouses; it uses that many of a larger one, 0: all.
	Scale   Scale
	Compat  Compat
	Mix     Mix    // zero: StandardMix
	Seed    uint64 // of the initial data, and of the constants of a run
	Loaders int    // connections that load; 0: 4
	// Pace is the share of the standard's keying and think times (clause 5.2.5) to wait: 0 none, 1 as
	// it says. With one each client stays at a warehouse and a district, as a terminal does.
	Pace float64
}

// Workload is the TPC-C workload. It implements load.Workload and load.Preparer.
type Workload struct {
	opts      Options
	constants constants

	mu       sync.Mutex
	database *database // asked for by the first worker that connects
}

var (
	_ load.Workload = (*Workload)(nil)
	_ load.Preparer = (*Workload)(nil)
)

// New returns the workload, or an error that says which option is out of range.
func New(opts Options) (*Workload, error) {
	if opts.Mix == (Mix{}) {
		opts.Mix = StandardMix
	}
	if opts.Loaders == 0 {
		opts.Loaders = 4
	}
	if err := errors.Join(opts.Scale.withDefaults().validate(), opts.Mix.validate()); err != nil {
		return nil, err
	}
	if opts.Loaders < 1 {
		return nil, fmt.Errorf("tpcc: %d connections to load with: want 1 or more", opts.Loaders)
	}
	if !(opts.Pace >= 0 && opts.Pace <= 1000) {
		return nil, fmt.Errorf("tpcc: pace %g: want 0 (no waiting) to 1000, 1 is the standard's", opts.Pace)
	}
	return &Workload{opts: opts, constants: drawConstants(rand.New(rand.NewPCG(opts.Seed, constantsStream)), opts.Compat)}, nil
}

// constantsStream keeps the draw of the constants apart from the streams of units and workers.
const constantsStream = 1 << 63

// Name is tpcc.
func (t *Workload) Name() string { return "tpcc" }

// Ops are the five transactions. The limits are those of the standard's response times (clause
// 5.2.5.3); tpcc-mysql takes the same figures for milliseconds.
func (t *Workload) Ops() []load.Op {
	unit := time.Second
	if t.opts.Compat == TPCCMySQL {
		unit = time.Millisecond
	}
	return []load.Op{
		newOrderOp:    {Name: "new_order", Limit: 5 * unit},
		paymentOp:     {Name: "payment", Limit: 5 * unit},
		orderStatusOp: {Name: "order_status", Limit: 5 * unit},
		deliveryOp:    {Name: "delivery", Limit: 80 * unit},
		stockLevelOp:  {Name: "stock_level", Limit: 20 * unit},
	}
}

// The operations, in the order of Ops.
const (
	newOrderOp = iota
	paymentOp
	orderStatusOp
	deliveryOp
	stockLevelOp
	opCount
)

// A database is what a run has to know of the data.
type database struct {
	Scale
	// integers are the arguments from 0 up, made once: an int becomes a driver.Value by an allocation.
	integers []driver.Value
	// lastNameArgs are the last names by number.
	lastNameArgs []driver.Value
}

// integer returns an argument.
func (d *database) integer(n int) driver.Value {
	if uint(n) < uint(len(d.integers)) {
		return d.integers[n]
	}
	return int64(n)
}

// open asks the database for its scale, once for all workers.
func (t *Workload) open(conn *client.Conn) (*database, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.database != nil {
		return t.database, nil
	}
	var found [4]int
	err := conn.Each("SELECT COUNT(*),MAX(w_id),(SELECT MAX(i_id) FROM item),(SELECT MAX(c_id) FROM customer WHERE c_w_id=1 AND c_d_id=1) FROM warehouse",
		func(columns []string) (err error) {
			for i, text := range columns {
				if found[i], err = strconv.Atoi(text); err != nil {
					return errors.New("tpcc: the database holds no warehouse, items or customers: prepare it first")
				}
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	scale := Scale{Warehouses: found[0], Items: found[2], Customers: found[3]}
	switch asked := t.opts.Scale.Warehouses; {
	case found[0] != found[1]:
		return nil, fmt.Errorf("tpcc: the database holds %d warehouses, but the last is number %d: prepare it again", found[0], found[1])
	case asked > scale.Warehouses:
		return nil, fmt.Errorf("tpcc: the database holds %d warehouses, %d were asked for", scale.Warehouses, asked)
	case asked > 0:
		scale.Warehouses = asked
	}
	if err := scale.validate(); err != nil {
		return nil, fmt.Errorf("the database does not fit: %w", err)
	}
	d := &database{Scale: scale, integers: make([]driver.Value, max(scale.Items, scale.Warehouses)+2)}
	for i := range d.integers {
		d.integers[i] = int64(i)
	}
	for i := range scale.lastNames() {
		d.lastNameArgs = append(d.lastNameArgs, appendLastName(nil, i))
	}
	t.database = d
	return d, nil
}
