package load

import (
	"context"
	"errors"
	"math"
	"strconv"
	"sync/atomic"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// A statusSampler reads SHOW GLOBAL STATUS and what InnoDB tells besides, on a
// connection of its own and a drift-free grid of its period.
type statusSampler struct {
	*engine
	conn     atomic.Pointer[client.Conn]
	innodb   *innodbSampler // nil: nothing to ask
	last     map[string]float64
	lastT    time.Duration
	uptime   float64         // the server's, in whole seconds, when last asked
	uptimeAt time.Time       // when the answer was there
	printed  map[string]bool // in the line before
	taken    int64
	missed   int64
	done     chan struct{}
}

// samplePeriod is the time between samples of the server, and the shortest
// between those of the machine and the client.
const samplePeriod = time.Second

// newStatusSampler returns the sampler of a run, which owns the connection from
// then on. It asks for the status once, so that a server that is restarted
// before the first sample is noticed.
func newStatusSampler(g *engine, conn *client.Conn) (*statusSampler, error) {
	s := &statusSampler{engine: g, last: map[string]float64{}, done: make(chan struct{})}
	status, err := globalStatus(conn)
	if err != nil {
		return nil, err
	}
	s.uptime, s.uptimeAt = status["Uptime"], time.Now()
	if s.innodb, err = newInnodbSampler(conn, status); err != nil {
		if class, _ := client.Classify(err); class == client.Lost {
			return nil, err
		}
		s.innodb = nil
		s.faults.add(parse.Info, parse.Failure, client.Code(err), withoutInnodb(err))
	}
	s.conn.Store(conn)
	return s, nil
}

// globalStatus returns the numbers among SHOW GLOBAL STATUS.
func globalStatus(conn *client.Conn) (map[string]float64, error) {
	status := map[string]float64{}
	err := conn.Each("SHOW GLOBAL STATUS", func(row []string) error {
		if v, err := strconv.ParseFloat(row[1], 64); err == nil && !math.IsInf(v, 0) && !math.IsNaN(v) {
			status[row[0]] = v
		}
		return nil
	})
	return status, err
}

// run samples until the end of the run.
func (s *statusSampler) run() {
	defer close(s.done)
	if s.sampling == 0 {
		return
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for next := gridAfter(s.now(), s.sampling); ; {
		timer.Reset(next - s.now())
		select {
		case <-timer.C:
		case <-s.stop:
			return
		}
		if s.duration > 0 && next > s.duration {
			return
		}
		if err := s.sample(next); err == nil {
			s.taken++
		} else {
			s.missed++
			if !s.stopping() {
				s.faults.add(parse.Warning, parse.Failure, client.Code(err), "a sample of SHOW GLOBAL STATUS is missing: "+client.Message(err))
			}
		}
		now := s.now()
		ended := s.duration > 0 && now >= s.duration
		if ended {
			now = s.duration
		}
		after := gridAfter(now, s.sampling)
		after = max(after, next+s.sampling) // a timer may fire a moment early
		if late := int64((after-next)/s.sampling) - 1; late > 0 && (ended || !s.stopping()) {
			s.missed += late
			s.faults.add(parse.Warning, parse.LateReport, "", "SHOW GLOBAL STATUS took longer than its period: samples were missed")
		}
		next = after
	}
}

// finish ends the sampling and closes the connection, if need be under a query
// that gets no answer.
func (s *statusSampler) finish() {
	select {
	case <-s.done:
	case <-time.After(samplePeriod):
		if conn := s.conn.Load(); conn != nil {
			conn.Abort()
		}
		<-s.done
	}
	if conn := s.conn.Swap(nil); conn != nil {
		_ = conn.Close() // nothing is under way any more
	}
}

// sample takes one sample. A connection that was lost since the sample before is
// made again.
func (s *statusSampler) sample(t time.Duration) error {
	conn, fresh := s.conn.Load(), false
	for {
		if conn == nil {
			var err error
			if conn, err = s.reconnect(); err != nil {
				return err
			}
			fresh = true
		}
		err := s.take(conn, t, fresh)
		if err == nil {
			return nil
		}
		_ = conn.Close() // whatever was wrong: it begins anew
		s.conn.Store(nil)
		if class, _ := client.Classify(err); fresh || class != client.Lost || s.stopping() {
			return err
		}
		conn = nil
	}
}

var errEnded = errors.New("the run has ended")

// reconnect makes a new connection.
func (s *statusSampler) reconnect() (*client.Conn, error) {
	ctx, cancel := context.WithTimeout(s.ctx, samplePeriod)
	defer cancel()
	conn, err := s.plan.Server.Connect(ctx)
	if err != nil {
		return nil, err
	}
	s.conn.Store(conn)
	if s.stopping() {
		return nil, errEnded // finish may have come too early to see it
	}
	return conn, nil
}

// take writes a sample; fresh says that the connection is a new one.
func (s *statusSampler) take(conn *client.Conn, t time.Duration, fresh bool) error {
	asked := time.Now()
	now, err := globalStatus(conn)
	if err != nil {
		return err
	}
	answered := time.Now()
	if fresh && restarted(s.uptime, now["Uptime"], asked.Sub(s.uptimeAt)) {
		s.faults.add(parse.Warning, parse.Restart, "", "the server was restarted: its counters began anew")
		clear(s.last)
		s.printed = nil
		s.innodb.restarted()
	}
	s.uptime, s.uptimeAt = now["Uptime"], answered
	lines := s.changes(t, now)
	if age, ok := checkpointAge(now); ok {
		lines = append(lines, &rawlog.Sample{T: t.Seconds(), Source: innodbSource, Unit: "B", Values: map[string]float64{"innodb_checkpoint_age": age}})
	}
	for _, line := range append(lines, s.engineStatus(conn, t)...) {
		if s.log.Write(line) != nil {
			break // the clock meets the same error, and ends the run
		}
	}
	return nil
}

// engineStatus returns what InnoDB tells at t.
func (s *statusSampler) engineStatus(conn *client.Conn, t time.Duration) []*rawlog.Sample {
	if s.innodb == nil {
		return nil
	}
	lines, err := s.innodb.sample(conn, t)
	if class, _ := client.Classify(err); err != nil && class != client.Lost {
		s.innodb = nil // refused once is refused always
		s.faults.add(parse.Info, parse.Failure, client.Code(err), withoutInnodb(err))
	}
	return lines // none over a lost connection, which the next sample meets
}

// restarted says whether a server that has been up for so many seconds is
// another process than the one that had been up for before, elapsed ago. Both
// are cut to whole seconds. Only a lost connection is a reason to ask: the
// server's clock may be set.
func restarted(before, up float64, elapsed time.Duration) bool {
	const cut, slack = 1, 0.5
	return up < before || up < before+elapsed.Seconds()-cut-slack
}

// changes returns the lines of a sample: the values that changed since the last,
// all of them at first, and before them those that had not changed for a while,
// at the time of the last sample, so that differences of neighbours are right.
func (s *statusSampler) changes(t time.Duration, now map[string]float64) []*rawlog.Sample {
	line := &rawlog.Sample{T: t.Seconds(), Source: "status", Values: map[string]float64{}}
	before := &rawlog.Sample{T: s.lastT.Seconds(), Source: "status", Values: map[string]float64{}}
	printed := make(map[string]bool, len(s.printed))
	for name, v := range now {
		was, known := s.last[name]
		if known && was == v {
			continue
		}
		line.Values[name] = v
		printed[name] = true
		if known && !s.printed[name] {
			before.Values[name] = was
		}
	}
	s.last, s.lastT, s.printed = now, t, printed
	if len(before.Values) > 0 {
		return []*rawlog.Sample{before, line}
	}
	return []*rawlog.Sample{line}
}
