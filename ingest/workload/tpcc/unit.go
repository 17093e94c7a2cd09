package tpcc

import (
	"fmt"
	"math/rand/v2"
)

// A unitKind is a kind of unit of loading.
type unitKind int

const (
	itemUnit      unitKind = iota // a block of items
	warehouseUnit                 // a warehouse and its districts
	stockUnit                     // a block of a warehouse's stock
	customerUnit                  // a district's customers, and the history of each
	orderUnit                     // a district's orders with their lines, and those that wait
)

// blockItems is the number of items in a block.
const blockItems = 10_000

// A unit is what is loaded in one transaction. Its rows depend on the seed and on what it is, and
// on no other unit: units can be loaded in any order, and again.
type unit struct {
	kind unitKind
	w    int // 0 for items
	part int // the block, from 0, or the district, from 1; 0 for a warehouse
}

func (u unit) String() string {
	switch u.kind {
	case itemUnit:
		return fmt.Sprintf("items of block %d", u.part)
	case warehouseUnit:
		return fmt.Sprintf("warehouse %d", u.w)
	case stockUnit:
		return fmt.Sprintf("warehouse %d, stock of block %d", u.w, u.part)
	case customerUnit:
		return fmt.Sprintf("warehouse %d, district %d, customers", u.w, u.part)
	}
	return fmt.Sprintf("warehouse %d, district %d, orders", u.w, u.part)
}

// rand is the source of the unit's random values.
func (u unit) rand(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(u.kind)<<48|uint64(u.w)<<24|uint64(u.part)))
}

// items are the first and the last item of a block.
func (u unit) items(s Scale) (first, last int) {
	return u.part*blockItems + 1, min((u.part+1)*blockItems, s.Items)
}

// rows is the number of rows of the unit; that of order lines, which is drawn, is the mean of 10 an order.
func (u unit) rows(s Scale) int64 {
	switch u.kind {
	case itemUnit, stockUnit:
		first, last := u.items(s)
		return int64(last - first + 1)
	case warehouseUnit:
		return 1 + districtsPerWarehouse
	case customerUnit:
		return 2 * int64(s.Customers)
	}
	return int64(11*s.Customers + s.undelivered())
}

// units returns all units of a database, warehouse by warehouse.
func units(s Scale) []unit {
	var all []unit
	blocks := (s.Items + blockItems - 1) / blockItems
	for b := range blocks {
		all = append(all, unit{itemUnit, 0, b})
	}
	for w := 1; w <= s.Warehouses; w++ {
		all = append(all, unit{warehouseUnit, w, 0})
		for b := range blocks {
			all = append(all, unit{stockUnit, w, b})
		}
		for d := 1; d <= districtsPerWarehouse; d++ {
			all = append(all, unit{customerUnit, w, d}, unit{orderUnit, w, d})
		}
	}
	return all
}
