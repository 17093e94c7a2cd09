package ycsb

import (
	"bytes"

	"jitterlog/parse"
)

// knownLines are the lines that say nothing of a run, by how they begin.
var knownLines = []string{
	"Loading workload...", "Starting test.", "DBWrapper: ", "java -cp", "java -classpath", "/usr/bin/java", "/usr/lib/jvm/",
	"SLF4J: ", "log4j:", "mongo client connection created", "mongo connection created", "Adding shard node URL: ", "Using shards: ",
	"Loading class `", "Maximum execution time specified as:", "Could not wait until max specified time", "Waiting for",
	"****************", "[WARN]  Running against a source checkout", "Picked up ", "Data shards are being used", "mongodb driver version",
}

func known(line []byte) bool {
	for _, text := range knownLines {
		if bytes.HasPrefix(line, []byte(text)) {
			return true
		}
	}
	return logLine(line)
}

// logLine says whether a line is one of a driver's logger below a warning:
// "[main] INFO org.mongodb.driver - text", "16:13:31.123 [main] DEBUG - text".
func logLine(line []byte) bool {
	_, rest, ok := bytes.Cut(line, []byte("["))
	_, rest, closed := bytes.Cut(rest, []byte("] "))
	if !ok || !closed {
		return false
	}
	for _, level := range [...]string{"INFO ", "DEBUG ", "TRACE "} {
		if bytes.HasPrefix(rest, []byte(level)) {
			return true
		}
	}
	return false
}

// exception reads an exception, and what YCSB and its drivers complain of.
func (r *reader) exception(line []byte) bool {
	name, _, _ := bytes.Cut(bytes.TrimPrefix(line, []byte(`Exception in thread "main" `)), []byte(":"))
	isException := !bytes.ContainsAny(name, " \t") && bytes.IndexByte(name, '.') >= 0 &&
		(bytes.HasSuffix(name, []byte("Exception")) || bytes.HasSuffix(name, []byte("Error")))
	lower := bytes.ToLower(line[:min(len(line), 80)])
	if !isException && !bytes.HasPrefix(lower, []byte("error")) && !bytes.HasPrefix(lower, []byte("could not ")) &&
		!bytes.Contains(lower, []byte("] error ")) && !bytes.Contains(lower, []byte("] warn ")) {
		return false
	}
	run := r.begin()
	e := parse.Event{Line: r.in.Number(), T: parse.NaN(), Severity: parse.Error, Kind: parse.Failure, Message: parse.Shown(line), Count: 1}
	if run.lines > 0 {
		e.T = run.end
	}
	if bytes.Contains(lower, []byte("] warn ")) {
		e.Severity = parse.Warning
	}
	r.trace = true
	r.emit(&e)
	return true
}

func isStack(line []byte) bool {
	trimmed := bytes.TrimLeft(line, " \t")
	return bytes.HasPrefix(trimmed, []byte("at ")) || bytes.HasPrefix(trimmed, []byte("... ")) || bytes.HasPrefix(trimmed, []byte("Caused by: "))
}
