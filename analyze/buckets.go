package analyze

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"jitterlog/ingest/history"
)

// BucketOptions say how Buckets averages.
type BucketOptions struct {
	Measured
	Every   float64 // length of a bucket in seconds
	Partial bool    // keep a last bucket that the run does not fill
}

// Buckets are averages over equal stretches of time of some runs side by side.
type Buckets struct {
	Value Value
	Every float64
	T     []float64 // the end of each bucket in seconds
	Runs  []BucketColumn
}

// A BucketColumn is what one run has in each bucket of Buckets.T, NaN where it
// has no interval there.
type BucketColumn struct {
	Run    history.Run
	Op     string
	Values []float64
}

// maxBuckets keeps a broken clock in a log from making a table that fills the memory.
const maxBuckets = 10_000_000

// Buckets averages runs over buckets of time: an interval belongs, whole, to the
// bucket k with (k-1) x every < t_end <= k x every. Rates are weighted by the length of
// their intervals; a count (also late, failed and retried) is the mean count per report
// line; lat_avg_ms is weighted by the operations of each line and lat_max_ms is the
// maximum; of any other percentile it is the median, since percentiles must not
// be averaged.
func (db *DB) Buckets(ctx context.Context, runs []history.Run, o BucketOptions) (*Buckets, error) {
	m, err := o.Measured.withDefaults()
	if err != nil {
		return nil, err
	}
	if !(o.Every > 0) || math.IsInf(o.Every, 0) {
		return nil, usage("a bucket must be longer than 0 seconds")
	}
	if db, err = db.narrow(ctx, runs); err != nil {
		return nil, err
	}
	result := &Buckets{Value: m.Value, Every: o.Every}
	read := make(map[seriesKey]*filledBuckets)
	for part := range db.inParts(ctx, runs) {
		if err := db.readBuckets(ctx, part, m, o, read); err != nil {
			return nil, fmt.Errorf("average %s: %w", part[0].Name, err)
		}
	}
	columns := make([]filledBuckets, len(runs))
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range runs {
		run := &runs[i]
		filled := read[seriesKey{run.RunID, run.ImportID, m.op(run)}]
		if filled == nil {
			if err := db.checkOp(ctx, run, m.Op); err != nil {
				return nil, err
			}
			filled = &filledBuckets{first: math.MaxInt64, last: math.MinInt64}
		}
		if columns[i], err = filled.whole(run, o); err != nil {
			return nil, err
		}
		first, last = min(first, columns[i].first), max(last, columns[i].last)
		result.Runs = append(result.Runs, BucketColumn{Run: *run, Op: m.op(run)})
	}
	if first > last {
		return result, nil
	}
	if !slices.ContainsFunc(columns, filledBuckets.any) {
		return nil, usage("no report line of these runs has a %s; take another value", m.Value)
	}
	if last-first >= maxBuckets {
		return nil, usage("more than %d buckets of %g s; take longer ones", maxBuckets, o.Every)
	}
	for k := first; k <= last; k++ {
		// 9 x 0.1 is not 0.9; times have no more than nine decimals.
		result.T = append(result.T, math.Round(float64(k)*o.Every*1e9)/1e9)
		for i := range columns {
			value, ok := columns[i].values[k]
			if !ok {
				value = math.NaN()
			}
			result.Runs[i].Values = append(result.Runs[i].Values, value)
		}
	}
	return result, nil
}

// filledBuckets are the values of one run by the number of their bucket, the first
// and last bucket that the run reaches, the usual length of its intervals, and its end.
type filledBuckets struct {
	values      map[int64]float64
	first, last int64
	usual, end  float64
}

// any reports whether there is a value at all.
func (f filledBuckets) any() bool {
	for _, v := range f.values {
		if !math.IsNaN(v) {
			return true
		}
	}
	return false
}

func (db *DB) readBuckets(ctx context.Context, runs []history.Run, m Measured, o BucketOptions, read map[seriesKey]*filledBuckets) error {
	script := strings.NewReplacer("{every}", strconv.FormatFloat(o.Every, 'g', -1, 64), "{these}", oneOf(runs), "{ops}", quotedList(ops(runs, m)),
		"{value}", aggregate(m.Value), "{phases}", m.phases()).Replace(embedded("buckets.sql"))
	rows, err := db.sql.QueryContext(ctx, script)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key seriesKey
		var k int64
		var value, usual, end float64
		if err := rows.Scan(&key.run, &key.importID, &key.op, &k, real{&value}, &usual, &end); err != nil {
			return err
		}
		filled := read[key]
		if filled == nil {
			filled = &filledBuckets{make(map[int64]float64), k, k, usual, end}
			read[key] = filled
		}
		filled.values[k] = value
		filled.first, filled.last = min(filled.first, k), max(filled.last, k)
	}
	return rows.Err()
}

// whole takes the last bucket away if the run does not fill it and nobody wants such a
// one. Buckets shorter than the report interval are a *UsageError.
func (f filledBuckets) whole(run *history.Run, o BucketOptions) (filledBuckets, error) {
	if len(f.values) == 0 {
		return f, nil
	}
	usual := f.usual
	if run.IntervalS > 0 {
		usual = run.IntervalS
	}
	if o.Every < usual*(1-1e-9) {
		return f, usage("buckets of %g s are shorter than the report interval of %s, %g s", o.Every, run.Name, usual)
	}
	if !o.Partial && float64(f.last)*o.Every > f.end+1e-6 {
		delete(f.values, f.last)
		f.last--
	}
	return f, nil
}

// aggregate is how the intervals of a bucket become one number, in SQL.
func aggregate(v Value) string {
	switch v {
	case "count", "late", "failed", "retried":
		return fmt.Sprintf("avg(%s)", v)
	case "lat_max_ms":
		return "max(lat_max_ms)"
	case "lat_avg_ms":
		return weighted(v, "coalesce(CAST(count AS DOUBLE), rate * (t_end - t_start))")
	}
	if v.IsLatency() {
		return fmt.Sprintf("median(%s)", v)
	}
	return weighted(v, "(t_end - t_start)")
}

// weighted is the mean with weights, NULL where they sum up to 0.
func weighted(v Value, weight string) string {
	return fmt.Sprintf("sum(%[1]s * %[2]s) / nullif(sum(%[2]s) FILTER (%[1]s IS NOT NULL), 0)", v, weight)
}
