package load

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// loadHalf is what makes load, without what keeps and analyses it.
var loadHalf = []string{"jitterlog/ingest/load/...", "jitterlog/ingest/workload/...", "jitterlog/ingest/sandbox/..."}

// The load half builds without a C compiler, for machines that have none.
func TestBuildsWithoutCgo(t *testing.T) {
	t.Parallel()
	goTool(t, "CGO_ENABLED=0", append([]string{"build"}, loadHalf...)...)
}

// No package that the load half needs is written in C, but for those of the
// standard library, which also come without.
func TestNeedsNoCgo(t *testing.T) {
	t.Parallel()
	list := func(packages ...string) string {
		return goTool(t, "CGO_ENABLED=1", append([]string{"list", "-deps", "-f", "{{if and (not .Standard) (or .CgoFiles .SwigFiles .SwigCXXFiles)}}{{.ImportPath}}{{end}}"}, packages...)...)
	}
	if cgo := list(loadHalf...); cgo != "" {
		t.Errorf("the load half needs cgo for:\n%s", cgo)
	}
	if cgo := list("jitterlog/analyze"); !strings.Contains(cgo, "duckdb") {
		t.Errorf("DuckDB is not found in package analyze, which needs it: %q", cgo)
	}
}

func goTool(t *testing.T, env string, args ...string) string {
	t.Helper()
	var stderr strings.Builder
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Env = append(os.Environ(), env)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s go %s: %v\n%s", env, strings.Join(args, " "), err, stderr.String())
	}
	return strings.TrimSpace(string(out))
}
