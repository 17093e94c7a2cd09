package hammerdb

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

func TestResult(t *testing.T) {
	for text, want := range map[string][3]string{
		"TEST RESULT : System achieved 112135 NOPM from 260515 MariaDB TPM":        {"112135", "260515", "MariaDB"},
		"TEST RESULT : System achieved 101005 NOPM from 232149 SQL Server TPM":     {"101005", "232149", "SQL Server"},
		"TEST RESULT : System achieved 3370315 PostgreSQL TPM at 1465149 NOPM":     {"1465149", "3370315", "PostgreSQL"},
		"TEST RESULT : System achieved 60501 SQL Server TPM at 13207 NOPM":         {"13207", "60501", "SQL Server"},
		"TEST RESULT : System achieved 0 Oracle TPM at 27975 NOPM":                 {"27975", "0", "Oracle"},
		"TEST RESULT : System achieved -1 NOPM from 260515 MariaDB TPM":            {},
		"TEST RESULT : System achieved 12 NOPM":                                    {},
		"TEST RESULT : System achieved 60501 SQL Server TPM at many NOPM":          {},
		"TEST RESULT : System achieved 60501 TPM at 12 NOPM":                       {},
		"TEST RESULT : System achieved 112135 NOPM from 260515 MariaDB TPM or so.": {},
	} {
		res, ok := readResult([]byte(text))
		got := [3]string{string(res.nopm), string(res.tpm), string(res.server)}
		if ok != (want != [3]string{}) || ok && got != want {
			t.Errorf("%q: %q %v", text, got, ok)
		}
	}
}

func TestTclTime(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	for text, want := range map[string]string{
		"Fri Jan 18 12:15:37 UTC 2019":   "2019-01-18T12:15:37Z",
		"Fri Jan 18 12:15:37 CET 2019":   "2019-01-18T11:15:37Z",
		"Fri Jul 05 09:55:26 CEST 2019":  "2019-07-05T07:55:26Z",
		"Sun Apr 5 12:15:37 +0800 2026":  "2026-04-05T04:15:37Z",
		"2019-01-18 12:15:37":            "",
		"Fri Jan 38 12:15:37 UTC 2019":   "",
		"Fri Jan 18 12:15:37 UTC 2019 x": "",
	} {
		in := parse.NewLines(strings.NewReader(""))
		in.SetClock(berlin, time.Time{})
		at, ok := (&run{in: in}).tclTime([]byte(text))
		if ok != (want != "") || ok && at.Format(time.RFC3339) != want {
			t.Errorf("%q: %v %v", text, at, ok)
		}
	}
}

func TestNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"prose":       "HammerDB reports NOPM and TPM.\nTEST RESULT is its last line.\n",
		"json":        `{"NEWORD": {"latency": 12}, "tpm": {"2022": 1}}` + "\n",
		"json list":   `["0", "1", "two"]` + "\n" + `[1, 2]`,
		"iostat json": `{"sysstat": {"hosts": [{"nodename": "a"}]}}`,
		"qps.csv":     "timestamp,qps\n1775304125,382080.5\n1775304126,382080.5\n1775304127,382080.5\n",
		"two epochs":  "1775304125,1775304125\n1775304126,1775304126\n1775304127,1775304127\n",
		"two counts":  "260515 MariaDB tpm\n260000 MariaDB tpm\n",
		"go-tpc":      "tpmC: 32178.1, tpmTotal: 70921.5, efficiency: 125109.1%\n",
	})
}

func TestJunk(t *testing.T) {
	const junk = "    37 % what is this, 5266?"
	for name, log := range logFiles(t) {
		format, _ := parsetest.Detect(Formats, log)
		if format.Name != FormatJSON {
			parsetest.Junk(t, format, log, junk, nil)
			continue
		}
		// 37 is a value, out of place: the error is behind it.
		lines := bytes.SplitAfter(log, []byte("\n"))
		for at := 1; at < len(lines)-1; at += 1 + len(lines)/12 {
			planted := bytes.Join([][]byte{bytes.Join(lines[:at], nil), []byte(junk + "\n"), bytes.Join(lines[at:], nil)}, nil)
			if found := parsetest.Read(t, format, bytes.NewReader(planted)).Rejected; len(found) == 0 || found[0].Line != at+1 {
				t.Errorf("%s: junk in line %d: %v", name, at+1, found)
			}
		}
	}
}

// Rates are per second: over the measured minute of the command line's log they
// come to the tool's own TPM, less what the stall took.
func TestCounterAgainstResult(t *testing.T) {
	log := logFiles(t)["hammerdb_cli.txt"]
	var transactions float64
	for rec := range Formats[0].Read(parse.NewLines(bytes.NewReader(log))) {
		switch rec := rec.(type) {
		case *parse.Interval:
			if rec.Phase == parse.Measure {
				transactions += rec.Ops[0].Rate * (rec.End - rec.Start)
			}
		case *parse.Summary:
			if rec.Reported["tpm"] != "" && math.Abs(transactions-130528) > 1 {
				t.Errorf("%v transactions, the tool says %s", transactions, rec.Reported["tpm"])
			}
			return
		}
	}
}

func nopmLog(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "1:NOPM_SAMPLE:,%d,382080\n", 1775304125+i)
	}
	return b.Bytes()
}

func TestAllocations(t *testing.T) {
	parsetest.NoAllocationPerLine(t, Formats[4], nopmLog(500), nopmLog(5000), 0)
}

func BenchmarkNOPM(b *testing.B) { parsetest.Benchmark(b, Formats[4], nopmLog(10000)) }
func BenchmarkLog(b *testing.B) {
	parsetest.Benchmark(b, Formats[0], parsetest.Repeat("", "Vuser 1:RUNNING\nVuser 2:Processing 10000000 transactions with output suppressed...\n34452 MySQL tpm\n", 5000))
}

// Every document is a run.
func TestDocuments(t *testing.T) {
	files := logFiles(t)
	log := bytes.Join([][]byte{files["hammerdb_timing.json"], files["hammerdb_timing.json"], files["hammerdb_job.json"], files["hammerdb_tcount.json"]}, nil)
	var complete []bool
	for rec, err := range Formats[3].Read(parse.NewLines(bytes.NewReader(log))) {
		if err != nil {
			t.Error(err)
		}
		if s, ok := rec.(*parse.Summary); ok {
			complete = append(complete, s.Complete)
		}
	}
	if len(complete) != 4 || !complete[0] || !complete[1] || !complete[2] || complete[3] {
		t.Errorf("complete: %v", complete)
	}
}

func FuzzRead(f *testing.F) {
	parsetest.Fuzz(f, Formats, logNames(f), parsetest.OnlyRuns)
}
