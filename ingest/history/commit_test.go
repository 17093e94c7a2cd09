package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet/file"

	"jitterlog/parse"
)

// runIDs are the ids of the committed runs, sorted.
func runIDs(t testing.TB, h *History) []string {
	t.Helper()
	runs, err := h.Runs()
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, r := range runs {
		ids = append(ids, r.RunID)
	}
	slices.Sort(ids)
	return ids
}

func wantRuns(t testing.TB, h *History, want ...string) {
	t.Helper()
	if got := runIDs(t, h); !slices.Equal(got, want) {
		t.Errorf("runs %q, want %q", got, want)
	}
}

// tree lists all files of the history, locks left out.
func tree(t testing.TB, h *History) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(h.dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) != ".lock" {
			name, _ := filepath.Rel(h.dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, ErrNoHistory) {
		t.Errorf("no folder: %v", err)
	}
	if _, err := Open(dir); !errors.Is(err, ErrNoHistory) {
		t.Errorf("empty folder: %v", err)
	}
	h, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range allTables {
		if files, err := h.Files(table); err != nil || files != nil {
			t.Errorf("files of %s in an empty history: %q, %v", table, files, err)
		}
	}
	wantRuns(t, h)
	for _, open := range []func(string) (*History, error){Open, Create} {
		if _, err := open(dir); err != nil {
			t.Error(err)
		}
	}

	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "thesis.tex"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(foreign); err == nil || !strings.Contains(err.Error(), "thesis.tex") {
		t.Errorf("a folder of something else: %v", err)
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	h := newHistory(t)
	path := filepath.Join(h.dir, schemaFile)
	for _, test := range []struct {
		version string
		newer   bool
	}{{"3", true}, {"999", true}, {"0", false}, {"", false}, {"x", false}} {
		if err := os.WriteFile(path, []byte(test.version), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Open(h.dir)
		if err == nil || errors.Is(err, ErrNewer) != test.newer || !strings.Contains(err.Error(), path) {
			t.Errorf("version %q: %v", test.version, err)
		}
		if _, err := Create(h.dir); err == nil {
			t.Errorf("version %q: created anew", test.version)
		}
	}
}

func TestAbortLeavesNothing(t *testing.T) {
	h := newHistory(t)
	before := tree(t, h)
	im := begin(t, h)
	addRun(t, im, testRun("a"), groupRows) // some of it is on disk
	raw, err := im.NewRaw()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(raw, "text")
	if _, err := raw.Finish(); err != nil {
		t.Fatal(err)
	}
	if n := len(tree(t, h)); n <= len(before) {
		t.Fatal("nothing was written before the commit")
	}
	if err := im.Abort(); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, h); !slices.Equal(got, before) {
		t.Errorf("left %q, want %q", got, before)
	}
	if _, err := im.Commit(ctx); err == nil {
		t.Error("committed after Abort")
	}
}

func TestKnownRunsAreDropped(t *testing.T) {
	h := newHistory(t)
	first, second := begin(t, h), begin(t, h)
	addRun(t, first, testRun("a"), 3)
	addRun(t, first, testRun("b"), 3)
	commit(t, first)

	same := testRun("b2") // b's own bytes in another source
	same.OwnSHA256 = "own-b"
	addRun(t, second, testRun("a"), 3)
	addRun(t, second, same, 3)
	addRun(t, second, testRun("c"), 3)
	copied := testRun("c")
	copied.Source = "z.log"
	addRun(t, second, copied, 3)
	done := commit(t, second)
	if len(done.Imported) != 1 || done.Imported[0].Source != "c.log" || len(done.Known) != 3 {
		t.Errorf("imported %v, known %v", done.Imported, done.Known)
	}
	wantRuns(t, h, "a", "b", "c")

	before := tree(t, h)
	third := begin(t, h)
	addRun(t, third, testRun("c"), 3)
	commit(t, third)
	if got := tree(t, h); !slices.Equal(got, before) {
		t.Errorf("an import of nothing new left %q", got)
	}

	known, err := h.Known()
	if err != nil {
		t.Fatal(err)
	}
	if r, ok := known.Run("a"); !ok || r.OwnSHA256 != "own-a" || r.ImportID != first.ID() {
		t.Errorf("run a is known as %+v, %v", r, ok)
	}
	if r, ok := known.Own("own-c"); !ok || r.RunID != "c" {
		t.Errorf("own bytes of c are known as %+v, %v", r, ok)
	}
	if rs := known.Source("source-b"); len(rs) != 1 || rs[0].RunID != "b" {
		t.Errorf("source of b is known as %+v", rs)
	}
	if _, ok := known.Run("b2"); ok {
		t.Error("a dropped run is known")
	}
}

func TestSupersede(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	short, half := testRun("short"), testRun("half")
	short.Complete, half.Complete, short.OwnBytes = false, false, 10
	addRun(t, im, half, 2)
	addRun(t, im, short, 1)
	addRun(t, im, testRun("other"), 1)
	commit(t, im)
	known, err := h.Known()
	if err != nil {
		t.Fatal(err)
	}
	if rs := known.Incomplete(); len(rs) != 2 || rs[0].RunID != "short" || rs[1].RunID != "half" {
		t.Errorf("incomplete: %+v", rs)
	}

	im = begin(t, h)
	addRun(t, im, testRun("full"), 4, "half", "short", "unknown")
	addRun(t, im, testRun("other"), 5, "other") // imported again, with another parser
	if done := commit(t, im); !slices.Equal(done.Superseded, []string{"half", "short", "other"}) {
		t.Errorf("superseded %q", done.Superseded)
	}
	wantRuns(t, h, "full", "other")
	if path := onlyFile(t, h, Runs); !strings.Contains(path, im.ID()) {
		t.Errorf("the runs stand in %s, not in the new import", path)
	}
	if n := len(rows(t, onlyFile(t, h, Intervals))); n != 2*(4+5) {
		t.Errorf("%d interval rows, want 18", n)
	}
}

// The log of a run that was superseded is known when it is met again, through
// any number of steps, until the run that superseded it is removed.
func TestSupersededRunIsKnown(t *testing.T) {
	h := newHistory(t)
	steps := []string{"quarter", "half", "most", "full"}
	for i, id := range steps {
		im := begin(t, h)
		addRun(t, im, testRun(id), 1, steps[:i]...)
		commit(t, im)
		wantRuns(t, h, id)
	}
	im := begin(t, h)
	addRun(t, im, testRun("full"), 1, "full") // with another parser
	commit(t, im)
	again := func() *Committed {
		t.Helper()
		im := begin(t, h)
		for _, id := range steps {
			addRun(t, im, testRun(id), 1)
		}
		renamed := testRun("half2")
		renamed.OwnSHA256 = "own-half"
		addRun(t, im, renamed, 1)
		return commit(t, im)
	}
	if done := again(); len(done.Imported) != 0 || len(done.Known) != 5 {
		t.Errorf("imported again: %+v", done.Imported)
	}
	if _, err := h.RewriteRuns(ctx, func(*Run) bool { return false }); err != nil {
		t.Fatal(err)
	}
	if done := again(); len(done.Imported) != 4 {
		t.Errorf("imported after rm: %+v", done.Imported)
	}
}

// A crash between the commit and the removal of superseded runs is made good.
func TestSupersedeSettlesAfterCrash(t *testing.T) {
	for name, settle := range map[string]func(*History) error{
		"import": func(h *History) error {
			_, err := begin(t, h).Commit(ctx)
			return err
		},
		"rm": func(h *History) error {
			_, err := h.RewriteRuns(ctx, func(*Run) bool { return true })
			return err
		},
		"gc": func(h *History) error {
			_, err := h.GC(ctx)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHistory(t)
			im := begin(t, h)
			addRun(t, im, testRun("half"), 1)
			addRun(t, im, testRun("other"), 1)
			commit(t, im)
			old := onlyFile(t, h, Runs)
			crashed, err := os.ReadFile(old)
			if err != nil {
				t.Fatal(err)
			}
			im = begin(t, h)
			addRun(t, im, testRun("full"), 1, "half")
			commit(t, im)
			if err := os.WriteFile(old, crashed, 0o666); err != nil {
				t.Fatal(err)
			}
			wantRuns(t, h, "full", "other")
			if len(rows(t, old)) != 2 {
				t.Fatal("the crash is not simulated")
			}
			if err := settle(h); err != nil {
				t.Fatal(err)
			}
			wantRuns(t, h, "full", "other")
			if len(rows(t, old)) != 1 {
				t.Error("the superseded run is still in its file")
			}
		})
	}
}

