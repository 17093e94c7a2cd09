package analyze

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"jitterlog/ingest/history"
	"jitterlog/parse"
)

func names(runs []history.Run) string {
	var s []string
	for _, r := range runs {
		s = append(s, r.Name)
	}
	return strings.Join(s, " ")
}

func runsFixture(t *testing.T) *DB {
	f := newFixture(t)
	for i, name := range []string{"thr8", "thr16", "thr16#2", "base"} {
		r := sysbenchRun(name)
		r.StartedAt = time.Date(2026, 1, 2, 3, 0, 10-i, 123456000, time.UTC)
		r.TPS = float64(100 * i)
		r.Tags = map[string]string{"host": []string{"a", "B"}[i%2]}
		r.Settings = map[string]string{"innodb_flush_log_at_trx_commit": fmt.Sprint(i % 3), "host": "a"}
		f.add(r)
	}
	f.add(tpccRun("unknown", 10))
	return open(t, f.commit())
}

func TestRuns(t *testing.T) {
	db := runsFixture(t)
	for _, c := range []struct {
		o    ListOptions
		want string
	}{
		{ListOptions{}, "base thr16#2 thr16 thr8 unknown"},
		{ListOptions{Reverse: true}, "unknown thr8 thr16 thr16#2 base"},
		{ListOptions{SortBy: "name"}, "base thr16 thr16#2 thr8 unknown"},
		{ListOptions{SortBy: "tps", Reverse: true}, "base thr16#2 thr16 thr8 unknown"},
		{ListOptions{Words: []string{"tool=sysbench", "host=b"}}, "base thr16"},
		{ListOptions{Words: []string{"thr8", "thr16", "host=b"}}, "thr16"},
	} {
		runs, err := db.Runs(t.Context(), c.o)
		if err != nil || names(runs) != c.want {
			t.Errorf("%+v: got %q, want %q (%v)", c.o, names(runs), c.want, err)
		}
	}
	if _, err := db.Runs(t.Context(), ListOptions{SortBy: "speed"}); !errors.As(err, new(*UsageError)) {
		t.Errorf("sorted by no column: %v", err)
	}
}

func TestSelect(t *testing.T) {
	db := runsFixture(t)
	for _, c := range []struct {
		word string
		by   Matched
		want string
	}{
		{"host=a", ByTag, "thr16#2 thr8"},
		{"innodb-flush-log-at-trx-commit=0", BySetting, "base thr8"},
		{"INNODB_FLUSH_LOG_AT_TRX_COMMIT=1", BySetting, "thr16"},
		{"tool=tpcc-mysql", ByColumn, "unknown"},
		{"threads=8", ByColumn, "base thr16#2 thr16 thr8"},
		{"thr16#2", ByName, "thr16#2"},
		{"00000A000002", ByID, "thr16"},
		{"0000", ByID, "base thr16#2 thr16 thr8 unknown"},
	} {
		s, err := db.Select(t.Context(), c.word)
		if err != nil || s.By != c.by || names(s.Runs) != c.want {
			t.Errorf("%s: got %+v, want %s %s (%v)", c.word, s, c.by, c.want, err)
		}
	}
	for word, want := range map[string]string{
		"thr61":    "no run thr61; did you mean thr16, thr8",
		"THR8":     "no run THR8; did you mean thr8",
		"000":      "no run 000: give a path, key=value, a name, or the first 4 or more digits of an id",
		"ffff":     "no run ffff: give a path",
		"host=c":   "no run has the tag, setting or column host=c",
		"it's=x' ": "no run has the tag, setting or column it's=x' ",
	} {
		_, err := db.Select(t.Context(), word)
		if !errors.As(err, new(*NoRunError)) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", word, err)
		}
	}
}

// All columns of a run come back as they were stored, and the unknown as unknown.
func TestRunRoundTrip(t *testing.T) {
	full := sysbenchRun("full")
	full.ToolVersion, full.Server, full.ServerVersion = "1.0.20", "MariaDB", "10.11.19"
	full.StartedAt = time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.UTC)
	full.SourceMtime = full.StartedAt.Add(time.Hour)
	full.Scale, full.WarmupS, full.DurationS, full.ElapsedS = 10, 5, 300, 300.25
	full.TPS, full.QPS, full.LatAvgMS, full.LatP95MS, full.Errors, full.TpmC = 1, 2, 3, 4, 5, 6
	full.Options = map[string]string{"rate": "0"}
	full.Settings = map[string]string{"a": "1", "b": "", "Größe": "数"}
	full.Tags = map[string]string{"k": "it's"}
	full.Reported = map[string]string{"latency_max_ms": "12.50"}
	empty := history.NewRun(parse.NewSummary("sysbench", "sysbench", 1))
	empty.Name, empty.Source, empty.Section = "empty", "empty.log", 1
	f := newFixture(t)
	ids := []string{f.add(full), f.add(empty)}
	db := open(t, f.commit())
	runs, err := db.RunsByID(t.Context(), ids[1], ids[0])
	if err != nil {
		t.Fatal(err)
	}
	stored, err := f.Runs()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range stored { // sorted by source
		if got := fmt.Sprintf("%+v", runs[i]); got != fmt.Sprintf("%+v", want) {
			t.Errorf("got\n%s\nwant\n%+v", got, want)
		}
	}
	if _, err := db.RunsByID(t.Context(), "ffffffffffff"); !errors.As(err, new(*NoRunError)) {
		t.Errorf("unknown id: %v", err)
	}
}

