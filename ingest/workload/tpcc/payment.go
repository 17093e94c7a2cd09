package tpcc

import "database/sql/driver"

// payment takes a customer's payment (clause 2.5): 8 statements, 2 more by name and 1 more with bad credit.
type payment struct {
	tool bool

	payWarehouse, warehouse, payDistrict, district, customer *statement
	data, payBadCredit, payGoodCredit, insertHistory         *statement
	byName                                                   nameSearch

	amount, date text
	line         []byte // the names of warehouse and district, for the history

	w, d                 int
	customerW, customerD int
	customerID           int // where not by name
	last                 int // the number of the last name, -1: by id
	cents                int
}

func (t *payment) prepare(p *preparer) {
	t.amount, t.date = newText(amountLength), newText(dateLength)
	t.payWarehouse = p.statement("payment: update warehouse", "UPDATE warehouse SET w_ytd=w_ytd+? WHERE w_id=?", 2, 0)
	t.warehouse = p.statement("payment: select warehouse", "SELECT w_name,w_street_1,w_street_2,w_city,w_state,w_zip FROM warehouse WHERE w_id=?", 1, 6)
	t.payDistrict = p.statement("payment: update district", "UPDATE district SET d_ytd=d_ytd+? WHERE d_w_id=? AND d_id=?", 3, 0)
	t.district = p.statement("payment: select district", "SELECT d_name,d_street_1,d_street_2,d_city,d_state,d_zip FROM district WHERE d_w_id=? AND d_id=?", 2, 6)
	t.byName.prepare(p, "payment", "c_id", 1)
	t.customer = p.statement("payment: select customer", "SELECT c_first,c_middle,c_last,c_street_1,c_street_2,c_city,c_state,c_zip,c_phone,"+
		"c_credit,c_credit_lim,c_discount,c_balance,c_since FROM customer WHERE c_w_id=? AND c_d_id=? AND c_id=? FOR UPDATE", 3, 14)
	t.data = p.statement("payment: select customer's data", "SELECT c_data FROM customer WHERE c_w_id=? AND c_d_id=? AND c_id=?", 3, 1)
	pay, args := "c_balance=c_balance-?,c_ytd_payment=c_ytd_payment+?,c_payment_cnt=LEAST(c_payment_cnt+1,32767)", 2
	if t.tool {
		pay, args = "c_balance=c_balance-?", 1
	}
	t.payBadCredit = p.statement("payment: update customer", "UPDATE customer SET "+pay+",c_data=? WHERE c_w_id=? AND c_d_id=? AND c_id=?", args+4, 0)
	t.payGoodCredit = p.statement("payment: update customer", "UPDATE customer SET "+pay+" WHERE c_w_id=? AND c_d_id=? AND c_id=?", args+3, 0)
	t.insertHistory = p.statement("payment: insert history", "INSERT INTO history (h_c_d_id,h_c_w_id,h_c_id,h_d_id,h_w_id,h_date,h_amount,h_data)"+
		" VALUES (?,?,?,?,?,?,?,?)", 8, 0)
}

func (t *payment) draw(term *terminal) {
	t.w, t.d = term.warehouse(), term.district()
	t.customerW, t.customerD = t.w, t.d
	if !term.percent(85) {
		t.customerW, t.customerD = term.otherWarehouse(t.w), term.district()
	}
	t.last, t.customerID = -1, 0
	if term.percent(60) {
		t.last = term.lastName()
	} else {
		t.customerID = term.customer()
	}
	if t.tool {
		t.cents = between(term.rand, 1, 5000) * 100
	} else {
		t.cents = between(term.rand, 100, 500000)
	}
}

func (t *payment) execute(s *session) error {
	w, d := s.integer(t.w), s.integer(t.d)
	t.amount.hundredths(t.cents)
	t.date.now()
	amount := t.amount.value
	if _, err := s.change(t.payWarehouse.with(amount, w)); err != nil {
		return err
	}
	t.line = t.line[:0]
	addName := func(row []driver.Value) {
		name, _ := row[0].([]byte)
		t.line = append(t.line, name...)
	}
	if err := s.one(t.warehouse.with(w), addName); err != nil {
		return err
	}
	t.line = append(t.line, "    "...)
	if _, err := s.change(t.payDistrict.with(amount, w, d)); err != nil {
		return err
	}
	if err := s.one(t.district.with(w, d), addName); err != nil {
		return err
	}
	customer := t.customerID
	if t.last >= 0 {
		if err := t.byName.find(s, t.customerW, t.customerD, t.last, func(row []driver.Value) { customer = integer(row[0]) }); err != nil {
			return err
		}
	}
	if err := t.pay(s, customer); err != nil {
		return err
	}
	if _, err := s.change(t.insertHistory.with(s.integer(t.customerD), s.integer(t.customerW), s.integer(customer), d, w,
		t.date.value, amount, t.line)); err != nil {
		return err
	}
	return s.commit()
}

// pay takes the amount from the customer's balance. Of a customer with bad credit the data begins with the
// latest payments.
func (t *payment) pay(s *session, customer int) error {
	cw, cd, c := s.integer(t.customerW), s.integer(t.customerD), s.integer(customer)
	bad := false
	if err := s.one(t.customer.with(cw, cd, c), func(row []driver.Value) {
		credit, _ := row[9].([]byte)
		bad = string(credit) == "BC"
	}); err != nil {
		return err
	}
	amount := t.amount.value
	if !bad {
		if t.tool {
			t.payGoodCredit.with(amount, cw, cd, c)
		} else {
			t.payGoodCredit.with(amount, amount, cw, cd, c)
		}
		_, err := s.change(t.payGoodCredit)
		return err
	}
	var data []byte
	if err := s.one(t.data.with(cw, cd, c), func(row []driver.Value) {
		old, _ := row[0].([]byte)
		data = t.newData(customer, old)
	}); err != nil {
		return err
	}
	if t.tool {
		t.payBadCredit.with(amount, data, cw, cd, c)
	} else {
		t.payBadCredit.with(amount, amount, data, cw, cd, c)
	}
	_, err := s.change(t.payBadCredit)
	return err
}

// newData puts the payment before the customer's data, of which 500 characters are kept (clause 2.5.2.2).
func (t *payment) newData(customer int, old []byte) []byte {
	data := make([]byte, 0, len(old)+64)
	if !t.tool {
		var r row
		r.b = data
		for _, n := range []int{customer, t.customerD, t.customerW, t.d, t.w} {
			r.int(n)
		}
		r.hundredths(t.cents)
		data = r.b
	}
	data = append(data, old...)
	return data[:min(len(data), 500)]
}
