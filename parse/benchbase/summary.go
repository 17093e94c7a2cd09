package benchbase

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"jitterlog/parse"
)

// maxSummary bounds the text that is taken for a summary; the tool writes about
// 2 KiB.
const maxSummary = 1 << 20

// matchSummary wants an object, and a key of it that no other tool writes.
func matchSummary(head [][]byte) parse.Match {
	object := false
	for i, line := range head {
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) == 0 {
			continue
		}
		if !object && trimmed[0] != '{' {
			break
		}
		object = true
		if bytes.Contains(line, []byte(`"Throughput (requests/second)"`)) || bytes.Contains(line, []byte(`"Latency Distribution"`)) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
	}
	return parse.Match{}
}

// names are the stable names of the figures in summary.json. Others keep their
// own, in lower case and with _ between the words.
var names = map[string]string{
	"Throughput (requests/second)":     "throughput_per_s",
	"Goodput (requests/second)":        "goodput_per_s",
	"Measured Requests":                "measured_requests",
	"Elapsed Time (nanoseconds)":       "elapsed_ns",
	"Start timestamp (milliseconds)":   "started_ms",
	"Current Timestamp (milliseconds)": "written_ms",
	"Final State":                      "final_state",
}

// latencies are those within "Latency Distribution", all of them microseconds.
var latencies = map[string]string{
	"Average": "lat.avg_us", "Minimum": "lat.min_us", "Maximum": "lat.max_us", "Median": "lat.p50_us",
	"25th Percentile": "lat.p25_us", "75th Percentile": "lat.p75_us", "90th Percentile": "lat.p90_us",
	"95th Percentile": "lat.p95_us", "99th Percentile": "lat.p99_us",
}

// readSummary reads summary.json: a run without intervals.
func readSummary(in *parse.Lines) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		var text []byte
		for line, ok := in.Next(); ok; line, ok = in.Next() {
			if len(text)+len(line) < maxSummary {
				text = append(append(text, line...), '\n')
			}
		}
		if len(bytes.TrimSpace(text)) == 0 {
			return
		}
		object, err := decode(text)
		if err != nil {
			yield(nil, err)
			return
		}
		if !yield(&parse.Header{Line: 1, Format: "benchbase-summary", Tool: tool}, nil) {
			return
		}
		s := parse.NewSummary("benchbase-summary", tool, 1)
		s.LastLine = bytes.Count(bytes.TrimRight(text, "\n"), []byte{'\n'}) + 1
		s.HeadlineOp, s.Clock = "transaction", parse.WallClock
		for _, name := range fill(s, "", object) {
			e := &parse.Event{Line: 1, T: parse.NaN(), Severity: parse.Warning, Kind: parse.Mismatch, Message: name + " is no figure: " + s.Reported[name], Count: 1}
			if !yield(e, nil) {
				return
			}
		}
		state, stated := s.Reported["final_state"]
		s.Complete = !stated || state == "EXIT" || state == "DONE"
		yield(s, nil)
	}
}

// decode returns the one object that a text is.
func decode(text []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var object map[string]any
	err := d.Decode(&object)
	at := d.InputOffset()
	if err == nil {
		if _, more := d.Token(); errors.Is(more, io.EOF) {
			return object, nil
		}
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = syntax.Offset
	}
	before := text[:min(max(at, 0), int64(len(text)))]
	if errors.Is(err, io.ErrUnexpectedEOF) {
		before = text
	}
	if before = bytes.TrimRight(before, " \t\n"); len(before) == 0 { // of blank lines nothing can be shown
		before = text[:len(text)-len(bytes.TrimLeft(text, " \t\n"))]
	}
	line := bytes.Count(before, []byte{'\n'})
	from := bytes.LastIndexByte(before, '\n') + 1
	rest, _, _ := bytes.Cut(text[from:], []byte{'\n'})
	return nil, &parse.SyntaxError{Line: line + 1, Column: len(before) - from + 1, Text: parse.Shown(rest), Want: "one JSON object, complete"}
}

// fill puts the values of an object where they belong. It returns the names of those
// that should be figures and are none.
func fill(s *parse.Summary, prefix string, object map[string]any) (wrong []string) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		value := object[key]
		if inner, ok := value.(map[string]any); ok {
			switch key {
			case "Latency Distribution":
				wrong = append(wrong, distribution(s, inner)...)
			case "Summary": // of a fork, which has it beside details
				wrong = append(wrong, fill(s, "", inner)...)
			default:
				wrong = append(wrong, fill(s, prefix+snake(key)+".", inner)...)
			}
			continue
		}
		text := plain(value)
		if text == "" {
			continue
		}
		known := prefix == ""
		switch {
		case known && key == "DBMS Type":
			s.Server = text
		case known && key == "DBMS Version":
			s.ServerVersion = text
		case known && key == "Benchmark Type":
			s.Workload = text
		case known && key == "isolation":
			s.Options["isolation"] = text
		case known && key == "scalefactor":
			s.Options["scalefactor"] = text
			s.Scale = whole(text)
		case known && key == "terminals":
			s.Options["terminals"] = text
			s.Threads = whole(text)
		case known && names[key] != "":
			s.Reported[names[key]] = text
			if !final(s, names[key], text) {
				wrong = append(wrong, names[key])
			}
		default:
			s.Reported[prefix+snake(key)] = text
		}
	}
	return wrong
}

// final copies a figure to the field that it has, and returns false for what should
// be one and is none.
func final(s *parse.Summary, name, text string) bool {
	v := float(text)
	switch name {
	default:
		return true
	case "throughput_per_s":
		s.TPS = v
	case "elapsed_ns":
		s.ElapsedS = v / 1e9
	case "started_ms":
		if v > minEpoch*1e3 && v < maxEpoch*1e3 {
			s.StartedAt = time.UnixMilli(int64(v)).UTC()
		}
	}
	return !math.IsNaN(v)
}

// distribution reads the latencies. It returns the names of those that are none;
// where nothing was measured they are below 0.
func distribution(s *parse.Summary, object map[string]any) (wrong []string) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		text := plain(object[key])
		name, ok := latencies[strings.TrimSuffix(key, " Latency (microseconds)")]
		if !ok || text == "" {
			if text != "" {
				s.Reported["lat."+snake(key)] = text
			}
			continue
		}
		s.Reported[name] = text
		switch v := float(text); {
		case math.IsNaN(v):
			if !strings.HasPrefix(text, "-") {
				wrong = append(wrong, name)
			}
		case name == "lat.avg_us":
			s.LatAvgMS = v / 1000
		case name == "lat.p95_us":
			s.LatP95MS = v / 1000
		}
	}
	return wrong
}

// plain returns a value as it stands in the file; "" for lists and null.
func plain(value any) string {
	switch v := value.(type) {
	case string:
		return parse.Shown([]byte(v))
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// float returns the figure that a text is, NaN where it is none.
func float(text string) float64 {
	c := parse.Cursor{Line: []byte(text)}
	v, ok := c.Figure()
	if !ok || !c.End() {
		return math.NaN()
	}
	return v
}

// whole returns the whole number of "8" or "1.0", Absent where it is none.
func whole(text string) int64 {
	v := float(text)
	if v != math.Trunc(v) || !(v >= 0 && v < 1e15) {
		return parse.Absent
	}
	return int64(v)
}

// snake returns "zero_rows_returned" for "Zero Rows Returned".
func snake(text string) string {
	var b []byte
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	}) {
		if len(b) > 0 {
			b = append(b, '_')
		}
		b = append(b, word...)
	}
	return string(b)
}
