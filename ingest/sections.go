package ingest

import (
	"fmt"
	"maps"
	"time"

	"jitterlog/ingest/history"
	"jitterlog/parse"
	"jitterlog/parse/formats"
)

// A sectionReader turns the records of one source into the runs of an import.
type sectionReader struct {
	opts       *Options
	im         *history.Import
	known      *history.Known
	file       *File
	text       *archived
	mtime      time.Time
	companions []companion
	own        *ownReader
	section    int
	loose      eventTally // of lines before the first run
	open       *openRun   // the run whose end is not yet certain
}

// An openRun is a run between its Header and the next one.
type openRun struct {
	id       string
	writer   *history.RunWriter
	events   eventTally
	settings map[string]string
	summary  *parse.Summary
	started  time.Time // by the prefix of its first interval line
	lastEnd  float64   // of its intervals, NaN if it has none
	checks   checker
	rows     int64
}

// startedAt is when measuring started: as the user says, else as the log says,
// else by the prefix of its first interval line.
func (o *openRun) startedAt(opts *Options) time.Time {
	switch {
	case !opts.StartedAt.IsZero():
		return opts.StartedAt
	case o.summary != nil && !o.summary.StartedAt.IsZero():
		return o.summary.StartedAt
	}
	return o.started
}

// read parses the archived text.
func (r *sectionReader) read(found formats.Detection) error {
	in, err := r.text.open()
	if err != nil {
		return err
	}
	defer in.Close()
	behind, err := r.text.open()
	if err != nil {
		return err
	}
	defer behind.Close()
	r.own = newOwnReader(behind, r.known)
	defer r.drop()

	lines := parse.NewLines(in)
	lines.SetClock(r.opts.Location, r.reference())
	if found.Prefixed {
		lines.StripPrefixes()
	}
	for rec, err := range found.Format.Read(lines) {
		if err != nil {
			r.notUnderstood(err)
		} else if err := r.take(rec, lines); err != nil {
			return err
		}
	}
	if lines.Err() != nil {
		return fmt.Errorf("read the archived text: %w", lines.Err())
	}
	r.file.Lines = int64(lines.Number())
	r.cut(lines)
	if err := r.attachSamples(); err != nil {
		return err
	}
	return r.end()
}

// reference is the day that times without a year are before.
func (r *sectionReader) reference() time.Time {
	if r.mtime.IsZero() {
		return time.Now()
	}
	return r.mtime
}

func (r *sectionReader) take(rec parse.Record, lines *parse.Lines) error {
	if _, ok := rec.(*parse.Header); ok {
		return r.begin()
	}
	if event, ok := rec.(*parse.Event); ok {
		r.events().add(*event)
		return nil
	}
	if r.open == nil {
		r.file.Err = ErrNeedsRun
		return nil
	}
	switch rec := rec.(type) {
	case *parse.Interval:
		if at := lines.At(); !at.IsZero() && r.open.started.IsZero() {
			r.open.started = at.Add(-time.Duration(rec.End * float64(time.Second)))
		}
		r.open.lastEnd = rec.End
		r.open.rows += int64(len(rec.Ops))
		r.open.checks.interval(rec)
		r.open.writer.Interval(rec)
	case *parse.Sample:
		r.open.writer.Sample(rec)
	case *parse.Bucket:
		r.open.writer.Bucket(rec)
	case *parse.Setting:
		r.open.settings[rec.Name] = rec.Value
	case *parse.Summary:
		r.open.summary = rec
	}
	return r.open.writer.Err()
}

func (r *sectionReader) begin() error {
	if err := r.end(); err != nil {
		return err
	}
	r.section++
	id := runID(r.text.sourceSHA, r.section)
	r.open = &openRun{id: id, writer: r.im.BeginRun(id), events: r.loose, settings: map[string]string{}, lastEnd: parse.NaN()}
	r.open.checks.events = &r.open.events
	r.loose = eventTally{}
	return nil
}

// events returns where events of the current line go.
func (r *sectionReader) events() *eventTally {
	if r.open == nil {
		return &r.loose
	}
	return &r.open.events
}

