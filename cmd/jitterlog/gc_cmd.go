package main

type gcCmd struct{}

func (gcCmd) Help() string {
	return `What a crash or rm left behind takes room and is never read; nothing of any run
is touched.

Example:
  jitterlog gc`
}

func (gcCmd) Run(e *env) error {
	h, err := e.openHistory()
	if err != nil {
		return err
	}
	garbage, err := h.GC(e.ctx)
	if err != nil {
		return err
	}
	e.say("removed %s, %.1f MB", count(int64(garbage.Files), "file"), float64(garbage.Bytes)/1e6)
	return nil
}
