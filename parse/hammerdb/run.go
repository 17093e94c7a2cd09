package hammerdb

import (
	"bytes"
	"time"

	"jitterlog/parse"
)

// A run is the run that is being read, and where its records go.
type run struct {
	in      *parse.Lines
	yield   func(parse.Record, error) bool
	stopped bool

	summary  *parse.Summary // nil between runs
	opened   bool           // the header was yielded
	series   series
	interval parse.Interval
	sample   parse.Sample
}

// procedures are the tool's names of the transactions.
var procedures = [...]struct{ short, op string }{
	{"neword", "new_order"}, {"payment", "payment"}, {"ostat", "order_status"}, {"delivery", "delivery"}, {"slev", "stock_level"},
}

// opOf returns the operation of a procedure's name, or that name in lower case.
func opOf(name []byte) string {
	for i := range procedures {
		if bytes.EqualFold(name, []byte(procedures[i].short)) {
			return procedures[i].op
		}
	}
	return string(bytes.ToLower(name))
}

// begin closes the run that is being read and begins another.
func (r *run) begin(format string) *parse.Summary {
	r.close()
	s := parse.NewSummary(format, tool, r.in.Number())
	s.Workload, s.HeadlineOp = "tpcc", "new_order"
	r.summary, r.opened, r.series = s, false, series{}
	return s
}

// touch makes the current line the last that is known to be of the run.
func (r *run) touch() {
	if r.summary != nil {
		r.summary.LastLine = r.in.Number()
	}
}

// close yields the summary of the run that is being read.
func (r *run) close() {
	s := r.summary
	if s == nil {
		return
	}
	r.series.finish(s)
	r.emit(s)
	r.summary = nil
}

// emit yields a record of the run, its header before the first.
func (r *run) emit(rec parse.Record) {
	if s := r.summary; !r.opened {
		r.opened = true
		r.send(&parse.Header{Line: s.FirstLine, Format: s.Format, Tool: tool}, nil)
	}
	r.send(rec, nil)
}

func (r *run) send(rec parse.Record, err error) {
	if !r.stopped {
		r.stopped = !r.yield(rec, err)
	}
}

// event yields an event, at the run's time if that is known.
func (r *run) event(severity parse.Severity, kind parse.Kind, at time.Time, message string) {
	if message == "" {
		message = "an error without a text"
	}
	t := parse.NaN()
	if start := r.summary.StartedAt; !at.IsZero() && !start.IsZero() {
		t = at.Sub(start).Seconds()
	}
	r.emit(&parse.Event{Line: r.in.Number(), T: t, Severity: severity, Kind: kind, Message: message, Count: 1})
}

func (r *run) reject(b []byte, column int, want string) {
	r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Column: column, Text: parse.Shown(b), Want: want})
}

// tclTime reads what Tcl's clock format prints, "Fri Jan 18 12:15:37 MST 2019". The
// letters of a zone do not tell it, those of UTC excepted.
func (r *run) tclTime(b []byte) (time.Time, bool) {
	fields := bytes.Fields(b)
	if len(fields) != 6 {
		return time.Time{}, false
	}
	zone := string(fields[4])
	text := string(bytes.Join([][]byte{fields[1], fields[2], fields[3], fields[5]}, []byte(" ")))
	loc := r.in.Location()
	switch {
	case zone == "UTC" || zone == "GMT" || zone == "Z":
		loc = time.UTC
	case zone[0] == '+' || zone[0] == '-':
		t, err := time.Parse("Jan 2 15:04:05 2006 -0700", text+" "+zone)
		return t.UTC(), err == nil && parse.IsDate(t)
	}
	t, err := time.ParseInLocation("Jan 2 15:04:05 2006", text, loc)
	return t.UTC(), err == nil && parse.IsDate(t)
}
