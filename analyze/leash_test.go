package analyze

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/marcboeker/go-duckdb"
)

func run(ctx context.Context, db *DB, query string) ([][]any, error) {
	rows, err := db.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all [][]any
	for rows.Next() {
		all = append(all, slices.Clone(rows.Values()))
	}
	return all, rows.Err()
}

// Every line "+ query" must run, every "- query" must be refused before it
// runs, and the golden file holds what the user is told.
func TestLeash(t *testing.T) {
	db := open(t, noFiles{})
	script, err := os.ReadFile("testdata/leash.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, line := range strings.SplitAfter(string(script), "\n") {
		sign, query, found := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch {
		case strings.HasPrefix(sign, "="):
			continue
		case !found || sign != "+" && sign != "-":
			got.WriteString(line)
			continue
		}
		got.WriteString(line)
		if sign == "+" {
			if _, err := run(t.Context(), db, query); err != nil {
				t.Errorf("%s: %v", query, err)
			}
			continue
		}
		err := db.check(t.Context(), query)
		if err == nil {
			t.Errorf("not refused: %s", query)
			continue
		}
		fmt.Fprintf(&got, "= %v\n", err)
		var refused *RefusedError
		if errors.As(err, &refused) && refused.Hint != "" {
			fmt.Fprintf(&got, "= hint: %s\n", refused.Hint)
		}
	}
	golden(t, "leash.txt", got.String())
}

// No function that is allowed touches the file system, whatever it is called with.
func TestFunctionsReadNoFiles(t *testing.T) {
	db := open(t, noFiles{})
	connector, err := duckdb.NewConnector("?autoinstall_known_extensions=false&autoload_known_extensions=false", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer connector.Close()
	blind := sql.OpenDB(connector)
	defer blind.Close()
	if _, err := blind.Exec("SET enable_external_access = false; SET memory_limit = '100MB'; SET temp_directory = ''"); err != nil {
		t.Fatal(err)
	}
	rows, err := db.sql.Query("SELECT DISTINCT CAST(function_name AS VARCHAR) FROM duckdb_functions() WHERE regexp_full_match(function_name, '[a-z_0-9]+') ORDER BY 1")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var functions []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		functions = append(functions, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, name := range functions {
		for _, form := range []string{
			"SELECT %s()", "SELECT %s('/etc/hostname')", "SELECT %s('/etc/hostname', '/etc/hostname')", "SELECT %s(['/etc/hostname'])",
			"FROM %s()", "FROM %s('/etc/hostname')", "FROM %s(['/etc/hostname'])", `FROM "%s"`,
		} {
			query := fmt.Sprintf(form, name)
			if db.check(t.Context(), query) != nil {
				continue
			}
			tried++
			_, err := blind.Exec(query)
			if err != nil && (strings.Contains(err.Error(), "Permission Error") || strings.Contains(err.Error(), "IO Error")) {
				t.Errorf("%s: %v", query, err)
			}
		}
	}
	if _, err := blind.Exec("FROM read_text('/etc/hostname')"); err == nil || !strings.Contains(err.Error(), "Permission Error") {
		t.Errorf("the test sees no attempt to read: %v", err)
	}
	if tried < 1000 {
		t.Errorf("only %d calls tried", tried)
	}
}

// A new version of DuckDB may bring functions that have to be looked at.
func TestFunctionsReviewed(t *testing.T) {
	db := open(t, noFiles{})
	rows, err := db.sql.Query(`SELECT DISTINCT CAST(function_name AS VARCHAR) FROM duckdb_functions()
		WHERE internal AND function_type IN ('scalar', 'aggregate', 'macro') ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got strings.Builder
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if refusedFunction(name) {
			name = "refused: " + name
		}
		fmt.Fprintln(&got, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	golden(t, "functions.golden", got.String())
}

func TestLimits(t *testing.T) {
	db := open(t, noFiles{})
	for _, query := range []string{
		"SELECT length(repeat('x', 4000000000))",
		"SELECT len(range(1000000000))",
		"SELECT i, i+1, i+2, i+3, i+4, i+5, i+6, i+7 FROM range(100000000) t(i)",
		"SELECT count(DISTINCT hash(i)) FROM range(200000000) t(i)",
		"SELECT list_transform(range(100000), x -> len(list_transform(range(100000), y -> y)))",
	} {
		if _, err := run(t.Context(), db, query); err == nil || !strings.Contains(err.Error(), "1024 MiB of memory") {
			t.Errorf("%s: %v", query, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := run(ctx, db, "SELECT max(hash(a.range + b.range)) FROM range(10000000) a, range(10000000) b")
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 10*time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
	if got, err := run(t.Context(), db, "SELECT 42"); err != nil || got[0][0] != int64(42) {
		t.Errorf("after the limits: %v, %v", got, err)
	}
}

func TestValues(t *testing.T) {
	db := open(t, noFiles{})
	for _, c := range []struct {
		expression string
		want       any
	}{
		{"NULL", nil},
		{"true", true},
		{"CAST(200 AS UTINYINT)", int64(200)},
		{"1", int64(1)},
		{"CAST(18446744073709551615 AS UBIGINT)", "18446744073709551615"},
		{"sum(3)", int64(3)},
		{"CAST('170141183460469231731687303715884105727' AS HUGEINT)", "170141183460469231731687303715884105727"},
		{"1.5", 1.5},
		{"CAST(-0.05 AS DECIMAL(30, 2))", "-0.05"},
		{"CAST(12 AS DECIMAL(30, 0))", int64(12)},
		{"CAST(0.1 AS FLOAT)", 0.1},
		{"'a'", "a"},
		{"CAST('a' AS ENUM('a'))", "a"},
		{"CAST('a' AS BLOB)", "a"},
		{"CAST('00112233-4455-6677-8899-aabbccddeeff' AS UUID)", "00112233-4455-6677-8899-aabbccddeeff"},
		{"DATE '2026-01-02'", "2026-01-02"},
		{"TIME '01:02:03.5'", "01:02:03.5"},
		{"TIMESTAMP '2026-01-02 03:04:05.000006'", time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)},
		{"INTERVAL '1 month 2 days 1.5 seconds'", "1 months 2 days 1.5s"},
		{"INTERVAL '0 days'", "0s"},
		{"[1, NULL]", []any{int64(1), nil}},
		{"{'a': 1.5}", map[string]any{"a": 1.5}},
		{"MAP {'k': CAST(1 AS HUGEINT)}", map[string]any{"k": int64(1)}},
	} {
		got, err := run(t.Context(), db, "SELECT "+c.expression)
		if err != nil || fmt.Sprintf("%T %v", got[0][0], got[0][0]) != fmt.Sprintf("%T %v", c.want, c.want) {
			t.Errorf("%s: got %T %v, want %T %v (%v)", c.expression, got, got, c.want, c.want, err)
		}
	}
	if _, err := run(t.Context(), db, "SELECT union_value(k := 1)"); err == nil || !strings.Contains(err.Error(), "cast it") {
		t.Errorf("union: %v", err)
	}
}