func TestLongRunHasItsOwnRowGroups(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	const lines = groupRows + 7 // of two operations
	addRun(t, im, testRun("short1"), 10)
	addRun(t, im, testRun("long"), lines)
	addRun(t, im, testRun("short2"), 10)
	addRun(t, im, testRun("short3"), 10)
	commit(t, im)
	pf, err := file.OpenParquetFile(onlyFile(t, h, Intervals), false)
	if err != nil {
		t.Fatal(err)
	}
	defer pf.Close()
	var got []int64
	for i := range pf.NumRowGroups() {
		got = append(got, pf.MetaData().RowGroup(i).NumRows())
	}
	if want := []int64{20, groupRows, groupRows, 14, 40}; !slices.Equal(got, want) {
		t.Errorf("row groups of %d rows, want %d", got, want)
	}
	seqs := 0
	for _, row := range rows(t, onlyFile(t, h, Intervals)) {
		if strings.HasPrefix(row, "long ") {
			if want := fmt.Sprintf("long %s %d ", im.ID(), seqs/2); !strings.HasPrefix(row, want) {
				t.Fatalf("row %q, want %q", row, want)
			}
			seqs++
		}
	}
	if seqs != 2*lines {
		t.Errorf("%d rows of the long run, want %d", seqs, 2*lines)
	}
}

