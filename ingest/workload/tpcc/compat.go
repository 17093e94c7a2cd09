package tpcc

import "fmt"

// Compat chooses whose rules hold where the standard and tpcc-mysql part.
//
//	what                        Standard                               TPCCMySQL
//	new_order: stock            quantity, year-to-date, order and      the quantity only
//	                            remote counts
//	new_order: quantity         kept at 10 or more: q - n if q >= n+10 q - n if q > n
//	new_order: amount           quantity x price                       x (1 + taxes) x (1 - discount) too
//	new_order: all local        true where no other warehouse supplies false for a remote line with one warehouse
//	payment: amount             1.00 to 5000.00 by cents               whole units
//	payment: customer           balance, year-to-date, count           the balance only
//	payment: bad credit         the payment is put before the data     the old data is written back
//	order_status by name        the order of the customer found        the order of another, random customer
//	delivery                    an order taken by somebody else is     the order is delivered twice
//	                            left, the next oldest is delivered
//	a run's C of last names     65 to 119 from the loader's            any
//	load: bad credit            10 % of the customers                  50 %
//	load: tax, new amounts      0 to 20 %, to 9999.99                  10 to 20 %, to 100.00
//	load: ORIGINAL              in 10 % of i_data and s_data           the same, in lower case
//
// The statements and their order are the same in both, except that a customer with bad credit costs
// a payment one more: a payment is 9.3 statements on a database with 10 % of them, 9.7 with 50 %.
type Compat int

const (
	Standard Compat = iota
	TPCCMySQL
)

// ParseCompat reads the name of a mode: standard or tpcc-mysql.
func ParseCompat(name string) (Compat, error) {
	for _, c := range []Compat{Standard, TPCCMySQL} {
		if name == c.String() {
			return c, nil
		}
	}
	return 0, fmt.Errorf("tpcc: unknown compatibility %q: want standard or tpcc-mysql", name)
}

func (c Compat) String() string {
	if c == TPCCMySQL {
		return "tpcc-mysql"
	}
	return "standard"
}
