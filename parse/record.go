// Package parse is the vocabulary that all log formats are read into: a format
// turns the lines of one source into a stream of records, and says for every
// line that it does not understand where that line stands.
//
// The packages below it read one tool each; package formats lists them.
package parse

import (
	"math"
	"time"
)

// A Record is what a parser yields: *Header, *Interval, *Sample, *Event,
// *Bucket, *Setting or *Summary. *Interval, *Sample and *Bucket records are
// the parser's own memory and hold until the next step of the iteration; the
// others may be kept.
//
// The records of a run stand between its Header and its Summary. A source may
// hold several runs, one after the other; records outside a run (samples and
// settings of a file that is no run by itself) have neither.
type Record interface{ record() }

// Absent is the count that the log does not hold. A float that the log does not
// hold (or prints as nan or inf) is NaN.
const Absent int64 = -1

// NaN is the float that the log does not hold.
func NaN() float64 { return math.NaN() }

// MaxSeconds is the greatest time of a record: what a time.Duration holds, some
// 292 years. A log that says more is not understood.
const MaxSeconds = float64(math.MaxInt64 / int64(time.Second))

// IsDate says whether a log can be of that time: from 1970 to 9999. Others are of
// damaged lines, and may not be written as a date.
func IsDate(at time.Time) bool {
	year := at.UTC().Year()
	return year >= 1970 && year <= 9999
}

// A Header opens a run.
type Header struct {
	Line   int    // where the run begins, from 1
	Format string // name of the format that reads it
	Tool   string // such as "tpcc-mysql", "sysbench"
}

// A Phase is the part of a run that an interval belongs to, as the tool
// itself defines it. A warm-up found by statistics never changes it.
type Phase string

// The phases.
const (
	RampUp   Phase = "rampup"   // before the tool's own measuring start
	Measure  Phase = "measure"  // from the start to the end that was asked for
	CoolDown Phase = "cooldown" // after the end that was asked for
)

// An Interval is one report line. Times are seconds since measuring start, the
// interval is (Start, End].
type Interval struct {
	Line       int
	Start, End float64
	Phase      Phase
	Threads    int64 // running at this line, Absent if the line does not say
	Ops        []Op  // one entry an operation, in the order of the line
}

// Op is what a report line says of one operation. Latencies are
// milliseconds, rates are per second.
type Op struct {
	Name    string // the vocabulary of design: new_order, transaction, read, ...
	Count   int64  // as printed, Absent if the line prints rates
	Late    int64  // of Count, those over the tool's response time limit
	Failed  int64
	Retried int64
	Rate    float64 // NaN where only a count is printed
	Errors  float64 // ignored errors per second
	Reconns float64 // reconnects per second
	AvgMS   float64
	P50MS   float64
	P90MS   float64
	P95MS   float64
	P99MS   float64
	P999MS  float64
	MaxMS   float64
	PctRank float64 // rank in percent of any other percentile, NaN if none
	PctMS   float64
	Bytes   float64 // bytes per second
}

// NewOp returns an Op of that name with every figure absent.
func NewOp(name string) Op {
	nan := NaN()
	return Op{Name: name, Count: Absent, Late: Absent, Failed: Absent, Retried: Absent,
		Rate: nan, Errors: nan, Reconns: nan, AvgMS: nan, P50MS: nan, P90MS: nan, P95MS: nan,
		P99MS: nan, P999MS: nan, MaxMS: nan, PctRank: nan, PctMS: nan, Bytes: nan}
}

// SetPercentile stores a percentile in the field of its rank, or in PctRank
// and PctMS where it has none of its own. A NaN value clears that field.
func (o *Op) SetPercentile(rank, ms float64) {
	switch rank {
	case 50:
		o.P50MS = ms
	case 90:
		o.P90MS = ms
	case 95:
		o.P95MS = ms
	case 99:
		o.P99MS = ms
	case 99.9:
		o.P999MS = ms
	default:
		o.PctRank, o.PctMS = rank, ms
	}
}

// A Sample is one value of one metric of the server, disk or system.
type Sample struct {
	Line int
	T    float64   // seconds since measuring start, NaN if unknown
	At   time.Time // wall clock, zero if unknown
	// Numbered says that T is no time but the number of the report, from 0:
	// the source has no clock and does not say how far apart its reports are.
	Numbered bool
	Source   string // the tool that measured: iostat, vmstat, status, ...
	Object   string // device, CPU or thread, empty if there is only one
	Metric   string // canonical name
	Unit     string
	Value    float64
}

