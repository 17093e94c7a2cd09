package main

import (
	"os"

	"jitterlog/report/doc"
)

// tableFlags choose how a table is printed.
type tableFlags struct {
	Output string `help:"Form of the table: ${enum}." enum:"table,csv,json,jsonl,markdown" default:"table"`
}

// print writes a table to standard output. What a form has no place for, the
// remarks below a CSV, goes to the messages.
func (f tableFlags) print(e *env, t doc.Table) error {
	format, err := doc.ParseFormat(f.Output)
	if err != nil {
		return err
	}
	return t.Encode(e.stdout, format, e.docOptions())
}

// docOptions suit standard output: as wide as the terminal and coloured if it
// is one.
func (e *env) docOptions() doc.Options {
	columns, terminal := width(e.stdout)
	return doc.Options{
		Width: columns,
		Color: terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		Note:  func(n doc.Note) { e.say("%s", n.Text) },
	}
}
