package benchbase

import (
	"bytes"
	"math"

	"jitterlog/parse"
)

// result reads "Results(state=EXIT, nanoSeconds=1, measuredRequests=2) = 3.4
// requests/sec (throughput), 5.6 requests/sec (goodput)"; OLTPBench has neither
// state nor goodput.
func (r *consoleReader) result(line []byte) {
	if r.results {
		r.finish()
	}
	r.begin()
	r.results = true
	s := r.sum
	_, rest, _ := bytes.Cut(line, []byte("Results("))
	inside, rates, _ := bytes.Cut(rest, []byte(") = "))
	for part := range bytes.SplitSeq(inside, []byte(", ")) {
		key, value, _ := bytes.Cut(part, []byte("="))
		text := parse.Shown(value)
		switch string(key) {
		case "state":
			s.Reported["final_state"] = text
		case "nanoSeconds":
			s.Reported["elapsed_ns"] = text
			s.ElapsedS = r.final(line, text) / 1e9
		case "measuredRequests":
			s.Reported["measured_requests"] = text
		}
	}
	for part := range bytes.SplitSeq(rates, []byte(", ")) {
		value, what, _ := bytes.Cut(part, []byte(" requests/sec"))
		if bytes.Contains(what, []byte("goodput")) {
			s.Reported["goodput_per_s"] = parse.Shown(value)
			continue
		}
		s.Reported["throughput_per_s"] = parse.Shown(value)
		s.TPS = r.final(line, string(value))
	}
	r.check()
}

// final returns a figure of the run, and rejects the line that has none there.
func (r *consoleReader) final(line []byte, text string) float64 {
	v := float(text)
	if math.IsNaN(v) {
		r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: "a figure that is not negative"})
	}
	return v
}

// check compares the throughput with the requests and the time.
func (r *consoleReader) check() {
	want := float(r.sum.Reported["measured_requests"]) / r.sum.ElapsedS
	if math.Abs(r.sum.TPS-want) > 1e-6*want {
		r.send(&parse.Event{Line: r.in.Number(), T: parse.NaN(), Severity: parse.Warning, Kind: parse.Mismatch,
			Message: "the throughput is not the requests over the time", Count: 1}, nil)
	}
}

// sections are the histograms that follow the result.
var sections = map[string]string{
	"Completed Transactions:":                  "completed",
	"Aborted Transactions:":                    "aborted",
	"Rejected Transactions:":                   "rejected",
	"Rejected Transactions (Server Retry):":    "server_retry",
	"Rejected Transactions (Retry Different):": "retry_different",
	"Unexpected SQL Errors:":                   "sql_errors",
	"Unexpected Errors:":                       "errors",
	"Unknown Status Transactions:":             "unknown_status",
	"Zero Rows Returned:":                      "zero_rows",
	"User Aborts:":                             "user_aborts",
}

// histogram reads the headings of histograms and their rows,
// "com.oltpbenchmark.benchmarks.tpcc.procedures.NewOrder/01 [ 362] *****".
func (r *consoleReader) histogram(line []byte) bool {
	if name, ok := sections[string(line)]; ok {
		r.section = name
		return true
	}
	if r.section == "" || r.sum == nil {
		return false
	}
	if string(line) == "<EMPTY>" {
		return true
	}
	name, rest, ok := bytes.Cut(line, []byte("["))
	n, _, closed := bytes.Cut(rest, []byte("]"))
	if !ok || !closed {
		return false
	}
	name = bytes.TrimSpace(name)
	if i := bytes.LastIndexByte(name, '/'); i >= 0 {
		name = name[:i]
	}
	name = name[bytes.LastIndexByte(name, '.')+1:]
	count := string(bytes.TrimSpace(n))
	if len(name) == 0 || whole(count) == parse.Absent {
		return false
	}
	r.sum.Reported[r.section+"."+operation(name)] = count
	if r.section == "sql_errors" || r.section == "errors" {
		r.sum.Errors = max(r.sum.Errors, 0) + whole(count)
	}
	return true
}

// parameters are the lines of the block that the tool prints at its start; the
// address loses what may be a password.
var parameters = map[string]string{
	"Benchmark": "benchmark", "Configuration": "configuration", "Type": "type", "Driver": "driver", "URL": "url",
	"Isolation": "isolation", "Batch Size": "batch_size", "Scale Factor": "scalefactor", "Terminals": "terminals",
	"New Connection Per Txn": "new_connection_per_txn", "Loader Threads": "loader_threads", "Reconnect on Connection Failure": "reconnect",
	"Selectivity": "selectivity", "Script": "script",
}

// parameter reads one of them, or TPM-C and Efficiency of a fork.
func (r *consoleReader) parameter(line []byte) bool {
	key, value, ok := bytes.Cut(line, []byte(":"))
	if !ok {
		return false
	}
	key, value = bytes.TrimSpace(key), bytes.TrimSpace(value)
	text := parse.Shown(value)
	switch string(key) {
	case "TPM-C":
		r.begin()
		r.sum.Reported["tpmc"] = text
		r.sum.TpmC = r.final(line, text)
		return true
	case "Efficiency":
		r.begin()
		r.sum.Reported["efficiency_pct"] = string(bytes.TrimSuffix(value, []byte("%")))
		return true
	}
	name, ok := parameters[string(key)]
	if !ok {
		return false
	}
	if r.sum == nil || r.results {
		r.finish()
		r.open()
	}
	s := r.sum
	switch name {
	case "benchmark":
		workload, _, _ := bytes.Cut(value, []byte(" "))
		s.Workload = string(bytes.ToLower(workload))
	case "type":
		s.Server = text
	case "url":
		text = parse.Shown(withoutSecrets(value))
	case "scalefactor":
		s.Scale = whole(text)
	case "terminals":
		s.Threads = whole(text)
	}
	s.Options[name] = text
	return true
}

// withoutSecrets leaves out what may name a user and a password: the options
// of an address, and what stands before its @.
func withoutSecrets(url []byte) []byte {
	address, _, _ := bytes.Cut(url, []byte("?"))
	address, _, _ = bytes.Cut(address, []byte(";"))
	scheme, host, ok := bytes.Cut(address, []byte("//"))
	at := bytes.LastIndexByte(host, '@')
	if !ok || at < 0 {
		return address
	}
	return append(append(append([]byte(nil), scheme...), "//"...), host[at+1:]...)
}
