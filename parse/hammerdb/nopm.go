package hammerdb

import (
	"bytes"
	"time"

	"jitterlog/parse"
)

const nopmHeading = "timestamp,nopm,tpm"

// A sample is a row of NOPM samples.
type sample struct {
	epoch     int64
	nopm, tpm int64 // tpm is -1 where the row has none
}

// An epoch is a time in this century, which no rate is.
func isEpoch(n int64) bool { return n >= 946684800 && n < 4102444800 }

// readSample reads "1775304125,382080,900000", or "1:NOPM_SAMPLE:,1775304125,382080", where
// the columns are one further than their heading says: the time is what looks
// like one.
func readSample(b []byte) (s sample, ok bool) {
	c := parse.Cursor{Line: b}
	if mark, found := c.Until(','); !found || !bytes.HasSuffix(mark, []byte(":NOPM_SAMPLE:")) {
		c.Pos = 0
	}
	if s.epoch, ok = c.Int(); !ok || !isEpoch(s.epoch) || !c.Byte(',') {
		return s, false
	}
	if s.nopm, ok = c.Count(); !ok || isEpoch(s.nopm) {
		return s, false
	}
	s.tpm = parse.Absent
	if c.Byte(',') {
		if s.tpm, ok = c.Count(); !ok {
			return s, false
		}
	}
	return s, c.End()
}

// A nopmReader reads samples of NOPM. A time that does not increase begins
// another run.
type nopmReader struct{ run *run }

func (r *nopmReader) end() {}

func (r *nopmReader) line(b []byte) {
	if string(b) == nopmHeading {
		r.run.begin(FormatNOPM)
		return
	}
	s, ok := readSample(b)
	if !ok {
		r.run.reject(b, 0, "a time in seconds since 1970, NOPM and perhaps TPM")
		return
	}
	at := time.Unix(s.epoch, 0).UTC()
	if r.run.summary == nil || r.run.series.begun && !at.After(r.run.series.last) {
		r.run.begin(FormatNOPM)
	}
	first := !r.run.series.begun
	sp, _ := r.run.series.next(at, false, time.Second)
	if first {
		r.run.summary.StartedAt = at.Add(-time.Second)
	}
	r.run.touch()
	op := parse.NewOp("new_order")
	op.Rate = float64(s.nopm) / 60
	r.run.interval = parse.Interval{Line: r.run.in.Number(), Start: sp.start, End: sp.end, Phase: parse.Measure, Threads: parse.Absent, Ops: append(r.run.interval.Ops[:0], op)}
	if s.tpm >= 0 {
		op = parse.NewOp("transaction")
		op.Rate = float64(s.tpm) / 60
		r.run.interval.Ops = append(r.run.interval.Ops, op)
	}
	r.run.spanned(sp)
}
