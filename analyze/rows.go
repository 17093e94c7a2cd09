package analyze

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/marcboeker/go-duckdb"
)

// A Column is one column of a result.
type Column struct {
	Name string
	Type string // as DuckDB names it, such as BIGINT or MAP(VARCHAR, VARCHAR)
}

// Rows is the result of a query. Close must be called. It is one goroutine's.
type Rows struct {
	rows    *sql.Rows
	columns []Column
	values  []any
	scan    []any
	err     error
	ctx     context.Context
}

// Query runs a user's query on the leash: it can read UserTables, nothing else
// on the machine, and changes nothing. The context bounds its time, and the query
// and its result may take about 1 GiB of memory. What is not allowed is a
// *RefusedError.
func (db *DB) Query(ctx context.Context, query string) (*Rows, error) {
	if err := db.check(ctx, query); err != nil {
		return nil, stopped(ctx, err)
	}
	release := boundMemory()
	rows, err := db.sql.QueryContext(ctx, query)
	release() // the result is complete; what the caller makes of it is not DuckDB's
	if err != nil {
		return nil, stopped(ctx, err)
	}
	r := &Rows{rows: rows, ctx: ctx}
	types, err := rows.ColumnTypes()
	if err != nil {
		r.Close()
		return nil, err
	}
	r.columns = make([]Column, len(types))
	r.values = make([]any, len(types))
	r.scan = make([]any, len(types))
	for i, t := range types {
		r.columns[i] = Column{t.Name(), t.DatabaseTypeName()}
		r.scan[i] = &r.values[i]
		if r.columns[i].Type == "UNION" || r.columns[i].Type == "BIT" {
			r.Close()
			return nil, fmt.Errorf("column %s is a %s, which cannot be shown; cast it to VARCHAR", t.Name(), t.DatabaseTypeName())
		}
	}
	return r, nil
}

// stopped says in plain words that a query ran into one of its limits.
func stopped(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("the query ran into its time limit: %w", ctx.Err())
	case ctx.Err() != nil:
		return ctx.Err()
	case isType(err, duckdb.ErrorTypeOutOfMemory):
		return fmt.Errorf("the query needs more than its %d MiB of memory", memoryLimit>>20)
	}
	return err
}

func isType(err error, t duckdb.ErrorType) bool {
	var e *duckdb.Error
	return errors.As(err, &e) && e.Type == t
}

// Columns returns the columns of the result.
func (r *Rows) Columns() []Column { return r.columns }

// Next steps to the next row; false at the end and on an error.
func (r *Rows) Next() bool {
	if r.err != nil || !r.rows.Next() {
		return false
	}
	r.err = r.rows.Scan(r.scan...)
	return r.err == nil
}

// Values returns the row: nil, bool, int64, float64, string, time.Time (UTC), []any
// or map[string]any. Numbers that fit neither int64 nor float64 are strings. The
// slice holds until Next.
func (r *Rows) Values() []any {
	for i, v := range r.values {
		r.values[i] = plain(v, r.columns[i].Type)
	}
	return r.values
}

// Err returns the error that ended the rows, nil at their end.
func (r *Rows) Err() error {
	err := r.err
	if err == nil {
		err = r.rows.Err()
	}
	if err != nil {
		return stopped(r.ctx, err)
	}
	return nil
}

// Close releases the result.
func (r *Rows) Close() error { return r.rows.Close() }

// plain turns what the driver gives for a DuckDB type into one of the few types
// that Values returns.
func plain(v any, typ string) any {
	switch v := v.(type) {
	case int8:
		return int64(v)
	case int16:
		return int64(v)
	case int32:
		return int64(v)
	case uint8:
		return int64(v)
	case uint16:
		return int64(v)
	case uint32:
		return int64(v)
	case uint64:
		return integer(new(big.Int).SetUint64(v))
	case *big.Int:
		return integer(v)
	case float32:
		return shortest(v)
	case duckdb.Decimal:
		return decimal(v)
	case duckdb.Interval:
		return interval(v)
	case time.Time:
		return moment(v, typ)
	case []byte:
		if typ == "UUID" {
			return fmt.Sprintf("%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:])
		}
		return string(v)
	case []any:
		for i := range v {
			v[i] = plain(v[i], "")
		}
		return v
	case map[string]any:
		for key := range v {
			v[key] = plain(v[key], "")
		}
		return v
	case duckdb.Map:
		m := make(map[string]any, len(v))
		for key, value := range v {
			m[fmt.Sprint(plain(key, ""))] = plain(value, "")
		}
		return m
	}
	return v
}

func integer(v *big.Int) any {
	if v.IsInt64() {
		return v.Int64()
	}
	return v.String()
}

// shortest is the shortest decimal that is this float32: 0.1, not 0.10000000149.
func shortest(v float32) float64 {
	var f float64
	fmt.Sscan(fmt.Sprint(v), &f)
	return f
}

// decimal is a whole number where there is no scale, a float where it is exact
// enough to print the same digits, else the digits.
func decimal(v duckdb.Decimal) any {
	if v.Scale == 0 {
		return integer(v.Value)
	}
	if v.Width <= 15 {
		return v.Float64()
	}
	digits, sign := new(big.Int).Abs(v.Value).String(), ""
	if v.Value.Sign() < 0 {
		sign = "-"
	}
	if missing := int(v.Scale) + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - int(v.Scale)
	return sign + digits[:point] + "." + digits[point:]
}

func interval(v duckdb.Interval) string {
	var parts []string
	add := func(n int32, unit string) {
		if n != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, unit))
		}
	}
	add(v.Months, "months")
	add(v.Days, "days")
	if d := time.Duration(v.Micros) * time.Microsecond; d != 0 || parts == nil {
		parts = append(parts, d.String())
	}
	return strings.Join(parts, " ")
}

// moment gives dates and times of day as text: neither is a moment.
func moment(v time.Time, typ string) any {
	switch typ {
	case "DATE":
		return v.Format(time.DateOnly)
	case "TIME", "TIMETZ":
		return v.Format("15:04:05.999999")
	}
	return v.UTC()
}
