package rawlog

import (
	"maps"
	"slices"

	"jitterlog/parse"
)

// The names of what is counted beside the ops of a workload.
const (
	opRead, opWrite, opOther, opQuery = "read", "write", "other", "query"
	serviceSuffix                     = "_service"
)

func (r *reader) interval(number int, line *Interval) {
	iv := &r.iv
	*iv = parse.Interval{Line: number, Start: line.T0, End: line.T1, Phase: parse.Phase(line.Phase),
		Threads: line.Threads, Ops: iv.Ops[:0]}
	for i := range line.Ops {
		iv.Ops = append(iv.Ops, timedOp(&line.Ops[i], line.ElapsedS))
	}
	for i := range line.Ops {
		if s := line.Ops[i].Service; s != nil {
			op := counted(line.Ops[i].Name+serviceSuffix, s.N, line.ElapsedS)
			setLatency(&op, s)
			iv.Ops = append(iv.Ops, op)
		}
	}
	s := line.Statements
	iv.Ops = append(iv.Ops, counted(opRead, s.Read, line.ElapsedS), counted(opWrite, s.Write, line.ElapsedS),
		counted(opOther, s.Other, line.ElapsedS), counted(opQuery, s.Read+s.Write+s.Other, line.ElapsedS))
	r.emit(iv)
	for i := range line.Ops {
		op := &line.Ops[i]
		r.buckets(number, op.Name, op.Latency)
		r.buckets(number, op.Name+serviceSuffix, op.Service)
		for _, class := range slices.Sorted(maps.Keys(op.Errors)) {
			r.emit(&parse.Sample{Line: number, T: line.T1, Source: "client", Object: op.Name, Metric: "errors_" + class,
				Value: float64(op.Errors[class])})
		}
	}
}

func counted(name string, n int64, seconds float64) parse.Op {
	op := parse.NewOp(name)
	op.Count, op.Rate = n, float64(n)/seconds
	return op
}

func timedOp(in *Op, seconds float64) parse.Op {
	op := counted(in.Name, in.Count, seconds)
	op.Late, op.Failed, op.Retried = in.Late, in.Failed, in.Retried
	ignored, lost := int64(0), int64(0)
	for class, n := range in.Errors {
		if class == "lost" {
			lost += n
		} else {
			ignored += n
		}
	}
	op.Errors, op.Reconns = float64(ignored)/seconds, float64(lost)/seconds
	if in.Latency != nil {
		setLatency(&op, in.Latency)
	}
	return op
}

func setLatency(op *parse.Op, l *Latency) {
	op.AvgMS, op.P50MS, op.P90MS, op.P95MS = l.Avg, l.P50, l.P90, l.P95
	op.P99MS, op.P999MS, op.MaxMS = l.P99, l.P999, l.Max
}

func (r *reader) buckets(number int, op string, l *Latency) {
	if l == nil {
		return
	}
	for i := 0; i < len(l.Hist); i += 2 {
		lower := l.Hist[i]
		r.emit(&parse.Bucket{Line: number, Op: op, LowerMS: ms(lower), UpperMS: ms(lower + cellWidth(lower)), Count: l.Hist[i+1]})
	}
}

func ms(ns int64) float64 { return float64(ns) / 1e6 }
