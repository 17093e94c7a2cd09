package main

import (
	"fmt"
	"os"

	"jitterlog/analyze"
	"jitterlog/report"
)

type listCmd struct {
	Words   []string `arg:"" optional:"" name:"run" help:"Only these: names, ids, key=value."`
	Sort    string   `help:"Column to sort by, such as tpmc or started_at." placeholder:"COLUMN"`
	Reverse bool     `short:"r" help:"Largest first."`
	tableFlags
}

func (listCmd) Help() string {
	return `A word key=value is a tag, else a server setting, else a column of the table
runs; several of them must all hold. Elapsed is what the tool says; of a run that
did not come to its end and whose log does not say, it is not known.

Examples:
  jitterlog list
  jitterlog list tool=sysbench threads=8 --sort tps -r
  jitterlog list innodb_flush_log_at_trx_commit=1 --output csv`
}

func (c *listCmd) Run(e *env) error {
	h, err := e.openHistory()
	if err != nil {
		return err
	}
	db, err := analyze.Open(e.ctx, h)
	if err != nil {
		return err
	}
	defer db.Close()
	runs, err := db.Runs(e.ctx, analyze.ListOptions{Words: c.Words, SortBy: c.Sort, Reverse: c.Reverse})
	if err != nil {
		for _, word := range c.Words {
			if _, missing := os.Stat(word); missing == nil {
				return &hintedError{fmt.Errorf("%s is a file, and list shows runs of the history", word), "jitterlog import " + word + " brings its runs there"}
			}
		}
		return err
	}
	return c.print(e, report.Runs(runs))
}
