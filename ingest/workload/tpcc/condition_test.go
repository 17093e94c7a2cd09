package tpcc

import (
	"fmt"
	"strings"
	"testing"
)

// TestConditionsAreViolated breaks a database in one place for each condition, which must be told, where it is and no other.
func TestConditionsAreViolated(t *testing.T) {
	_, open := loaded(t, "violated", Options{Scale: small})
	conn := connect(t, open)
	execute(t, conn, "SET foreign_key_checks=0")
	execute(t, conn, "SET autocommit=0")
	tests := []struct {
		breaks string
		want   map[int]string // the conditions that do not hold, and where
	}{
		{"UPDATE warehouse SET w_ytd=w_ytd+1 WHERE w_id=1", map[int]string{1: "warehouse=1 w_ytd=10001.00 sum(d_ytd)=10000.00; 1 in all", 8: "w_ytd=10001.00 sum(h_amount)=10000.00"}},
		{"UPDATE district SET d_next_o_id=d_next_o_id+1 WHERE d_id=3", map[int]string{2: "district=3 d_next_o_id=102 max(o_id)=100 max(no_o_id)=100"}},
		{"DELETE FROM new_orders WHERE no_d_id=4 AND no_o_id=90", map[int]string{3: "district=4 span=30 number=29", 5: "district=4 order=90 o_carrier_id=NULL waits=0", 11: "district=4"}},
		{"DELETE FROM order_line WHERE ol_d_id=5 AND ol_o_id=7 AND ol_number=1", map[int]string{4: "district=5", 6: "district=5 order=7"}},
		{"UPDATE orders SET o_carrier_id=NULL WHERE o_d_id=6 AND o_id=1", map[int]string{5: "order=1 o_carrier_id=NULL waits=0", 7: "district=6 order=1 line=1 o_carrier_id=NULL"}},
		{"UPDATE district SET d_ytd=d_ytd+0.01 WHERE d_id=7", map[int]string{1: "sum(d_ytd)=10000.01", 9: "district=7 d_ytd=1000.01 sum(h_amount)=1000.00"}},
		{"UPDATE customer SET c_balance=c_balance-0.01 WHERE c_d_id=8 AND c_id=9", map[int]string{10: "customer=9 c_balance=-10.01 delivered=0.00 paid=10.00", 12: "customer=9 c_balance=-10.01 c_ytd_payment=10.00 delivered=0.00"}},
		{"UPDATE customer SET c_ytd_payment=11 WHERE c_d_id IN (1,2) AND c_id=9", map[int]string{12: "district=1 customer=9 c_balance=-10.00 c_ytd_payment=11.00 delivered=0.00; 2 in all"}},
		{"DELETE FROM orders WHERE o_d_id=10", map[int]string{2: "max(o_id)=NULL", 4: "district=10 sum(o_ol_cnt)=0", 11: "district=10 customers=100 orders=0 waiting=30"}},
		{"DELETE FROM district", map[int]string{1: "sum(d_ytd)=NULL"}},
	}
	told := map[int]bool{}
	for _, test := range tests {
		execute(t, conn, test.breaks)
		violations, err := Check(conn, conditions)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range violations {
			n := v.Condition.Number
			told[n] = true
			where, expected := test.want[n]
			delete(test.want, n)
			if !expected || !strings.Contains(v.Error(), where) || !strings.HasPrefix(v.Error(), fmt.Sprintf("consistency condition %d does not hold (", n)) {
				t.Errorf("after %s: %v, want %q", test.breaks, v, where)
			}
		}
		for n := range test.want {
			t.Errorf("after %s: condition %d holds", test.breaks, n)
		}
		execute(t, conn, "ROLLBACK")
	}
	for n := 1; n <= 12; n++ {
		if !told[n] {
			t.Errorf("condition %d was never violated", n)
		}
	}
}

func TestConditionsByUse(t *testing.T) {
	numbers := func(conditions []Condition) (numbers []int) {
		for _, c := range conditions {
			numbers = append(numbers, c.Number)
		}
		return numbers
	}
	for _, test := range []struct {
		name string
		got  []Condition
		want string
	}{
		{"after a run", Conditions(Standard), "[1 2 3 4 5 6 7 8 9 10 12]"},
		{"after tpcc-mysql", Conditions(TPCCMySQL), "[1 2 3 4 5 6 7 8 9]"},
		{"after the load", InitialConditions(), "[1 2 3 4 5 8 9 11]"},
	} {
		if got := fmt.Sprint(numbers(test.got)); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
