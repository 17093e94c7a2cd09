package load

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"jitterlog/parse/hoststat"
	"jitterlog/parse/rawlog"
)

// A hostSampler reads the counters of a Linux machine from /proc. What the
// kernel does not have (pressure, in old ones) is left out.
type hostSampler struct {
	root  string // of /proc
	at    time.Time
	cpu   []float64            // ticks by kind
	disks map[string][]float64 // columns of /proc/diskstats from the fourth
	stall map[string]float64   // total microseconds of pressure
}

// newHostSampler returns nil where the machine of the server cannot be seen.
func newHostSampler(local bool) *hostSampler {
	if !local || runtime.GOOS != "linux" {
		return nil
	}
	s := &hostSampler{root: "/proc"}
	s.sample(time.Now())
	return s
}

// sample returns the lines of the time since the last call; without a time.
func (s *hostSampler) sample(now time.Time) []*rawlog.Sample {
	if s == nil {
		return nil
	}
	seconds := now.Sub(s.at).Seconds()
	s.at = now
	var out []*rawlog.Sample
	add := func(object, unit string, values map[string]float64) {
		if len(values) > 0 {
			out = append(out, &rawlog.Sample{Source: "proc", Object: object, Unit: unit, Values: values})
		}
	}
	add("", "%", s.processors(s.read("stat")))
	add("", "kB", memory(s.read("meminfo")))
	add("", "%", s.pressure(seconds))
	for _, d := range s.devices(s.read("diskstats"), seconds) {
		out = append(out, d...)
	}
	return out
}

func (s *hostSampler) read(name string) []byte {
	data, err := os.ReadFile(filepath.Join(s.root, name))
	if err != nil {
		return nil
	}
	return data
}

// processors returns the share of the CPU time by kind, of the first line of
// /proc/stat: user nice system idle iowait irq softirq steal guest guest_nice,
// where user and nice hold the guests' time.
func (s *hostSampler) processors(stat []byte) map[string]float64 {
	line, _, _ := bytes.Cut(stat, []byte("\n"))
	fields := bytes.Fields(line)
	if len(fields) < 9 || string(fields[0]) != "cpu" {
		return nil
	}
	now := numbers(fields[1:])
	before := s.cpu
	s.cpu = now
	if len(before) != len(now) {
		return nil
	}
	total := 0.0
	for i := range 8 {
		total += max(0, now[i]-before[i])
	}
	if total == 0 {
		return nil
	}
	share := func(i int) float64 {
		if i >= len(now) {
			return 0
		}
		return 100 * max(0, now[i]-before[i]) / total
	}
	values := map[string]float64{}
	for i, m := range []hoststat.Metric{2: hoststat.CPUSystem, 3: hoststat.CPUIdle, 4: hoststat.CPUIOWait,
		5: hoststat.CPUIRQ, 6: hoststat.CPUSoftIRQ, 7: hoststat.CPUSteal, 8: hoststat.CPUGuest, 9: hoststat.CPUGuestNice} {
		if m.Name != "" {
			values[m.Name] = rounded(share(i))
		}
	}
	values[hoststat.CPUUser.Name] = rounded(share(0) - share(8))
	values[hoststat.CPUNice.Name] = rounded(share(1) - share(9))
	return values
}

// memory returns the lines of /proc/meminfo that tell about the page cache.
func memory(meminfo []byte) map[string]float64 {
	names := map[string]string{
		"MemFree": hoststat.MemFree.Name, "Buffers": hoststat.MemBuffers.Name, "Cached": hoststat.MemCache.Name,
		"Active": hoststat.MemActive.Name, "Inactive": hoststat.MemInactive.Name, "SwapFree": hoststat.SwapFree.Name,
		"MemAvailable": "mem_available_kb", "Dirty": "mem_dirty_kb", "Writeback": "mem_writeback_kb",
	}
	values := map[string]float64{}
	for line := range bytes.Lines(meminfo) {
		key, rest, _ := bytes.Cut(line, []byte(":"))
		if name, ok := names[string(key)]; ok {
			if f := bytes.Fields(rest); len(f) > 0 {
				values[name] = numbers(f[:1])[0]
			}
		}
	}
	return values
}

