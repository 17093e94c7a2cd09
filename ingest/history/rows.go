// Package history keeps runs as a folder of plain Parquet files, so that any
// tool that reads Parquet reads the history without us:
//
//	runs/<import_id>.parquet   one row a run; this file is the commit of its import
//	intervals/<import_id>.parquet, samples/, events/, histograms/   likewise, where there are rows
//	raw/<raw_sha256>.gz        the archived text of the logs, and of what belongs to their runs
//	schema                     the version of all this
//
// A row of any table counts only if the runs file of the same import_id holds a
// run of the same run_id: join on BOTH columns, since a run that is imported
// again keeps its run_id and changes its import_id. Names that end in .tmp are
// files being written, or garbage.
//
// Readers take no lock. Whatever changes committed files (commit, rm, tag, gc)
// holds commit.lock; an import holds import.lock shared for as long as it is
// open, so that gc, which takes it exclusively, never removes what is about to be
// committed.
package history

import (
	"maps"
	"slices"
	"time"

	"jitterlog/parse"
)

// A Table is one table of the history, and the name of its folder.
type Table string

// The tables.
const (
	Runs       Table = "runs"
	Intervals  Table = "intervals"
	Samples    Table = "samples"
	Events     Table = "events"
	Histograms Table = "histograms"
)

// A Run is a row of the table runs. What is not known is "", parse.Absent, NaN
// or the zero time, and becomes NULL where the column may be NULL (see
// runColumns).
type Run struct {
	RunID    string
	ImportID string // set by Import

	Name          string
	Tool          string
	ToolVersion   string
	Format        string
	Workload      string
	HeadlineOp    string
	Server        string
	ServerVersion string

	StartedAt   time.Time
	ImportedAt  time.Time // set by Import
	SourceMtime time.Time

	Source       string
	SourceSHA256 string // of the decompressed bytes, hex
	RawSHA256    string // of the archived text: decoded to UTF-8, secrets masked
	OwnSHA256    string // of the archived text from the end of the previous run to this run's last recognised line
	OwnBytes     int64  // length of that text
	Section      int64  // of the source, from 1
	FirstLine    int64
	LastLine     int64

	Threads   int64
	Scale     int64
	IntervalS float64
	WarmupS   float64
	DurationS float64
	ElapsedS  float64
	Complete  bool
	LatClock  parse.LatencyClock

	TpmC     float64
	TPS      float64
	QPS      float64
	LatAvgMS float64
	LatP95MS float64
	Errors   int64

	Options  map[string]string
	Settings map[string]string
	Tags     map[string]string
	Reported map[string]string
	// Attached are the files that were brought in beside the log: the RawSHA256 of
	// their archived texts by path.
	Attached map[string]string
}

// texts returns the hashes of the archived texts that the run needs.
func (r *Run) texts() []string {
	needed := slices.Sorted(maps.Values(r.Attached))
	if r.RawSHA256 != "" {
		needed = append(needed, r.RawSHA256)
	}
	return needed
}

// NewRun returns the run that a summary tells of. It shares the summary's
// maps. The caller adds the identity: ids, name, source, hashes, section, tags.
func NewRun(s *parse.Summary) Run {
	return Run{
		Tool: s.Tool, ToolVersion: s.Version, Format: s.Format, Workload: s.Workload,
		HeadlineOp: s.HeadlineOp, Server: s.Server, ServerVersion: s.ServerVersion,
		StartedAt: s.StartedAt,
		FirstLine: int64(s.FirstLine), LastLine: int64(s.LastLine),
		Threads: s.Threads, Scale: s.Scale,
		IntervalS: s.IntervalS, WarmupS: s.WarmupS, DurationS: s.DurationS, ElapsedS: s.ElapsedS,
		Complete: s.Complete, LatClock: s.Clock,
		TpmC: s.TpmC, TPS: s.TPS, QPS: s.QPS, LatAvgMS: s.LatAvgMS, LatP95MS: s.LatP95MS,
		Errors:  s.Errors,
		Options: s.Options, Settings: s.Settings, Reported: s.Reported,
	}
}
