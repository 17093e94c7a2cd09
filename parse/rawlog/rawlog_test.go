package rawlog

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

func logs(t testing.TB) []string { return parsetest.Files(t, 3, "../../testdata/jitterlog/*.jsonl") }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, logs(t)) }

func FuzzRecords(f *testing.F) { parsetest.Fuzz(f, Formats, logs(f)) }

// FuzzFixedPoint reads whatever it is given as a log; what was understood and
// written must come back byte for byte.
func FuzzFixedPoint(f *testing.F) {
	for _, name := range logs(f) {
		for line := range bytes.Lines(parsetest.Load(f, name)) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		line, err := decode(text)
		if err != nil {
			return
		}
		first := written(t, line)
		again, err := decode(bytes.TrimSuffix(first, []byte("\n")))
		if err != nil {
			t.Fatalf("%s\nis written as\n%swhich is not read: %v", text, first, err)
		}
		if second := written(t, again); !bytes.Equal(first, second) {
			t.Fatalf("%sis written as\n%s", first, second)
		}
	})
}

func written(t *testing.T, line Line) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := NewWriter(&out).Write(line); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Logs that the runner wrote come back byte for byte.
func TestWrittenLogsAreFixedPoints(t *testing.T) {
	for _, name := range logs(t) {
		var out bytes.Buffer
		w := NewWriter(&out)
		data := parsetest.Load(t, name)
		for text := range bytes.Lines(data) {
			line, err := decode(bytes.TrimSuffix(text, []byte("\n")))
			if err != nil {
				if !bytes.HasSuffix(text, []byte("\n")) {
					out.Write(text) // the cut line of a run that was killed
					continue
				}
				t.Fatal(err)
			}
			if err := w.Write(line); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%s is written differently", name)
		}
	}
}

// A log that is cut anywhere keeps the whole lines before the cut.
func TestCutAnywhere(t *testing.T) {
	data := parsetest.Load(t, "../../testdata/jitterlog/rate.jsonl")
	whole := parsetest.Read(t, Formats[0], bytes.NewReader(data))
	for cut := 1; cut < len(data); cut += 997 {
		s := parsetest.Read(t, Formats[0], iotest.HalfReader(bytes.NewReader(data[:cut])))
		if len(s.Intervals) > len(whole.Intervals) || len(s.Summaries) != len(s.Headers) {
			t.Fatalf("cut at %d: %d intervals", cut, len(s.Intervals))
		}
		if lines := bytes.Count(data[:cut], []byte(`{"kind":"interval"`)); len(s.Intervals) < lines-1 {
			t.Fatalf("cut at %d: %d of %d intervals", cut, len(s.Intervals), lines)
		}
	}
}

