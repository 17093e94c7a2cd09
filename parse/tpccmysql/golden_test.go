package tpccmysql

import (
	"io/fs"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/tpcc-mysql"

// logNames returns the logs of the tool.
func logNames(t testing.TB) (names []string) {
	t.Helper()
	err := filepath.WalkDir(logs, func(path string, d fs.DirEntry, err error) error {
		switch filepath.Ext(path) {
		case ".md", ".tsv", ".gz":
		default:
			if err == nil && !d.IsDir() {
				names = append(names, path)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 60 {
		t.Fatalf("only %d logs in %s", len(names), logs)
	}
	return names
}

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, logNames(t)) }

func TestEveryLineIsUnderstood(t *testing.T) { parsetest.Understood(t, Formats, logNames(t)) }

func TestJunk(t *testing.T) {
	for _, name := range logNames(t) {
		log := parsetest.Load(t, name)
		format, _ := parsetest.Detect(Formats, log)
		parsetest.Junk(t, format, log, "    37 % what is this, 5266?", nil)
	}
}

func FuzzRead(f *testing.F) {
	parsetest.Fuzz(f, Formats, logNames(f), parsetest.OnlyRuns, func(t testing.TB, s *parsetest.Stream) {
		for _, iv := range s.Intervals {
			for _, op := range iv.Ops {
				if iv.Start < 0 || op.Count < 0 || math.IsNaN(op.Rate) {
					t.Fatalf("%s: %+v", s.Format.Name, iv)
				}
			}
		}
		for _, b := range s.Buckets {
			if b.Count < 1 {
				t.Fatalf("%s: %+v", s.Format.Name, b)
			}
		}
	})
}

// Shell scripts of the tool make two columns of a log; they are no log.
func TestNotClaimed(t *testing.T) {
	parsetest.NotClaimed(t, Formats, map[string]string{
		"three columns":    "5266 2.695 10\r\n5137 2.731 20\r\n5123 2.700 30\r\n",
		"count, latency":   "5266 2.695\n5137 2.731\n5200 2.700\n",
		"averages":         "30 4782\n60 4472\n90 4930\n",
		"server error log": "2026-12-01  0:02:05 0 [Note] InnoDB: Removed temporary tablespace data file\n",
		"vmstat":           "procs -----------memory----------\n 1  0      0 8123456  12345\n",
		"sysbench":         "[ 1s ] thds: 4 tps: 3588.08 qps: 71761.60 (r/w/o: 50233.12/14352.32/7176.16) lat (ms,95%): 1.30 err/s: 0.00 reconn/s: 0.00\n",
		"one error":        "1205, HY000, Lock wait timeout exceeded; try restarting transaction\n",
		"csv":              "1, 4, 10.00, 20.00\n2, 4, 11.00, 22.00\n",
		"printf demo":      "  10, trx: 12920, 95r=-1\n  10, trx: 5\n-nan% inf -nan\n",
	})
}

func TestSyntaxErrors(t *testing.T) {
	for _, tc := range []struct {
		line   string
		column int
	}{
		{"  10, trx: 12920, 95%: x, 99%: 18.738", 24},
		{"  10, trx: 12920, 95%: 9.483, 99%: 18.738, max_rt: 213.169, 12919-98.778, 1292|101.096, 1293|443.955, 1293|670.842", 66},
		{"  10, trx: 12920, 95%: 9.483, 99%: 18.738, max_rt: 213.169, 12919|98.778, 1292|101.096, 1293|443.955, 1293|670.842 7", 116},
		{"  10, 5266(0):2.695|3.028, 5269(0):0.500|0.696, 526:0.236|0.291, 527(0):2.976|3.190, 527(0):6.000|6.460", 64},
		{"   0, 5266(0):2.695, 5269(0):0.500, 526(0):0.236, 527(0):2.976, 527(0):6.000", 4},
		{"[rampup: 10 (sec.)", 0},
		{"option h with value 127.0.0.1 ", 31},
		{"STOPPING THREADS....what", 21},
		{"[... some lines cut ...]", 6},
	} {
		log := startBanner + "\n<Parameters>\n" + tc.line + "\n\n"
		found := parsetest.Read(t, Formats[0], strings.NewReader(log)).Rejected
		if len(found) != 1 || found[0].Line != 3 {
			t.Errorf("%q: %v", tc.line, found)
		} else if found[0].Column != tc.column && tc.column != 0 {
			t.Errorf("%q: %v, want column %d", tc.line, found[0], tc.column)
		}
	}
}
