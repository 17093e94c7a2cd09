package tpcc

import (
	"cmp"
	"database/sql/driver"
	"slices"
)

// newOrder enters an order (clause 2.4): 6 statements and 4 a line, 46 on average.
type newOrder struct {
	tool bool

	customer, district, nextOrder, insertOrder, insertWaiting *statement
	item, stock, updateStock, insertLine                      *statement

	amount, date, distInfo text

	w, d, c  int
	lines    []orderLine
	allLocal bool
}

// An orderLine is what a customer orders.
type orderLine struct {
	item, supplier, quantity int
}

func (t *newOrder) prepare(p *preparer) {
	t.amount, t.date, t.distInfo = newText(amountLength), newText(dateLength), newText(24)
	t.customer = p.statement("new_order: select customer", "SELECT c_discount,c_last,c_credit,w_tax FROM customer,warehouse"+
		" WHERE w_id=? AND c_w_id=w_id AND c_d_id=? AND c_id=?", 3, 4)
	t.district = p.statement("new_order: select district", "SELECT d_next_o_id,d_tax FROM district WHERE d_w_id=? AND d_id=? FOR UPDATE", 2, 2)
	t.nextOrder = p.statement("new_order: update district", "UPDATE district SET d_next_o_id=? WHERE d_w_id=? AND d_id=?", 3, 0)
	t.insertOrder = p.statement("new_order: insert order", "INSERT INTO orders (o_id,o_d_id,o_w_id,o_c_id,o_entry_d,o_ol_cnt,o_all_local)"+
		" VALUES (?,?,?,?,?,?,?)", 7, 0)
	t.insertWaiting = p.statement("new_order: insert new order", "INSERT INTO new_orders (no_o_id,no_d_id,no_w_id) VALUES (?,?,?)", 3, 0)
	t.item = p.statement("new_order: select item", "SELECT i_price,i_name,i_data FROM item WHERE i_id=?", 1, 3)
	t.stock = p.statement("new_order: select stock", "SELECT s_quantity,s_data,s_dist_01,s_dist_02,s_dist_03,s_dist_04,s_dist_05,"+
		"s_dist_06,s_dist_07,s_dist_08,s_dist_09,s_dist_10 FROM stock WHERE s_w_id=? AND s_i_id=? FOR UPDATE", 2, 12)
	if t.tool {
		t.updateStock = p.statement("new_order: update stock", "UPDATE stock SET s_quantity=? WHERE s_w_id=? AND s_i_id=?", 3, 0)
	} else {
		// The counts stop at what their columns hold, rather than end a run of days.
		t.updateStock = p.statement("new_order: update stock", "UPDATE stock SET s_quantity=?,s_ytd=s_ytd+?,"+
			"s_order_cnt=LEAST(s_order_cnt+1,32767),s_remote_cnt=LEAST(s_remote_cnt+?,32767) WHERE s_w_id=? AND s_i_id=?", 5, 0)
	}
	t.insertLine = p.statement("new_order: insert order line", "INSERT INTO order_line (ol_o_id,ol_d_id,ol_w_id,ol_number,ol_i_id,"+
		"ol_supply_w_id,ol_quantity,ol_amount,ol_dist_info) VALUES (?,?,?,?,?,?,?,?,?)", 9, 0)
}

func (t *newOrder) draw(term *terminal) {
	t.w, t.d, t.c = term.warehouse(), term.district(), term.customer()
	t.lines, t.allLocal = t.lines[:0], true
	for range between(term.rand, 5, 15) {
		line := orderLine{item: term.item(), supplier: t.w, quantity: between(term.rand, 1, 10)}
		if term.percent(1) {
			line.supplier = term.otherWarehouse(t.w)
			t.allLocal = t.allLocal && line.supplier == t.w && !t.tool
		}
		t.lines = append(t.lines, line)
	}
	rollback := term.percent(1)
	if rollback {
		t.lines[len(t.lines)-1].item = term.database.Items + 1
	}
	// All clients lock stock in the same order, which keeps most deadlocks away. The item that does not
	// exist stays last, so that the work of all other lines is there to be rolled back.
	sorted := t.lines
	if rollback {
		sorted = sorted[:len(sorted)-1]
	}
	slices.SortFunc(sorted, func(a, b orderLine) int {
		return cmp.Or(cmp.Compare(a.supplier, b.supplier), cmp.Compare(a.item, b.item))
	})
}

func (t *newOrder) execute(s *session) error {
	w, d, c := s.integer(t.w), s.integer(t.d), s.integer(t.c)
	var discount, warehouseTax, districtTax, next int
	if err := s.one(t.customer.with(w, d, c), func(row []driver.Value) {
		discount, warehouseTax = hundredths(row[0]), hundredths(row[3])
	}); err != nil {
		return err
	}
	if err := s.one(t.district.with(w, d), func(row []driver.Value) {
		next, districtTax = integer(row[0]), hundredths(row[1])
	}); err != nil {
		return err
	}
	if _, err := s.change(t.nextOrder.with(s.integer(next+1), w, d)); err != nil {
		return err
	}
	t.date.now()
	order, local := s.integer(next), 0
	if t.allLocal {
		local = 1
	}
	if _, err := s.change(t.insertOrder.with(order, d, w, c, t.date.value, s.integer(len(t.lines)), s.integer(local))); err != nil {
		return err
	}
	if _, err := s.change(t.insertWaiting.with(order, d, w)); err != nil {
		return err
	}
	for i, line := range t.lines {
		price, found := 0, false
		if err := s.each(t.item.with(s.integer(line.item)), func(row []driver.Value) bool {
			price, found = hundredths(row[0]), true
			return false
		}); err != nil {
			return err
		}
		if !found {
			// The data entry error of one order in a hundred (clause 2.4.1.4): a completed transaction.
			return s.rollback()
		}
		amount := price * line.quantity
		if t.tool {
			amount = (amount*(100+warehouseTax+districtTax)*(100-discount) + 5000) / 10000
		}
		if err := t.line(s, order, i+1, line, amount); err != nil {
			return err
		}
	}
	return s.commit()
}

// line takes a line's quantity from the stock and writes the line.
func (t *newOrder) line(s *session, order driver.Value, number int, line orderLine, amount int) error {
	item, supplier, quantity := s.integer(line.item), s.integer(line.supplier), s.integer(line.quantity)
	left := 0
	if err := s.one(t.stock.with(supplier, item), func(row []driver.Value) {
		left = t.stockAfter(integer(row[0]), line.quantity)
		dist, _ := row[1+t.d].([]byte)
		t.distInfo.set(dist)
	}); err != nil {
		return err
	}
	if t.tool {
		t.updateStock.with(s.integer(left), supplier, item)
	} else {
		remote := 0
		if line.supplier != t.w {
			remote = 1
		}
		t.updateStock.with(s.integer(left), quantity, s.integer(remote), supplier, item)
	}
	if _, err := s.change(t.updateStock); err != nil {
		return err
	}
	t.amount.hundredths(amount)
	_, err := s.change(t.insertLine.with(order, s.integer(t.d), s.integer(t.w), s.integer(number), item, supplier, quantity, t.amount.value, t.distInfo.value))
	return err
}

// stockAfter is the quantity left, replenished by 91 when it runs low (clause 2.4.2.2).
func (t *newOrder) stockAfter(stock, quantity int) int {
	enough := stock >= quantity+10
	if t.tool {
		enough = stock > quantity
	}
	if enough {
		return stock - quantity
	}
	return stock - quantity + 91
}
