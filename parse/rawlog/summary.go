package rawlog

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"jitterlog/parse"
)

// summary returns what the first line says of a run.
func summary(number int, run *Run) *parse.Summary {
	s := parse.NewSummary(name, name, number)
	s.Version, s.Workload, s.HeadlineOp, s.Server = run.Version, run.Workload, run.Ops[0], run.Server
	s.Threads, s.IntervalS, s.WarmupS = run.Threads, run.IntervalS, run.WarmupS
	s.Clock = parse.WallClock
	if run.Scale > 0 {
		s.Scale = run.Scale
	}
	if run.DurationS > 0 {
		s.DurationS = run.DurationS
	}
	maps.Copy(s.Options, run.Options)
	s.Options["seed"] = strconv.FormatUint(run.Seed, 10)
	s.Options["server"] = run.Server
	if run.Events > 0 {
		s.Options["events"] = strconv.FormatInt(run.Events, 10)
	}
	if run.Arrivals != "" {
		s.Options["arrivals"] = run.Arrivals
	}
	var rates, threads, seconds []string
	for _, stage := range run.Stages {
		rates = append(rates, number10(stage.Rate))
		threads = append(threads, strconv.FormatInt(stage.Threads, 10))
		seconds = append(seconds, number10(stage.DurationS))
	}
	if len(run.Stages) > 1 {
		s.Options["stages_threads"] = strings.Join(threads, ",")
		s.Options["stages_s"] = strings.Join(seconds, ",")
	}
	if run.Arrivals != "" {
		s.Options["rate"] = strings.Join(rates, ",")
	}
	return s
}

// end adds what the last line says.
func end(s *parse.Summary, e *End) {
	s.Complete = e.Reason != "error" && e.T > 0 // else it ended in the warm-up
	s.ElapsedS = e.ElapsedS
	rep := s.Reported
	rep["end_reason"], rep["verdict"] = e.Reason, e.Verdict
	if len(e.Reasons) > 0 {
		rep["verdict_reasons"] = strings.Join(e.Reasons, "; ")
	}
	s.Errors = 0
	for i := range e.Totals {
		op := &e.Totals[i]
		rep[op.Name+"_count"] = strconv.FormatInt(op.Count, 10)
		rep[op.Name+"_failed"] = strconv.FormatInt(op.Failed, 10)
		rep[op.Name+"_retried"] = strconv.FormatInt(op.Retried, 10)
		for _, class := range slices.Sorted(maps.Keys(op.Errors)) {
			rep[op.Name+"_errors_"+class] = strconv.FormatInt(op.Errors[class], 10)
			s.Errors += op.Errors[class]
		}
		report(rep, op.Name, op.Latency)
		report(rep, op.Name+serviceSuffix, op.Service)
		if op.Name == s.HeadlineOp {
			headline(s, op)
		}
	}
	statements := e.Statements.Read + e.Statements.Write + e.Statements.Other
	for name, n := range map[string]int64{
		opRead: e.Statements.Read, opWrite: e.Statements.Write, opOther: e.Statements.Other, opQuery: statements,
		"arrived": e.Arrived, "begun": e.Begun, "unfinished": e.Unfinished,
		"status_samples": e.Samples, "status_samples_missed": e.SamplesMissed,
	} {
		rep[name] = strconv.FormatInt(n, 10)
	}
	rep["client_cpu_s"], rep["lag_p99_ms"] = number10(e.ClientCPUS), number10(e.LagP99MS)
	if e.BeginLagP99MS > 0 {
		rep["begin_lag_p99_ms"] = number10(e.BeginLagP99MS)
	}
	if s.ElapsedS > 0 {
		s.QPS = float64(statements) / s.ElapsedS
	}
}

func headline(s *parse.Summary, op *Op) {
	if s.ElapsedS > 0 {
		rate := float64(op.Count) / s.ElapsedS
		switch op.Name {
		case "new_order":
			s.TpmC = rate * 60
		default:
			s.TPS = rate
		}
	}
	if op.Latency != nil {
		s.LatAvgMS, s.LatP95MS = op.Latency.Avg, op.Latency.P95
	}
}

func report(rep map[string]string, op string, l *Latency) {
	if l == nil {
		return
	}
	for _, f := range []struct {
		name  string
		value float64
	}{{"avg", l.Avg}, {"p50", l.P50}, {"p90", l.P90}, {"p95", l.P95}, {"p99", l.P99}, {"p999", l.P999}, {"max", l.Max}} {
		rep[fmt.Sprintf("%s_%s_ms", op, f.name)] = number10(f.value)
	}
}

func number10(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
