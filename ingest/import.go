// Package ingest brings logs into a history: it finds the files, recognises
// their formats, archives and parses them, and hands the runs over.
package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"jitterlog/ingest/history"
	"jitterlog/parse"
	"jitterlog/parse/formats"
)

// Options say how files are imported. The zero Options read everything by
// its content.
type Options struct {
	Name      string            // of the runs, instead of the file's stem
	Tags      map[string]string // the user's words on the runs
	TagsFrom  *NamePattern      // tags that stand in the files' paths; nil: none
	Settings  map[string]string // server variables that the logs do not hold
	Format    string            // name of the format, instead of recognising it
	Reader    *parse.Format     // a format of the user's own, instead of recognising one
	StartedAt time.Time         // when measuring started
	Location  *time.Location    // of times without a zone
	Offset    *float64          // seconds from measuring start to the first report of a series beside the log; nil: not known
	Interval  float64           // seconds between the reports of a series that has no clock; 0: one second
	DryRun    bool              // parse all, keep nothing
	Stdin     io.Reader         // what the path "-" reads
	// Progress is called after each file, from any goroutine.
	Progress func(doneBytes, allBytes int64)
}

// A File says what became of one source.
type File struct {
	Path   string
	Named  bool   // by the user, not found in a folder
	Format string // that it was read as, empty if none
	Err    error  // why it was not read; nil if it was
	Runs   []history.Run
	Known  []string // ids of runs in it that the history held already
	// Described is how many of those got other tags or settings, because the user
	// stated some.
	Described int
	// Beside is how many files that nobody named were read with it.
	Beside int
	// BelongsTo is the log whose runs this file's records went to, and Aligned how
	// their times were found, if they are a series.
	BelongsTo, Aligned string
	// Repeats is the file beside the run whose text is the same, where nothing was
	// attached for that.
	Repeats            string
	Rows               int64 // of intervals
	Lines              int64
	NotUnderstood      int64 // lines that the format does not know
	FirstNotUnderstood *parse.SyntaxError
	Cut                error // where the source broke off

	rowsOf map[string]int64 // Rows by run_id
}

func (f *File) notUnderstood(err error) *parse.SyntaxError {
	var syntax *parse.SyntaxError
	if !errors.As(err, &syntax) {
		syntax = &parse.SyntaxError{Text: err.Error()}
	}
	f.NotUnderstood++
	if f.FirstNotUnderstood == nil {
		f.FirstNotUnderstood = syntax
	}
	return syntax
}

// A NoFormatError says that no format claims a file.
type NoFormatError struct{ FirstLine string }

func (e *NoFormatError) Error() string {
	return fmt.Sprintf("no known benchmark log; it begins with %q", e.FirstLine)
}

// ErrNoRun says that a file is of a known format and holds no run, as the help
// text of a tool.
var ErrNoRun = errors.New("holds no benchmark run")

// ErrNeedsRun says that a file's records belong to a run that is not known.
var ErrNeedsRun = errors.New("belongs to a run: name its log with it, or the run with --attach")

// NotALog says whether a file's Err means that it is no benchmark log at all,
// in contrast to one that cannot be read.
func NotALog(err error) bool {
	var none *NoFormatError
	return errors.As(err, &none) || errors.Is(err, errBinary) || errors.Is(err, errEmpty) || errors.Is(err, ErrNoRun)
}

// batchBytes and batchFiles bound what is committed at once: a crash loses no
// more than that.
const (
	batchBytes = 1 << 30
	batchFiles = 2000
)

