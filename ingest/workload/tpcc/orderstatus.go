package tpcc

import "database/sql/driver"

// orderStatus asks for a customer's latest order (clause 2.6): 4 statements, 1 more by name.
type orderStatus struct {
	tool bool

	customer, order, lines *statement
	byName                 nameSearch

	w, d, c int
	last    int // the number of the last name, -1: by id
}

func (t *orderStatus) prepare(p *preparer) {
	t.byName.prepare(p, "order_status", "c_id,c_balance,c_first,c_middle,c_last", 5)
	t.customer = p.statement("order_status: select customer", "SELECT c_balance,c_first,c_middle,c_last FROM customer WHERE c_w_id=? AND c_d_id=? AND c_id=?", 3, 4)
	t.order = p.statement("order_status: select order", "SELECT o_id,o_entry_d,COALESCE(o_carrier_id,0) FROM orders WHERE o_w_id=? AND o_d_id=? AND o_c_id=?"+
		" AND o_id=(SELECT MAX(o_id) FROM orders WHERE o_w_id=? AND o_d_id=? AND o_c_id=?)", 6, 3)
	t.lines = p.statement("order_status: select order lines", "SELECT ol_i_id,ol_supply_w_id,ol_quantity,ol_amount,ol_delivery_d FROM order_line"+
		" WHERE ol_w_id=? AND ol_d_id=? AND ol_o_id=?", 3, 5)
}

func (t *orderStatus) draw(term *terminal) {
	t.w, t.d, t.c, t.last = term.warehouse(), term.district(), term.customer(), -1
	if term.percent(60) {
		t.last = term.lastName()
	}
}

func (t *orderStatus) execute(s *session) error {
	w, d, c := s.integer(t.w), s.integer(t.d), s.integer(t.c)
	if t.last >= 0 {
		if err := t.byName.find(s, t.w, t.d, t.last, func(row []driver.Value) {
			if !t.tool {
				c = s.integer(integer(row[0]))
			}
		}); err != nil {
			return err
		}
	} else if err := s.pass(t.customer.with(w, d, c)); err != nil {
		return err
	}
	var order driver.Value
	if err := s.one(t.order.with(w, d, c, w, d, c), func(row []driver.Value) { order = row[0] }); err != nil {
		return err
	}
	if err := s.each(t.lines.with(w, d, order), func([]driver.Value) bool { return true }); err != nil {
		return err
	}
	return s.commit()
}
