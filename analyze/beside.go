package analyze

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"jitterlog/analyze/stat"
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
	// straight line explains: clocks and growing logs move by themselves. NaN around
	// a mean of 0.
	Moved float64
	// WithRate is the correlation with the headline rate at the same time, both
	// without their straight lines; NaN with fewer than 10 pairs, and if nothing else
	// than the line is there. Unrelated series have one, too: it says where to look,
	// and nothing of causes.
	WithRate float64
}

// minPairs is how many samples must lie in report lines for a correlation with these.
const minPairs = 10

// Beside describes the series that changed beside a run, those that moved most
// first, and counts those that did not change.
func (db *DB) Beside(ctx context.Context, run *history.Run) (moved []Beside, constant int, err error) {
	if db, err = db.narrow(ctx, []history.Run{*run}); err != nil {
		return nil, 0, err
	}
	script := strings.NewReplacer("{this}", oneOf([]history.Run{*run}), "{pairs}", strconv.Itoa(minPairs)).Replace(embedded("beside.sql"))
	rows, err := db.sql.QueryContext(ctx, script)
	if err != nil {
		return nil, 0, fmt.Errorf("describe what was sampled beside %s: %w", run.Name, err)
	}
	defer rows.Close()
	for rows.Next() {
		var b Beside
		var same bool
		if err := rows.Scan(&b.Source, &b.Object, &b.Name, &b.Unit, real{&b.Mean}, real{&b.Median}, real{&b.P95}, real{&b.Max},
			&same, real{&b.Moved}, real{&b.WithRate}); err != nil {
			return nil, 0, err
		}
		if same {
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
		spans = append(spans, "("+double(s.Start)+", "+double(s.End)+")")
	}
	script := strings.NewReplacer("{this}", oneOf([]history.Run{j.Run}), "{stalls}", strings.Join(spans, ", "),
		"{lead}", strconv.Itoa(stallLeadSeconds), "{end}", double(j.Series[len(j.Series)-1].End)).Replace(embedded("in_stalls.sql"))
	rows, err := db.sql.QueryContext(ctx, script)
	if err != nil {
		return nil, 0, fmt.Errorf("compare what was sampled in the stalls of %s: %w", j.Run.Name, err)
	}
	defer rows.Close()
	left := workLeft(j.Steady, j.Stalls)
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

// double is a number as a literal of SQL.
func double(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) + "::DOUBLE" }

// workLeft is the share of the usual work that was done in the stalls nevertheless.
func workLeft(s stat.Series, stalls stat.StallReport) float64 {
	done := 0.0
	for _, stall := range stalls.Stalls {
		_, rest := s.Split(stall.Start)
		within, _ := rest.Split(stall.End)
		done += within.Work()
	}
	return done / (done + stalls.Lost)
}
