package main

import (
	"io"
	"path/filepath"
	"strings"
	"time"

	"jitterlog/report"
	"jitterlog/report/doc"
)

type reportCmd struct {
	Runs      []string      `arg:"" name:"run" help:"Groups of runs, the first being what the others are compared with: files, folders, names, ids, key=value."`
	To        string        `short:"o" name:"to" help:"The report: .html in one file, or .md with its pictures beside it (default: text on standard output)." placeholder:"FILE"`
	By        string        `help:"Put all runs together and group them by this tag, setting or column of runs." placeholder:"KEY"`
	Every     time.Duration `help:"Length of the bucket averages (default: by the length of the runs)." placeholder:"30s"`
	Title     string        `help:"Title (default: the names of the groups)." placeholder:"TEXT"`
	MinEffect float64       `help:"Smallest difference that matters, in percent." default:"2" placeholder:"PERCENT"`
}

func (reportCmd) Help() string {
	return `The whole story of some runs: what came out, how they differ and how sure that
is, how they jitter, their averages side by side, what happened, and where all of
it comes from.

Examples:
  jitterlog report nobinlog.log binlog.log -o report.html
  jitterlog report results/ --by sync_binlog -o report.md
  jitterlog report tpcc-binlog`
}

func (c *reportCmd) Run(e *env) error {
	ending := strings.ToLower(filepath.Ext(c.To))
	if c.To != "" && ending != ".html" && ending != ".md" {
		return usage("-o %s: a report is written as .html or .md", c.To)
	}
	o, err := e.open(c.Runs)
	if err != nil {
		return err
	}
	defer o.Close()
	groups, err := grouped(e, o, c.By)
	if err != nil {
		return err
	}
	options := report.StoryOptions{Title: c.Title, Every: c.Every.Seconds(), MinEffect: c.MinEffect / 100}
	if ending == ".md" {
		options.FigureFile = func(title string) string {
			return filepath.Base(strings.TrimSuffix(c.To, ".md")) + "-" + strings.ReplaceAll(strings.ToLower(title), " ", "-") + ".svg"
		}
	}
	document, err := report.Story(e.ctx, o.db, groups, options)
	if err != nil {
		return err
	}
	switch ending {
	case ".html":
		return writeFile(c.To, document.WriteHTML)
	case ".md":
		if err := c.writeFigures(document); err != nil {
			return err
		}
		return writeFile(c.To, document.WriteMarkdown)
	}
	return document.WriteText(e.stdout, e.docOptions())
}

// writeFigures writes the pictures that a Markdown report refers to.
func (c *reportCmd) writeFigures(document doc.Document) error {
	for _, block := range document.Blocks {
		figure, ok := block.(doc.Figure)
		if !ok {
			continue
		}
		err := writeFile(filepath.Join(filepath.Dir(c.To), figure.File), func(w io.Writer) error {
			_, err := w.Write(figure.SVG)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
