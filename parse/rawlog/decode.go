package rawlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"

	"jitterlog/parse"
)

// decode reads one line. The error says what was expected.
func decode(text []byte) (Line, error) {
	line, err := lineOf(text)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(line); err != nil {
		return nil, fmt.Errorf("a line of kind %s: %w", line.kind(), err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("one JSON object a line")
	}
	if err := check(line); err != nil {
		return nil, fmt.Errorf("a line of kind %s: %w", line.kind(), err)
	}
	return line, nil
}

// lineOf returns an empty line of the kind that text begins with.
func lineOf(text []byte) (Line, error) {
	rest, ok := bytes.CutPrefix(text, []byte(`{"kind":"`))
	kind, _, closed := bytes.Cut(rest, []byte(`"`))
	if !ok || !closed {
		return nil, errors.New(`a JSON object that begins with {"kind":"`)
	}
	switch string(kind) {
	case "run":
		return &Run{}, nil
	case "server":
		return &Server{}, nil
	case "start":
		return &Start{}, nil
	case "interval":
		return &Interval{}, nil
	case "sample":
		return &Sample{}, nil
	case "event":
		return &Event{}, nil
	case "end":
		return &End{}, nil
	}
	return nil, fmt.Errorf("kind run, server, start, interval, sample, event or end, not %q", kind)
}

// check refuses what the grammar does not allow, and what no later step could
// make sense of.
func check(line Line) error {
	switch line := line.(type) {
	case *Run:
		if line.Jitterlog < 1 || line.Jitterlog > Version {
			return fmt.Errorf("version %d of the grammar, not %d: read it with a newer jitterlog", Version, line.Jitterlog)
		}
		if len(line.Ops) == 0 || line.Threads < 1 || line.IntervalS <= 0 || !possible(line.IntervalS, line.WarmupS, line.DurationS) {
			return errors.New("ops, threads, interval_s above 0, warmup_s and duration_s")
		}
	case *Interval:
		return checkInterval(line)
	case *Event:
		if !severities[line.Severity] || !kinds[line.Event] || line.Count < 0 {
			return fmt.Errorf("severity info, warning or error and a known event, not %q and %q", line.Severity, line.Event)
		}
		if line.T != nil && !isTime(*line.T) {
			return errors.New("a possible time")
		}
	case *Sample:
		if _, nameless := line.Values[""]; line.Source == "" || nameless || !isTime(line.T) {
			return errors.New("a source, a possible time, and values with names")
		}
	case *End:
		if line.ElapsedS != 0 && line.ElapsedS < leastElapsed || !possible(line.ElapsedS) {
			return errors.New("elapsed_s of 0 or more")
		}
		return checkOps(line.Totals, line.Statements)
	}
	return nil
}

func checkInterval(line *Interval) error {
	switch {
	case !(line.T0 < line.T1) || !isTime(line.T0) || !isTime(line.T1):
		return fmt.Errorf("t0 below t1, not %v and %v", line.T0, line.T1)
	case line.ElapsedS < leastElapsed || !possible(line.ElapsedS):
		return errors.New("elapsed_s above 0")
	case !phases[line.Phase]:
		return fmt.Errorf("phase rampup, measure or cooldown, not %q", line.Phase)
	case len(line.Ops) == 0 || line.Threads < 0:
		return errors.New("ops, and threads of 0 or more")
	}
	return checkOps(line.Ops, line.Statements)
}

// leastElapsed is the resolution of elapsed times, in seconds: rates over them stay
// finite.
const leastElapsed = 1e-9

// possible says whether each is what can be measured.
func possible(figures ...float64) bool {
	for _, v := range figures {
		if v < 0 || v > parse.MaxFigure {
			return false
		}
	}
	return true
}

func isTime(t float64) bool { return math.Abs(t) <= parse.MaxSeconds }

// mostCounted bounds counts, so that a sum of them does not overflow.
const mostCounted = 1 << 53

func isCount(n int64) bool { return n >= 0 && n <= mostCounted }

func checkOps(ops []Op, s Statements) error {
	if !isCount(s.Read) || !isCount(s.Write) || !isCount(s.Other) {
		return errors.New("numbers of statements of 0 or more")
	}
	for i := range ops {
		op := &ops[i]
		if op.Name == "" || !isCount(op.Count) || !isCount(op.Late) || !isCount(op.Failed) || !isCount(op.Retried) {
			return errors.New("ops with a name and counts of 0 or more")
		}
		for class, n := range op.Errors {
			if !isCount(n) {
				return fmt.Errorf("%d errors of class %s: 0 or more", n, class)
			}
		}
		for _, l := range []*Latency{op.Latency, op.Service} {
			if err := checkLatency(l); err != nil {
				return fmt.Errorf("%s: %w", op.Name, err)
			}
		}
	}
	return nil
}

func checkLatency(l *Latency) error {
	if l == nil {
		return nil
	}
	if !isCount(l.N) || !possible(l.Avg, l.P50, l.P90, l.P95, l.P99, l.P999, l.Max) {
		return errors.New("latencies of 0 or more")
	}
	if len(l.Hist)%2 != 0 {
		return errors.New("a hist of lower edges and numbers")
	}
	end, total := int64(0), int64(0)
	for i := 0; i < len(l.Hist); i += 2 {
		lower, n := l.Hist[i], l.Hist[i+1]
		if lower < end || n < 1 || lower&(cellWidth(lower)-1) != 0 || lower > maxEdge {
			return fmt.Errorf("a hist of ascending cells, not %d at %d ns", n, lower)
		}
		end = lower + cellWidth(lower)
		if total += n; total < 0 || total > l.N {
			return fmt.Errorf("a hist of %d events in all", l.N)
		}
	}
	if len(l.Hist) > 0 && total != l.N {
		return fmt.Errorf("a hist of %d events in all, not %d", l.N, total)
	}
	return nil
}

// maxEdge bounds lower edges, so that upper edges do not overflow.
const maxEdge = 1 << 61

// cellWidth returns how many nanoseconds the cell with that lower edge spans.
func cellWidth(lower int64) int64 {
	return 1 << max(0, bits.Len64(uint64(lower))-11)
}
