package load

import (
	"math"
	"sync"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

func TestClosedLoop(t *testing.T) {
	t.Parallel()
	cfg := sharedServer(t)
	left := nothingLeft(t, cfg)
	log := &logBuffer{}
	result, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{}, Stages: []Stage{{Threads: 4, Duration: 1500 * time.Millisecond}},
		Warmup: 500 * time.Millisecond, Interval: 200 * time.Millisecond, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	left()
	w := log.read(t)
	if got := len(w.intervals); got < 11 || got > 12 { // 3 of the warm-up, 8 of measuring, perhaps one after
		t.Errorf("%d intervals", got)
	}
	n := w.transactions(parse.Measure)
	if n == 0 || n != result.End.Totals[0].Count || n != result.End.Statements.Read {
		t.Errorf("intervals hold %d transactions; the end %+v", n, result.End)
	}
	var counted int64
	for _, b := range w.buckets {
		counted += b.Count
	}
	if all := n + w.transactions(parse.RampUp) + w.transactions(parse.CoolDown); counted != all {
		t.Errorf("histograms hold %d of %d transactions", counted, all)
	}
	if !w.summary.Complete || w.summary.ElapsedS != 1.5 || w.summary.Settings["version"] == "" || len(w.samples) == 0 {
		t.Errorf("summary %+v", w.summary)
	}
}

// Not beside other tests: it is about time.
func TestRate(t *testing.T) {
	cfg := sharedServer(t)
	for _, poisson := range []bool{false, true} {
		log := &logBuffer{}
		plan := Plan{Server: cfg, Workload: selects{}, Poisson: poisson,
			Stages: []Stage{{Threads: 8, Rate: 500, Duration: time.Second}, {Threads: 8, Rate: 1000, Duration: time.Second}}, Log: log}
		result, err := Run(t.Context(), plan)
		if err != nil {
			t.Fatal(err)
		}
		w := log.read(t)
		for i, want := range []float64{500, 1000} {
			slack := 50.0 // a report that comes late on a busy machine
			if poisson {
				slack = 5 * math.Sqrt(want)
			}
			// A client that has to wait for a CPU says so, and ends events later.
			if got := float64(w.intervals[i].Ops[0].Count); math.Abs(got-want) > slack && result.End.Verdict == Valid {
				t.Errorf("poisson=%v: interval %d holds %v of %v transactions", poisson, i, got, want)
			}
		}
		arrived, begun := result.End.Arrived, result.End.Begun
		if !poisson && arrived != 1500 || poisson && arrived != events(plan) {
			t.Errorf("poisson=%v: %d events were due", poisson, arrived)
		}
		// Without a queue at the end all are begun; workers that are held up may
		// have taken one each too late.
		if queue := w.last("queue_length"); begun > arrived || begun+int64(queue)+8 < arrived {
			t.Errorf("poisson=%v: %d of %d events were begun, %v in the queue", poisson, begun, arrived, queue)
		}
		if w.summary.Reported["begin_lag_p99_ms"] == "" {
			t.Error("how late events were begun is not reported")
		}
		if result.End.Verdict == ScheduleNotKept {
			t.Errorf("verdict %v: %v", result.End.Verdict, result.End.Reasons)
		}
	}
}

// events returns how many events the schedule of a plan has.
func events(p Plan) (n int64) {
	pacer := newPacer(&p)
	for _, ok := pacer.next(); ok; _, ok = pacer.next() {
		n++
	}
	return n
}

// A server that stands still for 2 of 5 s keeps the events of those 2 s waiting:
// two fifths of all, from 0 to 2 s. A client that measures only what it sent would
// see one slow event a worker.
func TestFreezeShowsInOpenLoop(t *testing.T) {
	t.Parallel()
	server, cfg := startServer(t, nil)
	log := &logBuffer{}
	freeze := sync.OnceFunc(func() {
		if err := server.Freeze(); err != nil {
			t.Error(err)
		}
		time.AfterFunc(2*time.Second, func() {
			if err := server.Thaw(); err != nil {
				t.Error(err)
			}
		})
	})
	result, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{}, Stages: []Stage{{Threads: 4, Rate: 200, Duration: 5 * time.Second}}, Log: log,
		OnInterval: func(*rawlog.Interval) { freeze() }})
	if err != nil {
		t.Fatal(err)
	}
	l := result.End.Totals[0]
	if l.Latency.P99 < 1800 || l.Latency.P99 > 3500 || l.Latency.P90 < 1000 || l.Latency.P50 > 1000 {
		t.Errorf("latency %+v", l.Latency)
	}
	if l.Service.P95 > 500 {
		t.Errorf("service %+v", l.Service)
	}
	w := log.read(t)
	end, zeros := 0.0, 0
	for i, iv := range w.intervals {
		if iv.Start != end || iv.End > end+1 && !w.has(parse.LateReport) {
			t.Errorf("interval %d is (%v, %v]: a stall must not be a gap", i, iv.Start, iv.End)
		}
		if end = iv.End; iv.Ops[0].Count == 0 {
			zeros++
		}
	}
	if end < 5 {
		t.Errorf("the last interval ends at %v", end)
	}
	if zeros == 0 && !w.has(parse.LateReport) {
		t.Error("no interval shows the stall")
	}
}
