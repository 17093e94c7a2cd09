// Package hoststat holds what the readers of iostat, vmstat, dstat, mpstat,
// pidstat and pt-diskstats share: the names and units of metrics, the numbers
// and clocks that these tools print, and the stream of samples they become.
//
// The same thing has the same metric name and unit whatever tool measured it;
// which column of a tool it is stands in the table of that tool's package. The
// object of a sample is a device, CPU (cpu0) or process (mariadbd[1234]), and
// empty for the machine as a whole.
package hoststat

import "strings"

// A Metric is what a column holds: the number printed times Factor is in Unit.
type Metric struct {
	Name   string
	Unit   string
	Factor float64
}

// Times returns the metric of a column that is printed in units of f.
func (m Metric) Times(f float64) Metric {
	m.Factor *= f
	return m
}

func pct(name string) Metric       { return Metric{name, "%", 1} }
func perSecond(name string) Metric { return Metric{name, "1/s", 1} }
func kb(name string) Metric        { return Metric{name, "kB", 1} }
func kbPerSec(name string) Metric  { return Metric{name, "kB/s", 1} }
func ms(name string) Metric        { return Metric{name, "ms", 1} }
func plain(name string) Metric     { return Metric{name, "", 1} }

// CPU time in percent: of all CPUs together, of one CPU, or of a process, where
// 100 is one CPU.
var (
	CPUUser      = pct("cpu_user_pct")
	CPUNice      = pct("cpu_nice_pct")
	CPUSystem    = pct("cpu_system_pct")
	CPUIOWait    = pct("cpu_iowait_pct")
	CPUIRQ       = pct("cpu_irq_pct")
	CPUSoftIRQ   = pct("cpu_softirq_pct")
	CPUSteal     = pct("cpu_steal_pct")
	CPUGuest     = pct("cpu_guest_pct")
	CPUGuestNice = pct("cpu_guest_nice_pct")
	CPUIdle      = pct("cpu_idle_pct")
)

// The scheduler.
var (
	RunQueue        = plain("run_queue") // tasks that run or wait for a CPU
	Blocked         = plain("blocked")   // tasks that wait for a disk
	Interrupts      = perSecond("interrupts_per_s")
	ContextSwitches = perSecond("context_switches_per_s")
	NewProcesses    = perSecond("new_processes_per_s")
	Load1           = plain("load_1m")
	Load5           = plain("load_5m")
	Load15          = plain("load_15m")
)

// Memory; kB are of 1024 bytes here and everywhere.
var (
	MemUsed     = kb("mem_used_kb")
	MemFree     = kb("mem_free_kb")
	MemBuffers  = kb("mem_buffers_kb")
	MemCache    = kb("mem_cache_kb")
	MemInactive = kb("mem_inactive_kb")
	MemActive   = kb("mem_active_kb")
	SwapUsed    = kb("swap_used_kb")
	SwapFree    = kb("swap_free_kb")
	SwapIn      = kbPerSec("swap_in_kb_per_s")
	SwapOut     = kbPerSec("swap_out_kb_per_s")
)

// Disks. A transfer is a read, write or discard that reached the device; merges
// are requests that were joined to another before that. A wait lasts from
// the queue to the end of the transfer.
var (
	Transfers       = perSecond("transfers_per_s")
	Reads           = perSecond("reads_per_s")
	Writes          = perSecond("writes_per_s")
	Discards        = perSecond("discards_per_s")
	Flushes         = perSecond("flushes_per_s")
	TransferKB      = kbPerSec("transfer_kb_per_s")
	ReadKB          = kbPerSec("read_kb_per_s")
	WriteKB         = kbPerSec("write_kb_per_s")
	DiscardKB       = kbPerSec("discard_kb_per_s")
	WriteDiscardKB  = kbPerSec("write_discard_kb_per_s") // both together
	ReadTotal       = kb("read_kb")                      // in the interval, as the next three
	WriteTotal      = kb("write_kb")
	DiscardTotal    = kb("discard_kb")
	WriteDiscardSum = kb("write_discard_kb")
	Merges          = perSecond("merges_per_s")
	ReadMerges      = perSecond("read_merges_per_s")
	WriteMerges     = perSecond("write_merges_per_s")
	DiscardMerges   = perSecond("discard_merges_per_s")
	ReadMerged      = pct("read_merged_pct") // of the requests for reads
	WriteMerged     = pct("write_merged_pct")
	DiscardMerged   = pct("discard_merged_pct")
	Await           = ms("await_ms")
	ReadAwait       = ms("r_await_ms")
	WriteAwait      = ms("w_await_ms")
	DiscardAwait    = ms("d_await_ms")
	FlushAwait      = ms("f_await_ms")
	QueueTime       = ms("queue_time_ms") // the part of await before the device
	ServiceTime     = ms("svctm_ms")      // computed from utilisation, not measured
	RequestKB       = kb("avg_request_kb")
	ReadSize        = kb("avg_read_kb")
	WriteSize       = kb("avg_write_kb")
	DiscardSize     = kb("avg_discard_kb")
	AvgQueue        = plain("avg_queue") // requests waiting or at the device
	ReadQueue       = plain("avg_read_queue")
	WriteQueue      = plain("avg_write_queue")
	InProgress      = plain("in_progress") // at the moment of the report
	Util            = pct("util_pct")      // time with at least one request; above 100 in old versions
)

// Network.
var (
	NetReceive = kbPerSec("net_receive_kb_per_s")
	NetSend    = kbPerSec("net_send_kb_per_s")
)

// Processes and threads, beside CPU time and disks.
var (
	CPUWait          = pct("cpu_wait_pct") // ready, but without a CPU
	CPUTotal         = pct("cpu_pct")
	LastCPU          = plain("last_cpu") // number of the CPU that it ran on
	CPUUserTime      = ms("cpu_user_ms") // in the interval, with children
	CPUSystemTime    = ms("cpu_system_ms")
	CPUGuestTime     = ms("cpu_guest_ms")
	MinorFaults      = perSecond("minor_faults_per_s")
	MajorFaults      = perSecond("major_faults_per_s")
	MinorFaultCount  = plain("minor_faults")
	MajorFaultCount  = plain("major_faults")
	VirtualSize      = kb("vsz_kb")
	ResidentSize     = kb("rss_kb")
	MemShare         = pct("mem_pct")
	CancelledWriteKB = kbPerSec("cancelled_write_kb_per_s")
	IODelay          = Metric{"io_delay_ticks", "ticks", 1}
	VoluntarySwitch  = perSecond("voluntary_switches_per_s")
	InvoluntSwitch   = perSecond("involuntary_switches_per_s")
	Threads          = plain("threads")
	FileDescriptors  = plain("fds")
	StackReserved    = kb("stack_kb")
	StackUsed        = kb("stack_used_kb")
	Priority         = plain("priority")
)

// Named makes a metric of a column that no table knows: %x becomes x_pct and
// x/s becomes x_per_s, so that nothing is lost.
func Named(column string) Metric {
	m := Metric{Factor: 1}
	name, isPct := strings.CutPrefix(column, "%")
	name, isRate := strings.CutSuffix(name, "/s")
	m.Name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r > 0x7f:
			return r
		}
		return '_'
	}, name)
	switch {
	case isPct:
		m.Name, m.Unit = m.Name+"_pct", "%"
	case isRate:
		m.Name, m.Unit = m.Name+"_per_s", "1/s"
	}
	return m
}
