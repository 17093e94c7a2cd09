package iostat

import (
	"bytes"
	"encoding/json"
	"io"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

// A document reads the JSON of -o JSON:
//
//	{"sysstat": {"hosts": [{"date": "11/30/26", "statistics": [REPORT, ...], ...}]}}
//
// A report is yielded when it is complete, so that a document which breaks off
// ends at its last complete report.
type document struct {
	*hoststat.Series
	clock     hoststat.Clock
	names     hoststat.Names
	path      []level
	sinceBoot bool // the next report is
	at        time.Time
	device    string
	figures   []figure // of the open report
}

// A level is an open object or array, by its key; an array's elements have none.
type level struct {
	key    string
	object bool
}

// A figure is one value of a report.
type figure struct {
	line   int
	object string
	metric hoststat.Metric
	value  float64
}

// A lineReader gives one line at a time, so that the decoder never reads beyond
// the line in which its next token ends, and the line's number is its own.
type lineReader struct {
	in        *parse.Lines
	line      []byte
	rest      []byte
	skipped   bool // a blank line stands in place of the first report
	beginning bool // the line before opened the statistics
}

func (r *lineReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		line, ok := r.in.Next()
		if !ok {
			return 0, io.EOF
		}
		r.skipped = r.skipped || r.beginning && len(line) == 0
		r.beginning = bytes.HasSuffix(line, []byte(`"statistics": [`))
		r.line = append(append(r.line[:0], line...), '\n')
		r.rest = r.line
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func readJSON(s *hoststat.Series) {
	lines := &lineReader{in: s.In}
	dec := json.NewDecoder(lines)
	d := document{Series: s, clock: hoststat.NewClock(s.In), names: hoststat.Names{}}
	key := "" // of an object's next value
	for !s.Stopped {
		token, err := dec.Token()
		if err != nil {
			d.end(err, lines.line)
			return
		}
		switch t := token.(type) {
		case json.Delim:
			if t == '[' && key == "statistics" {
				d.sinceBoot, lines.skipped = true, false
			}
			if t == '[' || t == '{' {
				d.path = append(d.path, level{key, t == '{'})
			} else {
				d.close(lines.skipped)
			}
			key = ""
		case string:
			if key == "" && len(d.path) > 0 && d.path[len(d.path)-1].object {
				key = t
				continue
			}
			d.text(key, t)
			key = ""
		case float64:
			d.number(key, t)
			key = ""
		default:
			key = ""
		}
	}
}

func (d *document) text(key, value string) {
	c := parse.Cursor{Line: []byte(value)}
	switch key {
	case "date":
		d.clock.Date(&c)
	case "timestamp":
		d.at, _ = d.clock.DateTime(&c)
	case "disk_device":
		d.device = d.names.Of(c.Line)
	}
}

// number keeps a figure of the CPUs or of a device. There are others: the number
// of CPUs.
func (d *document) number(key string, v float64) {
	depth := len(d.path)
	switch {
	case depth > 0 && d.path[depth-1].key == "avg-cpu":
		d.figures = append(d.figures, figure{d.In.Number(), "", cpuMetric(key), v})
	case depth > 1 && d.path[depth-2].key == "disk":
		d.figures = append(d.figures, figure{d.In.Number(), d.device, diskMetric(key), v})
	}
}

// close ends an object or array, and yields the report if it was one.
func (d *document) close(skipped bool) {
	depth := len(d.path) - 1
	report := depth > 0 && d.path[depth-1].key == "statistics"
	d.path = d.path[:depth]
	if !report {
		return
	}
	d.Report(d.at, d.sinceBoot && !skipped)
	for i := range d.figures {
		f := &d.figures[i]
		d.Object(f.object)
		d.PutAt(f.line, &f.metric, f.value)
	}
	d.sinceBoot, d.at, d.figures = false, time.Time{}, d.figures[:0]
}

// end says how the document ended, if it is not whole.
func (d *document) end(err error, line []byte) {
	switch {
	case err == io.EOF && len(d.path) == 0:
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		d.Event(parse.Warning, parse.Truncated, "the document breaks off: nothing is read after its last complete report", 1)
	default:
		d.NotUnderstood(bytes.TrimSuffix(line, []byte("\n")), "the JSON of iostat ("+err.Error()+"): nothing is read from here to the end")
	}
}
