package main

import "jitterlog/ingest/history"

type rmCmd struct {
	Word string `arg:"" name:"run" help:"The run: its id, name, or a word that names one run."`
}

func (rmCmd) Help() string {
	return `The run's rows are hidden at once; jitterlog gc frees their room.

Examples:
  jitterlog rm 4f1c
  jitterlog rm tpcc-binlog`
}

func (c *rmCmd) Run(e *env) error {
	h, run, err := e.storedRun(c.Word)
	if err != nil {
		return err
	}
	if _, err := h.RewriteRuns(e.ctx, func(r *history.Run) bool { return r.RunID != run.RunID }); err != nil {
		return err
	}
	e.say("removed %s (%s)", run.RunID, run.Name)
	return nil
}
