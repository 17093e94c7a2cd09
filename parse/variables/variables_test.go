package variables

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"jitterlog/parse"
)

// settings returns the settings of a text and the numbers of the lines that are
// not understood.
func settings(t testing.TB, text string) (found map[string]string, unknown []int) {
	t.Helper()
	found = map[string]string{}
	for rec, err := range Formats[0].Read(parse.NewLines(strings.NewReader(text))) {
		if err != nil {
			unknown = append(unknown, err.(*parse.SyntaxError).Line)
			continue
		}
		s := rec.(*parse.Setting)
		found[s.Name] = s.Value
	}
	return found, unknown
}

func score(text string) int {
	var head [][]byte
	for line := range bytes.Lines([]byte(text)) {
		head = append(head, bytes.TrimRight(line, "\n"))
	}
	return Formats[0].Match(head).Score
}

const (
	tabs = "Variable_name\tValue\nsync_binlog\t1\ninit_connect\t\nsql_mode\tSTRICT_TRANS_TABLES,NO_ZERO_DATE\n"
	box  = "+-----------------+-------+\n| Variable_name   | Value |\n+-----------------+-------+\n| sync_binlog     | 1     |\n| init_connect    |       |\n| optimizer_trace | enabled=off,one_line=off |\n+-----------------+-------+\n3 rows in set (0.00 sec)\n"
)

func TestForms(t *testing.T) {
	for name, text := range map[string]string{"tabs": tabs, "box": box} {
		found, unknown := settings(t, text)
		if len(found) != 3 || len(unknown) != 0 || found["sync_binlog"] != "1" {
			t.Errorf("%s: %v, not understood %v", name, found, unknown)
		}
		if value, ok := found["init_connect"]; !ok || value != "" {
			t.Errorf("%s: an empty value is %q", name, value)
		}
		if score(text) != parse.Certain {
			t.Errorf("%s is not recognised", name)
		}
	}
}

func TestRealServer(t *testing.T) {
	text, err := os.ReadFile("../../testdata/tpcc-mysql/founding/tpcc-binlog.variables.tsv")
	if err != nil {
		t.Fatal(err)
	}
	found, unknown := settings(t, string(text))
	if len(found) != strings.Count(string(text), "\n")-1 || len(unknown) != 0 {
		t.Errorf("%d settings of %d lines, not understood %v", len(found), strings.Count(string(text), "\n"), unknown)
	}
	if found["log_bin"] != "ON" || found["innodb_flush_method"] != "O_DIRECT" {
		t.Errorf("log_bin %q, innodb_flush_method %q", found["log_bin"], found["innodb_flush_method"])
	}
}

func TestOtherFilesAreNotClaimed(t *testing.T) {
	for _, text := range []string{
		"", "Variable_name\tValue\n", "Variable_name\tValue\nAborted_clients\t0\n", "mysql> show variables;\n" + box,
		"a\tb\nc\td\n", "| sync_binlog | 1 |\n",
	} {
		if score(text) != parse.NoMatch {
			t.Errorf("claimed %q", text)
		}
	}
}

func TestJunkIsTold(t *testing.T) {
	if _, unknown := settings(t, tabs+"what is this\n"); len(unknown) != 1 || unknown[0] != 5 {
		t.Errorf("not understood: %v, want line 5", unknown)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(tabs)
	f.Add(box)
	f.Fuzz(func(t *testing.T, text string) {
		found, _ := settings(t, text)
		for name := range found {
			if name == "" || strings.ContainsAny(name, " \t\n") {
				t.Errorf("a variable called %q", name)
			}
		}
		score(text)
	})
}
