package gotpc

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/other"

// logNames returns the logs of the tool, templates among them.
func logNames(t testing.TB) []string {
	return parsetest.Files(t, 12, logs+"/gotpc_*", logs+"/templates/gotpc_*")
}

// logFiles returns the logs by name.
func logFiles(t testing.TB) map[string][]byte {
	files := map[string][]byte{}
	for _, path := range logNames(t) {
		files[filepath.Base(path)] = parsetest.Load(t, path)
	}
	return files
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, logNames(t)) }

func TestEveryLineIsUnderstood(t *testing.T) {
	for name, log := range logFiles(t) {
		for _, err := range parsetest.Read(t, Formats[0], bytes.NewReader(log)).Rejected {
			t.Errorf("%s: %v", name, err)
		}
		if _, score := parsetest.Detect(Formats, log); score < parse.Likely {
			t.Errorf("%s: score %d", name, score)
		}
	}
}

func TestNotClaimed(t *testing.T) {
	for name, text := range map[string]string{
		"automaxprocs": "2026/11/30 22:13:24 maxprocs: Leaving GOMAXPROCS=2: CPU quota undefined\nserving on :8080\n",
		"prose":        "NEW_ORDER - the transaction that counts\nThe tpmC: we got 12.\n",
		"sysbench":     "[ 1s ] thds: 4 tps: 3588.08 qps: 71761.60 (r/w/o: 50233.12/14352.32/7176.16) lat (ms,95%): 1.30 err/s: 0.00 reconn/s: 0.00\n",
		"mysql box":    "+-----------+-------+\n| OPERATION | COUNT |\n+-----------+-------+\n",
		"json":         `[{"Operation":"NEW_ORDER","Count":"12"}]` + "\n",
		"ycsb":         "READ - Takes(s): 10.0, Count: 100, OPS: 10.0\n",
	} {
		if m := match(bytes.Split([]byte(text), []byte("\n"))); m.Score > parse.NoMatch {
			t.Errorf("%s: claimed with %d by line %d", name, m.Score, m.Line)
		}
	}
}

// A line that is no line of the tool is reported once, where it stands, and
// costs nothing of the rest.
func TestJunk(t *testing.T) {
	const junk = "    37 % what is this, 5266?"
	for name, log := range logFiles(t) {
		if strings.Contains(name, "panic") {
			continue // a stack trace takes any line
		}
		intervals := countIntervals(log)
		lines := bytes.SplitAfter(log, []byte("\n"))
		for at := 1; at < len(lines)-1; at += 1 + len(lines)/12 {
			if inStatement(lines[:at]) {
				continue // it takes any line
			}
			planted := bytes.Join([][]byte{bytes.Join(lines[:at], nil), []byte(junk + "\n"), bytes.Join(lines[at:], nil)}, nil)
			var found []*parse.SyntaxError
			for rec, err := range read(parse.NewLines(bytes.NewReader(planted))) {
				if rec == nil {
					found = append(found, err.(*parse.SyntaxError))
				}
			}
			if len(found) != 1 || found[0].Line != at+1 || found[0].Text != junk {
				t.Errorf("%s: junk in line %d: %v", name, at+1, found)
			}
			if n := countIntervals(planted); n != intervals {
				t.Errorf("%s: junk in line %d: %d intervals instead of %d", name, at+1, n, intervals)
			}
		}
	}
}

// inStatement says whether an error message has come no further than the
// statement that it quotes.
func inStatement(lines [][]byte) bool {
	open := false
	for _, line := range lines {
		open = (open || bytes.Contains(line, []byte(" exec "))) && !bytes.Contains(line, []byte(" failed "))
	}
	return open
}

func countIntervals(log []byte) int {
	n := 0
	for rec := range read(parse.NewLines(bytes.NewReader(log))) {
		if _, ok := rec.(*parse.Interval); ok {
			n++
		}
	}
	return n
}
