package analyze

import (
	"fmt"
	"testing"

	"jitterlog/ingest/history"
	"jitterlog/parse"
)

// A fixture is a history under construction.
type fixture struct {
	*history.History
	t   testing.TB
	im  *history.Import
	raw string // hash of the text that all runs claim to come from
	n   int
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	return newFixtureIn(t, t.TempDir()+"/it's [a] history?")
}

func newFixtureIn(t testing.TB, dir string) *fixture {
	t.Helper()
	h, err := history.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{History: h, t: t}
	f.begin()
	return f
}

func (f *fixture) begin() {
	im, err := f.NewImport(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { im.Abort() })
	f.im = im
	w, err := im.NewRaw()
	if err != nil {
		f.t.Fatal(err)
	}
	if _, err := w.Write([]byte("a log")); err != nil {
		f.t.Fatal(err)
	}
	raw, err := w.Finish()
	if err != nil {
		f.t.Fatal(err)
	}
	f.raw = raw.SHA256
}

// commit ends the import, so that what was added is there, and starts another.
func (f *fixture) commit() *fixture {
	f.t.Helper()
	if _, err := f.im.Commit(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	f.begin()
	return f
}

// sysbenchRun is a complete run of which little is known.
func sysbenchRun(name string) history.Run {
	r := history.NewRun(parse.NewSummary("sysbench", "sysbench", 1))
	r.Name, r.Source, r.Section, r.Complete = name, name+".log", 1, true
	r.Workload, r.HeadlineOp, r.LatClock, r.IntervalS = "oltp_read_write", "transaction", parse.WallClock, 1
	r.Threads = 8
	return r
}

// tpccRun is a run of the classic tpcc-mysql.
func tpccRun(name string, interval float64) history.Run {
	r := history.NewRun(parse.NewSummary("tpcc-mysql", "tpcc-mysql", 1))
	r.Name, r.Source, r.Section, r.Complete = name, name+".log", 1, true
	r.Workload, r.HeadlineOp, r.LatClock, r.IntervalS = "tpcc", "new_order", parse.ClientCPU, interval
	return r
}

// add adds a run and returns its id, which is made from its place in the
// history: 00000000000a, 00000000000b, ... Its other records are added by more.
func (f *fixture) add(run history.Run, more ...func(*history.RunWriter)) string {
	f.t.Helper()
	f.n++
	run.RunID = fmt.Sprintf("%012x", 0xa000000+f.n)
	run.SourceSHA256, run.OwnSHA256, run.RawSHA256 = run.RunID, run.RunID, f.raw
	run.OwnBytes, run.FirstLine, run.LastLine = 1000, 1, 100
	w := f.im.BeginRun(run.RunID)
	for _, m := range more {
		m(w)
	}
	if err := w.End(run); err != nil {
		f.t.Fatal(err)
	}
	return run.RunID
}

// rates are intervals of equal length from 0 on, of transactions.
func rates(length float64, rates ...float64) func(*history.RunWriter) {
	return func(w *history.RunWriter) {
		for i, rate := range rates {
			o := parse.NewOp("transaction")
			o.Rate = rate
			w.Interval(&parse.Interval{Line: i + 1, Start: float64(i) * length, End: float64(i+1) * length,
				Phase: parse.Measure, Threads: parse.Absent, Ops: []parse.Op{o}})
		}
	}
}

// oneInterval is one interval of one operation.
func oneInterval(op string, phase parse.Phase, start, end float64, set func(*parse.Op)) func(*history.RunWriter) {
	return func(w *history.RunWriter) {
		o := parse.NewOp(op)
		set(&o)
		w.Interval(&parse.Interval{Line: 1, Start: start, End: end, Phase: phase, Threads: parse.Absent, Ops: []parse.Op{o}})
	}
}

func event(e parse.Event) func(*history.RunWriter) {
	return func(w *history.RunWriter) { w.Event(e) }
}