// Import reads files, folders and patterns into the history and accounts for
// every file, in order. Runs that the history holds already are left as they
// are. An error is one of the history or of ctx; what is wrong with a file is in
// its File.
func Import(ctx context.Context, h *history.History, paths []string, opts Options) ([]*File, error) {
	if opts.Location == nil {
		opts.Location = time.UTC
	}
	im := &importer{history: h, opts: &opts}
	files := im.recognise(ctx, expand(paths, h.Dir()))
	units := im.group(files)
	for _, u := range units {
		im.done.all += u.size
	}
	for len(units) > 0 {
		n, size := 0, int64(0)
		for n < len(units) && n < batchFiles && (n == 0 || size+units[n].size <= batchBytes) {
			size += units[n].size
			n++
		}
		if err := im.batch(ctx, units[:n]); err != nil {
			return accounts(files), err
		}
		units = units[n:]
	}
	accounts := accounts(files)
	if !opts.DryRun {
		if err := im.describeKnown(ctx, accounts); err != nil {
			return accounts, err
		}
	}
	return accounts, ctx.Err()
}

type importer struct {
	history *history.History
	opts    *Options
	done    progress
}

// A recognised file is one whose first bytes were looked at.
type recognised struct {
	file  *File
	found formats.Detection
	size  int64
}

func accounts(files []recognised) []*File {
	var out []*File
	for _, f := range files {
		out = append(out, f.file)
	}
	return out
}

// recognise finds the format of each file.
func (im *importer) recognise(ctx context.Context, candidates []candidate) []recognised {
	files := make([]recognised, len(candidates))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, c := range candidates {
		files[i].file = &File{Path: c.path, Named: c.named, Err: c.err}
		if c.err != nil || ctx.Err() != nil {
			continue
		}
		if c.path == Stdin {
			continue // can be read once only
		}
		g.Go(func() error {
			im.look(&files[i])
			return nil
		})
	}
	g.Wait()
	return files
}

func (im *importer) look(f *recognised) {
	t, err := openText(f.file.Path, nil)
	if err != nil {
		f.file.Err = err
		return
	}
	defer t.Close()
	f.size = t.size
	f.found, f.file.Err = im.detect(t)
}

// detect finds the format by the first bytes, which stay unread.
func (im *importer) detect(t *text) (formats.Detection, error) {
	head, err := t.Peek(headBytes)
	if len(head) == 0 && err != nil && err != io.EOF {
		return formats.Detection{}, &os.PathError{Op: "read", Path: t.path, Err: err}
	}
	if im.opts.Reader != nil {
		return formats.Detection{Format: *im.opts.Reader}, nil
	}
	found, ok := formats.Detect(head, filepath.Base(t.path))
	if im.opts.Format != "" {
		format, known := formats.Named(im.opts.Format)
		if !known {
			return found, fmt.Errorf("no format is called %q", im.opts.Format)
		}
		if !ok || found.Format.Name != format.Name {
			found = formats.Detection{Format: format}
		}
		return found, nil
	}
	if !ok {
		first, _, _ := bytes.Cut(head[:min(len(head), 400)], []byte("\n"))
		return found, &NoFormatError{FirstLine: shownStart(bytes.TrimSpace(first))}
	}
	return found, nil
}

// shownStart is the beginning of a line, short enough to stand in a message
// beside others.
func shownStart(line []byte) string {
	const most = 80
	runes := []rune(parse.Shown(line))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most]) + "…"
}

// A unit is a log with the files that belong to it.
type unit struct {
	log        recognised
	companions []companion
	size       int64
}

// group puts the files that belong to a log beside it. A file that would
// belong to a log but has none is a unit of its own if it can be a run.
func (im *importer) group(files []recognised) []unit {
	var units []unit
	taken := map[string]bool{}
	for _, f := range files {
		if f.file.Err == nil && !f.found.Format.Attaches {
			units = append(units, unit{log: f, size: f.size})
		}
	}
	for _, f := range files {
		taken[f.file.Path] = true
		if f.file.Err != nil || !f.found.Format.Attaches {
			continue
		}
		if log := owner(units, f.file.Path); log != nil {
			log.add(f)
			continue
		}
		units = append(units, unit{log: f, size: f.size})
	}
	for i := range units {
		im.addUnnamed(&units[i], taken)
	}
	return units
}

