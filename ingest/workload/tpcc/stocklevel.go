package tpcc

import "database/sql/driver"

// stockLevel counts the items of a district's last 20 orders whose stock is low (clause 2.8), item by
// item as tpcc-mysql does: 3 statements and one an item, about 200.
type stockLevel struct {
	district, recent, low *statement

	w, d, threshold int
	items           []int
}

func (t *stockLevel) prepare(p *preparer) {
	t.district = p.statement("stock_level: select district", "SELECT d_next_o_id FROM district WHERE d_w_id=? AND d_id=?", 2, 1)
	t.recent = p.statement("stock_level: select order lines", "SELECT DISTINCT ol_i_id FROM order_line WHERE ol_w_id=? AND ol_d_id=?"+
		" AND ol_o_id<? AND ol_o_id>=?", 4, 1)
	t.low = p.statement("stock_level: count stock", "SELECT COUNT(*) FROM stock WHERE s_w_id=? AND s_i_id=? AND s_quantity<?", 3, 1)
}

func (t *stockLevel) draw(term *terminal) {
	t.w, t.d, t.threshold = term.warehouse(), term.ownDistrict(), between(term.rand, 10, 20)
}

func (t *stockLevel) execute(s *session) error {
	w, d, next := s.integer(t.w), s.integer(t.d), 0
	if err := s.one(t.district.with(w, d), func(row []driver.Value) { next = integer(row[0]) }); err != nil {
		return err
	}
	t.items = t.items[:0]
	if err := s.each(t.recent.with(w, d, s.integer(next), s.integer(next-20)), func(row []driver.Value) bool {
		t.items = append(t.items, integer(row[0]))
		return true
	}); err != nil {
		return err
	}
	threshold := s.integer(t.threshold)
	for _, item := range t.items {
		if err := s.pass(t.low.with(w, s.integer(item), threshold)); err != nil {
			return err
		}
	}
	return s.commit()
}
