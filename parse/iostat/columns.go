package iostat

import (
	"bytes"

	"jitterlog/parse/hoststat"
)

const (
	mega   = 1024 // kB in a MB
	sector = 0.5  // kB in a sector or block of 512 bytes
)

// diskColumns are the headings of all versions, and the keys of the JSON where
// these differ. Before 11.5.7 the sizes of requests (avgrq-sz) are in sectors.
var diskColumns = map[string]hoststat.Metric{
	"tps":       hoststat.Transfers,
	"r/s":       hoststat.Reads,
	"w/s":       hoststat.Writes,
	"d/s":       hoststat.Discards,
	"f/s":       hoststat.Flushes,
	"rkB/s":     hoststat.ReadKB,
	"wkB/s":     hoststat.WriteKB,
	"dkB/s":     hoststat.DiscardKB,
	"kB/s":      hoststat.TransferKB,
	"rMB/s":     hoststat.ReadKB.Times(mega),
	"wMB/s":     hoststat.WriteKB.Times(mega),
	"dMB/s":     hoststat.DiscardKB.Times(mega),
	"MB/s":      hoststat.TransferKB.Times(mega),
	"rsec/s":    hoststat.ReadKB.Times(sector),
	"wsec/s":    hoststat.WriteKB.Times(sector),
	"dsec/s":    hoststat.DiscardKB.Times(sector),
	"sec/s":     hoststat.TransferKB.Times(sector),
	"rqm/s":     hoststat.Merges,
	"rrqm/s":    hoststat.ReadMerges,
	"wrqm/s":    hoststat.WriteMerges,
	"drqm/s":    hoststat.DiscardMerges,
	"%rrqm":     hoststat.ReadMerged,
	"%wrqm":     hoststat.WriteMerged,
	"%drqm":     hoststat.DiscardMerged,
	"rrqm":      hoststat.ReadMerged,
	"wrqm":      hoststat.WriteMerged,
	"drqm":      hoststat.DiscardMerged,
	"await":     hoststat.Await,
	"r_await":   hoststat.ReadAwait,
	"w_await":   hoststat.WriteAwait,
	"d_await":   hoststat.DiscardAwait,
	"f_await":   hoststat.FlushAwait,
	"svctm":     hoststat.ServiceTime,
	"avgrq-sz":  hoststat.RequestKB.Times(sector),
	"areq-sz":   hoststat.RequestKB,
	"rareq-sz":  hoststat.ReadSize,
	"wareq-sz":  hoststat.WriteSize,
	"dareq-sz":  hoststat.DiscardSize,
	"avgqu-sz":  hoststat.AvgQueue,
	"aqu-sz":    hoststat.AvgQueue,
	"%util":     hoststat.Util,
	"util":      hoststat.Util,
	"kB_read/s": hoststat.ReadKB, "MB_read/s": hoststat.ReadKB.Times(mega), "Blk_read/s": hoststat.ReadKB.Times(sector),
	"kB_wrtn/s": hoststat.WriteKB, "MB_wrtn/s": hoststat.WriteKB.Times(mega), "Blk_wrtn/s": hoststat.WriteKB.Times(sector),
	"kB_dscd/s": hoststat.DiscardKB, "MB_dscd/s": hoststat.DiscardKB.Times(mega), "Blk_dscd/s": hoststat.DiscardKB.Times(sector),
	"kB_w+d/s": hoststat.WriteDiscardKB, "MB_w+d/s": hoststat.WriteDiscardKB.Times(mega), "Blk_w+d/s": hoststat.WriteDiscardKB.Times(sector),
	"kB_read": hoststat.ReadTotal, "MB_read": hoststat.ReadTotal.Times(mega), "Blk_read": hoststat.ReadTotal.Times(sector),
	"kB_wrtn": hoststat.WriteTotal, "MB_wrtn": hoststat.WriteTotal.Times(mega), "Blk_wrtn": hoststat.WriteTotal.Times(sector),
	"kB_dscd": hoststat.DiscardTotal, "MB_dscd": hoststat.DiscardTotal.Times(mega), "Blk_dscd": hoststat.DiscardTotal.Times(sector),
	"kB_w+d": hoststat.WriteDiscardSum, "MB_w+d": hoststat.WriteDiscardSum.Times(mega), "Blk_w+d": hoststat.WriteDiscardSum.Times(sector),
}

// cpuColumns are the headings of avg-cpu without their percent sign, which the
// keys of the JSON do not have.
var cpuColumns = map[string]hoststat.Metric{
	"user":   hoststat.CPUUser,
	"nice":   hoststat.CPUNice,
	"system": hoststat.CPUSystem,
	"sys":    hoststat.CPUSystem,
	"iowait": hoststat.CPUIOWait,
	"steal":  hoststat.CPUSteal,
	"idle":   hoststat.CPUIdle,
}

func diskMetric(column string) hoststat.Metric {
	if m, ok := diskColumns[column]; ok {
		return m
	}
	return hoststat.Named(column)
}

func cpuMetric(column string) hoststat.Metric {
	if m, ok := cpuColumns[column]; ok {
		return m
	}
	return hoststat.Named("%cpu_" + column)
}

// A table is a heading: its text and what its columns hold.
type table struct {
	text     []byte
	columns  []hoststat.Metric
	nameLast bool // --pretty: the device stands behind its figures
	cpu      bool
}

// newTable reads a heading of devices, or returns nil. Without the word Device
// in front or at the end, or a known column, it is none.
func newTable(line []byte) *table {
	words := hoststat.Words(line)
	if len(words) < 2 {
		return nil
	}
	t := &table{text: bytes.Clone(line)}
	switch last := len(words) - 1; {
	case isDeviceWord(words[0]):
		words = words[1:]
	case words[last] == "Device":
		words, t.nameLast = words[:last], true
	default:
		return nil
	}
	known := 0
	for _, w := range words {
		if _, ok := diskColumns[w]; ok {
			known++
		}
		t.columns = append(t.columns, diskMetric(w))
	}
	if known == 0 {
		return nil
	}
	return t
}

func isDeviceWord(w string) bool {
	switch w {
	case "Device", "Device:", "Filesystem", "Filesystem:":
		return true
	}
	return false
}

func isCPUHeading(line []byte) bool {
	return bytes.HasPrefix(line, []byte("avg-cpu:")) && bytes.IndexByte(line, '%') > 0
}

func newCPUTable(line []byte) *table {
	t := &table{text: bytes.Clone(line), cpu: true}
	for _, w := range hoststat.Words(line)[1:] {
		if w[0] == '%' {
			w = w[1:]
		}
		t.columns = append(t.columns, cpuMetric(w))
	}
	return t
}
