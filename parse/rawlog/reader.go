package rawlog

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"jitterlog/parse"
	"jitterlog/parse/mysqlstatus"
)

func read(lines *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		r := &reader{lines: lines, yield: yield}
		for !r.stopped {
			text, ok := lines.Next()
			if !ok {
				break
			}
			r.line(text)
		}
		r.close()
	}
}

// A reader turns lines into records.
type reader struct {
	lines   *parse.Lines
	yield   func(parse.Record, error) bool
	stopped bool
	run     *parse.Summary // nil outside a run
	ended   bool           // the run has its last line
	last    int            // the last line that was understood
	end     float64        // of the last interval of the run, NaN before the first
	iv      parse.Interval
	status  *mysqlstatus.Feed // of the run
}

func (r *reader) emit(rec parse.Record) {
	if !r.stopped {
		r.stopped = !r.yield(rec, nil)
	}
}

func (r *reader) reject(number int, text, want string) {
	if !r.stopped {
		r.stopped = !r.yield(nil, &parse.SyntaxError{Line: number, Text: text, Want: want})
	}
}

func (r *reader) line(text []byte) {
	if len(text) == 0 {
		return
	}
	number := r.lines.Number()
	line, err := decode(text)
	if err != nil {
		r.misread(number, text, err)
		return
	}
	run, opens := line.(*Run)
	if opens {
		r.close()
		r.open(number, run)
		return
	}
	if r.run == nil {
		r.reject(number, parse.Shown(text), "a line of kind run first")
		return
	}
	r.last = number
	switch line := line.(type) {
	case *Server:
		r.server(line)
	case *Start:
		r.run.StartedAt = line.At
	case *Interval:
		if line.T0 < r.end {
			r.reject(number, parse.Shown(text), fmt.Sprintf("t0 of %v or more, where the interval before it ends", r.end))
			return
		}
		r.end = line.T1
		r.interval(number, line)
	case *Sample:
		r.sample(number, line)
	case *Event:
		r.event(number, line)
	case *End:
		end(r.run, line)
		r.ended = true
		r.close()
	}
}

// misread tells a line that was cut when the writer died, which is the last
// one, from one that is wrong.
func (r *reader) misread(number int, text []byte, err error) {
	shown, cut := parse.Shown(text), text[len(text)-1] != '}'
	if cut && r.run != nil && r.lines.Last() {
		r.last = number
		r.emit(&parse.Event{Line: number, T: parse.NaN(), Severity: parse.Warning, Kind: parse.Truncated,
			Message: "the last line is cut: the run was killed or the disk was full", Count: 1})
		return
	}
	r.reject(number, shown, err.Error())
}

func (r *reader) open(number int, run *Run) {
	r.run, r.last, r.end, r.ended = summary(number, run), number, parse.NaN(), false
	r.status = mysqlstatus.NewFeed(func(rec parse.Record) bool { r.emit(rec); return !r.stopped })
	r.emit(&parse.Header{Line: number, Format: name, Tool: name})
}

func (r *reader) close() {
	if r.run == nil {
		return
	}
	r.run.LastLine = r.last
	if !r.ended && !r.stopped {
		r.emit(&parse.Event{Line: r.last, T: parse.NaN(), Severity: parse.Warning, Kind: parse.Truncated,
			Message: "the run has no end: it was killed, or is still running", Count: 1})
	}
	r.emit(r.run)
	r.run = nil
}

func (r *reader) server(s *Server) {
	r.run.ServerVersion = s.Version
	if s.Product != "" {
		r.run.Server = s.Product
	}
	maps.Copy(r.run.Settings, s.Settings)
	for k, v := range s.Storage {
		r.run.Options["storage_"+k] = v
	}
}

func (r *reader) event(number int, e *Event) {
	ev := &parse.Event{Line: number, T: parse.NaN(), Severity: parse.Severity(e.Severity), Kind: parse.Kind(e.Event),
		Code: e.Code, Message: e.Message, Count: max(1, e.Count)}
	if e.T != nil {
		ev.T = *e.T
	}
	if ev.Message == "" {
		ev.Message = "an event without a text"
	}
	r.emit(ev)
}

// statusSource is the source of samples that hold raw variables of SHOW STATUS.
const statusSource = "status"

func (r *reader) sample(number int, s *Sample) {
	if s.Source == statusSource {
		r.status.Add(s.T, number, s.Values)
		return
	}
	for _, metric := range slices.Sorted(maps.Keys(s.Values)) {
		r.emit(&parse.Sample{Line: number, T: s.T, Source: s.Source, Object: s.Object, Metric: metric, Unit: s.Unit, Value: s.Values[metric]})
	}
}
