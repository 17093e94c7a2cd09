package load

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

const pause = 2 * time.Millisecond

// The server is killed before the first sample of its status and comes back:
// the workers connect again and go on, and the log says so.
func TestServerRestart(t *testing.T) {
	t.Parallel()
	server, cfg := startServer(t, nil)
	waitForUptime(t, cfg, 3)
	begun, restarted := make(chan struct{}), make(chan struct{})
	go func() { // before nothingLeft, because the server outlives the check
		defer close(restarted)
		<-begun
		server.Kill()
		if err := server.Restart(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	left := nothingLeft(t, cfg)
	once := sync.OnceFunc(func() { close(begun) })
	result, w := runUntil(t, Plan{Server: cfg, Workload: selects{think: pause, after: func(time.Duration) { once() }}}, func(w written) bool {
		return w.has(parse.Restart) && w.has(parse.Reconnect) && w.latest() > 0
	})
	<-restarted
	left()
	if !w.has(parse.Retry) || result.End.Totals[0].Errors["lost"] < 1 || w.count(parse.Restart) != 1 {
		t.Errorf("events %v, end %+v", w.events, result.End)
	}
}

func waitForUptime(t *testing.T, cfg client.Config, seconds float64) {
	t.Helper()
	conn, err := cfg.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for {
		status, err := globalStatus(conn)
		if err != nil {
			t.Fatal(err)
		}
		if status["Uptime"] >= seconds {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func TestRestarted(t *testing.T) {
	for _, tc := range []struct {
		before, up float64
		elapsed    time.Duration
		want       bool
	}{
		{100, 101, time.Second, false},
		{100, 100, 900 * time.Millisecond, false},
		{100, 100, 1400 * time.Millisecond, false}, // both cut to whole seconds
		{100, 3, time.Minute, true},
		{3, 4, 5 * time.Second, true}, // up for longer than before, and yet another
		{3, 8, 5 * time.Second, false},
	} {
		if got := restarted(tc.before, tc.up, tc.elapsed); got != tc.want {
			t.Errorf("%v then %v after %v: %v", tc.before, tc.up, tc.elapsed, got)
		}
	}
}

// All connections are reset, and none is taken for a while: the workers connect
// again, and nobody speaks of a restart.
func TestNetworkReset(t *testing.T) {
	t.Parallel()
	cfg := sharedServer(t)
	left := nothingLeft(t, cfg)
	proxy := newProxy(t, cfg.Address)
	proxied := cfg
	proxied.Address = proxy.address
	before := int64(0)
	result, w := runUntil(t, Plan{Server: proxied, Workload: selects{think: pause}}, func(w written) bool {
		switch {
		case w.latest() > 0 && before == 0 && w.most("status", "uptime") >= 0:
			before = w.transactions(parse.Measure)
			proxy.reset()
		case w.latest() == 0 && before > 0:
			proxy.listen()
		}
		return w.count(parse.Reconnect) >= 4 && w.latest() > 0 && samplesAfterReset(w)
	})
	proxy.reset()
	proxy.wait()
	left()
	if w.has(parse.Restart) || w.count(parse.Retry) < 4 || result.End.Totals[0].Errors["lost"] < 4 {
		t.Errorf("events %v, end %+v", w.events, result.End)
	}
	if n := w.transactions(parse.Measure); n <= before {
		t.Errorf("%d transactions before the reset, %d in all", before, n)
	}
}

// samplesAfterReset says whether the status was sampled again after the workers
// had connected again.
func samplesAfterReset(w written) bool {
	var reset, sampled float64
	for _, e := range w.events {
		if e.Kind == parse.Reconnect {
			reset = max(reset, e.T)
		}
	}
	for _, s := range w.samples {
		if s.Source == "status" {
			sampled = max(sampled, s.T)
		}
	}
	return reset > 0 && sampled > reset
}

// A proxy stands between a client and a server, and can cut all connections as
// a firewall does that forgot them.
type proxy struct {
	t       *testing.T
	address string
	target  string
	copies  sync.WaitGroup

	mu       sync.Mutex
	listener net.Listener
	conns    []*net.TCPConn
}

func newProxy(t *testing.T, target string) *proxy {
	p := &proxy{t: t, address: "127.0.0.1:0", target: target}
	p.listen()
	return p
}

// listen takes connections, at the address that it took them at before.
func (p *proxy) listen() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.listener != nil {
		return
	}
	l, err := net.Listen("tcp", p.address)
	if err != nil {
		p.t.Error(err)
		return
	}
	p.listener, p.address = l, l.Addr().String()
	p.copies.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return // closed by reset
			}
			p.connect(client.(*net.TCPConn))
		}
	})
}