// notUnderstood keeps a line that the format does not know, and counts it.
func (r *sectionReader) notUnderstood(err error) {
	syntax := r.file.notUnderstood(err)
	r.events().add(parse.Event{Line: syntax.Line, T: parse.NaN(), Severity: parse.Warning,
		Kind: parse.NotUnderstood, Message: syntax.Text, Count: 1})
}

// cut notes on the last run that lines or the end of the source are missing.
func (r *sectionReader) cut(lines *parse.Lines) {
	if count, first := lines.LongLines(); count > 0 {
		r.events().add(parse.Event{Line: first, T: parse.NaN(), Severity: parse.Warning, Kind: parse.Truncated,
			Message: fmt.Sprintf("a line is longer than %d bytes: its end was not read", parse.MaxLine), Count: count})
	}
	if r.text.brokenBy != nil {
		r.file.Cut = r.text.brokenBy
		r.events().add(parse.Event{Line: lines.Number(), T: parse.NaN(), Severity: parse.Error, Kind: parse.Truncated,
			Message: "the source breaks off: " + r.text.brokenBy.Error(), Count: 1})
	}
}

// end hands the open run over to the import, unless the history holds it.
func (r *sectionReader) end() error {
	open := r.open
	if open == nil {
		return nil
	}
	r.open = nil
	defer open.writer.Drop()
	if open.summary == nil {
		return fmt.Errorf("%s: the format ended a run without a summary", r.file.Path)
	}
	own, err := r.own.upTo(open.summary.LastLine)
	if err != nil {
		return err
	}
	run := r.describe(open, own)
	if old, ok := r.known.Own(own.sha256); ok {
		r.file.Known = append(r.file.Known, old.RunID)
		return nil
	}
	if old, ok := r.known.Run(run.RunID); ok && (old.Complete || !run.Complete) {
		r.file.Known = append(r.file.Known, old.RunID)
		return nil
	}
	for _, event := range open.events.drain() {
		open.writer.Event(event)
	}
	if err := open.writer.End(run, own.grownFrom...); err != nil {
		return err
	}
	r.file.Runs = append(r.file.Runs, run)
	r.file.Rows += open.rows
	if r.file.rowsOf == nil {
		r.file.rowsOf = map[string]int64{}
	}
	r.file.rowsOf[run.RunID] = open.rows
	return nil
}

func (r *sectionReader) drop() {
	if r.open != nil {
		r.open.writer.Drop()
	}
}

// describe makes the row of a run.
func (r *sectionReader) describe(open *openRun, own own) history.Run {
	run := history.NewRun(open.summary)
	run.RunID = open.id
	run.Name = r.name()
	run.Source = r.file.Path
	run.SourceMtime = r.mtime
	run.SourceSHA256 = r.text.sourceSHA
	run.RawSHA256 = r.text.raw.SHA256
	run.OwnSHA256, run.OwnBytes = own.sha256, own.bytes
	run.Section = int64(r.section)
	run.StartedAt = open.startedAt(r.opts)
	if r.file.Cut != nil {
		run.Complete = false
	}
	settings := maps.Clone(open.settings)
	maps.Copy(settings, run.Settings)
	run.Attached = map[string]string{}
	for _, c := range r.companions {
		maps.Copy(settings, c.settings)
		if c.used {
			run.Attached[c.file.Path] = c.text.raw.SHA256
		}
	}
	maps.Copy(settings, r.opts.Settings)
	run.Settings = settings
	run.Tags = map[string]string{}
	maps.Copy(run.Tags, r.opts.TagsFrom.Tags(r.file.Path))
	maps.Copy(run.Tags, r.opts.Tags)
	return run
}

func (r *sectionReader) name() string {
	name := r.opts.Name
	switch {
	case name != "":
	case r.file.Path == Stdin:
		name = "stdin"
	default:
		name = stem(r.file.Path)
	}
	if r.section > 1 {
		return fmt.Sprintf("%s#%d", name, r.section)
	}
	return name
}