// owner finds the log that a file belongs to: the one with the longest name.
func owner(units []unit, path string) *unit {
	var found *unit
	for i := range units {
		log := units[i].log
		if !log.found.Format.Attaches && belongs(path, log.file.Path) &&
			(found == nil || len(stem(log.file.Path)) > len(stem(found.log.file.Path))) {
			found = &units[i]
		}
	}
	return found
}

func (u *unit) add(f recognised) {
	f.file.BelongsTo = u.log.file.Path
	f.file.Format = f.found.Format.Name
	u.companions = append(u.companions, companion{file: f.file, found: f.found})
	u.size += f.size
}

// addUnnamed looks for files that lie beside a log that the user named without
// them.
func (im *importer) addUnnamed(u *unit, taken map[string]bool) {
	if !u.log.file.Named || u.log.file.Path == Stdin || u.log.found.Format.Attaches || im.opts.Format != "" || im.opts.Reader != nil {
		return
	}
	paths, err := beside(u.log.file.Path)
	if err != nil {
		return // the log itself can be read all the same
	}
	for _, path := range paths {
		f := recognised{file: &File{Path: path}}
		if im.look(&f); f.file.Err == nil && f.found.Format.Attaches && !taken[path] {
			u.add(f)
			u.log.file.Beside++
		}
	}
}

// batch imports units in parallel and commits them together.
func (im *importer) batch(ctx context.Context, units []unit) error {
	transaction, err := im.history.NewImport(ctx)
	if err != nil {
		return err
	}
	defer transaction.Abort()
	known, err := im.history.Known()
	if err != nil {
		return err
	}
	g, running := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range units {
		g.Go(func() error {
			err := im.unit(running, &units[i], transaction, known)
			im.done.add(units[i].size, im.opts.Progress)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	if im.opts.DryRun {
		return transaction.Abort()
	}
	committed, err := transaction.Commit(ctx)
	if err != nil {
		return err
	}
	dropKnown(units, committed.Known)
	return nil
}

// dropKnown accounts for runs that were there twice: in another file of this
// import, or in another import at the same time.
func dropKnown(units []unit, known []history.Run) {
	type place struct {
		id, source string
	}
	dropped := map[place]bool{}
	for _, run := range known {
		dropped[place{run.RunID, run.Source}] = true
	}
	for _, u := range units {
		file := u.log.file
		file.Runs = slices.DeleteFunc(file.Runs, func(run history.Run) bool {
			if !dropped[place{run.RunID, run.Source}] {
				return false
			}
			file.Known = append(file.Known, run.RunID)
			file.Rows -= file.rowsOf[run.RunID]
			return true
		})
	}
}

// unit imports one log with its companions. What is wrong with the log's file is
// put into its File.
func (im *importer) unit(ctx context.Context, u *unit, transaction *history.Import, known *history.Known) error {
	file := u.log.file
	t, err := openText(file.Path, im.opts.Stdin)
	if err != nil {
		file.Err = err
		return nil
	}
	defer t.Close()
	if file.Path == Stdin {
		if u.log.found, file.Err = im.detect(t); file.Err != nil {
			return nil
		}
	}
	file.Format = u.log.found.Format.Name
	archived, err := archive(ctx, t, transaction, keptText)
	if err != nil {
		return err
	}
	for i := range u.companions {
		if err := u.companions[i].prepare(ctx, im.opts, transaction); err != nil {
			return err
		}
	}
	reader := &sectionReader{opts: im.opts, im: transaction, known: known, file: file, text: archived,
		mtime: t.mtime, companions: u.companions}
	if err := reader.read(u.log.found); err != nil {
		return err
	}
	if len(file.Runs)+len(file.Known) == 0 && file.Err == nil {
		file.Err = ErrNoRun
		if u.log.found.Format.Attaches {
			file.Err = ErrNeedsRun
		}
	}
	return nil
}

// Detect says what a file, or standard input for the path "-", would be read
// as.
func Detect(path string, stdin io.Reader) (formats.Detection, error) {
	t, err := openText(path, stdin)
	if err != nil {
		return formats.Detection{}, err
	}
	defer t.Close()
	im := importer{opts: &Options{}}
	return im.detect(t)
}
