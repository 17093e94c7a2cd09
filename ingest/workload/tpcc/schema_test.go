package tpcc

import (
	"slices"
	"strings"
	"testing"
)

// TestSchema holds keys, indexes and foreign keys to what tpcc-mysql's scripts leave, those that the server makes
// for foreign keys without an index of their own (history's) among them.
func TestSchema(t *testing.T) {
	_, open := loaded(t, "tables", Options{Scale: small})
	conn := connect(t, open)
	for _, test := range []struct{ what, sql, want string }{
		{"indexes", "SELECT table_name,index_name,GROUP_CONCAT(column_name ORDER BY seq_in_index) FROM information_schema.statistics" +
			" WHERE table_schema=DATABASE() GROUP BY 1,2", `
customer idx_customer c_w_id,c_d_id,c_last,c_first
customer PRIMARY c_w_id,c_d_id,c_id
district PRIMARY d_w_id,d_id
history fkey_history_1 h_c_w_id,h_c_d_id,h_c_id
history fkey_history_2 h_w_id,h_d_id
item PRIMARY i_id
new_orders PRIMARY no_w_id,no_d_id,no_o_id
orders idx_orders o_w_id,o_d_id,o_c_id,o_id
orders PRIMARY o_w_id,o_d_id,o_id
order_line fkey_order_line_2 ol_supply_w_id,ol_i_id
order_line PRIMARY ol_w_id,ol_d_id,ol_o_id,ol_number
stock fkey_stock_2 s_i_id
stock PRIMARY s_w_id,s_i_id
warehouse PRIMARY w_id`},
		{"foreign keys", "SELECT table_name,constraint_name,GROUP_CONCAT(column_name ORDER BY ordinal_position),MAX(referenced_table_name)," +
			"GROUP_CONCAT(referenced_column_name ORDER BY ordinal_position) FROM information_schema.key_column_usage" +
			" WHERE table_schema=DATABASE() AND referenced_table_name IS NOT NULL GROUP BY 1,2", `
customer fkey_customer_1 c_w_id,c_d_id district d_w_id,d_id
district fkey_district_1 d_w_id warehouse w_id
history fkey_history_1 h_c_w_id,h_c_d_id,h_c_id customer c_w_id,c_d_id,c_id
history fkey_history_2 h_w_id,h_d_id district d_w_id,d_id
new_orders fkey_new_orders_1 no_w_id,no_d_id,no_o_id orders o_w_id,o_d_id,o_id
orders fkey_orders_1 o_w_id,o_d_id,o_c_id customer c_w_id,c_d_id,c_id
order_line fkey_order_line_1 ol_w_id,ol_d_id,ol_o_id orders o_w_id,o_d_id,o_id
order_line fkey_order_line_2 ol_supply_w_id,ol_i_id stock s_w_id,s_i_id
stock fkey_stock_1 s_w_id warehouse w_id
stock fkey_stock_2 s_i_id item i_id`},
	} {
		var got []string
		if err := conn.Each(test.sql, func(columns []string) error {
			got = append(got, strings.Join(columns, " "))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		want := strings.Split(strings.TrimSpace(test.want), "\n")
		// Products sort names each in its own way.
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.what, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
