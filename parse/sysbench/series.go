package sysbench

import (
	"math"

	"jitterlog/parse"
)

const (
	// maxRate is beyond what anything does: a rate above it is a difference of
	// unsigned counters that went below zero after a checkpoint of 0.5.
	maxRate = 1e12
	// ceilingMS is the highest percentile that the histogram of 1.0 can hold.
	ceilingMS = 100000
	mebi      = 1 << 20
	// unknownRank is that of a percentile whose line does not name it.
	unknownRank = -1
)

// reshape makes the record hold other operations.
func (r *reader) reshape(s shape, rank float64) {
	r.shape, r.rank = s, rank
	r.interval.Ops = r.interval.Ops[:0]
	for _, name := range operations[s] {
		r.interval.Ops = append(r.interval.Ops, parse.NewOp(name))
	}
}

// sql fills the record with a line of a SQL test.
func (r *reader) sql(line int, at int64, s shape, v *values) string {
	if !r.opens(line, at) {
		return "a time after the one before"
	}
	if r.shape != s || r.rank != v.rank {
		r.reshape(s, v.rank)
	}
	if v.tps > maxRate || v.qps > maxRate || v.read > maxRate || v.write > maxRate || v.other > maxRate {
		r.underflow(line, v)
	}
	r.run.isSQL = true
	ops := r.interval.Ops
	ops[0].Rate, ops[0].Errors, ops[0].Reconns = v.tps, v.errors, v.reconn
	setLatency(&ops[0], v.rank, v.latency, false)
	if v.rank2 > 0 {
		setLatency(&ops[0], v.rank2, v.latency2, false)
	}
	switch s {
	case readWrite:
		ops[1].Rate, ops[2].Rate = v.read, v.write
	case statements:
		ops[1].Rate, ops[2].Rate, ops[3].Rate, ops[4].Rate = v.qps, v.read, v.write, v.other
	}
	r.closes(line, at, v.threads)
	return ""
}

// setLatency stores a percentile. A zero is one only where things can end in
// less than half of the last digit.
func setLatency(op *parse.Op, rank, ms float64, zero bool) {
	if rank == 0 {
		return
	}
	if ms == ceilingMS || ms == 0 && !zero {
		ms = math.NaN()
	}
	if rank == unknownRank {
		op.PctMS = ms
		return
	}
	op.SetPercentile(rank, ms)
}

func (r *reader) underflow(line int, v *values) {
	for _, f := range [...]*float64{&v.tps, &v.qps, &v.read, &v.write, &v.other} {
		if *f > maxRate {
			*f = math.NaN()
		}
	}
	r.event(parse.Event{Line: line, Severity: parse.Warning, Kind: parse.Mismatch, Count: 1,
		Message: "a rate is the difference of counters that were reset in between"})
}

// eps fills the record with a line of a test that counts events.
func (r *reader) eps(line int, at int64, v *values) string {
	if !r.opens(line, at) {
		return "a time after the one before"
	}
	if r.shape != events || r.rank != v.rank {
		r.reshape(events, v.rank)
	}
	if v.tps > maxRate {
		r.underflow(line, v)
	}
	r.interval.Ops[0].Rate, r.interval.Ops[0].Bytes = v.tps, math.NaN()
	setLatency(&r.interval.Ops[0], v.rank, v.latency, v.tps > 0)
	r.closes(line, at, v.threads)
	return ""
}

// fileOps fills the record with a line of the fileio test, in MiB/s.
func (r *reader) fileOps(line int, at int64, read, write, fsync float64, v *values) string {
	if !r.opens(line, at) {
		return "a time after the one before"
	}
	if r.shape != files || r.rank != v.rank {
		r.reshape(files, v.rank)
	}
	r.run.workload("fileio")
	ops := r.interval.Ops
	ops[0].Bytes, ops[1].Bytes, ops[2].Rate = read*mebi, write*mebi, fsync
	setLatency(&ops[3], v.rank, v.latency, read > 0 || write > 0 || fsync > 0)
	r.closes(line, at, parse.Absent)
	return ""
}

// transfer fills the record with a line of the memory test, in MiB/s.
func (r *reader) transfer(line int, at int64, rate float64) string {
	if !r.opens(line, at) {
		return "a time after the one before"
	}
	if r.shape != events || r.rank != 0 {
		r.reshape(events, 0)
	}
	r.run.workload("memory")
	r.interval.Ops[0].Rate, r.interval.Ops[0].Bytes = math.NaN(), rate*mebi
	r.closes(line, at, parse.Absent)
	return ""
}

// opens makes the run ready for a line at that time, and returns false if no
// interval can end there.
func (r *reader) opens(line int, at int64) bool {
	if at == 0 {
		return false
	}
	r.begin(line)
	run := r.run
	if run.reports == 0 {
		if run.warmup > 0 && at > run.warmup {
			run.shift, run.label = run.warmup, run.warmup
		}
		return true
	}
	if at < run.label || at == run.label && (run.step == 0 || run.length <= run.step) {
		// Without a banner between them, and not the second of two reports that
		// were due at different times: another run.
		r.finish()
		r.begin(line)
	}
	return true
}

// closes yields the record as the interval that ends at that time.
func (r *reader) closes(line int, at int64, threads int64) {
	run := r.run
	if run.block.open && run.block.sum {
		r.closeBlock()
	}
	if run.reports > 0 && at == run.label {
		r.event(parse.Event{Line: line, Severity: parse.Warning, Kind: parse.LateReport, Count: 1,
			Message: "a second report line of the same second was left out: its length is unknown"})
		return
	}
	iv := &r.interval
	iv.Line, iv.Threads = line, threads
	iv.Start, iv.End = float64(run.label-run.shift), float64(at-run.shift)
	iv.Phase = run.phase(threads, iv.Ops[0].Rate == 0)
	if run.reports == 0 && run.sum.StartedAt.IsZero() && !r.in.At().IsZero() {
		run.sum.StartedAt = started(r.in.At(), iv.End)
	}
	length := at - run.label
	run.label, run.length = at, length
	run.reports++
	if run.reports == 1 && run.headless() {
		// Its length is known once there is another.
		run.held, run.heldShape = *iv, r.shape
		run.held.Ops = append([]parse.Op(nil), iv.Ops...)
		return
	}
	if run.held.Ops != nil {
		r.release(float64(length))
	}
	if run.step == 0 || run.stepSeen && length < run.step {
		run.step, run.stepSeen = length, true
	}
	r.emitInterval(iv, r.shape)
	if 2*length > 3*run.step {
		r.event(parse.Event{Line: line, Severity: parse.Warning, Kind: parse.LateReport, Count: 1,
			Message: "a report came late: its line covers more than one interval"})
	}
}

// release yields the first interval of a log without a beginning. It is taken
// to be as long as the second, since the run may have begun long before.
func (r *reader) release(length float64) {
	held := &r.run.held
	if length > 0 {
		held.Start = max(held.Start, held.End-length)
	}
	r.emitInterval(held, r.run.heldShape)
	held.Ops = nil
}

func (r *reader) emitInterval(iv *parse.Interval, s shape) {
	r.run.count(iv, s)
	r.emit(iv)
}
