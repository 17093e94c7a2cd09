package tpcc

import (
	"fmt"
	"slices"
	"strings"

	"jitterlog/ingest/load/client"
)

// A Condition is one of the standard's consistency conditions (clause 3.3.2).
type Condition struct {
	Number int
	Rule   string // in words

	query    string   // rows that violate it
	columns  []string // what they hold
	slow     bool     // reads all order lines with their orders
	initial  bool     // holds for initial data alone
	withTool bool     // holds where tpcc-mysql has run, too
}

const wd = "warehouse district"

// conditions of the standard. Each query ends in what violates the rule, so that a database that
// is in order sends nothing.
var conditions = []Condition{
	{Number: 1, Rule: "w_ytd = sum(d_ytd)", withTool: true,
		columns: strings.Fields("warehouse w_ytd sum(d_ytd)"),
		query:   "SELECT w_id,w_ytd,s FROM warehouse LEFT JOIN (SELECT d_w_id,SUM(d_ytd) s FROM district GROUP BY d_w_id) d ON d_w_id=w_id WHERE NOT w_ytd<=>s"},
	{Number: 2, Rule: "d_next_o_id - 1 = max(o_id), and = max(no_o_id) where orders wait", withTool: true,
		columns: strings.Fields(wd + " d_next_o_id max(o_id) max(no_o_id)"),
		query: "SELECT d_w_id,d_id,d_next_o_id,o,n FROM (SELECT d_w_id,d_id,d_next_o_id," +
			"(SELECT MAX(o_id) FROM orders WHERE o_w_id=d_w_id AND o_d_id=d_id) o," +
			"(SELECT MAX(no_o_id) FROM new_orders WHERE no_w_id=d_w_id AND no_d_id=d_id) n FROM district) x" +
			" WHERE NOT d_next_o_id-1<=>o OR d_next_o_id-1<>n"},
	{Number: 3, Rule: "max(no_o_id) - min(no_o_id) + 1 = number of waiting orders", withTool: true,
		columns: strings.Fields(wd + " span number"),
		query: "SELECT no_w_id,no_d_id,MAX(no_o_id)-MIN(no_o_id)+1 span,COUNT(*) n FROM new_orders" +
			" GROUP BY no_w_id,no_d_id HAVING span<>n"},
	{Number: 4, Rule: "sum(o_ol_cnt) = number of order lines", withTool: true,
		columns: strings.Fields(wd + " sum(o_ol_cnt) order_lines"),
		query: "SELECT w,d,SUM(promised) p,SUM(found) f FROM (" +
			"SELECT o_w_id w,o_d_id d,SUM(o_ol_cnt) promised,0 found FROM orders GROUP BY o_w_id,o_d_id" +
			" UNION ALL SELECT ol_w_id,ol_d_id,0,COUNT(*) FROM order_line GROUP BY ol_w_id,ol_d_id) x GROUP BY w,d HAVING p<>f"},
	{Number: 5, Rule: "o_carrier_id is null for the orders that wait, and for no other", withTool: true,
		columns: strings.Fields(wd + " order o_carrier_id waits"),
		query: "SELECT o_w_id,o_d_id,o_id,o_carrier_id,no_o_id IS NOT NULL FROM orders" +
			" LEFT JOIN new_orders ON no_w_id=o_w_id AND no_d_id=o_d_id AND no_o_id=o_id WHERE (o_carrier_id IS NULL)<>(no_o_id IS NOT NULL)"},
	{Number: 6, Rule: "o_ol_cnt = number of the order's lines", slow: true, withTool: true,
		columns: strings.Fields(wd + " order o_ol_cnt order_lines"),
		query: "SELECT o_w_id,o_d_id,o_id,o_ol_cnt,COUNT(ol_o_id) n FROM orders" + withLines +
			" GROUP BY o_w_id,o_d_id,o_id,o_ol_cnt HAVING o_ol_cnt<>n"},
	{Number: 7, Rule: "ol_delivery_d is null where the order's o_carrier_id is, and nowhere else", slow: true, withTool: true,
		columns: strings.Fields(wd + " order line o_carrier_id ol_delivery_d"),
		query: "SELECT o_w_id,o_d_id,o_id,ol_number,o_carrier_id,ol_delivery_d FROM orders" + withLines +
			" WHERE ol_o_id IS NOT NULL AND (o_carrier_id IS NULL)<>(ol_delivery_d IS NULL)"},
	{Number: 8, Rule: "w_ytd = sum(h_amount)", withTool: true,
		columns: strings.Fields("warehouse w_ytd sum(h_amount)"),
		query:   "SELECT w_id,w_ytd,s FROM warehouse LEFT JOIN (SELECT h_w_id,SUM(h_amount) s FROM history GROUP BY h_w_id) h ON h_w_id=w_id WHERE NOT w_ytd<=>s"},
	{Number: 9, Rule: "d_ytd = sum(h_amount)", withTool: true,
		columns: strings.Fields(wd + " d_ytd sum(h_amount)"),
		query: "SELECT d_w_id,d_id,d_ytd,s FROM district LEFT JOIN (SELECT h_w_id,h_d_id,SUM(h_amount) s FROM history" +
			" GROUP BY h_w_id,h_d_id) h ON h_w_id=d_w_id AND h_d_id=d_id WHERE NOT d_ytd<=>s"},
	{Number: 10, Rule: "c_balance = sum(ol_amount) of delivered orders - sum(h_amount)", slow: true,
		columns: strings.Fields(wd + " customer c_balance delivered paid"),
		query: "SELECT c_w_id,c_d_id,c_id,c_balance,COALESCE(delivered,0),COALESCE(paid,0) FROM customer" + withDelivered +
			" LEFT JOIN (SELECT h_c_w_id,h_c_d_id,h_c_id,SUM(h_amount) paid FROM history GROUP BY h_c_w_id,h_c_d_id,h_c_id) h" +
			" ON h_c_w_id=c_w_id AND h_c_d_id=c_d_id AND h_c_id=c_id WHERE c_balance<>COALESCE(delivered,0)-COALESCE(paid,0)"},
	{Number: 11, Rule: "orders - waiting orders = 2100 of 3000 in each district", initial: true,
		columns: strings.Fields(wd + " customers orders waiting"),
		query: "SELECT d_w_id,d_id,c,o,n FROM (SELECT d_w_id,d_id," +
			"(SELECT COUNT(*) FROM customer WHERE c_w_id=d_w_id AND c_d_id=d_id) c," +
			"(SELECT COUNT(*) FROM orders WHERE o_w_id=d_w_id AND o_d_id=d_id) o," +
			"(SELECT COUNT(*) FROM new_orders WHERE no_w_id=d_w_id AND no_d_id=d_id) n FROM district) x WHERE o-n<>c-c*3 DIV 10"},
	{Number: 12, Rule: "c_balance + c_ytd_payment = sum(ol_amount) of delivered orders", slow: true,
		columns: strings.Fields(wd + " customer c_balance c_ytd_payment delivered"),
		query: "SELECT c_w_id,c_d_id,c_id,c_balance,c_ytd_payment,COALESCE(delivered,0) FROM customer" + withDelivered +
			" WHERE c_balance+c_ytd_payment<>COALESCE(delivered,0)"},
}

