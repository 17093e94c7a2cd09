package sysbench

import (
	"bytes"
	"time"

	"jitterlog/parse"
)

// maxWaiting bounds the messages that are kept until it is known whether a run
// follows them.
const maxWaiting = 16

// A run is what the reader knows of the run it is in.
type run struct {
	sum       *parse.Summary
	announced bool // its header was yielded: it is a run and no help text
	banner    bool
	started   bool // its beginning was seen
	waiting   []parse.Event
	message   message
	fatal     bool // some thread died

	isSQL bool
	load  bool
	kind  string // cpu, memory, fileio, oltp

	reports  int
	label    int64 // of the last line
	length   int64 // of the last interval
	step     int64 // seconds between reports; 0: unknown
	stepSeen bool  // step is the shortest that was seen, not what was asked for
	warmup   int64 // as asked for
	shift    int64 // to be taken off labels
	fewer    bool  // the last line had fewer threads than were asked for
	totals   totals

	held      parse.Interval // the first of a log without a beginning; no Ops: none
	heldShape shape

	block       block
	histogram   bool
	buckets     []parse.Bucket // until their operation is known
	checkpoint  bool           // the next block is a checkpoint's
	checkpoints int
	parts       parts
}

// begin makes sure that there is a run, which else begins at that line, and
// that it is one: what calls it is found in no help text.
func (r *reader) begin(line int) {
	if r.run == nil {
		r.open(line)
	}
	r.announce()
}

func (r *reader) open(line int) {
	r.run = &run{sum: parse.NewSummary(r.format, tool, line)}
	r.run.sum.Clock = parse.WallClock
	r.shape = noShape
}

// announce yields the header of the run, and the messages that waited for it.
func (r *reader) announce() {
	run := r.run
	if run.announced {
		return
	}
	run.announced = true
	r.send(&parse.Header{Line: run.sum.FirstLine, Format: r.format, Tool: tool}, nil)
	for i := range run.waiting {
		r.send(&run.waiting[i], nil)
	}
	run.waiting = nil
}

// event yields an event of the run, at the time of its last line.
func (r *reader) event(e parse.Event) {
	e.T = r.run.now()
	if r.run.announced || len(r.run.waiting) == maxWaiting {
		r.emit(&e)
		return
	}
	r.run.waiting = append(r.run.waiting, e)
}

// measured yields a sample of the tool.
func (r *reader) measured(line int, t float64, object, metric string, value float64) {
	r.sample = parse.Sample{Line: line, T: t, Source: tool, Object: object, Metric: metric, Value: value, Unit: unit(metric)}
	r.emit(&r.sample)
}

// now is the time of the last line, NaN before the first.
func (run *run) now() float64 {
	if run.reports == 0 {
		return parse.NaN()
	}
	return float64(run.label - run.shift)
}

// headless says that the beginning of the run is not in the log.
func (run *run) headless() bool { return !run.banner && !run.started }

// onlyLoads says that this is a prepare or a cleanup.
func (run *run) onlyLoads() bool {
	_, ran := run.sum.Reported["events"]
	return run.load && run.reports == 0 && !ran
}

func (run *run) workload(kind string) {
	if run.kind == "" {
		run.kind = kind
	}
}

// phase returns that of an interval with so many threads at its end.
func (run *run) phase(threads int64, idle bool) parse.Phase {
	was := run.fewer
	run.fewer = threads >= 0 && run.sum.Threads > threads && !run.fatal
	if run.fewer && (was || idle) {
		return parse.CoolDown
	}
	return parse.Measure
}

// isBanner says whether a line is such as "sysbench 1.0.20 (using ...)" or
// "sysbench 0.5:  multi-threaded ...": prose begins with the name and a version
// too.
func isBanner(line []byte) bool {
	rest, named := bytes.CutPrefix(line, []byte("sysbench "))
	if !named || len(rest) == 0 || rest[0]-'0' > 9 {
		return false
	}
	version, rest, _ := bytes.Cut(rest, []byte(" "))
	rest = bytes.TrimLeft(rest, " ")
	return len(rest) == 0 || rest[0] == '(' || bytes.HasSuffix(version, []byte(":"))
}

// banner opens a run. Complaints about the command line, which come before the
// banner, belong to it.
func (r *reader) banner(line []byte) {
	if r.run == nil || r.run.announced || r.run.banner {
		r.finish()
		r.open(r.in.Number())
	}
	r.run.banner = true
	version, _, _ := bytes.Cut(line[len("sysbench "):], []byte(" "))
	r.run.sum.Version = string(bytes.TrimRight(version, ":"))
}

func started(at time.Time, seconds float64) time.Time {
	return at.Add(-time.Duration(seconds * float64(time.Second)))
}

// finish closes the run, if there is one, with its summary.
func (r *reader) finish() {
	run := r.run
	if run == nil {
		return
	}
	r.unfinished()
	if !run.announced {
		r.run = nil
		return
	}
	if run.message.open {
		r.message()
	}
	if run.held.Ops != nil {
		r.release(0)
	}
	if run.block.open {
		r.closeBlock()
	}
	r.flushHistogram()
	r.summarise()
	r.check()
	r.emit(run.sum)
	r.run = nil
}
