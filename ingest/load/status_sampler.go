package load

import (
	"context"
	"math"
	"strconv"
	"sync/atomic"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// A statusSampler reads SHOW GLOBAL STATUS on a connection of its own, on a
// drift-free grid of its period.
type statusSampler struct {
	*engine
	conn    atomic.Pointer[client.Conn]
	last    map[string]float64
	lastT   time.Duration
	printed map[string]bool // in the line before
	taken   int64
	missed  int64
	done    chan struct{}
}

const statusPeriod = time.Second

// newStatusSampler returns the sampler of a run, which owns the connection.
func newStatusSampler(g *engine, conn *client.Conn) *statusSampler {
	s := &statusSampler{engine: g, last: map[string]float64{}, done: make(chan struct{})}
	s.conn.Store(conn)
	return s
}

// run samples until the end of the run.
func (s *statusSampler) run() {
	defer close(s.done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for next := gridAfter(s.now(), statusPeriod); ; {
		timer.Reset(next - s.now())
		select {
		case <-timer.C:
		case <-s.stop:
			return
		}
		if s.duration > 0 && next > s.duration {
			return
		}
		ok := s.sample(next)
		if ok {
			s.taken++
		} else {
			s.missed++
		}
		after := gridAfter(s.now(), statusPeriod)
		after = max(after, next+statusPeriod) // a timer may fire a moment early
		if late := int64((after-next)/statusPeriod) - 1; late > 0 && !s.over() {
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
	case <-time.After(statusPeriod):
		if conn := s.conn.Load(); conn != nil {
			conn.Abort()
		}
		<-s.done
	}
	if conn := s.conn.Swap(nil); conn != nil {
		_ = conn.Close() // nothing is under way any more
	}
}

// sample takes one sample, and says whether it did.
func (s *statusSampler) sample(t time.Duration) bool {
	conn := s.conn.Load()
	if conn == nil {
		ctx, cancel := context.WithTimeout(s.ctx, statusPeriod)
		defer cancel()
		fresh, err := s.plan.Server.Connect(ctx)
		if err != nil {
			return false
		}
		conn = fresh
		s.conn.Store(conn)
	}
	now := make(map[string]float64, len(s.last))
	err := conn.Each("SHOW GLOBAL STATUS", func(row []string) error {
		if v, err := strconv.ParseFloat(row[1], 64); err == nil && !math.IsInf(v, 0) && !math.IsNaN(v) {
			now[row[0]] = v
		}
		return nil
	})
	if err != nil {
		_ = conn.Close() // whatever was wrong: the next sample begins anew
		s.conn.Store(nil)
		return false
	}
	s.restarted(now)
	for _, line := range s.changes(t, now) {
		if s.log.Write(line) != nil {
			return true // the clock meets the same error, and ends the run
		}
	}
	return true
}

// restarted notes that the server's uptime went back.
func (s *statusSampler) restarted(now map[string]float64) {
	if up, ok := now["Uptime"]; ok && up < s.last["Uptime"] {
		s.faults.add(parse.Warning, parse.Restart, "", "the server was restarted: its counters began anew")
		clear(s.last)
		s.printed = nil
	}
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
