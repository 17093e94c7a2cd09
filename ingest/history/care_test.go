package history

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestRewriteRunsWhileReading(t *testing.T) {
	h := newHistory(t)
	for i := range 4 {
		im := begin(t, h)
		addRun(t, im, testRun(fmt.Sprint("a", i)), 1)
		addRun(t, im, testRun(fmt.Sprint("b", i)), 1)
		commit(t, im)
	}
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				runs, err := h.Runs()
				if err != nil || len(runs) < 3 {
					t.Errorf("%d runs, %v", len(runs), err)
					return
				}
			}
		})
	}
	var writers sync.WaitGroup
	for w := range 2 {
		writers.Go(func() {
			for i := range 10 {
				n, err := h.RewriteRuns(ctx, func(r *Run) bool {
					if r.RunID == "a0" {
						r.Tags[fmt.Sprint("tag", w)] = fmt.Sprint(i)
					}
					return true
				})
				if n != 1 || err != nil {
					t.Errorf("tagged %d runs, %v", n, err)
				}
			}
			if _, err := h.RewriteRuns(ctx, func(r *Run) bool {
				return r.RunID != fmt.Sprint("a", w+1) && r.RunID != fmt.Sprint("b", w+1) && r.RunID != "b3"
			}); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	close(stop)
	readers.Wait()
	wantRuns(t, h, "a0", "a3", "b0")
	runs, err := h.Runs()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		if tagged := r.Tags["tag0"] == "9" && r.Tags["tag1"] == "9"; tagged != (r.RunID == "a0") {
			t.Errorf("tags of %s: %v", r.RunID, r.Tags)
		}
	}
	if files, err := h.Files(Intervals); err != nil || len(files) != 2 {
		t.Errorf("interval files %q, %v: want those of the two imports with runs", files, err)
	}
	if n, err := h.RewriteRuns(ctx, func(*Run) bool { return true }); n != 0 || err != nil {
		t.Errorf("%d runs changed by nothing, %v", n, err)
	}
}

func TestRawArchive(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	archive := func(text string) *Raw {
		t.Helper()
		w, err := im.NewRaw()
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
		return raw
	}
	read := func(r io.ReadCloser, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	const hello = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03" // sha256sum
	raw, twice, unused := archive("hello\n"), archive("hello\n"), archive("unused")
	if raw.SHA256 != hello || raw.Bytes != 6 || twice.SHA256 != hello {
		t.Errorf("archived as %+v and %+v", raw, twice)
	}
	if read(raw.Open()) != "hello\n" || read(twice.Open()) != "hello\n" || read(unused.Open()) != "unused" {
		t.Error("an archived text differs")
	}
	run := testRun("a")
	run.RawSHA256 = hello
	addRun(t, im, run, 1)
	commit(t, im)
	if got := read(h.OpenRaw(hello)); got != "hello\n" {
		t.Errorf("the committed text is %q", got)
	}
	if raws, _ := os.ReadDir(filepath.Join(h.dir, rawDir)); len(raws) != 1 {
		t.Errorf("raw holds %v, want one file", raws)
	}

	im = begin(t, h)
	if again := archive("hello\n"); read(again.Open()) != "hello\n" {
		t.Error("a text that is there already differs")
	}
	missing := testRun("b")
	missing.RawSHA256 = unused.SHA256
	addRun(t, im, missing, 1)
	if _, err := im.Commit(ctx); err == nil || !strings.Contains(err.Error(), unused.SHA256) {
		t.Errorf("a run without its text: %v", err)
	}
	wantRuns(t, h, "a")
}

func TestGC(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	w, err := im.NewRaw()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	run := testRun("a")
	run.RawSHA256 = raw.SHA256
	addRun(t, im, run, 1)
	if _, err := h.GC(ctx); !errors.Is(err, ErrBusy) {
		t.Errorf("gc during an import: %v", err)
	}
	commit(t, im)
	if g, err := h.GC(ctx); err != nil || g.Files != 0 {
		t.Errorf("gc without garbage: %+v, %v", g, err)
	}
	whole := tree(t, h)
	for _, name := range []string{"x.tmp", "raw/x-0.tmp", "raw/feed.gz", "runs/x.parquet.tmp", "events/x.parquet", "samples/x.parquet.tmp"} {
		if err := os.WriteFile(filepath.Join(h.dir, name), []byte("12345"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if g, err := h.GC(ctx); err != nil || g != (Garbage{6, 30}) {
		t.Errorf("gc removed %+v, %v", g, err)
	}
	if got := tree(t, h); !slices.Equal(got, whole) {
		t.Errorf("gc left %q, want %q", got, whole)
	}
	if n, err := h.RewriteRuns(ctx, func(*Run) bool { return false }); n != 1 || err != nil {
		t.Errorf("removed %d, %v", n, err)
	}
	if g, err := h.GC(ctx); err != nil || g.Files != 5 {
		t.Errorf("gc after rm removed %+v, %v", g, err)
	}
	if got := tree(t, h); !slices.Equal(got, []string{schemaFile}) {
		t.Errorf("gc left %q", got)
	}
}

func TestDamagedRunsFile(t *testing.T) {
	h := newHistory(t)
	im := begin(t, h)
	addRun(t, im, testRun("a"), 1)
	commit(t, im)
	path := onlyFile(t, h, Runs)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(whole); n += 97 {
		if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Runs(); err == nil || !strings.HasPrefix(err.Error(), path+": ") {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
	}
	newer := strings.Replace(string(whole), versionKey+"\x18\x01"+versionText(), versionKey+"\x18\x017", 1)
	if newer == string(whole) {
		t.Fatal("the version is not in the file")
	}
	if err := os.WriteFile(path, []byte(newer), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Runs(); !errors.Is(err, ErrNewer) {
		t.Errorf("a file of a newer schema: %v", err)
	}
}
