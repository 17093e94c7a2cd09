package main

import (
	"maps"

	"jitterlog/ingest/history"
)

type tagCmd struct {
	Word string            `arg:"" name:"run" help:"The run or runs: an id, a name, key=value."`
	Tags map[string]string `arg:"" name:"key=value" help:"Tags to set; an empty value removes one." mapsep:"none"`
}

func (tagCmd) Help() string {
	return `Examples:
  jitterlog tag tpcc-binlog binlog=on disk=nvme
  jitterlog tag 4f1c disk=`
}

func (c *tagCmd) Run(e *env) error {
	h, runs, err := e.storedRuns(c.Word)
	if err != nil {
		return err
	}
	chosen := map[string]bool{}
	for _, run := range runs {
		chosen[run.RunID] = true
	}
	changed, err := h.RewriteRuns(e.ctx, func(r *history.Run) bool {
		if !chosen[r.RunID] {
			return true
		}
		tags := maps.Clone(r.Tags)
		if tags == nil {
			tags = map[string]string{}
		}
		for key, value := range c.Tags {
			if value == "" {
				delete(tags, key)
			} else {
				tags[key] = value
			}
		}
		r.Tags = tags
		return true
	})
	if err != nil {
		return err
	}
	e.say("tagged %s", count(int64(changed), "run"))
	return nil
}
