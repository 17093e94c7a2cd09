package tpcc

import "fmt"

// districtsPerWarehouse is fixed by the standard (clause 1.2.1).
const districtsPerWarehouse = 10

// Scale says how large a database is. The standard fixes everything but the number of warehouses;
// smaller items and customers are for tests and trials, and make no TPC-C database.
type Scale struct {
	Warehouses int // 1 to 32767, what the schema's smallint holds
	Items      int // rows of item, and of stock in each warehouse; 0: 100,000
	Customers  int // customers in each district, who begin with an order each; 0: 3,000
}

// withDefaults fills in the standard's sizes.
func (s Scale) withDefaults() Scale {
	if s.Warehouses == 0 {
		s.Warehouses = 1
	}
	if s.Items == 0 {
		s.Items = 100_000
	}
	if s.Customers == 0 {
		s.Customers = 3_000
	}
	return s
}

func (s Scale) validate() error {
	switch {
	case s.Warehouses < 1 || s.Warehouses > 32767:
		return fmt.Errorf("tpcc: %d warehouses: want 1 to 32767", s.Warehouses)
	case s.Items < 100 || s.Items > 100_000:
		return fmt.Errorf("tpcc: %d items: want 100 to 100000", s.Items)
	case s.Customers < 10 || s.Customers > 3_000:
		return fmt.Errorf("tpcc: %d customers in a district: want 10 to 3000", s.Customers)
	}
	return nil
}

// undelivered is the number of a district's newest initial orders that wait for delivery: 900 of 3,000.
func (s Scale) undelivered() int { return s.Customers * 3 / 10 }

// lastNames is the number of different last names in use: the first 1,000 customers of a district
// have one each, so that a smaller district has fewer.
func (s Scale) lastNames() int { return min(s.Customers, 1000) }

// initialYTD is what a district has taken at the start, in whole units: 10.00 from each customer.
// A warehouse has taken ten times that.
func (s Scale) initialYTD() int { return s.Customers * 10 }
