package sysstat

import (
	"jitterlog/parse/hoststat"
)

// A role is what a column is good for.
type role int

const (
	figure  role = iota
	cpu          // number of a CPU, the object
	node         // number of a NUMA node, the object
	pid          // of a process, the object
	tid          // of a thread
	command      // the rest of the line
	label        // no figure
)

type column struct {
	role   role
	metric hoststat.Metric
}

var mpstatColumns = map[string]hoststat.Metric{
	"%usr":    hoststat.CPUUser,
	"%user":   hoststat.CPUUser,
	"%nice":   hoststat.CPUNice,
	"%sys":    hoststat.CPUSystem,
	"%system": hoststat.CPUSystem,
	"%iowait": hoststat.CPUIOWait,
	"%irq":    hoststat.CPUIRQ,
	"%soft":   hoststat.CPUSoftIRQ,
	"%steal":  hoststat.CPUSteal,
	"%guest":  hoststat.CPUGuest,
	"%gnice":  hoststat.CPUGuestNice,
	"%idle":   hoststat.CPUIdle,
	"intr/s":  hoststat.Interrupts,
}

var pidstatColumns = map[string]hoststat.Metric{
	"%usr":      hoststat.CPUUser,
	"%user":     hoststat.CPUUser,
	"%system":   hoststat.CPUSystem,
	"%guest":    hoststat.CPUGuest,
	"%wait":     hoststat.CPUWait,
	"%CPU":      hoststat.CPUTotal,
	"CPU":       hoststat.LastCPU,
	"usr-ms":    hoststat.CPUUserTime,
	"user-ms":   hoststat.CPUUserTime,
	"system-ms": hoststat.CPUSystemTime,
	"guest-ms":  hoststat.CPUGuestTime,
	"minflt/s":  hoststat.MinorFaults,
	"majflt/s":  hoststat.MajorFaults,
	"minflt-nr": hoststat.MinorFaultCount,
	"majflt-nr": hoststat.MajorFaultCount,
	"VSZ":       hoststat.VirtualSize,
	"RSS":       hoststat.ResidentSize,
	"%MEM":      hoststat.MemShare,
	"kB_rd/s":   hoststat.ReadKB,
	"kB_wr/s":   hoststat.WriteKB,
	"kB_ccwr/s": hoststat.CancelledWriteKB,
	"iodelay":   hoststat.IODelay,
	"cswch/s":   hoststat.VoluntarySwitch,
	"nvcswch/s": hoststat.InvoluntSwitch,
	"threads":   hoststat.Threads,
	"fd-nr":     hoststat.FileDescriptors,
	"StkSize":   hoststat.StackReserved,
	"StkRef":    hoststat.StackUsed,
	"prio":      hoststat.Priority,
}

var roles = map[string]role{
	"UID": label, "USER": label, "policy": label, "CORE": label, "SOCK": label, "NODE": label,
	"PID": pid, "TGID": pid, "TID": tid, "Command": command,
}

// A table is a heading without the time in front of it.
type table struct {
	tool    string
	columns []column
}

// newTable reads a heading, or returns nil.
func newTable(line []byte) *table {
	words := hoststat.Words(line)
	if len(words) < 2 {
		return nil
	}
	t := &table{}
	switch {
	case words[0] == "CPU" || words[0] == "NODE":
		t.tool = Mpstat
		t.columns = mpstatTable(words)
	case words[len(words)-1] == "Command":
		t.tool = Pidstat
		t.columns = pidstatTable(words)
	}
	if t.columns == nil {
		return nil
	}
	return t
}

// mpstatTable wants a column with a unit behind CPU or NODE. Those of single
// interrupts are called by their number or name.
func mpstatTable(words []string) []column {
	columns := []column{{role: cpu}}
	if words[0] == "NODE" {
		columns[0].role = node
	}
	figures := 0
	for _, w := range words[1:] {
		c := column{role: roles[w]}
		if c.role == figure {
			var known bool
			if c.metric, known = mpstatColumns[w]; !known {
				if c.metric = hoststat.Named(w); c.metric.Unit == "" {
					return nil
				}
				c.metric.Name = "irq_" + c.metric.Name
			}
			figures++
		}
		columns = append(columns, c)
	}
	if figures == 0 {
		return nil
	}
	return columns
}

// pidstatTable wants a PID.
func pidstatTable(words []string) []column {
	var columns []column
	process := false
	for i, w := range words {
		c := column{role: roles[w]}
		if c.role == command && i < len(words)-1 {
			return nil
		}
		if c.role == figure {
			var known bool
			if c.metric, known = pidstatColumns[w]; !known {
				c.metric = hoststat.Named(w)
			}
		}
		process = process || c.role == pid
		columns = append(columns, c)
	}
	if !process {
		return nil
	}
	return columns
}
