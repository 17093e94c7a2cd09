package analyze

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// A Value is a column of the table intervals that makes a series.
type Value string

// Rate is the value that is meant where none is named.
const Rate Value = "rate"

// Values are the columns that make a series.
var Values = []Value{
	Rate, "count", "late", "failed", "retried", "threads",
	"lat_avg_ms", "lat_p50_ms", "lat_p90_ms", "lat_p95_ms", "lat_p99_ms", "lat_p999_ms", "lat_max_ms", "pct_ms",
	"bytes_per_s", "errors_per_s", "reconnects_per_s",
}

// IsLatency reports whether the value is a latency in milliseconds: smaller is
// better, and runs of different latency clocks must not be compared by it.
func (v Value) IsLatency() bool { return strings.HasSuffix(string(v), "_ms") }

// IsQuantile reports whether the value is a percentile or the maximum of an
// interval. Their mean is none of anything: they are ranked, never averaged.
func (v Value) IsQuantile() bool { return v.IsLatency() && v != "lat_avg_ms" }

// IsWork reports whether the value is work done in an interval, of which more is better.
func (v Value) IsWork() bool { return v == Rate || v == "count" || v == "bytes_per_s" }

// Measured says which numbers of a run are meant; the zero value is the rate of
// its headline operation while it measured.
type Measured struct {
	Op     string        // empty: the run's headline operation
	Phases []parse.Phase // empty: measure alone
	Value  Value         // empty: Rate
}

func (m Measured) withDefaults() (Measured, error) {
	if m.Value == "" {
		m.Value = Rate
	}
	if len(m.Phases) == 0 {
		m.Phases = []parse.Phase{parse.Measure}
	}
	if !slices.Contains(Values, m.Value) {
		names := make([]string, len(Values))
		for i, v := range Values {
			names[i] = string(v)
		}
		return m, usage("no value %q; there are %s", m.Value, strings.Join(names, ", "))
	}
	for _, p := range m.Phases {
		if p != parse.RampUp && p != parse.Measure && p != parse.CoolDown {
			return m, usage("no phase %q; there are %s, %s and %s", p, parse.RampUp, parse.Measure, parse.CoolDown)
		}
	}
	return m, nil
}

// op is the operation that is meant in a run.
func (m Measured) op(run *history.Run) string {
	if m.Op != "" {
		return m.Op
	}
	return run.HeadlineOp
}

// phases is the list of phases in SQL.
func (m Measured) phases() string {
	quoted := make([]string, len(m.Phases))
	for i, p := range m.Phases {
		quoted[i] = quote(string(p))
	}
	return "(" + strings.Join(quoted, ", ") + ")"
}

// quote is a text as a literal of SQL.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// Series reads one number of a run over time. An interval without it is a point
// whose Rate is NaN. A run that does not have the operation is a *UsageError; one
// without any intervals has an empty series.
func (db *DB) Series(ctx context.Context, run *history.Run, m Measured) (stat.Series, error) {
	series, err := db.seriesOf(ctx, []history.Run{*run}, m)
	if err != nil {
		return nil, err
	}
	if series[0] == nil {
		return nil, db.checkOp(ctx, run, m.Op)
	}
	return series[0], nil
}

// seriesOf reads one number of several runs, in their order; a run that does not have
// the operation has no series.
func (db *DB) seriesOf(ctx context.Context, runs []history.Run, m Measured) ([]stat.Series, error) {
	m, err := m.withDefaults()
	if err != nil {
		return nil, err
	}
	if db, err = db.narrow(ctx, runs); err != nil {
		return nil, err
	}
	byRun := make(map[seriesKey]stat.Series)
	for part := range db.inParts(ctx, runs) {
		if err := db.readSeries(ctx, part, m, byRun); err != nil {
			return nil, fmt.Errorf("read the intervals of %s: %w", part[0].Name, err)
		}
	}
	series := make([]stat.Series, len(runs))
	for i := range runs {
		series[i] = byRun[seriesKey{runs[i].RunID, runs[i].ImportID, m.op(&runs[i])}]
	}
	return series, nil
}

