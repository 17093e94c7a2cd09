package tpcc

import (
	"database/sql/driver"
	"fmt"
)

// A nameSearch finds a customer by last name: of all that have it, ordered by first name, the one in
// the middle, rounded up (clause 2.5.2.2). That is two statements.
type nameSearch struct {
	count, list *statement
}

// prepare takes the columns to be read of the customer.
func (n *nameSearch) prepare(p *preparer, transaction, columns string, number int) {
	n.count = p.statement(transaction+": count customers", "SELECT COUNT(*) FROM customer WHERE c_w_id=? AND c_d_id=? AND c_last=?", 3, 1)
	n.list = p.statement(transaction+": select customers", "SELECT "+columns+" FROM customer WHERE c_w_id=? AND c_d_id=? AND c_last=? ORDER BY c_first", 3, number)
}

// find calls take with the customer's row.
func (n *nameSearch) find(s *session, w, d, last int, take func(row []driver.Value)) error {
	warehouse, district, name := s.integer(w), s.integer(d), s.database.lastNameArgs[last]
	count := 0
	if err := s.one(n.count.with(warehouse, district, name), func(row []driver.Value) { count = integer(row[0]) }); err != nil {
		return err
	}
	if count == 0 {
		return fmt.Errorf("%s: nobody is called %s in warehouse %d, district %d: the database is not as it was loaded", n.list.name, name, w, d)
	}
	place := 0
	return s.each(n.list.with(warehouse, district, name), func(row []driver.Value) bool {
		if place++; place < (count+1)/2 {
			return true
		}
		take(row)
		return false
	})
}
