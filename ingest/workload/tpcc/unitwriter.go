package tpcc

import (
	"fmt"

	"jitterlog/ingest/load/client"
)

// statementBytes is about the length of an INSERT: long enough to make the round trips
// cheap, and under the smallest max_allowed_packet in use, 1 MiB.
const statementBytes = 256 << 10

// A unitWriter writes units in multi-row INSERTs, the tables of a unit side by side.
type unitWriter struct {
	conn    *client.Conn
	batches map[string]*batch
}

// A batch is an INSERT into one table under construction.
type batch struct {
	conn *client.Conn
	head string
	row  row
	err  error // the first error of a statement, kept
}

func newUnitWriter(conn *client.Conn) *unitWriter {
	w := &unitWriter{conn, map[string]*batch{}}
	for _, t := range tables {
		w.batches[t.name] = &batch{conn: conn, head: "INSERT INTO " + t.name + " (" + t.columns + ") VALUES "}
	}
	return w
}

// next returns where to append the next row.
func (b *batch) next() *row {
	if len(b.row.b) > statementBytes {
		b.flush()
	}
	if len(b.row.b) == 0 {
		b.row.b = append(b.row.b, b.head...)
	} else {
		b.row.b = append(b.row.b, ',')
	}
	return &b.row
}

func (b *batch) flush() {
	if b.err == nil && len(b.row.b) > 0 {
		_, b.err = b.conn.Exec(string(b.row.b))
	}
	b.row.b = b.row.b[:0]
}

// write writes a unit as one transaction; with begun it removes what is there of it first.
func (w *unitWriter) write(g *generator, u unit, begun bool) error {
	for _, b := range w.batches {
		b.err, b.row.b = nil, b.row.b[:0]
	}
	if begun {
		for _, remove := range removal(u, g.scale) {
			if _, err := w.conn.Exec(remove); err != nil {
				return err
			}
		}
	}
	w.generate(g, u)
	for _, t := range tables {
		b := w.batches[t.name]
		if b.flush(); b.err != nil {
			return b.err
		}
	}
	_, err := w.conn.Exec("COMMIT")
	return err
}

func (w *unitWriter) generate(g *generator, u unit) {
	first, last := u.items(g.scale)
	customers := g.scale.Customers
	switch u.kind {
	case itemUnit:
		for i := first; i <= last && w.batches["item"].err == nil; i++ {
			g.item(w.batches["item"].next(), i)
		}
	case warehouseUnit:
		g.warehouse(w.batches["warehouse"].next(), u.w)
		for d := 1; d <= districtsPerWarehouse; d++ {
			g.district(w.batches["district"].next(), u.w, d)
		}
	case stockUnit:
		for i := first; i <= last && w.batches["stock"].err == nil; i++ {
			g.stock(w.batches["stock"].next(), u.w, i)
		}
	case customerUnit:
		customer, history := w.batches["customer"], w.batches["history"]
		for c := 1; c <= customers && customer.err == nil && history.err == nil; c++ {
			g.customer(customer.next(), u.w, u.part, c)
			g.history(history.next(), u.w, u.part, c)
		}
	case orderUnit:
		orders, newOrders, lines := w.batches["orders"], w.batches["new_orders"], w.batches["order_line"]
		// Each customer has one order, in random order (clause 4.3.3.1).
		for i, c := range g.rand.Perm(customers) {
			if orders.err != nil || lines.err != nil {
				return
			}
			o := i + 1
			count := g.order(orders.next(), u.w, u.part, o, c+1)
			if !g.delivered(o) {
				g.newOrder(newOrders.next(), u.w, u.part, o)
			}
			for number := 1; number <= count; number++ {
				g.orderLine(lines.next(), u.w, u.part, o, number)
			}
		}
	}
}

// removal returns the statements that remove a unit's rows.
func removal(u unit, s Scale) []string {
	first, last := u.items(s)
	district := func(table, prefix string) string {
		return fmt.Sprintf("DELETE FROM %s WHERE %sw_id=%d AND %sd_id=%d", table, prefix, u.w, prefix, u.part)
	}
	switch u.kind {
	case itemUnit:
		return []string{fmt.Sprintf("DELETE FROM item WHERE i_id BETWEEN %d AND %d", first, last)}
	case warehouseUnit:
		return []string{fmt.Sprintf("DELETE FROM district WHERE d_w_id=%d", u.w), fmt.Sprintf("DELETE FROM warehouse WHERE w_id=%d", u.w)}
	case stockUnit:
		return []string{fmt.Sprintf("DELETE FROM stock WHERE s_w_id=%d AND s_i_id BETWEEN %d AND %d", u.w, first, last)}
	case customerUnit:
		return []string{district("history", "h_c_"), district("customer", "c_")}
	}
	return []string{district("order_line", "ol_"), district("new_orders", "no_"), district("orders", "o_")}
}
