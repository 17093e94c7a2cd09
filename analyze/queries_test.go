package analyze

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// Every named query runs on the leash, says what it is about, and answers as the
// golden file shows for three logs.
func TestNamedQueries(t *testing.T) {
	db := open(t, imported(t, "tpcc-mysql/tpcc_w2_c8_i1_stall5s.txt", "tpcc-mysql/founding/tpcc-binlog.log",
		"sysbench/sb_rw_t8_i10_histogram_p99.txt"))
	var got strings.Builder
	for _, q := range NamedQueries() {
		if q.About == "" || !strings.HasPrefix(q.SQL, "-- "+q.About+"\n") {
			t.Errorf("%s does not say what it is about", q.Name)
		}
		rows, err := db.Query(t.Context(), q.SQL)
		if err != nil {
			t.Errorf("%s: %v", q.Name, err)
			continue
		}
		fmt.Fprintf(&got, "%s: %s\n   ", q.Name, q.About)
		for _, c := range rows.Columns() {
			fmt.Fprintf(&got, " %s:%s", c.Name, c.Type)
			if c.Type == "HUGEINT" || strings.HasPrefix(c.Type, "DECIMAL") {
				t.Errorf("%s: column %s is a %s", q.Name, c.Name, c.Type)
			}
		}
		got.WriteByte('\n')
		for n := 0; rows.Next(); n++ {
			if n < 6 {
				fmt.Fprintf(&got, "    %s\n", shown(rows.Values()))
			}
		}
		if err := rows.Err(); err != nil {
			t.Errorf("%s: %v", q.Name, err)
		}
		if err := rows.Close(); err != nil {
			t.Error(err)
		}
	}
	golden(t, "queries.golden", got.String())
	if _, err := FindQuery("stalls"); err != nil {
		t.Error(err)
	}
	if _, err := FindQuery("stall"); !errors.As(err, new(*UsageError)) {
		t.Errorf("unknown name: %v", err)
	}
}

// shown prints a row with six digits of every float: sums of many threads differ in the last.
func shown(values []any) string {
	cells := make([]string, len(values))
	for i, v := range values {
		if f, ok := v.(float64); ok {
			cells[i] = fmt.Sprintf("%.6g", f)
		} else {
			cells[i] = fmt.Sprint(v)
		}
	}
	return strings.Join(cells, " | ")
}
