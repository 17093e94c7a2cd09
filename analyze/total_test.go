package analyze

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"jitterlog/analyze/stat"
	"jitterlog/ingest/history"
)

// Fifteen rows of a published table: no report lines, only totals.
func TestCompareTotals(t *testing.T) {
	db := open(t, imported(t, "resulttable/settings.md"))
	runs, err := db.Runs(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pair := []Group{{Name: "0", Runs: runs[:1]}, {Name: "1", Runs: runs[1:2]}}
	for value, want := range map[Value]float64{Rate: 233.29 / 382.18, "lat_avg_ms": 4.28 / 2.61} {
		c, err := db.Compare(t.Context(), pair, CompareOptions{Measured: Measured{Value: value}})
		if err != nil {
			t.Fatal(err)
		}
		p := c.Pairs[0]
		if math.Abs(p.Level.Ratio.Value-want) > 1e-12 || p.Level.Lack != stat.OneFigure || p.Jitter != nil ||
			p.Level.Words() != "cannot tell: a single figure bears no interval; repeat the runs" {
			t.Errorf("%s: %q, %+v", value, p.Level.Words(), p)
		}
	}
	// sync_binlog 0: rows 1, 4, 5, 6; 1: rows 2, 7, 8, 9; 5: row 3 alone.
	groups, _, err := GroupBy(runs, "sync_binlog")
	if err != nil {
		t.Fatal(err)
	}
	c, err := db.Compare(t.Context(), groups, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ratio := math.Pow(233.29*317.42*262.56*484.18, 0.25) / math.Pow(382.18*2309.74*467.68*2236.77, 0.25)
	if l := c.Pairs[0].Level; !l.BetweenRuns || l.A.Runs != 4 || l.B.Runs != 4 || math.Abs(l.Ratio.Value-ratio) > 1e-9 || math.IsNaN(l.P) {
		t.Errorf("%+v", l)
	}
}

// Three calls of a procedure, 60.35, 25.08 and 1041.91 s for the same 500,000 rows.
func TestCompareSingleCalls(t *testing.T) {
	db := open(t, imported(t, "mysql/transcripts/written/blog-pload.txt"))
	runs, err := db.Runs(t.Context(), ListOptions{SortBy: "section"})
	if err != nil {
		t.Fatal(err)
	}
	var groups []Group
	for _, r := range runs {
		groups = append(groups, Group{Name: r.Name, Runs: []history.Run{r}})
	}
	c, err := db.Compare(t.Context(), groups, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{60.35 / 25.08, 60.35 / 1041.91} {
		if p := c.Pairs[i]; math.Abs(p.Level.Ratio.Value-want) > 1e-9 || p.Level.Lack != stat.OneFigure || p.Jitter != nil {
			t.Errorf("%+v", p)
		}
	}
	if got := codes(c.Warnings); got != "comparison groups_differ single_figure single_figure single_figure" {
		t.Errorf("warnings %s", got)
	}
	if all := fmt.Sprint(c.Warnings); strings.Contains(all, "interval_s") || strings.Contains(all, "positive") {
		t.Errorf("%s", all)
	}
	rows, err := db.Jitter(t.Context(), runs, JitterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if j := rows[0]; !math.IsNaN(j.CV) || !math.IsNaN(j.RobustCV) || !math.IsNaN(j.Floor) || math.Abs(j.Mean-500000/60.35) > 1e-9 {
		t.Errorf("one value has no spread: %+v", j.Description)
	}
}

func TestCompareGroupsThatShareRuns(t *testing.T) {
	a, b, c := sysbenchRun("a"), sysbenchRun("b"), sysbenchRun("c")
	a.RunID, b.RunID, c.RunID = "a", "b", "c"
	for want, groups := range map[string][]Group{
		"x and y are the same: there is nothing to compare":       {{Name: "x", Runs: []history.Run{a}}, {Name: "y", Runs: []history.Run{a}}},
		"x and y share runs, and each may be on one side only: b": {{Name: "x", Runs: []history.Run{a, b}}, {Name: "y", Runs: []history.Run{b, c}}},
		"x and z share runs, and each may be on one side only: a": {{Name: "x", Runs: []history.Run{a, b}}, {Name: "y", Runs: []history.Run{c}}, {Name: "z", Runs: []history.Run{a}}},
		"": {{Name: "x", Runs: []history.Run{a}}, {Name: "y", Runs: []history.Run{b, c}}},
	} {
		switch err := apart(groups); {
		case want == "" && err == nil:
		case !errors.As(err, new(*UsageError)) || err.Error() != want:
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestWithOp(t *testing.T) {
	f := newFixture(t)
	f.add(sysbenchRun("a"), rates(1, 5, 6, 7))
	cpu := sysbenchRun("b")
	cpu.HeadlineOp = "event"
	f.add(cpu)
	db := open(t, f.commit())
	runs, err := db.Runs(t.Context(), ListOptions{SortBy: "name"})
	if err != nil {
		t.Fatal(err)
	}
	with, without, err := db.WithOp(t.Context(), runs, "transaction")
	if err != nil || names(with) != "a" || names(without) != "b" {
		t.Errorf("with %s, without %s: %v", names(with), names(without), err)
	}
	if with, _, err = db.WithOp(t.Context(), runs, "event"); err != nil || names(with) != "b" {
		t.Errorf("a headline without report lines: %s, %v", names(with), err)
	}
	if _, _, err := db.WithOp(t.Context(), runs, "query"); !errors.As(err, new(*UsageError)) || err.Error() != `none of these runs has an operation "query"; they have transaction` {
		t.Errorf("%v", err)
	}
}

func TestLabels(t *testing.T) {
	run := func(name, id string, settings map[string]string) history.Run {
		r := sysbenchRun(name)
		r.RunID, r.Settings = id, settings
		return r
	}
	runs := []history.Run{
		run("c", "1", map[string]string{"sync_binlog": "0", "port": "1"}),
		run("c#2", "2", map[string]string{"sync_binlog": "1"}),
		run("c#3", "3", map[string]string{"sync_binlog": "0", "innodb_flush_log_at_trx_commit": "2"}),
		run("alone", "4", map[string]string{"innodb_log_file_size": "104857600"}),
		run("alone#2", "7", map[string]string{"innodb_log_file_size": "1000"}),
		run("twin", "5", nil), run("twin", "6", nil),
	}
	want := "c sync_binlog=0|c#2 sync_binlog=1|c#3 flush_log=2 sync_binlog=0|alone log_file=100M|alone#2 log_file=1000|twin (5)|twin (6)"
	if got := strings.Join(Labels(runs), "|"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	runs[5].Tags, runs[6].Tags = map[string]string{"disk": "ssd"}, map[string]string{"disk": "hdd"}
	if got := strings.Join(Labels(runs[5:]), "|"); got != "twin disk=ssd|twin disk=hdd" {
		t.Errorf("got %s", got)
	}
}