func (p *proxy) connect(client *net.TCPConn) {
	dialled, err := net.Dial("tcp", p.target)
	if err != nil {
		p.t.Error(err)
		client.Close()
		return
	}
	server := dialled.(*net.TCPConn)
	p.mu.Lock()
	p.conns = append(p.conns, client, server)
	p.mu.Unlock()
	for from, to := range map[*net.TCPConn]*net.TCPConn{client: server, server: client} {
		p.copies.Go(func() {
			_, _ = to.ReadFrom(from) // ends with either of them
			to.Close()
		})
	}
}

// reset ends all connections without a goodbye and refuses others.
func (p *proxy) reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.listener != nil {
		p.listener.Close()
	}
	for _, conn := range p.conns {
		_ = conn.SetLinger(0) // some have been closed since
		conn.Close()
	}
	p.listener, p.conns = nil, nil
}

func (p *proxy) wait() { p.copies.Wait() }

// Another connection holds all rows: the workers wait for locks, give up, try
// again, and go on when the rows are free. Errors are told when they happen.
func TestLockWaitStorm(t *testing.T) {
	t.Parallel()
	cfg := sharedServer(t)
	left := nothingLeft(t, cfg)
	holder, err := cfg.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	do := func(sql string) {
		if _, err := holder.Exec(sql); err != nil {
			t.Error(err)
		}
	}
	do("BEGIN")
	do("SELECT COUNT(*) FROM t FOR UPDATE")
	impatient := cfg
	impatient.Params = map[string]string{"innodb_lock_wait_timeout": "1"}
	released := false
	result, w := runUntil(t, Plan{Server: impatient, Workload: selects{sql: "UPDATE t SET c = REVERSE(c) WHERE id = ?"}}, func(w written) bool {
		// The samples must show it too; some may fall between two waits.
		storm := w.count(parse.Retry) >= 8 && w.most("status", "innodb_row_lock_current_waits") >= 1 &&
			w.most("innodb_status", "innodb_active_transactions") >= 2 && w.most("innodb_status", "innodb_lock_timeouts") > 0
		if storm && !released {
			released = true
			do("ROLLBACK")
		}
		return released && w.latest() > 0
	})
	if err := holder.Close(); err != nil {
		t.Error(err)
	}
	left()
	if end := result.End.Totals[0]; end.Errors["lock_wait"] < 8 || end.Retried != end.Errors["lock_wait"] || end.Failed != 0 {
		t.Errorf("end %+v", end)
	}
	for _, e := range w.events {
		if e.Kind == parse.Retry && (e.Code != "1205" || e.Count > 4) {
			t.Errorf("%+v: want the lock waits of one second", e)
		}
	}
	if n := w.most("client", "errors_lock_wait"); n < 1 {
		t.Errorf("at most %v lock waits in an interval of the storm", n)
	}
}

func TestTooFewConnections(t *testing.T) {
	t.Parallel()
	_, cfg := startServer(t, map[string]string{"max_connections": "10"})
	left := nothingLeft(t, cfg)
	log := &logBuffer{}
	_, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{}, Stages: []Stage{{Threads: 50, Duration: time.Second}}, Log: log})
	if err == nil || !strings.Contains(err.Error(), "max_connections") {
		t.Errorf("error %v", err)
	}
	left()
	if w := log.read(t); !w.has(parse.Fatal) || w.summary.Complete {
		t.Errorf("events %v", w.events)
	}
}

