package history

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jitterlog/parse"
)

func attach(t *testing.T, h *History, runID, key string, values ...float64) {
	t.Helper()
	a, err := h.Attach(ctx, runID, key)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Abort()
	for i, v := range values {
		a.Sample(&parse.Sample{Line: i + 1, T: float64(i), Source: "iostat", Object: "vda", Metric: "util_pct", Unit: "%", Value: v})
	}
	if err := a.Commit(ctx, func(*Run) {}); err != nil {
		t.Fatal(err)
	}
}

func TestAttach(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	addRun(t, im, testRun("aaaa"), 2)
	addRun(t, im, testRun("bbbb"), 2)
	imported := commit(t, im).Imported[0].ImportID

	attach(t, h, "aaaa", "first", 1, 2)
	attach(t, h, "aaaa", "first", 1, 2, 3) // replaces the one before
	attach(t, h, "bbbb", "first", 4)
	files, err := h.Files(Samples)
	if err != nil || len(files) != 3 {
		t.Fatalf("files %q, %v; want the import's and two attached", files, err)
	}
	got := rows(t, files[1])
	if len(got) != 3 || !strings.Contains(got[2], "aaaa "+imported) && !strings.Contains(got[2], imported+" aaaa") {
		t.Errorf("attached rows %q", got)
	}

	if g, err := h.GC(ctx); err != nil || g.Files != 0 {
		t.Errorf("gc took %d files, %v", g.Files, err)
	}
	if _, err := h.RewriteRuns(ctx, func(*Run) bool { return false }); err != nil {
		t.Fatal(err)
	}
	if files, err := h.Files(Samples); err != nil || len(files) != 0 {
		t.Errorf("after rm: files %q, %v", files, err)
	}
	if g, err := h.GC(ctx); err != nil || g.Files < 3 {
		t.Errorf("gc took %d files, %v; want the attached ones too", g.Files, err)
	}
	if _, err := h.Attach(ctx, "aaaa", "late"); err == nil {
		t.Error("attached to a run that is gone")
	}
}

func TestAttachToRunRemovedMeanwhile(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	addRun(t, im, testRun("aaaa"), 2)
	commit(t, im)
	a, err := h.Attach(ctx, "aaaa", "key")
	if err != nil {
		t.Fatal(err)
	}
	a.Sample(&parse.Sample{Line: 1, T: 1, Source: "iostat", Metric: "util_pct", Value: 1})
	if _, err := h.RewriteRuns(ctx, func(*Run) bool { return false }); err != nil {
		t.Fatal(err)
	}
	if err := a.Commit(ctx, func(*Run) {}); err == nil {
		t.Error("committed to a run that is gone")
	}
	if g, err := h.GC(ctx); err != nil || g.Bytes == 0 {
		t.Errorf("gc %+v, %v: an ended attachment must not keep it away", g, err)
	}
}

// archiveText archives a text and returns its hash.
func archiveText(t *testing.T, to interface{ NewRaw() (*RawWriter, error) }, text string) string {
	t.Helper()
	w, err := to.NewRaw()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	raw, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return raw.SHA256
}

// wantTexts wants that the archive holds these texts and no more.
func wantTexts(t *testing.T, h *History, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(h.dir, rawDir))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, e := range entries {
		r, err := h.OpenRaw(strings.TrimSuffix(e.Name(), ".gz"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		got[string(text)] = true
	}
	all := map[string]bool{}
	for _, text := range want {
		all[text] = true
	}
	if !maps.Equal(got, all) {
		t.Errorf("the archive holds %v, want %v", got, all)
	}
}

// A text beside the log is kept as long as a run needs it.
func TestAttachedTexts(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	for _, id := range []string{"aaaa", "bbbb"} {
		run := testRun(id)
		run.RawSHA256 = archiveText(t, im, "log")
		run.Attached = map[string]string{"my.cnf": archiveText(t, im, "both"), id: archiveText(t, im, id)}
		addRun(t, im, run, 1)
	}
	archiveText(t, im, "of no run")
	commit(t, im)
	wantTexts(t, h, "log", "both", "aaaa", "bbbb")

	bring := func(text string) {
		t.Helper()
		a, err := h.Attach(ctx, "aaaa", "key")
		if err != nil {
			t.Fatal(err)
		}
		defer a.Abort()
		sha256 := archiveText(t, a, text)
		if _, err := h.GC(ctx); err == nil {
			t.Error("gc while a text is being attached")
		}
		if err := a.Commit(ctx, func(r *Run) { r.Attached["status.txt"] = sha256 }); err != nil {
			t.Fatal(err)
		}
	}
	gc := func() {
		t.Helper()
		if _, err := h.GC(ctx); err != nil {
			t.Fatal(err)
		}
	}
	remove := func(id string) {
		t.Helper()
		if n, err := h.RewriteRuns(ctx, func(r *Run) bool { return r.RunID != id }); err != nil || n != 1 {
			t.Fatal(n, err)
		}
	}
	bring("status")
	bring("bbbb") // which the archive holds
	bring("status and more")
	gc()
	wantTexts(t, h, "log", "both", "aaaa", "bbbb", "status and more")
	remove("bbbb")
	gc()
	wantTexts(t, h, "log", "both", "aaaa", "status and more")
	aborted, err := h.Attach(ctx, "aaaa", "other")
	if err != nil {
		t.Fatal(err)
	}
	archiveText(t, aborted, "aborted")
	if err := aborted.Abort(); err != nil {
		t.Fatal(err)
	}
	wantTexts(t, h, "log", "both", "aaaa", "status and more")
	remove("aaaa")
	gc()
	wantTexts(t, h)
}

// A run whose text beside the log was not archived is not imported.
func TestAttachedTextIsMissing(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	run := testRun("aaaa")
	run.Attached = map[string]string{"my.cnf": "feed"}
	addRun(t, im, run, 1)
	if _, err := im.Commit(ctx); err == nil || !strings.Contains(err.Error(), "feed") {
		t.Errorf("a run without a text beside it: %v", err)
	}
	wantRuns(t, h)
}

// A history of the first version, whose runs knew of no texts beside a log, is
// brought up to date, unless an import is running.
func TestFirstVersionIsMigrated(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	whole := runColumns
	runColumns = whole[:len(whole)-1]
	addRun(t, im, testRun("aaaa"), 1)
	commit(t, im)
	runColumns = whole
	schema := filepath.Join(h.dir, schemaFile)
	if err := os.WriteFile(schema, []byte("1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := onlyFile(t, h, Runs)
	old, err := os.ReadFile(before)
	if err != nil {
		t.Fatal(err)
	}
	other := begin(t, h)
	if _, err := Open(h.dir); !errors.Is(err, ErrBusy) {
		t.Errorf("opened during an import: %v", err)
	}
	if err := other.Abort(); err != nil {
		t.Fatal(err)
	}
	if h, err = Open(h.dir); err != nil {
		t.Fatal(err)
	}
	wantRuns(t, h, "aaaa")
	now, err := os.ReadFile(onlyFile(t, h, Runs))
	if err != nil || bytes.Contains(old, []byte("attached")) || !bytes.Contains(now, []byte("attached")) {
		t.Errorf("the runs file has no column for attached files, or had one before; %v", err)
	}
	if version, err := os.ReadFile(schema); err != nil || string(version) != versionText()+"\n" {
		t.Errorf("schema version %q, %v", version, err)
	}
}