func TestDroppedRun(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	w := im.BeginRun("dropped")
	w.Sample(&parse.Sample{Source: "s", Metric: "m", Unit: "u", Value: 1})
	w.Drop()
	addRun(t, im, testRun("kept"), 1)
	w = im.BeginRun("broken")
	w.Interval(&parse.Interval{Line: 7, Start: parse.NaN(), End: 1, Ops: []parse.Op{parse.NewOp("x")}})
	if err := w.End(testRun("broken")); err == nil || !strings.Contains(err.Error(), "line 7") {
		t.Errorf("an interval without a start: %v", err)
	}
	commit(t, im)
	wantRuns(t, h, "kept")
	for _, table := range dataTables {
		for _, row := range rows(t, onlyFile(t, h, table)) {
			if !strings.HasPrefix(row, "kept ") {
				t.Errorf("%s holds %q", table, row)
			}
		}
	}
}

// More map entries in one run than a page or a batch of the library takes, and
// more texts than a dictionary.
func TestManyTexts(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	run := testRun("a")
	for i := range 70_000 {
		run.Settings[fmt.Sprintf("setting_%05d", i)] = strings.Repeat("x", i%50)
	}
	w := im.BeginRun("a")
	for i := range 30_000 {
		w.Event(parse.Event{Line: i, Severity: parse.Info, Kind: parse.Failure, Message: fmt.Sprintf("message %05d %s", i, strings.Repeat("y", 50))})
	}
	w.Event(parse.Event{Severity: parse.Info, Kind: parse.Failure, Message: strings.Repeat("z", 2*groupText)})
	w.Event(parse.Event{Severity: parse.Info, Kind: parse.Failure, Message: "last"})
	if err := w.End(run); err != nil {
		t.Fatal(err)
	}
	addRun(t, im, testRun("b"), 1)
	commit(t, im)
	runs, err := h.Runs()
	if err != nil || len(runs) != 2 || !equalValues(&runs[0].Settings, &run.Settings) || len(runs[1].Settings) != 0 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
	events := rows(t, onlyFile(t, h, Events))
	if len(events) != 30_003 || !strings.Contains(events[123], " message 00123 ") || len(events[30_000]) < 2*groupText {
		t.Errorf("%d events", len(events))
	}
}
