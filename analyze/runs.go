package analyze

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/marcboeker/go-duckdb"

	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// ListOptions say which runs Runs returns and in which order.
type ListOptions struct {
	// Words name runs as RUN arguments do (see Select). A run is listed if it
	// meets all words of the form key=value and, where there are others, one of those.
	Words   []string
	SortBy  string // a column of the table runs; empty: the order of measuring, then of import
	Reverse bool
}

// Runs lists runs. A word that names no run is a *NoRunError.
func (db *DB) Runs(ctx context.Context, o ListOptions) ([]history.Run, error) {
	order := "coalesce(started_at, imported_at)"
	if o.SortBy != "" {
		if !slices.Contains(sortable, o.SortBy) {
			return nil, usage("cannot sort by %q; columns are %s", o.SortBy, strings.Join(sortable, ", "))
		}
		order = `"` + o.SortBy + `"`
	}
	if o.Reverse {
		order += " DESC"
	}
	runs, err := db.runs(ctx, "true", order+" NULLS LAST, imported_at, source, section")
	if err != nil {
		return nil, err
	}
	var named map[string]bool // by the words that are no key=value
	for _, word := range o.Words {
		selected, err := db.Select(ctx, word)
		if err != nil {
			return nil, err
		}
		ids := make(map[string]bool)
		for _, r := range selected.Runs {
			ids[r.RunID] = true
		}
		if strings.Contains(word, "=") {
			runs = slices.DeleteFunc(runs, func(r history.Run) bool { return !ids[r.RunID] })
			continue
		}
		if named == nil {
			named = make(map[string]bool)
		}
		for id := range ids {
			named[id] = true
		}
	}
	if named != nil {
		runs = slices.DeleteFunc(runs, func(r history.Run) bool { return !named[r.RunID] })
	}
	return runs, nil
}

// sortable are the columns of runs that have an order.
var sortable = []string{
	"run_id", "name", "tool", "tool_version", "format", "workload", "headline_op", "server", "server_version",
	"started_at", "imported_at", "source_mtime", "source", "section", "threads", "scale",
	"interval_s", "warmup_s", "duration_s", "elapsed_s", "complete", "lat_clock",
	"tpmc", "tps", "qps", "lat_avg_ms", "lat_p95_ms", "errors",
}

// RunsByID returns the runs of these ids, in their order. An unknown id is a *NoRunError.
func (db *DB) RunsByID(ctx context.Context, ids ...string) ([]history.Run, error) {
	found, err := db.runs(ctx, "list_contains(string_split(?, ','), run_id)", "run_id", strings.Join(ids, ","))
	if err != nil {
		return nil, err
	}
	runs := make([]history.Run, 0, len(ids))
	for _, id := range ids {
		i := slices.IndexFunc(found, func(r history.Run) bool { return r.RunID == id })
		if i < 0 {
			return nil, &NoRunError{Word: id}
		}
		runs = append(runs, found[i])
	}
	return runs, nil
}

// runs reads whole rows of the table runs.
func (db *DB) runs(ctx context.Context, where, order string, args ...any) ([]history.Run, error) {
	rows, err := db.sql.QueryContext(ctx, `
		SELECT run_id, import_id, name, tool, tool_version, format, workload, headline_op, server, server_version,
			started_at, imported_at, source_mtime, source, source_sha256, raw_sha256, own_sha256, own_bytes,
			section, first_line, last_line, threads, scale, interval_s, warmup_s, duration_s, elapsed_s,
			complete, lat_clock, tpmc, tps, qps, lat_avg_ms, lat_p95_ms, errors, options, settings, tags, reported, attached
		FROM runs WHERE `+where+` ORDER BY `+order, args...)
	if err != nil {
		return nil, fmt.Errorf("list the runs: %w", err)
	}
	defer rows.Close()
	var runs []history.Run
	for rows.Next() {
		var r history.Run
		err := rows.Scan(&r.RunID, &r.ImportID, &r.Name, &r.Tool, text{&r.ToolVersion}, &r.Format,
			text{&r.Workload}, text{&r.HeadlineOp}, text{&r.Server}, text{&r.ServerVersion},
			clock{&r.StartedAt}, clock{&r.ImportedAt}, clock{&r.SourceMtime},
			&r.Source, &r.SourceSHA256, &r.RawSHA256, &r.OwnSHA256, &r.OwnBytes,
			&r.Section, &r.FirstLine, &r.LastLine, whole{&r.Threads}, whole{&r.Scale},
			real{&r.IntervalS}, real{&r.WarmupS}, real{&r.DurationS}, real{&r.ElapsedS},
			&r.Complete, (*string)(&r.LatClock),
			real{&r.TpmC}, real{&r.TPS}, real{&r.QPS}, real{&r.LatAvgMS}, real{&r.LatP95MS}, whole{&r.Errors},
			pairs{&r.Options}, pairs{&r.Settings}, pairs{&r.Tags}, pairs{&r.Reported}, pairs{&r.Attached})
		if err != nil {
			return nil, fmt.Errorf("list the runs: %w", err)
		}
		runs = append(runs, r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list the runs: %w", err)
	}
	return runs, nil
}

// What NULL is in a history.Run: the zero value, parse.Absent or NaN.
type (
	text  struct{ to *string }
	whole struct{ to *int64 }
	real  struct{ to *float64 }
	clock struct{ to *time.Time }
	pairs struct{ to *map[string]string }
)

func (d text) Scan(v any) error {
	var n sql.NullString
	err := n.Scan(v)
	*d.to = n.String
	return err
}

func (d whole) Scan(v any) error {
	n := sql.Null[int64]{}
	err := n.Scan(v)
	if *d.to = n.V; !n.Valid {
		*d.to = parse.Absent
	}
	return err
}

func (d real) Scan(v any) error {
	n := sql.Null[float64]{}
	err := n.Scan(v)
	if *d.to = n.V; !n.Valid {
		*d.to = math.NaN()
	}
	return err
}

func (d clock) Scan(v any) error {
	var n sql.NullTime
	err := n.Scan(v)
	*d.to = n.Time.UTC()
	return err
}

func (d pairs) Scan(v any) error {
	m, ok := v.(duckdb.Map)
	if v != nil && !ok {
		return fmt.Errorf("a %T where a map of texts belongs", v)
	}
	*d.to = make(map[string]string, len(m))
	for key, value := range m {
		k, _ := key.(string)
		(*d.to)[k], _ = value.(string)
	}
	return nil
}
