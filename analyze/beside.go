package analyze

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"jitterlog/ingest/history"
)

// A Metric names a series that was sampled beside a run.
type Metric struct {
	Source, Object, Name, Unit string
}

// Beside is what a series was like while the run measured.
type Beside struct {
	Metric
	Mean, Median, P95, Max float64

	// Moved is the distance from p5 to p95 over the absolute mean, without what a
	// straight line explains: clocks and growing logs move by themselves.
	Moved float64
	// WithRate is the correlation with the headline rate at the same time, both
	// without their straight lines; NaN with fewer than 10 pairs. Unrelated series
	// have one, too: it says where to look, and nothing of causes.
	WithRate float64
}

// Beside describes the series that changed beside a run, those that moved most
// first, and counts those that did not change. What iostat and its kin say of the
// time since boot is none of the run.
func (db *DB) Beside(ctx context.Context, run *history.Run) (moved []Beside, constant int, err error) {
	if db, err = db.narrow(ctx, []history.Run{*run}); err != nil {
		return nil, 0, err
	}
	id := quote(run.RunID)
	rows, err := db.sql.QueryContext(ctx, `
		WITH s AS (SELECT * FROM samples WHERE run_id = `+id+` AND t >= 0 AND source NOT LIKE '% since boot'),
		h AS (SELECT t_start, t_end, rate FROM headline WHERE run_id = `+id+` AND phase = 'measure' AND rate IS NOT NULL),
		paired AS (SELECT s.*, CASE WHEN s.t > h.t_start THEN h.rate END AS rate FROM s ASOF LEFT JOIN h ON s.t <= h.t_end),
		described AS (
			SELECT source, object, metric, unit, avg(value) AS mean, median(value) AS median, quantile_cont(value, 0.95) AS p95,
				max(value) AS most, min(value) AS least, quantile_cont(value, 0.05) AS p5, corr(value, t) AS along,
				count(*) FILTER (rate IS NOT NULL) AS pairs,
				corr(value, rate) AS xy, corr(value, t) FILTER (rate IS NOT NULL) AS xt, corr(rate, t) AS yt
			FROM paired GROUP BY ALL
		)
		SELECT source, coalesce(object, ''), metric, coalesce(unit, ''), mean, median, p95, most, least,
			(p95 - p5) / nullif(abs(mean), 0) * sqrt(greatest(0, 1 - CASE WHEN isfinite(along) THEN along ELSE 0 END ** 2)) AS moved,
			CASE WHEN pairs >= 10 THEN (xy - xt * yt) / nullif(sqrt(greatest(0, (1 - xt ** 2) * (1 - yt ** 2))), 0) END
		FROM described ORDER BY moved DESC NULLS LAST, source, object, metric`)
	if err != nil {
		return nil, 0, fmt.Errorf("describe what was sampled beside %s: %w", run.Name, err)
	}
	defer rows.Close()
	for rows.Next() {
		var b Beside
		var least float64
		if err := rows.Scan(&b.Source, &b.Object, &b.Name, &b.Unit, real{&b.Mean}, real{&b.Median}, real{&b.P95}, real{&b.Max},
			real{&least}, real{&b.Moved}, real{&b.WithRate}); err != nil {
			return nil, 0, err
		}
		if least == b.Max {
			constant++
			continue
		}
		moved = append(moved, b)
	}
	return moved, constant, rows.Err()
}

// A StallChange is how a series differed in the stalls of a run from what it was
// before them.
type StallChange struct {
	Metric
	Before, Within float64 // means
	// Changed is their difference in standard deviations of the series outside of
	// stalls; infinite if it is constant there.
	Changed float64
}

// stallLeadSeconds is how much before a stall it is compared with, at least; as much as
// it is long, if that is more.
const stallLeadSeconds = 10

// InStalls compares all series beside a run, within its stalls against before, the
// most changed first. The rates that only fell as the work did are left out and
// counted. There is nothing to compare without stalls or samples.
func (db *DB) InStalls(ctx context.Context, j *Jitter) (changes []StallChange, followed int, err error) {
	if len(j.Stalls.Stalls) == 0 {
		return nil, 0, nil
	}
	if db, err = db.narrow(ctx, []history.Run{j.Run}); err != nil {
		return nil, 0, err
	}
	var spans []string
	for _, s := range j.Stalls.Stalls {
		spans = append(spans, fmt.Sprintf("(%v::DOUBLE, %v::DOUBLE)", s.Start, s.End))
	}
	rows, err := db.sql.QueryContext(ctx, `
		WITH stalls(began, ended) AS (VALUES `+strings.Join(spans, ", ")+`),
		marked AS (
			SELECT *, EXISTS (FROM stalls WHERE t > began AND t <= ended) AS within,
				EXISTS (FROM stalls WHERE t > began - greatest(`+fmt.Sprint(stallLeadSeconds)+`, ended - began) AND t <= began) AS before
			FROM samples WHERE run_id = `+quote(j.Run.RunID)+` AND t >= 0 AND source NOT LIKE '% since boot'
		)
		SELECT source, coalesce(object, '') AS object, metric, coalesce(unit, '') AS unit, avg(value) FILTER (before AND NOT within) AS usual, avg(value) FILTER (within) AS stalled,
			stddev_pop(value) FILTER (NOT within)
		FROM marked GROUP BY ALL HAVING usual <> stalled ORDER BY source, object, metric`)
	if err != nil {
		return nil, 0, fmt.Errorf("compare what was sampled in the stalls of %s: %w", j.Run.Name, err)
	}
	defer rows.Close()
	left := j.workLeft()
	for rows.Next() {
		var c StallChange
		var deviation float64
		if err := rows.Scan(&c.Source, &c.Object, &c.Name, &c.Unit, real{&c.Before}, real{&c.Within}, real{&deviation}); err != nil {
			return nil, 0, err
		}
		if strings.HasSuffix(c.Unit, "/s") && math.Abs(c.Within/c.Before-left) <= (1-left)/4 {
			followed++
			continue
		}
		c.Changed = math.Abs(c.Within-c.Before) / deviation
		changes = append(changes, c)
	}
	slices.SortStableFunc(changes, func(a, b StallChange) int { return cmp.Compare(b.Changed, a.Changed) })
	return changes, followed, rows.Err()
}

// workLeft is the share of the usual rate that was left in the stalls.
func (j *Jitter) workLeft() float64 {
	return max(0, 1-j.Stalls.Lost/(j.Median*j.Stalls.Seconds))
}