// A run that is interrupted while the server stands still gives up what is
// under way after the grace, and its log has an end.
func TestInterruptOfFrozenServer(t *testing.T) {
	t.Parallel()
	server, cfg := startServer(t, nil)
	left := nothingLeft(t, cfg)
	frozen := false
	var since time.Time
	result, _ := runUntil(t, Plan{Server: cfg, Workload: selects{think: pause}, Grace: 300 * time.Millisecond}, func(w written) bool {
		if w.latest() > 0 && !frozen {
			frozen = true
			if err := server.Freeze(); err != nil {
				t.Error(err)
			}
		}
		since = time.Now()
		return w.latest() == 0
	})
	if took := time.Since(since); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	if err := server.Thaw(); err != nil {
		t.Fatal(err)
	}
	left()
	if result.End.Unfinished != 4 {
		t.Errorf("end %+v", result.End)
	}
}

// A server that stands still from the first interval to the end of the run has
// no status to sample, and the log counts the samples that it lacks.
func TestMissedSamples(t *testing.T) {
	t.Parallel()
	server, cfg := startServer(t, nil)
	freeze := sync.OnceFunc(func() {
		if err := server.Freeze(); err != nil {
			t.Error(err)
		}
	})
	log := &logBuffer{}
	result, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{think: pause}, Interval: minInterval, Grace: 100 * time.Millisecond,
		Stages: []Stage{{Threads: 2, Duration: 2 * time.Second}}, Log: log, OnInterval: func(*rawlog.Interval) { freeze() }})
	if err != nil {
		t.Fatal(err)
	}
	// On a busy machine the first interval may come after the first sample.
	if missed := result.End.SamplesMissed; missed < 1 || result.End.Samples+missed != 2 {
		t.Errorf("end %+v", result.End)
	}
}

func TestErrorEndsRun(t *testing.T) {
	t.Parallel()
	cfg := sharedServer(t)
	left := nothingLeft(t, cfg)
	failing := selects{sql: "SELECT c FROM t WHERE id = ? UNION SELECT c FROM t WHERE id = (SELECT id FROM t)"}
	log := &logBuffer{}
	_, err := Run(t.Context(), Plan{Server: cfg, Workload: failing, Stages: []Stage{{Threads: 2, Duration: 5 * time.Second}}, Log: log})
	if client.Code(err) != "1242" {
		t.Errorf("error %v", err)
	}
	left()
	w := log.read(t)
	if !w.has(parse.Fatal) || w.has(parse.Truncated) || w.summary.Complete || w.summary.Reported["end_reason"] != "error" {
		t.Errorf("events %v, summary %+v", w.events, w.summary)
	}

	log = &logBuffer{}
	result, err := Run(t.Context(), Plan{Server: cfg, Workload: failing, IgnoreErrors: true, Events: 100, Stages: []Stage{{Threads: 2}}, Log: log})
	if err != nil || result.End.Totals[0].Failed != 100 || result.End.Totals[0].Errors["other"] != 100 || result.End.Reason != "events" {
		t.Errorf("%v, end %+v", err, result.End)
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	cfg := sharedServer(t)
	log := &logBuffer{}
	result, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{}, Events: 1000, Stages: []Stage{{Threads: 3}}, Log: log})
	if err != nil || result.End.Totals[0].Count != 1000 || result.End.Reason != "events" {
		t.Errorf("%v, end %+v", err, result.End)
	}
}

// A log that cannot be written ends the run with its error.
func TestLogNotWritable(t *testing.T) {
	t.Parallel()
	cfg := sharedServer(t)
	left := nothingLeft(t, cfg)
	full := &fullAfter{left: 20}
	_, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{think: pause}, Interval: 100 * time.Millisecond,
		Stages: []Stage{{Threads: 2, Duration: 10 * time.Second}}, Log: full})
	if !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
	left()
}

var errFull = errors.New("disk full")

type fullAfter struct{ left int }