// pressure returns the share of the time in which some or all tasks waited for
// CPU, memory or disks.
func (s *hostSampler) pressure(seconds float64) map[string]float64 {
	now := map[string]float64{}
	for _, resource := range []string{"cpu", "memory", "io"} {
		for line := range bytes.Lines(s.read("pressure/" + resource)) {
			kind, _, _ := bytes.Cut(line, []byte(" "))
			if _, total, ok := bytes.Cut(line, []byte("total=")); ok {
				now["pressure_"+resource+"_"+string(kind)+"_pct"] = numbers([][]byte{bytes.TrimSpace(total)})[0]
			}
		}
	}
	before := s.stall
	s.stall = now
	values := map[string]float64{}
	for name, total := range now {
		if was, ok := before[name]; ok && seconds > 0 {
			values[name] = rounded(100 * max(0, total-was) / 1e6 / seconds)
		}
	}
	return values
}

// devices returns the rates of the devices that ever did anything, loop and RAM
// devices left out.
func (s *hostSampler) devices(diskstats []byte, seconds float64) [][]*rawlog.Sample {
	before := s.disks
	s.disks = map[string][]float64{}
	var out [][]*rawlog.Sample
	for line := range bytes.Lines(diskstats) {
		f := bytes.Fields(line)
		if len(f) < 14 || bytes.HasPrefix(f[2], []byte("loop")) || bytes.HasPrefix(f[2], []byte("ram")) || bytes.HasPrefix(f[2], []byte("zram")) {
			continue
		}
		name, now := string(f[2]), numbers(f[3:])
		if now[0]+now[4] == 0 {
			continue
		}
		s.disks[name] = now
		if was, ok := before[name]; ok && len(was) == len(now) && seconds > 0 {
			out = append(out, device(name, was, now, seconds))
		}
	}
	return out
}

// device returns the figures of a device between two readings of its columns:
// reads, merged, sectors of 512 bytes, ms; the same of writes; in progress, ms
// busy, ms times requests; discards (4 columns); flushes and their ms.
func device(name string, was, now []float64, seconds float64) []*rawlog.Sample {
	d := func(i int) float64 {
		if i >= len(now) {
			return 0
		}
		return max(0, now[i]-was[i])
	}
	line := func(unit string, values map[string]float64) *rawlog.Sample {
		for k, v := range values {
			values[k] = rounded(v)
		}
		return &rawlog.Sample{Source: "proc", Object: name, Unit: unit, Values: values}
	}
	waits := map[string]float64{}
	for metric, i := range map[hoststat.Metric][2]int{hoststat.ReadAwait: {0, 3}, hoststat.WriteAwait: {4, 7}, hoststat.FlushAwait: {15, 16}} {
		if n := d(i[0]); n > 0 {
			waits[metric.Name] = d(i[1]) / n
		}
	}
	out := []*rawlog.Sample{
		line("1/s", map[string]float64{hoststat.Reads.Name: d(0) / seconds, hoststat.Writes.Name: d(4) / seconds, hoststat.Flushes.Name: d(15) / seconds}),
		line("kB/s", map[string]float64{hoststat.ReadKB.Name: d(2) / 2 / seconds, hoststat.WriteKB.Name: d(6) / 2 / seconds}),
		line("%", map[string]float64{hoststat.Util.Name: d(9) / 10 / seconds}),
		line("", map[string]float64{hoststat.AvgQueue.Name: d(10) / 1000 / seconds, hoststat.InProgress.Name: now[8]}),
	}
	if len(waits) > 0 {
		out = append(out, line("ms", waits))
	}
	return out
}

// numbers reads fields of /proc; what is no number is 0.
func numbers(fields [][]byte) []float64 {
	out := make([]float64, len(fields))
	for i, f := range fields {
		out[i], _ = strconv.ParseFloat(string(f), 64)
	}
	return out
}

// rounded keeps three decimals: more is noise and makes logs long.
func rounded(v float64) float64 { return float64(int64(v*1000+0.5)) / 1000 }

// residentKB returns the resident memory of this process, 0 if unknown.
func residentKB() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(status) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmRSS:")); ok {
			if f := bytes.Fields(rest); len(f) > 0 {
				return numbers(f[:1])[0]
			}
		}
	}
	return 0
}
