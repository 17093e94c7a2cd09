package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report"
	"jitterlog/report/chart"
)

type chartCmd struct {
	Runs  []string      `arg:"" name:"run" help:"Runs: files, folders, names, ids, key=value."`
	To    string        `short:"o" name:"to" required:"" help:"The picture, .png or .svg." placeholder:"FILE"`
	Kind  string        `help:"Kind of chart: ${enum}." enum:"line,scatter,box,histogram,ecdf,bar" default:"line"`
	Every time.Duration `help:"Draw averages over this length over the points of a line chart." placeholder:"30s"`
	By    string        `help:"Name the runs by this tag, setting or column of runs, and sort them by it." placeholder:"KEY"`
	Title string        `help:"Title (default: the names of the runs)." placeholder:"TEXT"`
	Size  string        `help:"Width and height in pixels." default:"960x500" placeholder:"WxH"`
	Theme chart.Theme   `help:"Colours: light, dark, or auto (SVG: the reader's preference)." default:"light"`
	Font  string        `help:"TrueType font of a PNG, for names in Chinese, say." type:"existingfile" placeholder:"FILE"`
	Log   bool          `help:"Logarithmic axis of values."`
	measuredFlags
}

func (chartCmd) Help() string {
	return `Gaps in a log are gaps in the line, stalls are marked below the plot, and a
warm-up found by statistics is drawn pale.

Examples:
  jitterlog chart nobinlog.log binlog.log --every 30s -o binlog.png
  jitterlog chart tool=sysbench --kind box --by sync_binlog -o sync.svg
  jitterlog chart a.log b.log --value lat_p95_ms --kind ecdf -o latency.png`
}

func (c *chartCmd) Run(e *env) error {
	format, err := chart.FormatOf(c.To)
	if err != nil {
		return usage("%v", err)
	}
	var width, height int
	if n, err := fmt.Sscanf(c.Size, "%dx%d", &width, &height); err != nil || n != 2 {
		return usage("--size: %q is no size such as 640x480", c.Size)
	}
	o, err := e.open(c.Runs)
	if err != nil {
		return err
	}
	defer o.Close()
	picture, err := c.draw(e, o)
	if err != nil {
		return err
	}
	picture.Width, picture.Height, picture.Theme, picture.FontFile = width, height, c.Theme, c.Font
	return writeFile(c.To, func(w io.Writer) error {
		warnings, err := picture.Render(w, format)
		for _, warning := range warnings {
			e.say("%s", warning)
		}
		return err
	})
}

func (c *chartCmd) draw(e *env, o *opened) (*chart.Chart, error) {
	options := report.PictureOptions{Title: c.Title}
	if err := options.Kind.UnmarshalText([]byte(c.Kind)); err != nil {
		return nil, err
	}
	runs := o.all()
	if c.By != "" {
		groups, err := grouped(e, o, c.By)
		if err != nil {
			return nil, err
		}
		runs, options.Names = namedByGroup(groups)
	}
	measured := c.measured()
	runs, err := e.withOp(o, runs, c.Op)
	if err != nil {
		return nil, err
	}
	if measured.Value.IsLatency() {
		if err := analyze.CheckClocks(runs); err != nil {
			return nil, err
		}
	}
	rows, err := o.db.Jitter(e.ctx, runs, analyze.JitterOptions{Measured: measured})
	if err != nil {
		return nil, err
	}
	if err := c.drawable(rows, options.Kind); err != nil {
		return nil, err
	}
	if c.Every > 0 {
		buckets, err := o.db.Buckets(e.ctx, runs, analyze.BucketOptions{Measured: measured, Every: c.Every.Seconds()})
		if err != nil {
			return nil, err
		}
		options.Buckets = buckets
	}
	picture := report.Picture(rows, options)
	switch options.Kind {
	case chart.Line, chart.Scatter:
		picture.Y.Log = c.Log
	default:
		picture.X.Log = c.Log
	}
	return picture, nil
}

// drawable is an error if a chart of the kind would show nothing.
func (c *chartCmd) drawable(rows []analyze.Jitter, kind chart.Kind) error {
	totals := false
	for _, j := range rows {
		if j.Points > 0 {
			return nil
		}
		totals = totals || !math.IsNaN(analyze.Total(&j.Run, analyze.Measured{Op: j.Op, Value: j.Value}))
	}
	switch {
	case totals && kind == chart.Bar:
		return nil
	case totals:
		return &hintedError{fmt.Errorf("nothing to draw: no report line of these runs has a %s", c.Value), "--kind bar draws the tools' own totals"}
	}
	return fmt.Errorf("nothing to draw: these runs have no %s", c.Value)
}

// namedByGroup returns the runs of groups in order, named after their group; the
// repeats of a group are numbered.
func namedByGroup(groups []analyze.Group) (runs []history.Run, names map[string]string) {
	names = map[string]string{}
	for _, g := range groups {
		for i, run := range g.Runs {
			name := g.Name
			if len(g.Runs) > 1 {
				name = fmt.Sprintf("%s (%d)", strings.TrimSpace(name), i+1)
			}
			names[run.RunID] = name
			runs = append(runs, run)
		}
	}
	return runs, names
}
