package tpcc

import (
	"errors"
	"fmt"
	"strconv"

	"jitterlog/ingest/load/client"
)

// ErrUsed says that a database holds more than initial data: transactions have run on it, or it is larger than
// asked for. Loading does not touch it.
var ErrUsed = errors.New("clean it up first, or load another database")

// An inventory is what of a database's initial data is there.
type inventory struct {
	scale Scale
	found map[unit][]int64 // rows by table of the unit, in the order of the unit's queries
}

// A census counts the rows of a table by unit.
type census struct {
	kind  unitKind
	query string // w, part, rows; for orders also the order lines they promise
	place int    // where in the unit's counts the first one goes
}

var censuses = []census{
	{itemUnit, "SELECT 0,(i_id-1) DIV " + blockText + ",COUNT(*) FROM item GROUP BY 2", 0},
	{warehouseUnit, "SELECT w_id,0,COUNT(*) FROM warehouse GROUP BY 1", 0},
	{warehouseUnit, "SELECT d_w_id,0,COUNT(*) FROM district GROUP BY 1", 1},
	{stockUnit, "SELECT s_w_id,(s_i_id-1) DIV " + blockText + ",COUNT(*) FROM stock GROUP BY 1,2", 0},
	{customerUnit, "SELECT c_w_id,c_d_id,COUNT(*) FROM customer GROUP BY 1,2", 0},
	{customerUnit, "SELECT h_c_w_id,h_c_d_id,COUNT(*) FROM history GROUP BY 1,2", 1},
	{orderUnit, "SELECT o_w_id,o_d_id,COUNT(*),SUM(o_ol_cnt) FROM orders GROUP BY 1,2", 0},
	{orderUnit, "SELECT no_w_id,no_d_id,COUNT(*) FROM new_orders GROUP BY 1,2", 2},
	{orderUnit, "SELECT ol_w_id,ol_d_id,COUNT(*) FROM order_line GROUP BY 1,2", 3},
}

var blockText = strconv.Itoa(blockItems)

// takeInventory reads every table once.
func takeInventory(conn *client.Conn, scale Scale) (*inventory, error) {
	inv := &inventory{scale, map[unit][]int64{}}
	for _, c := range censuses {
		err := conn.Each(c.query, func(columns []string) error {
			var numbers [4]int64
			for i, text := range columns {
				n, err := strconv.ParseInt(text, 10, 64)
				if err != nil {
					return fmt.Errorf("tpcc: %s: not a number: %w", c.query, err)
				}
				numbers[i] = n
			}
			u := unit{c.kind, int(numbers[0]), int(numbers[1])}
			if inv.found[u] == nil {
				inv.found[u] = make([]int64, 4)
			}
			copy(inv.found[u][c.place:], numbers[2:len(columns)])
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return inv, nil
}

// missing returns the units that are not there as a whole.
func (inv *inventory) missing() []unit {
	var missing []unit
	for _, u := range units(inv.scale) {
		if !inv.whole(u) {
			missing = append(missing, u)
		}
	}
	return missing
}

// begun says whether there are rows of the unit.
func (inv *inventory) begun(u unit) bool { return inv.found[u] != nil }

func (inv *inventory) whole(u unit) bool {
	have := inv.found[u]
	if have == nil {
		return false
	}
	customers := int64(inv.scale.Customers)
	switch u.kind {
	case warehouseUnit:
		return have[0] == 1 && have[1] == districtsPerWarehouse
	case customerUnit:
		return have[0] == customers && have[1] == customers
	case orderUnit:
		return have[0] == customers && have[2] == int64(inv.scale.undelivered()) && have[3] == have[1]
	}
	return have[0] == u.rows(inv.scale)
}

// tooMuch returns an error if the database holds what initial data of this scale has not.
func (inv *inventory) tooMuch() error {
	known := map[unit]bool{}
	for _, u := range units(inv.scale) {
		known[u] = true
	}
	for u, have := range inv.found {
		switch {
		case u.w > inv.scale.Warehouses:
			return fmt.Errorf("tpcc: the database holds warehouse %d, but %d were asked for: %w", u.w, inv.scale.Warehouses, ErrUsed)
		case !known[u],
			(u.kind == itemUnit || u.kind == stockUnit) && have[0] > u.rows(inv.scale),
			(u.kind == customerUnit || u.kind == orderUnit) && have[0] > int64(inv.scale.Customers):
			return fmt.Errorf("tpcc: the database holds more rows than initial data has (%s): it is larger than asked for, or was run on: %w", u, ErrUsed)
		}
	}
	return nil
}

// checkUnused returns an error if transactions have changed the initial data.
func checkUnused(conn *client.Conn, scale Scale) error {
	for _, query := range []string{
		fmt.Sprintf("SELECT d_w_id,d_id FROM district WHERE d_next_o_id<>%d OR d_ytd<>%d LIMIT 1", scale.Customers+1, scale.initialYTD()),
		"SELECT c_w_id,c_d_id FROM customer WHERE c_delivery_cnt<>0 LIMIT 1",
	} {
		err := conn.Each(query, func(columns []string) error {
			return fmt.Errorf("tpcc: transactions have run on the database, or its districts are of another size (warehouse %s, district %s): %w", columns[0], columns[1], ErrUsed)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
