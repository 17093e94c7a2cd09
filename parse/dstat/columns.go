package dstat

import (
	"strings"

	"jitterlog/parse/hoststat"
)

// kB is what the factor of a metric in kB is, for a column in bytes.
const kB = 1.0 / 1024

// groups are the columns by the kind of their group. Those in kB are printed in
// bytes.
var groups = map[string]map[string]hoststat.Metric{
	"usage": {
		"usr": hoststat.CPUUser, "sys": hoststat.CPUSystem, "idl": hoststat.CPUIdle, "wai": hoststat.CPUIOWait,
		"stl": hoststat.CPUSteal, "hiq": hoststat.CPUIRQ, "siq": hoststat.CPUSoftIRQ,
	},
	"dsk":    {"read": hoststat.ReadKB.Times(kB), "writ": hoststat.WriteKB.Times(kB)},
	"io":     {"read": hoststat.Reads, "writ": hoststat.Writes},
	"net":    {"recv": hoststat.NetReceive.Times(kB), "send": hoststat.NetSend.Times(kB)},
	"paging": {"in": hoststat.SwapIn.Times(kB), "out": hoststat.SwapOut.Times(kB)},
	"system": {"int": hoststat.Interrupts, "csw": hoststat.ContextSwitches},
	"procs":  {"run": hoststat.RunQueue, "blk": hoststat.Blocked, "new": hoststat.NewProcesses},
	"load":   {"1m": hoststat.Load1, "5m": hoststat.Load5, "15m": hoststat.Load15},
	"memory": {
		"used": hoststat.MemUsed.Times(kB), "free": hoststat.MemFree.Times(kB),
		"buff": hoststat.MemBuffers.Times(kB), "cach": hoststat.MemCache.Times(kB),
	},
	"swap": {"used": hoststat.SwapUsed.Times(kB), "free": hoststat.SwapFree.Times(kB)},
}

// A role is what a column is good for.
type role int

const (
	figure role = iota
	clock       // the time of the row
	text        // a plugin's name, and its number if it has one
)

type column struct {
	role   role
	metric hoststat.Metric
	object string // of a text, that of the row
	bytes  bool   // printed in bytes: units are of 1024
	end    int    // where its name ends in the heading's cell
}

// newColumn finds out what a column is by its group and name.
func newColumn(title, name string) (c column, known bool) {
	title = strings.ReplaceAll(strings.Trim(title, "- "), " ", "-")
	switch {
	case name == "time" || name == "date/time" || name == "epoch":
		return column{role: clock}, true
	case strings.HasPrefix(title, "most-") || strings.HasPrefix(title, "highest-") || strings.HasPrefix(title, "lowest-"):
		return column{role: text, metric: hoststat.Named(title)}, false
	}
	var kind, object string
	switch {
	case strings.HasSuffix(title, "usage") && (strings.Contains(title, "cpu") || title == "total-usage"):
		if kind, object = "usage", strings.TrimSuffix(title, "-usage"); strings.HasPrefix(object, "total") {
			object = ""
		}
	case strings.Contains(title, "/"):
		if kind, object, _ = strings.Cut(title, "/"); object == "total" {
			object = ""
		}
	default:
		kind, _, _ = strings.Cut(title, "-")
	}
	if c.metric, known = groups[kind][name]; known {
		c.object, c.bytes = object, strings.HasPrefix(c.metric.Unit, "kB")
		return c, true
	}
	c.object = object
	switch kind {
	case "interrupts", "int":
		c.metric = hoststat.Named(name + "/s")
		c.metric.Name = "irq_" + c.metric.Name
	default:
		c.metric = hoststat.Named(kind + "_" + name)
	}
	return c, false
}
