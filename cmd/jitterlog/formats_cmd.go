package main

import (
	"fmt"

	"jitterlog/ingest"
	"jitterlog/parse/formats"
	"jitterlog/report/doc"
)

type formatsCmd struct {
	List   formatsListCmd   `cmd:"" default:"1" help:"List the formats, with a line of each (the default)."`
	Detect formatsDetectCmd `cmd:"" help:"Say what a file is read as, and why."`
}

func (formatsCmd) Help() string {
	return `Examples:
  jitterlog formats
  jitterlog formats detect results/out.txt`
}

type formatsListCmd struct{ tableFlags }

func (c *formatsListCmd) Run(e *env) error {
	table := doc.Table{Columns: []doc.Column{{Name: "format"}, {Name: "about"}, {Name: "example"}}}
	for _, f := range formats.All() {
		table.Rows = append(table.Rows, []doc.Value{doc.Text(f.Name), doc.Text(f.About), doc.Text(f.Example)})
	}
	return c.print(e, table)
}

type formatsDetectCmd struct {
	File string `arg:"" help:"The file, or - for standard input."`
}

func (c *formatsDetectCmd) Run(e *env) error {
	found, err := ingest.Detect(c.File, e.stdin)
	if err != nil {
		return err
	}
	prefixed := ""
	if found.Prefixed {
		prefixed = ", once the prefix of each line is removed"
	}
	fmt.Fprintf(e.stdout, "%s: %s: line %d tells%s: %s\n", c.File, found.Format.Name, found.Line, prefixed, found.Text)
	return nil
}
