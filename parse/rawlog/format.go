package rawlog

import (
	"bytes"

	"jitterlog/parse"
)

const name = "jitterlog"

// Formats are the formats of this package.
var Formats = []parse.Format{{
	Name:    name,
	Tool:    name,
	About:   "jitterlog's own raw interval log, with histograms and the server's counters",
	Example: `{"kind":"run","jitterlog":1,"version":"1.0","at":"2026-12-01T02:00:00Z","workload":"oltp_read_write"}`,
	Match:   match,
	Read:    read,
}}

func match(head [][]byte) parse.Match {
	for i, line := range head {
		if bytes.HasPrefix(line, []byte(`{"kind":"run","jitterlog":`)) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
	}
	return parse.Match{}
}

var severities = map[string]bool{string(parse.Info): true, string(parse.Warning): true, string(parse.Error): true}

var phases = map[string]bool{string(parse.RampUp): true, string(parse.Measure): true, string(parse.CoolDown): true}

// kinds are the events that a log may hold; the others are made by its
// reader.
var kinds = map[string]bool{
	string(parse.Failure): true, string(parse.Retry): true, string(parse.Reconnect): true, string(parse.Restart): true,
	string(parse.LateReport): true, string(parse.Fatal): true, string(parse.ClockStep): true, string(parse.CounterReset): true,
	string(parse.Stopped): true,
}
