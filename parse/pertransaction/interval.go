package pertransaction

import "jitterlog/parse"

// flushRest yields the seconds that are open. The last ends with the last row,
// or is added to the one before it where that would make it short.
func (l *Log) flushRest() {
	end := float64(l.last-l.origin) / second
	last := l.newest
	if last > l.base && end-float64(last) < 0.5 {
		l.fold(&l.ring[last%slots], &l.ring[(last-1)%slots])
		last--
	} else if end-float64(last) < 0.5 {
		end = float64(last + 1)
	}
	for s := l.base; s < last && !l.stopped; s++ {
		l.flush(s, float64(s+1))
	}
	l.flush(last, end)
}

// fold moves what a second holds to another.
func (l *Log) fold(from, to *slot) {
	for len(to.types) < len(from.types) {
		to.types = append(to.types, cell{})
	}
	for i := range from.types {
		to.types[i].take(&from.types[i])
	}
	to.rest.take(&from.rest)
	to.lag.merge(&from.lag)
	from.lag.reset()
	to.line = max(to.line, from.line)
	from.line = 0
}

// take adds what another cell holds, and empties it.
func (c *cell) take(from *cell) {
	c.done.merge(&from.done)
	c.failed += from.failed
	c.retried += from.retried
	from.reset()
}

func (c *cell) reset() {
	c.done.reset()
	c.tally = tally{}
}

// flush yields a second as the interval (second, end], and empties it.
func (l *Log) flush(second int64, end float64) {
	s := &l.ring[second%slots]
	line := s.line
	if line == 0 {
		line = l.summary.LastLine
	}
	iv := &l.interval
	*iv = parse.Interval{Line: line, Start: float64(second), End: end, Phase: parse.Measure, Threads: parse.Absent, Ops: iv.Ops[:0]}
	sum := s.rest.tally
	l.total.reset()
	l.total.merge(&s.rest.done)
	iv.Ops = append(iv.Ops, parse.Op{})
	for i := range l.types {
		k := &l.types[i]
		if !k.seen {
			continue
		}
		for len(s.types) <= i {
			s.types = append(s.types, cell{})
		}
		c := &s.types[i]
		if l.shows(k) {
			iv.Ops = append(iv.Ops, l.op(k.op, &c.done, c.tally))
		}
		l.total.merge(&c.done)
		sum.failed += c.failed
		sum.retried += c.retried
		k.run.merge(&c.done)
		c.reset()
	}
	iv.Ops[0] = l.op(Total, &l.total, sum)
	l.failed += sum.failed
	l.rest.merge(&s.rest.done)
	s.rest.reset()
	s.line = 0
	l.send(iv, nil)
	l.lag(s, line, end)
}

// op returns the figures of one operation in one interval.
func (l *Log) op(name string, h *histogram, t tally) parse.Op {
	op := parse.NewOp(name)
	op.Count = h.n
	if l.KnowsFailures {
		op.Failed = t.failed
	}
	if l.KnowsRetries {
		op.Retried = t.retried
	}
	if h.n == 0 {
		return op
	}
	var ms [5]float64
	h.percentiles([]int64{500, 900, 950, 990, 999}, ms[:])
	op.P50MS, op.P90MS, op.P95MS, op.P99MS, op.P999MS = ms[0], ms[1], ms[2], ms[3], ms[4]
	op.AvgMS, op.MaxMS = h.meanMS(), float64(h.max)/1000
	return op
}

// lag yields how late the transactions of a second began.
func (l *Log) lag(s *slot, line int, end float64) {
	if s.lag.n == 0 {
		return
	}
	l.sample = parse.Sample{Line: line, T: end, Source: l.Tool, Metric: "schedule_lag_avg", Unit: "ms", Value: s.lag.meanMS()}
	l.send(&l.sample, nil)
	l.sample.Metric, l.sample.Value = "schedule_lag_max", float64(s.lag.max)/1000
	l.send(&l.sample, nil)
	s.lag.reset()
}

// shows says whether a type of this run is an operation of its own.
func (l *Log) shows(k *kind) bool { return k.seen && (l.seen > 1 || !l.HideSingle) }

// histograms yields those of the whole run.
func (l *Log) histograms() {
	all := &l.total
	all.reset()
	all.merge(&l.rest)
	for i := range l.types {
		all.merge(&l.types[i].run)
	}
	l.buckets(Total, all)
	for i := range l.types {
		if k := &l.types[i]; l.shows(k) {
			l.buckets(k.op, &k.run)
		}
	}
}

func (l *Log) buckets(op string, h *histogram) {
	if h.n == 0 {
		return
	}
	for i := h.first; i <= h.last && !l.stopped; i++ {
		if h.counts[i] == 0 {
			continue
		}
		from, to := bounds(i)
		l.bucket = parse.Bucket{Line: l.summary.LastLine, Op: op, WholeRun: true, LowerMS: float64(from) / 1000, UpperMS: float64(to) / 1000, Count: h.counts[i]}
		l.send(&l.bucket, nil)
	}
}
