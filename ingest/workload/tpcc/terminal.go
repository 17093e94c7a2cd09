package tpcc

import "math/rand/v2"

// A terminal draws the inputs of transactions.
type terminal struct {
	rand      *rand.Rand
	id        int
	constants constants
	database  *database
	fixed     bool // at one warehouse and district for all the run
	tool      bool // as tpcc-mysql
}

// warehouse is the terminal's own, or any.
func (t *terminal) warehouse() int {
	if t.fixed {
		return t.id%t.database.Warehouses + 1
	}
	return between(t.rand, 1, t.database.Warehouses)
}

// ownDistrict is the one that stock_level looks at (clause 2.8.1.1).
func (t *terminal) ownDistrict() int {
	if t.fixed {
		return t.id/t.database.Warehouses%districtsPerWarehouse + 1
	}
	return t.district()
}

func (t *terminal) district() int { return between(t.rand, 1, districtsPerWarehouse) }

// otherWarehouse is any but w, and w if there is no other.
func (t *terminal) otherWarehouse(w int) int {
	if t.database.Warehouses == 1 {
		return w
	}
	other := between(t.rand, 1, t.database.Warehouses-1)
	if other >= w {
		other++
	}
	return other
}

func (t *terminal) customer() int {
	return nuRand(t.rand, 1023, t.constants.customer, 1, t.database.Customers)
}

func (t *terminal) item() int {
	return nuRand(t.rand, 8191, t.constants.item, 1, t.database.Items)
}

func (t *terminal) lastName() int {
	return nuRand(t.rand, 255, t.constants.last, 0, t.database.lastNames()-1)
}

// percent is true with a probability of n in 100.
func (t *terminal) percent(n int) bool { return t.rand.IntN(100) < n }