type seriesKey struct{ run, importID, op string }

func (db *DB) readSeries(ctx context.Context, runs []history.Run, m Measured, byRun map[seriesKey]stat.Series) error {
	rows, err := db.sql.QueryContext(ctx, fmt.Sprintf(`
		SELECT run_id, import_id, op, t_start, t_end, CAST(%s AS DOUBLE) FROM intervals
		WHERE %s AND op IN (%s) AND phase IN %s
		ORDER BY run_id, import_id, t_end, seq`, m.Value, oneOf(runs), quotedList(ops(runs, m)), m.phases()))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key seriesKey
		var p stat.Point
		if err := rows.Scan(&key.run, &key.importID, &key.op, &p.Start, &p.End, real{&p.Rate}); err != nil {
			return err
		}
		byRun[key] = append(byRun[key], p)
	}
	return rows.Err()
}

// ops are the operations that are meant in any of the runs.
func ops(runs []history.Run, m Measured) []string {
	var all []string
	for i := range runs {
		all = append(all, m.op(&runs[i]))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// WithOp divides runs into those that have an operation, in their report lines or as
// the headline of their totals, and those that do not. If none has it, it is a
// *UsageError that names the operations they have.
func (db *DB) WithOp(ctx context.Context, runs []history.Run, op string) (with, without []history.Run, err error) {
	if len(runs) == 0 {
		return nil, nil, nil
	}
	if db, err = db.narrow(ctx, runs); err != nil {
		return nil, nil, err
	}
	rows, err := db.sql.QueryContext(ctx, "SELECT DISTINCT run_id, op FROM intervals WHERE "+oneOf(runs))
	if err != nil {
		return nil, nil, fmt.Errorf("look for the operation %s: %w", op, err)
	}
	defer rows.Close()
	found := make(map[string]bool)
	var ops []string
	for rows.Next() {
		var id, one string
		if err := rows.Scan(&id, &one); err != nil {
			return nil, nil, err
		}
		found[id] = found[id] || one == op
		ops = append(ops, one)
	}
	if err := rows.Err(); err != nil {
		return nil, nil, fmt.Errorf("look for the operation %s: %w", op, err)
	}
	for _, run := range runs {
		if found[run.RunID] || run.HeadlineOp == op {
			with = append(with, run)
		} else {
			without = append(without, run)
		}
	}
	slices.Sort(ops)
	switch {
	case len(with) > 0:
		return with, without, nil
	case len(ops) == 0:
		return nil, nil, usage("none of these runs has report lines of any operation")
	}
	return nil, nil, usage("none of these runs has an operation %q; they have %s", op, strings.Join(slices.Compact(ops), ", "))
}

// checkOp is an error if an operation was asked for, and the run has intervals, but
// none of it.
func (db *DB) checkOp(ctx context.Context, run *history.Run, op string) error {
	if op == "" {
		return nil
	}
	var ops string
	err := db.sql.QueryRowContext(ctx, `
		SELECT coalesce(string_agg(DISTINCT op, ', ' ORDER BY op), '') FROM intervals
		WHERE run_id = ? AND import_id = ?`, run.RunID, run.ImportID).Scan(&ops)
	if err != nil {
		return fmt.Errorf("read the operations of %s: %w", run.Name, err)
	}
	if ops == "" || slices.Contains(strings.Split(ops, ", "), op) {
		return nil
	}
	return usage("%s has no operation %q; it has %s", run.Name, op, ops)
}

// HaveValue reports whether each of the runs has a value in the report lines of its
// headline while it measured.
func (db *DB) HaveValue(ctx context.Context, runs []history.Run, v Value) (bool, error) {
	series, err := db.seriesOf(ctx, runs, Measured{Value: v})
	return err == nil && !slices.ContainsFunc(series, func(s stat.Series) bool { return s.Seconds() == 0 }), err
}