// A Severity grades an event.
type Severity string

// The severities.
const (
	Info    Severity = "info"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// A Kind says what sort of thing an event is; the list is closed.
type Kind string

// The kinds of events.
const (
	NotUnderstood Kind = "not_understood" // a line that no rule of the format reads
	Failure       Kind = "error"          // an error that the tool went on after
	Retry         Kind = "retry"
	Reconnect     Kind = "reconnect"
	Restart       Kind = "restart"
	LateReport    Kind = "late_report" // a report line that covers more than its interval
	Truncated     Kind = "truncated"   // the log or a line of it is cut
	Fatal         Kind = "fatal"       // an error that ended the run or a thread
	Mismatch      Kind = "mismatch"    // figures of the log that contradict each other
	ClockStep     Kind = "clock_step"
	CounterReset  Kind = "counter_reset"
	Stopped       Kind = "stopped" // the run ended before its time, by a rule that it was given
)

// An Event is something that the log says happened. Equal events (same kind,
// code and message) may be yielded one by one: whoever stores them adds them up,
// so Message should leave out what differs from one to the next, such as thread
// numbers.
type Event struct {
	Line     int
	LastLine int       // 0: the same line
	T        float64   // seconds since measuring start, NaN if unknown
	At       time.Time // wall clock, zero if unknown; T follows from it where the run has one
	Severity Severity
	Kind     Kind
	Code     string // the tool's or server's code, such as "1213"
	Message  string
	Count    int64 // how many, at least 1
}

// A Bucket is one bucket of a latency histogram.
type Bucket struct {
	Line     int
	Op       string
	WholeRun bool // false: of the interval before it
	LowerMS  float64
	UpperMS  float64
	Count    int64
}

// A Setting is one server variable. Outside a run it belongs to the run that
// the source is attached to.
type Setting struct {
	Line        int
	Name, Value string
}

// A LatencyClock says what a tool's latencies count.
type LatencyClock string

// The latency clocks. Latencies of different clocks are never compared.
const (
	WallClock    LatencyClock = "wall"
	ClientCPU    LatencyClock = "client_cpu" // CPU time of the client's thread
	UnknownClock LatencyClock = "unknown"
)

// A Summary closes a run and holds all that is known of it at its end.
// Unknown numbers are NaN or Absent, unknown texts empty.
type Summary struct {
	FirstLine, LastLine int // of the run; LastLine is its last recognised line
	Tool, Version       string
	Format              string
	Workload            string
	HeadlineOp          string
	Server              string // product or address, as far as the log says
	ServerVersion       string
	StartedAt           time.Time // measuring start, zero if unknown
	Threads             int64
	Scale               int64   // warehouses, table size, ...
	IntervalS           float64 // report interval
	WarmupS             float64 // asked for
	DurationS           float64 // asked for
	ElapsedS            float64 // measured, as the tool says
	Complete            bool    // the tool's final report was seen
	Clock               LatencyClock
	TpmC, TPS, QPS      float64 // the tool's own final figures
	LatAvgMS, LatP95MS  float64
	Errors              int64
	Options             map[string]string // the tool's own options
	Settings            map[string]string // server variables
	Reported            map[string]string // every figure of the final report, by stable name, as printed
}

// NewSummary returns a Summary in which nothing is known yet.
func NewSummary(format, tool string, firstLine int) *Summary {
	nan := NaN()
	return &Summary{Format: format, Tool: tool, FirstLine: firstLine, LastLine: firstLine,
		Threads: Absent, Scale: Absent, Errors: Absent, Clock: UnknownClock,
		IntervalS: nan, WarmupS: nan, DurationS: nan, ElapsedS: nan,
		TpmC: nan, TPS: nan, QPS: nan, LatAvgMS: nan, LatP95MS: nan,
		Options: map[string]string{}, Settings: map[string]string{}, Reported: map[string]string{}}
}

func (*Header) record()   {}
func (*Interval) record() {}
func (*Sample) record()   {}
func (*Event) record()    {}
func (*Bucket) record()   {}
func (*Setting) record()  {}
func (*Summary) record()  {}
