package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// homes are the packages that alone import a module, so that its successor is
// the work of one package.
var homes = map[string]string{
	"github.com/apache/arrow/go/":       "ingest/history",
	"github.com/marcboeker/go-duckdb":   "analyze",
	"github.com/wcharczuk/go-chart/":    "report/chart",
	"github.com/alecthomas/kong":        "cmd/jitterlog",
	"github.com/go-sql-driver/mysql":    "ingest/load/client",
	"github.com/HdrHistogram/":          "ingest/load",
	"github.com/schollz/progressbar/v3": "cmd/jitterlog",
}

// uses says which folders of ours the packages below a folder may import
// besides their own: dependencies point one way.
var uses = []struct {
	below string
	may   []string
}{
	{"parse", nil},
	{"ingest/history", []string{"parse"}},
	{"ingest/load", []string{"parse", "ingest/sandbox"}},
	{"ingest/workload", []string{"parse", "ingest/load", "ingest/sandbox"}},
	{"ingest/sandbox/sandboxtest", []string{"ingest/sandbox", "ingest/load"}}, // for tests
	{"ingest/sandbox", nil},
	{"ingest", []string{"parse", "ingest/history"}},
	{"analyze", []string{"ingest/history", "parse"}},
	{"report", []string{"analyze", "ingest/history", "parse"}},
	{"cmd", []string{"report", "analyze", "ingest", "parse"}},
}

// TestLayout holds the layout of the project: what stands at its top, and which
// package may import which.
func TestLayout(t *testing.T) {
	root := filepath.Join("..", "..")
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	top := []string{"cmd", "ingest", "parse", "analyze", "report", "testdata", "go.mod", "go.sum", "README.md", "LICENSE"}
	for _, entry := range entries {
		if name := entry.Name(); !strings.HasPrefix(name, ".") && name != "jitterlog-history" && !slices.Contains(top, name) {
			t.Errorf("%s has no place at the top", name)
		}
	}
	for _, folder := range top[:5] {
		err := filepath.WalkDir(filepath.Join(root, folder), func(file string, entry fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
				return err
			}
			rel, err := filepath.Rel(root, file)
			if err != nil {
				return err
			}
			checkImports(t, file, filepath.ToSlash(rel))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func checkImports(t *testing.T, file, rel string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	folder := path.Dir(rel)
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		for module, home := range homes {
			if strings.HasPrefix(imported, module) && folder != home {
				t.Errorf("%s imports %s, which only %s may", rel, imported, home)
			}
		}
		ours, own := strings.CutPrefix(imported, "jitterlog/")
		switch {
		case own && !allowed(folder, ours):
			t.Errorf("%s imports %s, which lies above it or beside it", rel, ours)
		case !own && within(folder, "parse") && strings.Contains(imported, "."):
			t.Errorf("%s imports %s: parse stands on the standard library alone", rel, imported)
		}
	}
}

func allowed(folder, imported string) bool {
	for _, rule := range uses {
		if within(folder, rule.below) {
			return within(imported, rule.below) || slices.ContainsFunc(rule.may, func(m string) bool { return within(imported, m) })
		}
	}
	return false
}

func within(folder, parent string) bool {
	return folder == parent || strings.HasPrefix(folder, parent+"/")
}
