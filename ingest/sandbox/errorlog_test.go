package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTail(t *testing.T) {
	for name, c := range map[string]struct {
		log  string
		from int64
		want string
	}{
		"up to the last error, without notes": {"1 [Note] InnoDB: hello\nCan't find file: 'x'\n1 [Warning] w\n1 [Note] n\n1 [ERROR] Aborting\nPlease read the manual\n", 0,
			"  Can't find file: 'x'\n  1 [Warning] w\n  1 [ERROR] Aborting"},
		"no error":          {"1 [Note] a\n\n1 [Note] b\n", 0, "  1 [Note] a\n  1 [Note] b"},
		"an earlier start":  {"1 [ERROR] old\n2 [ERROR] new\n", 14, "  2 [ERROR] new"},
		"the last ten":      {strings.Repeat("1 [ERROR] e\n", 50), 0, strings.TrimSuffix(strings.Repeat("  1 [ERROR] e\n", 10), "\n")},
		"a line of a MiB":   {strings.Repeat("x", 1<<20) + "\n1 [ERROR] e\n", 1 << 20, "  1 [ERROR] e"},
		"empty":             {"", 0, "  (its error log is empty)"},
		"shorter than once": {"", 100, "  (its error log is empty)"},
	} {
		path := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(path, []byte(c.log), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := tail(path, c.from); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
	if got := tail(filepath.Join(t.TempDir(), "none"), 0); !strings.Contains(got, "no error log") {
		t.Errorf("no log: %s", got)
	}
}
