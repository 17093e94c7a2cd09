package load

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"jitterlog/ingest/load/client"
	"jitterlog/parse"
	"jitterlog/parse/rawlog"
)

// A faults adds up what happens between two reports, so that a storm of equal
// errors is one line an interval.
type faults struct {
	mu   sync.Mutex
	seen map[fault]int64
	rest int64 // of kinds beyond maxFaults
}

type fault struct {
	severity parse.Severity
	kind     parse.Kind
	code     string
	message  string
}

// maxFaults bounds how many different faults an interval tells apart: messages
// may hold values, such as the key of a duplicate entry.
const maxFaults = 100

func (f *faults) add(severity parse.Severity, kind parse.Kind, code, message string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.seen == nil {
		f.seen = map[fault]int64{}
	}
	key := fault{severity, kind, code, message}
	if _, known := f.seen[key]; !known && len(f.seen) >= maxFaults {
		f.rest++
		return
	}
	f.seen[key]++
}

func (f *faults) error(severity parse.Severity, kind parse.Kind, err error) {
	f.add(severity, kind, client.Code(err), message(err))
}

// lines returns the events since the last call, at t, in an order that does
// not change from run to run.
func (f *faults) lines(t time.Duration) []*rawlog.Event {
	f.mu.Lock()
	seen, rest := f.seen, f.rest
	f.seen, f.rest = nil, 0
	f.mu.Unlock()
	var out []*rawlog.Event
	for key, n := range seen {
		out = append(out, eventLine(t, key, n))
	}
	slices.SortFunc(out, func(a, b *rawlog.Event) int {
		return cmp.Or(strings.Compare(a.Event, b.Event), strings.Compare(a.Code, b.Code), strings.Compare(a.Message, b.Message))
	})
	if rest > 0 {
		out = append(out, eventLine(t, fault{parse.Warning, parse.Failure, "", "more errors, of kinds not told apart"}, rest))
	}
	return out
}

func eventLine(t time.Duration, key fault, n int64) *rawlog.Event {
	seconds := t.Seconds()
	e := &rawlog.Event{T: &seconds, Severity: string(key.severity), Event: string(key.kind), Code: key.code, Message: key.message}
	if n > 1 {
		e.Count = n
	}
	return e
}
