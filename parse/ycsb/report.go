package ycsb

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"jitterlog/parse"
)

// stable are the names of the report's figures. Percentiles and return codes
// have rules of their own; others keep their name.
var stable = map[string]string{
	"RunTime(ms)": "runtime_ms", "Throughput(ops/sec)": "throughput_per_s", "Throughput(ops/s)": "throughput_per_s",
	"Operations": "operations", "Count": "count", "Time(ms)": "time_ms", "Time(%)": "time_pct", "ThreadCount": "threads",
	"AverageLatency(us)": "lat.avg_us", "MinLatency(us)": "lat.min_us", "MaxLatency(us)": "lat.max_us",
	"AverageLatency(ms)": "lat.avg_ms", "MinLatency(ms)": "lat.min_ms", "MaxLatency(ms)": "lat.max_ms",
	"Average": "lat.avg_us", "Min": "lat.min_us", "Max": "lat.max_us",
}

// figure reads a line of the final report, "[SECTION], figure, value".
func (r *reader) figure(line []byte) bool {
	section, rest, ok := bytes.Cut(line[1:], []byte("], "))
	key, value, both := bytes.Cut(rest, []byte(", "))
	if !ok || !both || len(section) == 0 || len(key) == 0 || len(value) == 0 {
		return false
	}
	if r.run != nil && r.run.overall && string(section) == "OVERALL" && string(key) == "RunTime(ms)" {
		r.finish()
	}
	run := r.begin()
	run.reported = true
	if key[0]-'0' <= 9 || key[0] == '>' {
		if done := r.row(section, key, value); done {
			return true
		}
	}
	name := r.name(section)
	if name == "overall" {
		name = string(key)
		if known, ok := stable[name]; ok {
			name = known
		}
		run.sum.Reported[name] = parse.Shown(value)
		return r.overall(name, value)
	}
	code, isReturn := bytes.CutPrefix(key, []byte("Return="))
	switch known, ok := stable[string(key)]; {
	case isReturn:
		run.sum.Reported[name+".return."+parse.Shown(code)] = parse.Shown(value)
		return r.returned(name, code, value)
	case ok:
		run.sum.Reported[name+"."+known] = parse.Shown(value)
		if known == "operations" {
			run.counts(name)
		}
	default:
		run.sum.Reported[name+"."+percentile(key)] = parse.Shown(value)
	}
	return true
}

// overall copies figures of the whole run to the fields that they have.
func (r *reader) overall(name string, value []byte) bool {
	c := parse.Cursor{Line: value}
	v, ok := number(&c)
	ok = ok && c.End()
	switch s := r.run.sum; name {
	default:
		return true
	case "runtime_ms":
		r.run.overall = true
		s.ElapsedS = v / 1000
	case "throughput_per_s":
		s.TPS = v
	case "threads":
		if v >= 0 && v < 1e6 {
			s.Threads = int64(v)
		}
	}
	return ok
}

// returned counts return codes: "OK", in old versions "0", is success.
func (r *reader) returned(op string, code, value []byte) bool {
	c := parse.Cursor{Line: value}
	n, ok := c.Count()
	if !ok || n > maxCount || !c.End() {
		return false
	}
	r.run.returns = true
	if string(code) == "OK" || string(code) == "0" || string(code) == "BATCHED_OK" {
		return true
	}
	r.run.failures += n
	r.emit(&parse.Event{Line: r.in.Number(), T: parse.NaN(), Severity: parse.Error, Kind: parse.Failure, Code: parse.Shown(code),
		Message: op + " operations failed", Count: max(n, 1)})
	return true
}

// counts notes an operation that did work; what the tool does at the end, and
// the shadows of operations (failed, and intended ones), do not count.
func (run *run) counts(op string) {
	if op == "cleanup" || strings.HasSuffix(op, "_failed") || strings.HasPrefix(op, "intended_") {
		return
	}
	if len(run.headline) < 2 && !slices.Contains(run.headline, op) {
		run.headline = append(run.headline, op)
	}
}

// percentile returns "lat.p99.9_us" for "99.9PercentileLatency(us)" and
// "99.9thPercentileLatency(us)", other names as they are.
func percentile(key []byte) string {
	c := parse.Cursor{Line: key}
	_, ok := c.Float()
	rank := string(key[:c.Pos])
	if !c.Literal("th") && !c.Literal("st") && !c.Literal("nd") {
		c.Literal("rd")
	}
	if !ok || !c.Literal("PercentileLatency(") {
		return parse.Shown(key)
	}
	unit, _ := c.Until(')')
	return "lat.p" + rank + "_" + string(unit)
}

// row reads a row of a histogram, whose counts are whole numbers, or of a time
// series, whose means have a fraction. It returns false for what is neither.
func (r *reader) row(section, key, value []byte) bool {
	more := key[0] == '>'
	k := parse.Cursor{Line: key}
	k.Byte('>')
	at, ok := k.Count()
	if !ok || !k.End() || at > maxLabel*1000 {
		return false
	}
	op, line := r.name(section), r.in.Number()
	c := parse.Cursor{Line: value}
	if count, ok := c.Count(); ok && c.End() {
		upper := float64(at + 1)
		if more {
			upper = math.Inf(1)
		}
		if count > 0 {
			r.bucket = parse.Bucket{Line: line, Op: op, WholeRun: true, LowerMS: float64(at), UpperMS: upper, Count: count}
			r.emit(&r.bucket)
		}
		return true
	}
	c.Pos = 0
	us, ok := number(&c)
	if !ok || !c.End() || more {
		return false
	}
	if !math.IsNaN(us) {
		r.sample = parse.Sample{Line: line, T: float64(at) / 1000, Source: tool, Object: op, Metric: "latency_avg", Unit: "ms", Value: us / 1000}
		r.emit(&r.sample)
	}
	return true
}

// options reads the command line. Values that may be secret are not kept.
func options(s *parse.Summary, command []byte) {
	words := bytes.Fields(command)
	for i, word := range words {
		next := []byte(nil)
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch string(word) {
		case "-load":
			s.Workload = "load"
		case "-threads":
			s.Threads = whole(next)
		case "-db", "-target":
			s.Options[string(word[1:])] = parse.Shown(next)
		case "-P":
			name := next[bytes.LastIndexByte(next, '/')+1:]
			if s.Workload == "" && bytes.HasPrefix(name, []byte("workload")) {
				s.Workload = parse.Shown(name)
			}
		case "-p":
			key, value, ok := bytes.Cut(next, []byte("="))
			if !ok {
				continue
			}
			switch string(key) {
			case "threadcount":
				s.Threads = whole(value)
			case "recordcount":
				s.Scale = whole(value)
			}
			if safe[string(key)] {
				s.Options[string(key)] = parse.Shown(value)
			}
		}
	}
}

// safe are the properties of YCSB itself; those of its drivers hold addresses
// and passwords.
var safe = map[string]bool{
	"recordcount": true, "operationcount": true, "threadcount": true, "target": true, "workload": true, "maxexecutiontime": true,
	"measurementtype": true, "fieldcount": true, "fieldlength": true, "readallfields": true, "readproportion": true, "updateproportion": true,
	"insertproportion": true, "scanproportion": true, "readmodifywriteproportion": true, "requestdistribution": true, "insertorder": true,
	"insertstart": true, "insertcount": true, "maxscanlength": true, "hdrhistogram.percentiles": true, "status.interval": true,
}

func whole(text []byte) int64 {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n < 0 {
		return parse.Absent
	}
	return n
}
