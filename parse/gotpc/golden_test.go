package gotpc

import (
	"bytes"
	"strings"
	"testing"

	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/other"

// logNames returns the logs of the tool, templates among them.
func logNames(t testing.TB) []string {
	return parsetest.Files(t, 12, logs+"/gotpc_*", logs+"/templates/gotpc_*")
}

// logFiles returns the logs by name.
func logFiles(t testing.TB) map[string][]byte { return parsetest.LoadAll(t, logNames(t)) }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, logNames(t)) }

func TestEveryLineIsUnderstood(t *testing.T) { parsetest.Understood(t, Formats, logNames(t)) }

func TestNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"automaxprocs": "2026/11/30 22:13:24 maxprocs: Leaving GOMAXPROCS=2: CPU quota undefined\nserving on :8080\n",
		"prose":        "NEW_ORDER - the transaction that counts\nThe tpmC: we got 12.\n",
		"sysbench":     "[ 1s ] thds: 4 tps: 3588.08 qps: 71761.60 (r/w/o: 50233.12/14352.32/7176.16) lat (ms,95%): 1.30 err/s: 0.00 reconn/s: 0.00\n",
		"mysql box":    "+-----------+-------+\n| OPERATION | COUNT |\n+-----------+-------+\n",
		"json":         `[{"Operation":"NEW_ORDER","Count":"12"}]` + "\n",
		"ycsb":         "READ - Takes(s): 10.0, Count: 100, OPS: 10.0\n",
	})
}

func TestJunk(t *testing.T) {
	for name, log := range logFiles(t) {
		if !strings.Contains(name, "panic") { // a stack trace takes any line
			parsetest.Junk(t, Formats[0], log, "    37 % what is this, 5266?", inStatement)
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
