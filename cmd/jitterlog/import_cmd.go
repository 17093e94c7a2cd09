package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"jitterlog/ingest"
	"jitterlog/ingest/history"
	"jitterlog/parse/formats"
	"jitterlog/parse/progress"
)

type importCmd struct {
	Paths     []string          `arg:"" name:"path" help:"Files, folders, patterns, or - for standard input; .gz .bz2 .xz .zst are read as they are."`
	Name      string            `help:"Name of the runs (default: the file's name without its ending)." placeholder:"NAME"`
	Tag       map[string]string `help:"Your own words on the runs." placeholder:"KEY=VALUE" mapsep:"none"`
	TagsFrom  string            `help:"Tags that stand in file and folder names, as in Tier{memory}_{threads}th; or a regular expression with named groups." placeholder:"PATTERN"`
	Setting   map[string]string `help:"Server variables that the logs do not hold." placeholder:"NAME=VALUE" mapsep:"none"`
	Format    string            `help:"Read as this format instead of recognising it (see jitterlog formats)." placeholder:"FORMAT"`
	Progress  string            `help:"Read as a progress log by this regular expression, with the groups count and time, and total for its last line." placeholder:"REGEXP"`
	StartedAt string            `help:"When measuring started, as 2026-12-01T08:30:00 (zone as in --timezone)." placeholder:"TIME"`
	Offset    *float64          `help:"Seconds from measuring start to the first report of a series beside a log, where the clocks do not say." placeholder:"S"`
	Interval  float64           `help:"Seconds between the reports of a series that has no clock." default:"1" placeholder:"S"`
	Attach    string            `help:"The files belong to this run: settings, or series recorded beside it." placeholder:"RUN"`
	Strict    bool              `help:"Exit with code 4 if any line was not understood."`
	DryRun    bool              `help:"Parse and account for everything, keep nothing."`
	Verbose   bool              `short:"v" help:"One line for each file."`
}

func (importCmd) Help() string {
	return `Runs that the history holds already are left as they are, so the same
folder can be imported again and again; only the tags and settings given here
are added to them. What lies beside a log under the same
stem (tpcc.variables.tsv, tpcc.iostat.txt, tpcc.err beside tpcc.log) goes to its
run; -v tells of each such file.

Examples:
  jitterlog import tpcc.log
  jitterlog import results/ --tag disk=nvme
  jitterlog import 'logs/*.txt.gz' --setting sync_binlog=1
  jitterlog import archive/ --tags-from 'Tier{memory}_{mode}_{threads}th'
  jitterlog import loop.log --progress 'done (?P<count>\d+) rows in (?P<time>\S+)'
  ssh db1 cat sb.log | jitterlog import - --name db1`
}

func (c *importCmd) Run(e *env) error {
	opts, err := c.options(e)
	if err != nil {
		return err
	}
	h, err := history.Create(e.history)
	if err != nil {
		return err
	}
	bar, finish := progressOn(e)
	opts.Progress = bar
	files, err := c.bring(e, h, opts)
	finish()
	if err != nil {
		return err
	}
	var a account
	tagged := false
	for _, f := range files {
		a.add(f)
		tagged = tagged || len(opts.TagsFrom.Tags(f.Path)) > 0
		tell(e, f, c.Verbose, c.Attach != "")
	}
	e.say("%s", a.sentence(c.opening(a)))
	if c.TagsFrom != "" && !tagged {
		e.say("hint: --tags-from %q is found in the name of no file", c.TagsFrom)
	}
	return a.failure(e, c.Strict)
}

// opening is the part of the closing line that says what was done.
func (c *importCmd) opening(a account) string {
	if c.Attach != "" {
		return fmt.Sprintf("attached %s to %s", count(a.attached, "file"), c.Attach)
	}
	word := "imported"
	if c.DryRun {
		word = "would import"
	}
	from := count(a.files, "file")
	if a.beside > 0 {
		from += fmt.Sprintf(" and %d beside", a.beside)
	}
	return fmt.Sprintf("%s %s with %s from %s", word, count(a.runs, "run"), count(a.rows, "interval row"), from)
}

// bring imports the files, or attaches them.
func (c *importCmd) bring(e *env, h *history.History, opts ingest.Options) ([]*ingest.File, error) {
	if c.Attach == "" {
		return ingest.Import(e.ctx, h, c.Paths, opts)
	}
	_, run, err := e.storedRun(c.Attach)
	if err != nil {
		return nil, err
	}
	return ingest.Attach(e.ctx, h, run, c.Paths, opts)
}

func (c *importCmd) options(e *env) (ingest.Options, error) {
	opts := ingest.Options{Name: c.Name, Tags: c.Tag, Settings: c.Setting, Format: c.Format,
		Location: e.location, Offset: c.Offset, Interval: c.Interval, DryRun: c.DryRun, Stdin: e.stdin}
	if _, ok := formats.Named(c.Format); c.Format != "" && !ok {
		return opts, usage("no format is called %q; there are %s", c.Format, strings.Join(formats.Names(), ", "))
	}
	if c.Progress != "" {
		re, err := regexp.Compile(c.Progress)
		if err != nil {
			return opts, usage("--progress: %v", err)
		}
		format, err := progress.WithPattern(re)
		if err != nil {
			return opts, usage("--progress: %v", err)
		}
		opts.Reader = &format
	}
	if c.TagsFrom != "" {
		pattern, err := ingest.ParseNamePattern(c.TagsFrom)
		if err != nil {
			return opts, usage("--tags-from: %v", err)
		}
		opts.TagsFrom = pattern
	}
	if c.StartedAt == "" {
		return opts, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, c.StartedAt, e.location); err == nil {
			opts.StartedAt = t
			return opts, nil
		}
	}
	return opts, usage("--started-at: %q is no time such as 2026-12-01T08:30:00", c.StartedAt)
}

// progressOn draws a bar if the messages go to a terminal.
func progressOn(e *env) (tell func(done, all int64), finish func()) {
	if _, ok := width(e.stderr); !ok {
		return nil, func() {}
	}
	bar := progressbar.NewOptions64(1, progressbar.OptionSetWriter(e.stderr), progressbar.OptionSetDescription("importing"),
		progressbar.OptionShowBytes(true), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
	return func(done, all int64) {
		bar.ChangeMax64(max(all, 1))
		bar.Set64(done)
	}, func() { bar.Clear() }
}