func (w *fullAfter) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// An account without the PROCESS privilege makes a run all the same, and one
// event says what its log lacks.
func TestWithoutProcessPrivilege(t *testing.T) {
	t.Parallel()
	cfg := sharedServer(t)
	admin, err := cfg.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	for _, sql := range []string{"DROP USER IF EXISTS plain@'127.0.0.1'", "CREATE USER plain@'127.0.0.1' IDENTIFIED BY 'p'", "GRANT ALL ON " + cfg.Database + ".* TO plain@'127.0.0.1'"} {
		if _, err := admin.Exec(sql); err != nil {
			t.Fatal(err)
		}
	}
	cfg.User, cfg.Password = "plain", "p"
	_, w := runUntil(t, Plan{Server: cfg, Workload: selects{think: pause}}, func(w written) bool { return w.most("status", "uptime") >= 0 })
	if said := w.said("PROCESS"); len(said) != 1 || said[0].Severity != parse.Info || said[0].Code != "1227" || said[0].Count != 1 || w.has(parse.Fatal) {
		t.Errorf("events %+v", w.events)
	}
	if w.most("innodb_status", "innodb_active_transactions") >= 0 {
		t.Error("InnoDB was sampled without the privilege")
	}
}

// A run that is interrupted in its warm-up has measured nothing, and says so.
func TestInterruptInWarmup(t *testing.T) {
	t.Parallel()
	_, cfg := startServer(t, nil)
	for _, rate := range []float64{0, 200} {
		ctx, cancel := context.WithCancel(t.Context())
		log := &logBuffer{}
		result, err := Run(ctx, Plan{Server: cfg, Workload: selects{}, Warmup: time.Minute, Interval: 100 * time.Millisecond,
			Stages: []Stage{{Threads: 2, Rate: rate, Duration: time.Minute}}, Log: log, OnInterval: func(*rawlog.Interval) { cancel() }})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if end := result.End; end.Reason != "interrupt" || end.Verdict != NothingMeasured || end.ElapsedS != 0 || end.Arrived != 0 || end.Begun != 0 || end.T >= 0 {
			t.Errorf("end %+v", end)
		}
		w := log.read(t)
		if w.transactions(parse.RampUp) == 0 || len(w.intervals) > 5 || w.transactions(parse.Measure) != 0 {
			t.Errorf("%d intervals", len(w.intervals))
		}
		if w.summary.Complete || w.has(parse.Truncated) {
			t.Errorf("summary %+v, events %v", w.summary, w.events)
		}
	}
}

// A run of fewer events than workers makes as many events, and ends.
func TestFewerEventsThanThreads(t *testing.T) {
	t.Parallel()
	_, cfg := startServer(t, nil)
	for _, rate := range []float64{0, 1000} {
		log := &logBuffer{}
		result, err := Run(t.Context(), Plan{Server: cfg, Workload: selects{}, Events: 3, Stages: []Stage{{Threads: 8, Rate: rate}}, Log: log})
		if err != nil {
			t.Fatal(err)
		}
		if end := result.End; end.Totals[0].Count != 3 || end.Reason != "events" {
			t.Errorf("end %+v", end)
		}
		if w := log.read(t); len(w.intervals) != 1 || w.intervals[0].Ops[0].Count != 3 {
			t.Errorf("intervals %+v", w.intervals)
		}
	}
}

// A rate far above what workers can do makes a queue and a verdict. The run ends
// on time, without a tail, and in one interval if it is shorter than one.
func TestRateBeyondTheServer(t *testing.T) {
	t.Parallel()
	_, cfg := startServer(t, nil)
	log := &logBuffer{}
	const asked = 800 * time.Millisecond
	slow := selects{sql: "SELECT c, SLEEP(0.01) FROM t WHERE id = ?"}
	result, err := Run(t.Context(), Plan{Server: cfg, Workload: slow, Stages: []Stage{{Threads: 2, Rate: 1e5, Duration: asked}}, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	end := result.End
	if end.Arrived != 80_000 || end.Begun == 0 || end.Begun > 200 || end.ElapsedS != asked.Seconds() || end.Unfinished != 0 {
		t.Errorf("end %+v", end)
	}
	if !slices.ContainsFunc(end.Reasons, func(r string) bool { return strings.Contains(r, "of 80000 events due were begun") }) {
		t.Errorf("verdict %s: %q", end.Verdict, end.Reasons)
	}
	w := log.read(t)
	if queue := w.last("queue_length"); queue < 79_000 {
		t.Errorf("%v in the queue", queue)
	}
	if n := len(w.intervals); n > 2 || w.intervals[0].End != asked.Seconds() || n == 2 && w.intervals[1].Phase != parse.CoolDown {
		t.Errorf("intervals %+v", w.intervals)
	}
}
