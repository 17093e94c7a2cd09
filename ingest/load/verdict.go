package load

import (
	"fmt"
	"time"
)

// The verdicts of a run on itself.
const (
	Valid           = "valid"
	ClientSaturated = "client_saturated"  // the client was the bottleneck: the server could do more
	ScheduleNotKept = "schedule_not_kept" // the rate asked for was not reached
	NothingMeasured = "nothing_measured"  // the run ended in its warm-up
)

// The limits beyond which a run is not valid.
const (
	// saturatedShare is of all CPUs that the client may use; beyond it some
	// worker always waits for one.
	saturatedShare = 0.9
	// lagLimit is of the 99th percentile of how late timers fire: beyond it the
	// client's own delay is no longer small beside the latencies of disks.
	lagLimit = 20 * time.Millisecond
	// keptShare is of the events due that must have been begun.
	keptShare = 0.99
)

// evidence is what a verdict is drawn from, all of the measure phase.
type evidence struct {
	measured       time.Duration
	cpuShare       float64
	lagP99         time.Duration
	arrived, begun int64 // open loop, else 0
	underWay       int64 // at most so many were under way at the end
}

// verdict says whether the figures of a run tell about the server. The first
// reason in doubt gives the name; all are told.
func verdict(e evidence) (name string, reasons []string) {
	if e.measured <= 0 {
		return NothingMeasured, []string{"the run ended in its warm-up"}
	}
	name = Valid
	if e.cpuShare > saturatedShare {
		name = ClientSaturated
		reasons = append(reasons, fmt.Sprintf("the client used %.0f %% of the CPU time that it could have (limit %.0f %%)", 100*e.cpuShare, 100*saturatedShare))
	}
	if e.lagP99 > lagLimit {
		name = ClientSaturated
		reasons = append(reasons, fmt.Sprintf("1 %% of the client's timers fired %v or more late (limit %v): it had to wait for a CPU", e.lagP99.Round(100*time.Microsecond), lagLimit))
	}
	if e.arrived > 0 && float64(e.begun+e.underWay) < keptShare*float64(e.arrived) {
		if name == Valid {
			name = ScheduleNotKept
		}
		reasons = append(reasons, fmt.Sprintf("%d of %d events due were begun (%.1f %%, limit %.0f %%): the rate is above what server and threads can do",
			e.begun, e.arrived, 100*float64(e.begun)/float64(e.arrived), 100*keptShare))
	}
	return name, reasons
}
