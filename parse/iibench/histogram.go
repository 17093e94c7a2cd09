package iibench

import (
	"bytes"
	"math"
	"strconv"

	"jitterlog/parse"
)

// uppers are the upper ends of the histogram's buckets, in milliseconds, and
// names their headings.
var (
	uppers = [...]float64{0.256, 1, 4, 16, 64, 256, 1000, 4000, 16000, math.Inf(1)}
	names  = [...]string{"256us", "1ms", "4ms", "16ms", "64ms", "256ms", "1s", "4s", "16s", "gt"}
)

// isBare says whether a line is a histogram of the form "256us:1\t1ms:2\t...".
func isBare(line []byte) bool { return bytes.HasPrefix(line, []byte("256us:")) }

// histogram reads "Insert rt:  12 3 0 ... 0.004211", its headings, or a bare one:
// the inserter's comes first, if there was one, those of queries after it.
func (r *reader) histogram(line []byte) bool {
	if isBare(line) {
		run := r.begin()
		op := "query"
		if !run.bare && run.last[insertTotal] > 0 {
			op = "insert"
		}
		run.bare = true
		r.buckets(op, bareWords(line), line)
		return true
	}
	what, rest, ok := bytes.Cut(bytes.TrimLeft(line, " "), []byte(" rt:"))
	if !ok {
		return false
	}
	for _, work := range works {
		if !bytes.EqualFold(what, []byte(work.op)) {
			continue
		}
		words := bytes.Fields(rest)
		if len(words) > 0 && string(words[0]) == names[0] {
			return true
		}
		r.begin()
		r.buckets(work.op, words, line)
		return true
	}
	return false
}

// bareWords returns the counts and the maximum of a bare histogram.
func bareWords(line []byte) (words [][]byte) {
	for i, word := range bytes.Fields(line) {
		sign := byte(':')
		if i == len(names) {
			sign = '='
		}
		_, value, _ := bytes.Cut(word, []byte{sign})
		words = append(words, value)
	}
	return words
}

// buckets yields the buckets of a histogram and keeps its maximum.
func (r *reader) buckets(op string, words [][]byte, line []byte) {
	run := r.run
	if bytes.Equal(run.seen, line) {
		return
	}
	run.seen = append(run.seen[:0], line...)
	counts := [len(uppers)]int64{}
	ok := len(words) == len(uppers)+1
	for i := 0; ok && i < len(uppers); i++ {
		n, err := strconv.ParseInt(string(words[i]), 10, 64)
		counts[i], ok = n, err == nil && n >= 0
	}
	if !ok {
		r.send(nil, &parse.SyntaxError{Line: r.in.Number(), Text: parse.Shown(line), Want: "ten counts and a maximum"})
		return
	}
	lower := 0.0
	for i, upper := range uppers {
		r.bucket = parse.Bucket{Line: r.in.Number(), Op: op, WholeRun: true, LowerMS: lower, UpperMS: upper, Count: counts[i]}
		r.send(&r.bucket, nil)
		lower = upper
	}
	run.sum.Reported[op+".lat.max_s"] = parse.Shown(words[len(uppers)])
}
