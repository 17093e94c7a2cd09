package hammerdb

import (
	"bytes"
	"strings"
	"testing"

	"jitterlog/parse"
	"jitterlog/parse/parsetest"
)

const logs = "../../testdata/other/templates"

func logNames(t testing.TB) []string { return parsetest.Files(t, 11, logs+"/hammerdb_*") }

// logFiles returns the logs by name.
func logFiles(t testing.TB) map[string][]byte { return parsetest.LoadAll(t, logNames(t)) }

func TestGolden(t *testing.T) { parsetest.Goldens(t, Formats, logNames(t)) }

// formatOf says which format each log is of.
var formatOf = map[string]string{
	"hammerdb_tcount.log": FormatCounter, "hammerdb_profile.log": FormatProfile, "hammerdb_nopm.csv": FormatNOPM,
	"hammerdb_job.json": FormatJSON, "hammerdb_timing.json": FormatJSON, "hammerdb_tcount.json": FormatJSON,
}

func TestFormatsOfFiles(t *testing.T) {
	for name, log := range logFiles(t) {
		format, score := parsetest.Detect(Formats, log)
		want := formatOf[name]
		if want == "" {
			want = FormatLog
		}
		if format.Name != want || score < parse.Likely {
			t.Errorf("%s is claimed by %q with %d, not by %q", name, format.Name, score, want)
			continue
		}
		s := parsetest.Read(t, format, bytes.NewReader(log))
		for _, err := range s.Rejected {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(string(s.Golden()), "secret") {
			t.Errorf("%s: a password was kept", name)
		}
	}
}
