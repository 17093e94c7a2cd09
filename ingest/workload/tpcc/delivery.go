package tpcc

import "database/sql/driver"

// delivery delivers the oldest waiting order of each district (clause 2.7), each in a
// transaction of its own of 8 statements, as clause 2.7.4.2 allows: 80 in all.
type delivery struct {
	tool bool

	oldest, remove, order, setCarrier, setDate, sum, pay *statement

	date, total text

	w, carrier int
	next       int // the district where another try goes on
}

func (t *delivery) prepare(p *preparer) {
	t.date, t.total = newText(dateLength), newText(amountLength)
	t.oldest = p.statement("delivery: select oldest order", "SELECT MIN(no_o_id) FROM new_orders WHERE no_w_id=? AND no_d_id=?", 2, 1)
	t.remove = p.statement("delivery: delete new order", "DELETE FROM new_orders WHERE no_w_id=? AND no_d_id=? AND no_o_id=?", 3, 0)
	t.order = p.statement("delivery: select order", "SELECT o_c_id FROM orders WHERE o_w_id=? AND o_d_id=? AND o_id=?", 3, 1)
	t.setCarrier = p.statement("delivery: update order", "UPDATE orders SET o_carrier_id=? WHERE o_w_id=? AND o_d_id=? AND o_id=?", 4, 0)
	t.setDate = p.statement("delivery: update order lines", "UPDATE order_line SET ol_delivery_d=? WHERE ol_w_id=? AND ol_d_id=? AND ol_o_id=?", 4, 0)
	t.sum = p.statement("delivery: sum order lines", "SELECT SUM(ol_amount) FROM order_line WHERE ol_w_id=? AND ol_d_id=? AND ol_o_id=?", 3, 1)
	t.pay = p.statement("delivery: update customer", "UPDATE customer SET c_balance=c_balance+?,c_delivery_cnt=LEAST(c_delivery_cnt+1,32767)"+
		" WHERE c_w_id=? AND c_d_id=? AND c_id=?", 4, 0)
}

func (t *delivery) draw(term *terminal) {
	t.w, t.carrier, t.next = term.warehouse(), between(term.rand, 1, 10), 1
}

// execute goes on, after an error, at the district where it was; tpcc-mysql begins again.
func (t *delivery) execute(s *session) error {
	if t.tool {
		t.next = 1
	}
	for t.next <= districtsPerWarehouse {
		done, err := t.district(s, s.integer(t.w), s.integer(t.next))
		if err != nil {
			return err
		}
		if done {
			t.next++
		}
	}
	return nil
}

// district delivers one order, if one waits. It is not done if another delivery took that order in the
// meantime: the next one is then the oldest.
func (t *delivery) district(s *session, w, d driver.Value) (done bool, err error) {
	var order driver.Value
	if err := s.one(t.oldest.with(w, d), func(row []driver.Value) { order = row[0] }); err != nil {
		return false, err
	}
	if order == nil {
		if t.tool {
			return true, nil
		}
		return true, s.commit()
	}
	removed, err := s.change(t.remove.with(w, d, order))
	if err != nil {
		return false, err
	}
	if removed == 0 && !t.tool {
		return false, s.rollback()
	}
	var customer driver.Value
	if err := s.one(t.order.with(w, d, order), func(row []driver.Value) { customer = row[0] }); err != nil {
		return false, err
	}
	if _, err := s.change(t.setCarrier.with(s.integer(t.carrier), w, d, order)); err != nil {
		return false, err
	}
	t.date.now()
	if _, err := s.change(t.setDate.with(t.date.value, w, d, order)); err != nil {
		return false, err
	}
	if err := s.one(t.sum.with(w, d, order), func(row []driver.Value) {
		t.total.hundredths(hundredths(row[0]))
	}); err != nil {
		return false, err
	}
	if _, err := s.change(t.pay.with(t.total.value, w, d, customer)); err != nil {
		return false, err
	}
	return true, s.commit()
}
