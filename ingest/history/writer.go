package history

import (
	"fmt"
	"math"

	"jitterlog/parse"
)

// A RunWriter takes the rows of one run. It is one goroutine's; its rows go to
// the import when the run ends, or in batches where they are more than a row
// group holds. Errors wait for End.
type RunWriter struct {
	im      *Import
	id      string
	batches [4]*batch // in the order of dataTables
	split   [4]bool   // a batch has gone to the import already
	seq     int64     // of the next interval
	err     error
}

// The indexes of RunWriter.batches.
const (
	intervalRows = iota
	sampleRows
	eventRows
	bucketRows
)

// BeginRun returns a writer for the rows of a run. Any number of runs may be
// open at once.
func (im *Import) BeginRun(runID string) *RunWriter { return &RunWriter{im: im, id: runID} }

// Interval adds one row an operation. Intervals are numbered (seq) from 0 as
// they come. Where an operation has a count alone, its rate is the count over
// the interval's length.
func (w *RunWriter) Interval(iv *parse.Interval) {
	if !finite(iv.Start) || !finite(iv.End) {
		w.fail(fmt.Errorf("line %d: an interval from %g to %g s", iv.Line, iv.Start, iv.End))
		return
	}
	length := iv.End - iv.Start
	threads, line := nullable(iv.Threads), int64(iv.Line)
	b := w.batch(intervalRows)
	for i := range iv.Ops {
		op := &iv.Ops[i]
		rate := op.Rate
		if math.IsNaN(rate) && op.Count >= 0 && length > 0 {
			rate = float64(op.Count) / length
		}
		b.add([]string{op.Name, string(iv.Phase)},
			[]int64{w.seq, nullable(op.Count), nullable(op.Late), nullable(op.Failed), nullable(op.Retried), threads, line},
			[]float64{iv.Start, iv.End, rate, op.Errors, op.Reconns, op.AvgMS, op.P50MS, op.P90MS, op.P95MS,
				op.P99MS, op.P999MS, op.MaxMS, op.PctRank, op.PctMS, op.Bytes})
	}
	w.seq++
	w.spill(intervalRows)
}

// Sample adds a sample. One without a finite value holds nothing, and is left
// out.
func (w *RunWriter) Sample(s *parse.Sample) {
	if !finite(s.Value) {
		return
	}
	at := int64(absent)
	if !s.At.IsZero() {
		at = s.At.UnixMicro()
	}
	w.batch(sampleRows).add([]string{s.Source, s.Object, s.Metric, s.Unit},
		[]int64{at, int64(s.Line)}, []float64{s.T, s.Value})
	w.spill(sampleRows)
}

// Event adds an event; equal events are not added up here.
func (w *RunWriter) Event(e parse.Event) {
	w.batch(eventRows).add([]string{string(e.Severity), string(e.Kind), e.Code, e.Message},
		[]int64{max(e.Count, 1), int64(e.Line), int64(max(e.Line, e.LastLine))}, []float64{e.T})
	w.spill(eventRows)
}

// Bucket adds a histogram's bucket: of the whole run, or of the last Interval.
func (w *RunWriter) Bucket(b *parse.Bucket) {
	if math.IsNaN(b.LowerMS) || math.IsNaN(b.UpperMS) {
		w.fail(fmt.Errorf("line %d: a histogram bucket from %g to %g ms", b.Line, b.LowerMS, b.UpperMS))
		return
	}
	seq := int64(absent)
	if !b.WholeRun {
		seq = max(w.seq-1, 0)
	}
	w.batch(bucketRows).add([]string{b.Op}, []int64{seq, b.Count}, []float64{b.LowerMS, b.UpperMS})
	w.spill(bucketRows)
}

// Err is why the run cannot be stored, such as a full disk, else nil. Rows that
// come after an error are dropped.
func (w *RunWriter) Err() error {
	if w.err == nil {
		w.err = w.im.failure()
	}
	return w.err
}

// End hands over the run, its RunID included, and its rows. At Commit the runs
// whose ids are in supersedes are removed; the run's own id there replaces an
// earlier import of itself. After End the writer must not be used.
func (w *RunWriter) End(run Run, supersedes ...string) error {
	if run.RunID != w.id {
		w.fail(fmt.Errorf("run %s was begun as %s", run.RunID, w.id))
	}
	if err := w.Err(); err != nil {
		w.Drop()
		return err
	}
	for i := range w.batches {
		w.send(i)
	}
	w.im.endRun(run, supersedes)
	return nil
}

// Drop forgets the run and its rows, as far as they have not gone to disk: those
// stay hidden in the import's files. After End it does nothing, so it may be
// deferred.
func (w *RunWriter) Drop() {
	for i, b := range w.batches {
		if b != nil {
			b.free()
			w.batches[i] = nil
		}
	}
}

func (w *RunWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *RunWriter) batch(i int) *batch {
	if w.batches[i] == nil {
		w.batches[i] = newBatch(dataTables[i])
	}
	return w.batches[i]
}

// spill sends a batch that is as large as a row group.
func (w *RunWriter) spill(i int) {
	if w.batches[i].full() {
		w.split[i] = true
		w.send(i)
	}
}

func (w *RunWriter) send(i int) {
	b := w.batches[i]
	if b == nil {
		return
	}
	w.batches[i] = nil
	if w.Err() != nil || b.rows == 0 {
		b.free()
		return
	}
	b.runs = append(b.runs, span{w.id, b.rows})
	b.alone = w.split[i]
	w.im.queue <- b
}

// nullable is a count as stored.
func nullable(n int64) int64 {
	if n == parse.Absent {
		return absent
	}
	return n
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
