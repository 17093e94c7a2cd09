package main

import "jitterlog/report"

type showCmd struct {
	Word string `arg:"" name:"run" help:"The run: an id, a name, a file, FILE#2 for the second run in it."`
	All  bool   `help:"Show the options, the whole final report and the server settings too."`
}

func (showCmd) Help() string {
	return `Examples:
  jitterlog show tpcc-binlog
  jitterlog show results/sb.txt#2`
}

func (c *showCmd) Run(e *env) error {
	o, run, err := e.openOne(c.Word)
	if err != nil {
		return err
	}
	defer o.Close()
	document, err := report.Show(e.ctx, o.db, run, c.All)
	if err != nil {
		return err
	}
	return document.WriteText(e.stdout, e.docOptions())
}
