package ingest

import (
	"jitterlog/parse"
)

// maxEvents is how many different events of a run are kept; what goes beyond
// is counted in one event a kind. It bounds the memory that a log of nothing but
// errors takes.
const maxEvents = 1000

// An eventTally adds up equal events: killed connections leave millions.
type eventTally struct {
	index  map[eventKey]int
	events []parse.Event
}

type eventKey struct {
	stretch  stretch
	severity parse.Severity
	kind     parse.Kind
	code     string
	message  string
}

// add takes an event of the run's own log.
func (t *eventTally) add(ev parse.Event) { t.addIn(ev, unknownTime) }

// addIn takes an event of a file beside the log.
func (t *eventTally) addIn(ev parse.Event, in stretch) {
	if ev.Count < 1 {
		ev.Count = 1
	}
	ev.LastLine = max(ev.LastLine, ev.Line)
	key := eventKey{in, ev.Severity, ev.Kind, ev.Code, ev.Message}
	i, ok := t.index[key]
	if !ok && len(t.events) >= maxEvents {
		ev.Code, ev.Message = "", "further events of this kind, too many different ones to list each"
		key = eventKey{stretch: in, severity: ev.Severity, kind: ev.Kind, message: ev.Message}
		i, ok = t.index[key]
	}
	if !ok {
		if t.index == nil {
			t.index = make(map[eventKey]int)
		}
		t.index[key] = len(t.events)
		t.events = append(t.events, ev)
		return
	}
	t.events[i].Count += ev.Count
	t.events[i].LastLine = max(t.events[i].LastLine, ev.LastLine)
}

// drain returns the events in the order in which they first came, and empties
// the tally.
func (t *eventTally) drain() []parse.Event {
	events := t.events
	*t = eventTally{}
	return events
}
