//go:build unix

package history

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// childTask tells a process of this test to do a task and exit: "import DIR", or
// "import SIZE DIR" and "tag SIZE DIR" on a disk that is full: no file can grow
// beyond SIZE bytes.
const childTask = "HISTORY_TEST_TASK"

func TestMain(m *testing.M) {
	task := strings.Fields(os.Getenv(childTask))
	if len(task) == 0 {
		os.Exit(m.Run())
	}
	if err := runTask(task); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func runTask(task []string) error {
	dir := task[len(task)-1]
	if len(task) == 2 {
		return importSet(dir)
	}
	size, err := strconv.ParseUint(task[1], 10, 64)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}); err != nil {
		return err
	}
	h, err := Open(dir)
	if err != nil {
		return err
	}
	if task[0] == "import" {
		return importLarge(h)
	}
	_, err = h.RewriteRuns(ctx, func(r *Run) bool {
		r.Tags["a"] = "b"
		return true
	})
	return err
}

func importLarge(h *History) error {
	im, err := h.NewImport(ctx)
	if err != nil {
		return err
	}
	defer im.Abort()
	raw, err := im.NewRaw()
	if err != nil {
		return err
	}
	fmt.Fprintln(raw, "text")
	if _, err := raw.Finish(); err != nil {
		return err
	}
	if err := writeRun(im, testRun("new"), 2*groupRows); err != nil {
		return err
	}
	_, err = im.Commit(ctx)
	return err
}

const setRuns, setLines = 3, 50

// importSet makes two imports: the first of incomplete runs, the second of what
// supersedes one of them, and of others.
func importSet(dir string) error {
	h, err := Create(dir)
	if err != nil {
		return err
	}
	for part := range 2 {
		im, err := h.NewImport(ctx)
		if err != nil {
			return err
		}
		defer im.Abort()
		for i := range setRuns {
			raw, err := im.NewRaw()
			if err != nil {
				return err
			}
			fmt.Fprintf(raw, "text of part %d, run %d", part, i)
			text, err := raw.Finish()
			if err != nil {
				return err
			}
			run := testRun(fmt.Sprintf("part%d-run%d", part, i))
			run.RawSHA256, run.Complete = text.SHA256, part == 1
			var supersedes []string
			if part == 1 && i == 0 {
				supersedes = []string{"part0-run0"}
			}
			if err := writeRun(im, run, setLines, supersedes...); err != nil {
				return err
			}
		}
		if _, err := im.Commit(ctx); err != nil {
			return err
		}
	}
	return nil
}

func child(task ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	// The race detector's second of waiting at exit would be most of a child's life.
	cmd.Env = append(os.Environ(), childTask+"="+strings.Join(task, " "), "GORACE=atexit_sleep_ms=0")
	return cmd
}

func importer(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := child("import", dir)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// checkWhole fails if a committed run lacks rows or its text, or is there
// twice.
func checkWhole(t *testing.T, h *History) {
	t.Helper()
	runs, err := h.Runs()
	if err != nil {
		t.Fatal(err)
	}
	perRun := map[Table]int{Intervals: 2 * setLines, Samples: 1, Events: 1, Histograms: 1}
	for table, want := range perRun {
		got := make(map[string]int)
		files, err := h.Files(table)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			for _, row := range rows(t, path) {
				runID, rest, _ := strings.Cut(row, " ")
				importID, _, _ := strings.Cut(rest, " ")
				got[runID+" "+importID]++
			}
		}
		for _, r := range runs {
			if n := got[r.RunID+" "+r.ImportID]; n != want {
				t.Errorf("%s of %s: %d rows, want %d", table, r.RunID, n, want)
			}
		}
	}
	ids := runIDs(t, h)
	if len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("a run is there twice: %q", ids)
	}
	for _, r := range runs {
		raw, err := h.OpenRaw(r.RawSHA256)
		if err != nil {
			t.Errorf("text of %s: %v", r.RunID, err)
			continue
		}
		raw.Close()
	}
}

// wantSet fails if the history differs from that of one clean import.
func wantSet(t *testing.T, h *History) {
	t.Helper()
	wantRuns(t, h, "part0-run1", "part0-run2", "part1-run0", "part1-run1", "part1-run2")
	if _, err := h.GC(ctx); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, h)
	for _, name := range tree(t, h) {
		if strings.HasSuffix(name, tempSuffix) {
			t.Errorf("gc left %s", name)
		}
	}
}

func TestKilledImport(t *testing.T) {
	clean := t.TempDir()
	started := time.Now()
	if err := importer(t, clean).Wait(); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(started)
	kills := 20
	if *long {
		kills = 50
	}
	committed := make(map[int]int)
	for range kills {
		dir := t.TempDir()
		cmd := importer(t, dir)
		time.Sleep(time.Duration(rand.Float64() * float64(whole)))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if h, err := Open(dir); err == nil {
			checkWhole(t, h)
			committed[len(runIDs(t, h))]++
		}
		if err := importer(t, dir).Wait(); err != nil {
			t.Fatal(err)
		}
		h, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		wantSet(t, h)
	}
	t.Logf("runs found after a kill, and how often: %v", committed)
}

func TestImportersAtOnce(t *testing.T) {
	dir := t.TempDir()
	var cmds []*exec.Cmd
	for range 3 {
		cmds = append(cmds, importer(t, dir))
	}
	for _, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	h, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	wantSet(t, h)
}

// A limit on the size of files stands for a full disk: writes fail half-way.
func TestFullDisk(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	run := testRun("old")
	for i := range 1000 {
		run.Settings[fmt.Sprint("setting", i)] = fmt.Sprint(i)
	}
	addRun(t, im, run, 1)
	commit(t, im)
	before := tree(t, h)
	info, err := os.Stat(onlyFile(t, h, Runs))
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []string{"import 0", "import 1", "import 1000", "import 5000", "import 20000", "import 200000",
		fmt.Sprint("tag ", info.Size()-100)} {
		out, err := child(task, h.dir).CombinedOutput()
		if err == nil || !strings.HasPrefix(string(out), "write "+h.dir) || !strings.HasSuffix(string(out), ": file too large\n") {
			t.Errorf("%s: %v\n%s", task, err, out)
		}
		if got := tree(t, h); !slices.Equal(got, before) {
			t.Errorf("%s left %q, want %q", task, got, before)
		}
	}
	wantRuns(t, h, "old")
	if runs, err := h.Runs(); err != nil || len(runs[0].Tags) != 0 || len(runs[0].Settings) != 1000 {
		t.Errorf("the run has changed: %v", err)
	}
}
