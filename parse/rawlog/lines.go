// Package rawlog reads and writes the raw interval logs that jitterlog's own
// runner makes: one JSON object a line, append-only. The grammar is in
// grammar.md.
package rawlog

import "time"

// Version is the version of the grammar that is written, and the newest that
// is read.
const Version = 1

// A Line is one line of a log: *Run, *Server, *Start, *Interval, *Sample,
// *Event or *End.
type Line interface{ kind() string }

// Run opens a run.
type Run struct {
	Kind      string            `json:"kind"`
	Jitterlog int               `json:"jitterlog"` // Version
	Version   string            `json:"version"`   // of the program
	At        time.Time         `json:"at"`
	Workload  string            `json:"workload"`
	Ops       []string          `json:"ops"`
	Threads   int64             `json:"threads"`
	IntervalS float64           `json:"interval_s"`
	WarmupS   float64           `json:"warmup_s,omitzero"`
	DurationS float64           `json:"duration_s,omitzero"`
	Events    int64             `json:"events,omitzero"`
	Arrivals  string            `json:"arrivals,omitzero"`
	Scale     int64             `json:"scale,omitzero"`
	Server    string            `json:"server,omitzero"`
	Seed      uint64            `json:"seed"`
	Stages    []Stage           `json:"stages"`
	Options   map[string]string `json:"options,omitempty"`
}

// A Stage is a part of the load over time.
type Stage struct {
	Rate      float64 `json:"rate,omitzero"` // events per second, 0: closed loop
	Threads   int64   `json:"threads"`
	DurationS float64 `json:"duration_s,omitzero"`
}

// Server says what the load was made on.
type Server struct {
	Kind     string            `json:"kind"`
	Product  string            `json:"product,omitzero"`
	Version  string            `json:"server_version,omitzero"`
	Settings map[string]string `json:"settings"`
	Storage  map[string]string `json:"storage,omitempty"`
}

// Start says when measuring started.
type Start struct {
	Kind string    `json:"kind"`
	At   time.Time `json:"at"`
}

// An Interval is what was done in (T0, T1].
type Interval struct {
	Kind       string     `json:"kind"`
	T0         float64    `json:"t0"`
	T1         float64    `json:"t1"`
	Phase      string     `json:"phase"`
	ElapsedS   float64    `json:"elapsed_s"`
	Threads    int64      `json:"threads"`
	Rate       float64    `json:"rate,omitzero"`
	Ops        []Op       `json:"ops"`
	Statements Statements `json:"statements"`
}

// An Op is what was done of one operation.
type Op struct {
	Name    string           `json:"op"`
	Count   int64            `json:"count"`
	Late    int64            `json:"late,omitzero"`
	Failed  int64            `json:"failed,omitzero"`
	Retried int64            `json:"retried,omitzero"`
	Errors  map[string]int64 `json:"errors,omitempty"`
	Latency *Latency         `json:"lat,omitempty"`
	Service *Latency         `json:"service,omitempty"`
}

// Latency is a distribution of times in milliseconds.
type Latency struct {
	N    int64   `json:"n"`
	Avg  float64 `json:"avg_ms"`
	P50  float64 `json:"p50_ms"`
	P90  float64 `json:"p90_ms"`
	P95  float64 `json:"p95_ms"`
	P99  float64 `json:"p99_ms"`
	P999 float64 `json:"p999_ms"`
	Max  float64 `json:"max_ms"`
	// Hist is a flat list of lower edges in nanoseconds and numbers.
	Hist []int64 `json:"hist,omitempty"`
}

// Statements are numbers of statements by what they did.
type Statements struct {
	Read  int64 `json:"read"`
	Write int64 `json:"write"`
	Other int64 `json:"other"`
}

// A Sample is a set of values taken at one time.
type Sample struct {
	Kind   string             `json:"kind"`
	T      float64            `json:"t"`
	Source string             `json:"source"`
	Object string             `json:"object,omitzero"`
	Unit   string             `json:"unit,omitzero"`
	Values map[string]float64 `json:"values"`
}

// An Event is something that happened.
type Event struct {
	Kind     string   `json:"kind"`
	T        *float64 `json:"t,omitempty"`
	Severity string   `json:"severity"`
	Event    string   `json:"event"`
	Code     string   `json:"code,omitzero"`
	Message  string   `json:"message"`
	Count    int64    `json:"count,omitzero"`
}

// End closes a run.
type End struct {
	Kind          string     `json:"kind"`
	T             float64    `json:"t"`
	Reason        string     `json:"reason"`
	Verdict       string     `json:"verdict"`
	Reasons       []string   `json:"reasons,omitempty"`
	ElapsedS      float64    `json:"elapsed_s"`
	Totals        []Op       `json:"totals"`
	Statements    Statements `json:"statements"`
	Arrived       int64      `json:"arrived,omitzero"`
	Begun         int64      `json:"begun,omitzero"`
	BeginLagP99MS float64    `json:"begin_lag_p99_ms,omitzero"`
	Unfinished    int64      `json:"unfinished,omitzero"`
	Samples       int64      `json:"samples,omitzero"`
	SamplesMissed int64      `json:"samples_missed,omitzero"`
	ClientCPUS    float64    `json:"client_cpu_s,omitzero"`
	LagP99MS      float64    `json:"lag_p99_ms,omitzero"`
}

func (*Run) kind() string      { return "run" }
func (*Server) kind() string   { return "server" }
func (*Start) kind() string    { return "start" }
func (*Interval) kind() string { return "interval" }
func (*Sample) kind() string   { return "sample" }
func (*Event) kind() string    { return "event" }
func (*End) kind() string      { return "end" }