// The tables of an empty history have the columns and types of a full one, and
// rows of runs that are gone are hidden.
func TestViews(t *testing.T) {
	f := newFixture(t)
	op := parse.NewOp("transaction")
	for _, name := range []string{"kept", "gone"} {
		f.add(sysbenchRun(name), rates(1, 10, 20), event(parse.Event{Line: 1, Kind: parse.Failure, Severity: parse.Error, Message: "m", Count: 1}),
			func(w *history.RunWriter) {
				w.Sample(&parse.Sample{Line: 1, T: math.NaN(), At: time.UnixMicro(1e15), Source: "iostat", Object: "sda", Metric: "util", Unit: "%", Value: 1})
				w.Interval(&parse.Interval{Line: 3, Start: 2, End: 3, Phase: parse.Measure, Threads: 8, Ops: []parse.Op{op, parse.NewOp("read")}})
				w.Bucket(&parse.Bucket{Line: 4, Op: "transaction", WholeRun: true, LowerMS: 1, UpperMS: 2, Count: 3})
			})
	}
	f.commit()
	_, err := f.RewriteRuns(t.Context(), func(r *history.Run) bool { return r.Name == "kept" })
	if err != nil {
		t.Fatal(err)
	}
	full, empty := open(t, f), open(t, noFiles{})
	for table, want := range map[string]int64{"runs": 1, "intervals": 4, "headline": 3, "samples": 1, "events": 1, "histograms": 1, "warnings": -1} {
		a, err := run(t.Context(), full, "DESCRIBE "+table)
		if err != nil {
			t.Fatal(err)
		}
		b, err := run(t.Context(), empty, "DESCRIBE "+table)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s has the columns\n%v\nwithout files\n%v", table, a, b)
		}
		n, err := run(t.Context(), full, "SELECT count(*) FROM "+table)
		if err != nil || want >= 0 && n[0][0] != want {
			t.Errorf("%s: %v rows, want %d (%v)", table, n, want, err)
		}
	}
	at, err := run(t.Context(), full, "SELECT at, (SELECT typeof(started_at) FROM runs) FROM samples")
	if err != nil || at[0][0] != time.UnixMicro(1e15).UTC() || at[0][1] != "TIMESTAMP" {
		t.Errorf("%v, %v", at, err)
	}
}

// A name may hold an equals sign.
func TestSelectNameLikePair(t *testing.T) {
	f := newFixture(t)
	f.add(sysbenchRun("thr=8"))
	db := open(t, f.commit())
	s, err := db.Select(t.Context(), "thr=8")
	if err != nil || s.By != ByName {
		t.Errorf("%+v (%v)", s, err)
	}
}

// A history of the first version, whose runs files have no column attached, is read
// with runs of today's beside them.
func TestRunsOfTheFirstVersion(t *testing.T) {
	dir := t.TempDir() + "/history"
	f := newFixtureIn(t, dir)
	f.add(sysbenchRun("old"))
	f.commit()
	if err := f.im.Abort(); err != nil {
		t.Fatal(err)
	}
	files, err := f.Files(history.Runs)
	if err != nil {
		t.Fatal(err)
	}
	duck, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer duck.Close()
	if _, err := duck.Exec("COPY (SELECT * EXCLUDE (attached) FROM read_parquet('" + files[0] + "')) TO '" + dir + "/old' (FORMAT parquet)"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir+"/old", files[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/schema", []byte("1\n"), 0o644); err != nil {
		t.Fatal(err)
	}

	f = newFixtureIn(t, dir)
	f.n = 1
	run := sysbenchRun("new")
	run.Attached = map[string]string{"new.cnf": f.raw}
	f.add(run)
	f.commit()
	runs, err := open(t, f).Runs(t.Context(), ListOptions{SortBy: "name", Reverse: true})
	if err != nil || len(runs) != 2 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	if len(runs[0].Attached) != 0 || !maps.Equal(runs[1].Attached, run.Attached) {
		t.Errorf("attached to %s: %v, to %s: %v", runs[0].Name, runs[0].Attached, runs[1].Name, runs[1].Attached)
	}
}