func TestRefused(t *testing.T) {
	run := `{"kind":"run","jitterlog":1,"version":"x","at":"2026-12-01T02:00:00Z","workload":"w","ops":["transaction"],"threads":1,"interval_s":1,"seed":0,"stages":[]}`
	interval := `{"kind":"interval","t0":0,"t1":1,"phase":"measure","elapsed_s":1,"threads":1,"ops":[{"op":"transaction","count":2,"lat":` +
		`{"n":2,"avg_ms":1,"p50_ms":1,"p90_ms":1,"p95_ms":1,"p99_ms":1,"p999_ms":1,"max_ms":1,"hist":[1024,1,4096,1]}}],"statements":{"read":2,"write":0,"other":0}}`
	if s := parsetest.Read(t, Formats[0], strings.NewReader(run+"\n"+interval+"\n")); len(s.Rejected) > 0 || len(s.Intervals) != 1 {
		t.Fatalf("the log itself: %v", s.Rejected)
	}
	for _, c := range []struct{ from, to, want string }{
		{`"t1":1`, `"t1":0`, "t0 below t1"},
		{`"phase":"measure"`, `"phase":"x"`, "phase rampup"},
		{`"elapsed_s":1`, `"elapsed_s":0`, "elapsed_s above 0"},
		{`"count":2`, `"count":-2`, "counts of 0 or more"},
		{`"avg_ms":1`, `"avg_ms":-1`, "latencies of 0 or more"},
		{`[1024,1,4096,1]`, `[1024,1,4096]`, "lower edges and numbers"},
		{`[1024,1,4096,1]`, `[4096,1,1024,1]`, "ascending cells"},
		{`[1024,1,4096,1]`, `[1024,1,4097,1]`, "ascending cells"},
		{`[1024,1,4096,1]`, `[1024,1,4096,5]`, "2 events in all"},
		{`[1024,1,4096,1]`, `[1024,1]`, "2 events in all"},
		{`"threads":1`, `"thread":1`, "unknown field"},
		{`{"kind":"interval"`, `{"kind":"gap"`, "kind run, server"},
		{`{"kind":"interval"`, `{"t":1,"kind":"interval"`, "begins with"},
		{`"other":0}}`, `"other":0}}{}`, "one JSON object a line"},
	} {
		broken := strings.Replace(interval, c.from, c.to, 1)
		s := parsetest.Read(t, Formats[0], strings.NewReader(run+"\n"+broken+"\n"))
		if len(s.Rejected) != 1 || s.Rejected[0].Line != 2 || !strings.Contains(s.Rejected[0].Want, c.want) {
			t.Errorf("%s: %v, want %q", broken, s.Rejected, c.want)
		}
	}
	s := parsetest.Read(t, Formats[0], strings.NewReader(strings.Replace(run, `"jitterlog":1`, `"jitterlog":2`, 1)+"\n"))
	if len(s.Rejected) != 1 || !strings.Contains(s.Rejected[0].Want, "newer jitterlog") {
		t.Errorf("a newer version: %v", s.Rejected)
	}
}

func TestCellsAreThoseOfTheGrammar(t *testing.T) {
	for lower, want := range map[int64]int64{0: 1, 1: 1, 2047: 1, 2048: 2, 4094: 2, 4096: 4, 1 << 40: 1 << 30} {
		if got := cellWidth(lower); got != want {
			t.Errorf("cell of %d is %d wide, want %d", lower, got, want)
		}
	}
}

// Every key of a line stands in the grammar.
func TestGrammarNamesAllKeys(t *testing.T) {
	grammar, err := os.ReadFile("grammar.md")
	if err != nil {
		t.Fatal(err)
	}
	lat := &Latency{Hist: []int64{1, 1}}
	n := 1.0
	ops := []Op{{Late: 1, Failed: 1, Retried: 1, Errors: map[string]int64{"lost": 1}, Latency: lat, Service: lat}}
	for _, line := range []Line{
		&Run{WarmupS: 1, DurationS: 1, Events: 1, Arrivals: "x", Scale: 1, Server: "s", Stages: []Stage{{Rate: 1, DurationS: 1}}, Options: map[string]string{"lost": ""}},
		&Server{Product: "p", Version: "v", Storage: map[string]string{"device": ""}}, &Start{}, &Interval{Rate: 1, Ops: ops},
		&Sample{Object: "o", Unit: "u"}, &Event{T: &n, Code: "c", Count: 1},
		&End{Reasons: []string{""}, Totals: ops, Arrived: 1, Begun: 1, BeginLagP99MS: 1, Unfinished: 1, Samples: 1, SamplesMissed: 1, ClientCPUS: 1, LagP99MS: 1},
	} {
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(written(t, line), &keys); err != nil {
			t.Fatal(err)
		}
		for key := range keys {
			if !bytes.Contains(grammar, []byte(key)) {
				t.Errorf("%s of a line of kind %s is not in the grammar", key, line.kind())
			}
		}
	}
}

func TestClaimed(t *testing.T) { parsetest.Claimed(t, Formats, logs(t), parse.Certain) }
