package history

import (
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
	if err := a.Commit(ctx); err != nil {
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
	if err := a.Commit(ctx); err == nil {
		t.Error("committed to a run that is gone")
	}
	if g, err := h.GC(ctx); err != nil || g.Bytes == 0 {
		t.Errorf("gc %+v, %v: an ended attachment must not keep it away", g, err)
	}
}
