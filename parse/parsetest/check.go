package parsetest

import (
	"math"
	"testing"

	"jitterlog/parse"
)

// lastLine returns the line that a record ends at.
func lastLine(rec parse.Record, err error) int {
	switch rec := rec.(type) {
	case *parse.Header:
		return rec.Line
	case *parse.Interval:
		return rec.Line
	case *parse.Sample:
		return rec.Line
	case *parse.Event:
		return max(rec.Line, rec.LastLine)
	case *parse.Bucket:
		return rec.Line
	case *parse.Setting:
		return rec.Line
	case *parse.Summary:
		return rec.LastLine
	}
	if syntax, ok := err.(*parse.SyntaxError); ok {
		return syntax.Line
	}
	return 0
}

// checkSyntaxError fails the test where an error does not say what was found and
// what was wanted. Behind the last line nothing is found.
func checkSyntaxError(t testing.TB, e *parse.SyntaxError, lines int) {
	t.Helper()
	if e.Line < 1 || e.Column < 0 || e.Text == "" && e.Line <= lines || e.Want == "" {
		t.Fatalf("syntax error %+v", *e)
	}
}

// check fails the test where a record cannot be true, of whatever format. What a
// hostile source says may be untrue: of it only the order and the names are wanted.
func check(t testing.TB, rec parse.Record, hostile bool) {
	t.Helper()
	ok := true
	switch rec := rec.(type) {
	case *parse.Interval:
		ok = rec.Start < rec.End && len(rec.Ops) > 0 && (hostile || rec.Threads >= parse.Absent)
		for i := range rec.Ops {
			op := &rec.Ops[i]
			ok = ok && op.Name != ""
			for _, f := range figures(op) {
				ok = ok && (hostile || !(f.value < 0) && !math.IsInf(f.value, 0))
			}
			for _, f := range numbers(op) {
				ok = ok && (hostile || f.value >= parse.Absent)
			}
		}
	case *parse.Sample:
		ok = rec.Metric != "" && rec.Source != "" && !math.IsNaN(rec.Value)
	case *parse.Event:
		ok = rec.Line >= 1 && rec.Count >= 1 && (hostile || rec.Message != "")
	case *parse.Bucket:
		ok = rec.Op != "" && (hostile || rec.LowerMS >= 0 && rec.LowerMS < rec.UpperMS && rec.Count >= 0)
	case *parse.Setting:
		ok = rec.Name != ""
	case *parse.Summary:
		ok = rec.FirstLine >= 1 && rec.LastLine >= rec.FirstLine && (hostile || min(rec.Threads, rec.Scale, rec.Errors) >= parse.Absent)
		for _, v := range []float64{rec.IntervalS, rec.WarmupS, rec.DurationS, rec.ElapsedS, rec.TpmC, rec.TPS, rec.QPS, rec.LatAvgMS, rec.LatP95MS} {
			ok = ok && (hostile || !(v < 0))
		}
	default:
		t.Fatalf("record %T", rec)
	}
	if !ok {
		t.Fatalf("%T %+v", rec, rec)
	}
}

// InOrder is a check that the intervals of a run follow each other.
func InOrder(t testing.TB, s *Stream) {
	t.Helper()
	for _, run := range s.Runs {
		for i := 1; i < len(run.Intervals); i++ {
			if iv, last := &run.Intervals[i], &run.Intervals[i-1]; iv.Start < last.End {
				t.Fatalf("%s: line %d: interval (%v, %v] behind one to %v", s.Format.Name, iv.Line, iv.Start, iv.End, last.End)
			}
		}
	}
}

// NoRuns is a check for formats that are no run by themselves.
func NoRuns(t testing.TB, s *Stream) {
	t.Helper()
	if len(s.Headers) > 0 {
		t.Fatalf("%s: %d runs", s.Format.Name, len(s.Headers))
	}
}

// OnlyRuns is a check for formats all of whose records are of a run.
func OnlyRuns(t testing.TB, s *Stream) {
	t.Helper()
	if s.Loose > 0 {
		t.Fatalf("%s: %d records outside a run", s.Format.Name, s.Loose)
	}
}