const (
	withLines     = " LEFT JOIN order_line ON ol_w_id=o_w_id AND ol_d_id=o_d_id AND ol_o_id=o_id"
	withDelivered = " LEFT JOIN (SELECT o_w_id,o_d_id,o_c_id,SUM(ol_amount) delivered FROM orders" +
		" JOIN order_line ON ol_w_id=o_w_id AND ol_d_id=o_d_id AND ol_o_id=o_id WHERE ol_delivery_d IS NOT NULL" +
		" GROUP BY o_w_id,o_d_id,o_c_id) d ON o_w_id=c_w_id AND o_d_id=c_d_id AND o_c_id=c_id"
)

// Conditions returns those that hold after any run of transactions: 1 to 10 and 12. On a database that
// tpcc-mysql, or a run in its manner, has changed, 10 and 12 do not hold and are left out.
func Conditions(compat Compat) []Condition {
	return slices.DeleteFunc(slices.Clone(conditions), func(c Condition) bool { return c.initial || compat == TPCCMySQL && !c.withTool })
}

// InitialConditions returns those for data just loaded that do not read all order lines with their orders.
func InitialConditions() []Condition {
	return slices.DeleteFunc(slices.Clone(conditions), func(c Condition) bool { return c.slow })
}

// A Violation is a condition that does not hold.
type Violation struct {
	Condition Condition
	Where     string // the first row that violates it, as name=value
	Rows      int    // how many do
}

// Error says which condition is violated, where and how often.
func (v Violation) Error() string {
	return fmt.Sprintf("consistency condition %d does not hold (%s): %s; %d in all", v.Condition.Number, v.Condition.Rule, v.Where, v.Rows)
}

// Check checks conditions and returns those that do not hold, in order; the error is that of a query that
// failed. Nobody may write to the database meanwhile, as each condition has a query of its own.
func Check(conn *client.Conn, conditions []Condition) ([]Violation, error) {
	var violations []Violation
	for _, c := range conditions {
		v := Violation{Condition: c}
		err := conn.Each(c.query, func(values []string) error {
			if v.Rows++; v.Rows > 1 {
				return nil
			}
			var where []string
			for i, value := range values {
				if value == "" {
					value = "NULL"
				}
				where = append(where, c.columns[i]+"="+value)
			}
			v.Where = strings.Join(where, " ")
			return nil
		})
		if err != nil {
			return violations, fmt.Errorf("tpcc: check condition %d: %w", c.Number, err)
		}
		if v.Rows > 0 {
			violations = append(violations, v)
		}
	}
	return violations, nil
}
