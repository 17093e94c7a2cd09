package parsetest

import (
	"math"
	"testing"
	"time"

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

// check fails the test where a record cannot be true, of whatever format and
// whatever its source says.
func check(t testing.TB, rec parse.Record) {
	t.Helper()
	ok := true
	switch rec := rec.(type) {
	case *parse.Interval:
		ok = isTime(rec.Start) && isTime(rec.End) && rec.Start < rec.End &&
			rec.Phase != "" && rec.Threads >= parse.Absent && len(rec.Ops) > 0
		for i := range rec.Ops {
			ok = ok && checkOp(&rec.Ops[i])
		}
	case *parse.Sample:
		ok = rec.Metric != "" && rec.Source != "" && finite(rec.Value) && (isTime(rec.T) || math.IsNaN(rec.T)) && isClock(rec.At)
	case *parse.Event:
		ok = rec.Line >= 1 && rec.Count >= 1 && rec.Message != "" && rec.Kind != "" && rec.Severity != "" &&
			(isTime(rec.T) || math.IsNaN(rec.T)) && isClock(rec.At)
	case *parse.Bucket:
		ok = rec.Op != "" && rec.LowerMS >= 0 && rec.LowerMS < rec.UpperMS && rec.Count >= 0
	case *parse.Setting:
		ok = rec.Name != ""
	case *parse.Summary:
		ok = rec.FirstLine >= 1 && rec.LastLine >= rec.FirstLine && min(rec.Threads, rec.Scale, rec.Errors) >= parse.Absent && isClock(rec.StartedAt)
		for _, v := range []float64{rec.IntervalS, rec.WarmupS, rec.DurationS, rec.ElapsedS, rec.TpmC, rec.TPS, rec.QPS, rec.LatAvgMS, rec.LatP95MS} {
			ok = ok && absentOrPossible(v)
		}
	default:
		t.Fatalf("record %T", rec)
	}
	if !ok {
		t.Fatalf("%T %+v", rec, rec)
	}
}

func checkOp(op *parse.Op) bool {
	ok := op.Name != "" && !(op.PctRank > 100)
	for _, f := range figures(op) {
		ok = ok && absentOrPossible(f.value)
	}
	for _, n := range numbers(op) {
		ok = ok && n.value >= parse.Absent
	}
	return ok
}

// isTime says whether a source can be so long.
func isTime(seconds float64) bool { return math.Abs(seconds) <= parse.MaxSeconds }

// isClock says whether a time is not known or can be written as a date.
func isClock(at time.Time) bool { return at.IsZero() || at.Year() >= 1 && at.Year() <= 9999 }

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// absentOrPossible says whether a figure that cannot be negative is one, or NaN.
func absentOrPossible(v float64) bool { return !(v < 0) && !math.IsInf(v, 0) }

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
