package tpccmysql

import (
	"iter"
	"strconv"
	"time"

	"jitterlog/parse"
)

const metricRT = "new_order_rt"

// readReport reads the file of -f, "10 8.715": the label of the last report
// line before a new order finished, 0 in the ramp-up and the first interval, and
// its response time in milliseconds.
func readReport(in *parse.Lines) iter.Seq2[parse.Record, error] {
	return samples(in, FormatReport, "a time in seconds and a response time", func(b []byte, s *parse.Sample) (int, bool) {
		label, ms, end, ok := reportRow(b)
		s.T, s.Metric, s.Unit, s.Value = float64(label), metricRT, "ms", ms
		return end, ok
	})
}

// readTrx reads the file of -t, which holds wall-clock times: a sample is the
// time that one new order took, at its finish. Revisions before 79d92f1 do not
// print the start: there a sample is the number of new orders that
// finished then, one.
func readTrx(in *parse.Lines) iter.Seq2[parse.Record, error] {
	var threads [maxNamedThreads]string
	return samples(in, FormatTrx, `"t_num: N finish: SECONDS NANOSECONDS start: SECONDS NANOSECONDS"`, func(b []byte, s *parse.Sample) (int, bool) {
		row, end, ok := trxRow(b)
		if !ok {
			return end, false
		}
		s.T, s.At = parse.NaN(), time.Unix(row.finishS, row.finishNS).UTC()
		s.Object = threadName(&threads, row.thread)
		if row.hasStart {
			s.Metric, s.Unit = metricRT, "ms"
			s.Value = float64(row.finishS-row.startS)*1e3 + float64(row.finishNS-row.startNS)/1e6
		} else {
			s.Metric, s.Unit, s.Value = "new_order_finished", "transactions", 1
		}
		return end, true
	})
}

// samples yields one sample a line, between a header and a summary.
func samples(in *parse.Lines, format, want string, read func([]byte, *parse.Sample) (end int, ok bool)) iter.Seq2[parse.Record, error] {
	return func(yield func(parse.Record, error) bool) {
		var summary *parse.Summary
		sample := parse.Sample{Source: tool}
		for line, ok := in.Next(); ok; line, ok = in.Next() {
			if skipBlanks(line, 0) == len(line) {
				continue
			}
			if summary == nil {
				summary = parse.NewSummary(format, tool, in.Number())
				summary.Workload = "tpcc"
				if !yield(&parse.Header{Line: in.Number(), Format: format, Tool: tool}, nil) {
					return
				}
			}
			end, ok := read(line, &sample)
			if !ok {
				err := &parse.SyntaxError{Line: in.Number(), Column: end + 1, Text: parse.Shown(line), Want: want}
				if !yield(nil, err) {
					return
				}
				continue
			}
			sample.Line = in.Number()
			summary.LastLine = in.Number()
			if !yield(&sample, nil) {
				return
			}
		}
		if summary != nil {
			yield(summary, nil)
		}
	}
}

// reportRow reads "10 8.715" to the end of the line.
func reportRow(b []byte) (label int64, ms float64, end int, ok bool) {
	label, end = integer(b, 0)
	if end == 0 || label > maxLabel || !has(b, end, " ") {
		return 0, 0, end, false
	}
	ms, decimals, i := decimal(b, end+1)
	if i == end+1 || decimals != 3 {
		return 0, 0, i, false
	}
	end, ok = atEnd(b, i)
	return label, ms, end, ok
}

// A trxTimes is one row of a -t file; seconds are of the Unix epoch.
type trxTimes struct {
	thread            int64
	finishS, finishNS int64
	startS, startNS   int64
	hasStart          bool
}

// trxRow reads a row of -t to the end of the line. Its nanoseconds are not
// padded: 1796077227 15502403 is 15.5 ms past the second.
func trxRow(b []byte) (row trxTimes, end int, ok bool) {
	if !has(b, 0, "t_num: ") {
		return row, 0, false
	}
	row.thread, end = integer(b, len("t_num: "))
	if end == len("t_num: ") || !has(b, end, " finish: ") {
		return row, end, false
	}
	row.finishS, row.finishNS, end, ok = timePair(b, end+len(" finish: "))
	if !ok {
		return row, end, false
	}
	if has(b, end, " start: ") {
		row.startS, row.startNS, end, ok = timePair(b, end+len(" start: "))
		if !ok {
			return row, end, false
		}
		row.hasStart = true
		if row.startS > row.finishS || row.startS == row.finishS && row.startNS > row.finishNS {
			return row, end, false
		}
	}
	end, ok = atEnd(b, end)
	return row, end, ok
}

// maxEpoch is the last second of the year 9999.
const maxEpoch = 253402300799

func timePair(b []byte, i int) (s, ns int64, end int, ok bool) {
	s, end = integer(b, i)
	if end == i || s > maxEpoch || !has(b, end, " ") {
		return 0, 0, end, false
	}
	i = end + 1
	ns, end = integer(b, i)
	return s, ns, end, end > i && ns < 1e9
}

const maxNamedThreads = 1024

// threadName returns the thread's number as text, made once a thread.
func threadName(names *[maxNamedThreads]string, thread int64) string {
	if thread >= maxNamedThreads {
		return strconv.FormatInt(thread, 10)
	}
	if names[thread] == "" {
		names[thread] = strconv.FormatInt(thread, 10)
	}
	return names[thread]
}

// matchReport wants nothing but rows of -f whose time never falls; only a
// time that begins at 0, as the tool's does, makes it likely.
func matchReport(head [][]byte) parse.Match {
	last, score := int64(-1), parse.Weak
	first, rows, others := parse.CountRows(head, func(line []byte) bool {
		label, _, _, ok := reportRow(line)
		if !ok || label < last {
			return false
		}
		if last < 0 && label == 0 {
			score = parse.Likely
		}
		last = label
		return true
	})
	if rows < 2 || others > 0 {
		return parse.Match{}
	}
	return parse.Match{Score: score, Line: first}
}

func matchTrx(head [][]byte) parse.Match {
	for i, line := range head {
		if _, _, ok := trxRow(line); ok {
			return parse.Match{Score: parse.Certain, Line: i}
		}
	}
	return parse.Match{}
}
