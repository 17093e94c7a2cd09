package errorlog

import (
	"bytes"
	"time"

	"jitterlog/parse"
)

// read yields the events of the log.
func read(in *parse.Lines, yield func(parse.Record, error) bool) {
	begun := false
	for line, ok := in.Next(); ok; line, ok = in.Next() {
		e, isEntry := readEntry(in, line)
		if !isEntry {
			if !begun && len(line) > 0 {
				begun = true
				cut := newEvent(in, time.Time{}, parse.Info, parse.Truncated, "the log begins within an entry")
				if !yield(cut, nil) {
					return
				}
			}
			continue
		}
		begun = true
		if event := tell(in, &e); event != nil && !yield(event, nil) {
			return
		}
	}
}

func newEvent(in *parse.Lines, at time.Time, severity parse.Severity, kind parse.Kind, message string) *parse.Event {
	return &parse.Event{Line: in.Number(), T: parse.NaN(), At: at, Severity: severity, Kind: kind, Message: message, Count: 1}
}

// A sign is a text by which an entry is known. Where message is empty the entry's
// own text is the message.
type sign struct {
	text     string
	severity parse.Severity
	kind     parse.Kind
	code     string
	message  string
}

// signs are looked for in all entries, the first that fits counts. Floods of
// entries that differ only in numbers have a message without them, so that they
// add up.
var signs = [...]sign{
	{"WE ROLL BACK TRANSACTION", parse.Warning, parse.Failure, "1213", "InnoDB found a deadlock and rolled one of its transactions back"},
	{"page_cleaner: 1000ms intended loop took ", parse.Warning, parse.Failure, "", "the page cleaner took longer than its second"},
	{"Aborted connection ", parse.Warning, parse.Failure, "", "a connection was aborted"},
	{"got signal ", parse.Error, parse.Fatal, "", ""},
	{"got exception ", parse.Error, parse.Fatal, "", ""},
	{"Aborting", parse.Error, parse.Fatal, "", ""},
	{"crash recovery", parse.Warning, parse.Restart, "", ""},
	{"was not shut down normally", parse.Warning, parse.Restart, "", ""},
	{"was not shutdown normally", parse.Warning, parse.Restart, "", ""},
	{"ready for connections", parse.Info, parse.Restart, "", ""},
	{" starting as process ", parse.Info, parse.Restart, "", ""},
	{"Starting MariaDB ", parse.Info, parse.Restart, "", ""},
	{"Normal shutdown", parse.Info, parse.Restart, "", ""},
	{"Received SHUTDOWN", parse.Info, parse.Restart, "", ""},
	{"Shutdown complete", parse.Info, parse.Restart, "", ""},
	{"Number of processes running now: 0", parse.Error, parse.Restart, "", ""}, // mysqld_safe, of a server that is gone
	{"mysqld restarted", parse.Error, parse.Restart, "", ""},
}

// tell returns the event of an entry, nil if it is none.
func tell(in *parse.Lines, e *entry) *parse.Event {
	for i := range signs {
		s := &signs[i]
		if !bytes.Contains(e.text, []byte(s.text)) {
			continue
		}
		message := s.message
		if message == "" {
			message = parse.Shown(e.text)
		}
		event := newEvent(in, e.at, s.severity, s.kind, message)
		if event.Code = s.code; e.code != "" {
			event.Code = e.code
		}
		return event
	}
	if e.severity != parse.Warning && e.severity != parse.Error {
		return nil
	}
	message := "an entry without text"
	if len(e.text) > 0 {
		message = parse.Shown(e.text)
	}
	event := newEvent(in, e.at, e.severity, parse.Failure, message)
	event.Code = e.code
	return event
}
