package tpccmysql

import (
	"jitterlog/parse"
)

// loadSteps begin the lines by which tpcc_load says what it is at.
var loadSteps = []string{
	"TPCC Data Load Started...", "Loading Item", "Loading Warehouse", "Loading Stock Wid=", "Loading District",
	"Loading Customer for ", "Loading Orders for ", "Item Done.", "Stock Done.", "Customer Done.", "Orders Done.",
}

// loader reads the lines of tpcc_load behind its parameters.
func (r *reader) loader(c *parse.Cursor) (known, ok bool) {
	if r.run == nil || !r.run.load {
		return false, false
	}
	if c.Literal("...DATA LOADING COMPLETED SUCCESSFULLY.") {
		r.open()
		r.run.summary.Complete = true
		return true, c.End()
	}
	if c.Literal("Retrying") {
		r.trouble(parse.Retry, "a step of the load was tried again", 1)
		return true, true
	}
	for _, step := range loadSteps {
		if c.Literal(step) {
			r.open()
			return true, true
		}
	}
	// A row of dots, and the number of rows where it is full.
	if !c.Byte('.') {
		return false, false
	}
	for c.Byte('.') {
	}
	if c.End() {
		return true, true
	}
	c.Blanks()
	if _, ok := c.Int(); !ok {
		return true, false
	}
	return true, c.End()
}
