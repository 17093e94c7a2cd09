package tpcc

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestRows holds a row of each table to a golden file: the same seed makes the same data in every version.
func TestRows(t *testing.T) {
	const golden = "testdata/rows.sql"
	var b strings.Builder
	for _, compat := range []Compat{Standard, TPCCMySQL} {
		g := &generator{scale: Scale{Warehouses: 3}.withDefaults(), compat: compat, now: "2026-01-02 03:04:05"}
		for _, test := range []struct {
			name string
			make func(r *row)
		}{
			{"item", func(r *row) { g.item(r, 1) }},
			{"warehouse", func(r *row) { g.warehouse(r, 2) }},
			{"district", func(r *row) { g.district(r, 2, 10) }},
			{"stock", func(r *row) { g.stock(r, 2, 99_999) }},
			{"customer", func(r *row) { g.customer(r, 2, 10, 1000) }},
			{"customer", func(r *row) { g.customer(r, 2, 10, 1001) }},
			{"history", func(r *row) { g.history(r, 2, 10, 3000) }},
			{"orders", func(r *row) { g.order(r, 2, 10, 2100, 7) }},
			{"orders", func(r *row) { g.order(r, 2, 10, 2101, 7) }},
			{"new_orders", func(r *row) { g.newOrder(r, 2, 10, 2101) }},
			{"order_line", func(r *row) { g.orderLine(r, 2, 10, 2100, 15) }},
			{"order_line", func(r *row) { g.orderLine(r, 2, 10, 2101, 15) }},
		} {
			g.rand = unit{orderUnit, 2, 10}.rand(1)
			var r row
			test.make(&r)
			b.WriteString("-- " + compat.String() + "\nINSERT INTO " + test.name + " VALUES " + string(r.b) + ";\n")
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("rows differ from %s:\n%s", golden, b.String())
	}
}
