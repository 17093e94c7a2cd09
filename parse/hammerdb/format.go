// Package hammerdb reads what HammerDB leaves behind of its TPROC-C runs: the
// output of its virtual users and hammerdb.log, the transaction counter's log,
// the time profile, the JSON of its jobs, and samples of NOPM taken beside a run.
//
// What the figures mean:
//   - NOPM is new orders a minute, which is what TPC-C calls tpmC; the tool avoids
//     the name as it runs without keying and thinking time. It is the run's tpmC
//     here, and Reported says so. TPM counts the commits and rollbacks of the whole
//     server by its own counters, and is not comparable between products. Version 3
//     prints them the other way around.
//   - A log holds one result and no series. The series is the transaction counter's:
//     intervals of the operation transaction, rate = tpm / 60. Its log is a run of its own:
//     it has another name than the run's log and its times are seldom those of it.
//   - The counter prints every 10 s unless told otherwise. Where its lines have no time
//     that is assumed, and Reported says so. Its first line is 0: it has nothing
//     to compare with, and is only the time that the series begins at.
//   - In the output of the command line the counter's lines stand between those of
//     the virtual users: those after "Beginning rampup" and before "Timing test period" are
//     of phase rampup, those after "Test complete" of cooldown.
//   - Times of a profile are of all virtual users from their first to their last
//     transaction, ramp-up included.
package hammerdb

import (
	"bytes"
	"iter"

	"jitterlog/parse"
)

const tool = "hammerdb"

// The names of the formats.
const (
	FormatLog     = "hammerdb"
	FormatCounter = "hammerdb-tcount"
	FormatProfile = "hammerdb-profile"
	FormatJSON    = "hammerdb-json"
	FormatNOPM    = "hammerdb-nopm"
)

// Formats are the files of HammerDB.
var Formats = []parse.Format{
	{
		Name: FormatLog, Tool: tool,
		About:   "output of HammerDB's virtual users, and hammerdb.log",
		Example: "Vuser 1:TEST RESULT : System achieved 112135 NOPM from 260515 MariaDB TPM",
		Match:   matchLog, Read: reads(func(r *run) reader { return &logReader{run: r} }),
	},
	{
		Name: FormatCounter, Tool: tool,
		About:   "log of HammerDB's transaction counter, hdbtcount.log",
		Example: "260515 MariaDB tpm @ Fri Jan 18 12:15:37 MST 2019",
		Match:   matchCounter, Read: reads(func(r *run) reader { return &counterReader{run: r} }),
	},
	{
		Name: FormatProfile, Tool: tool,
		About:   "HammerDB's time profile, hdbxtprofile.log",
		Example: ">>>>> SUMMARY OF 4 ACTIVE VIRTUAL USERS : MEDIAN ELAPSED TIME : 420772ms",
		Match:   matchProfile, Read: reads(func(r *run) reader { return &profileReader{run: r} }),
	},
	{
		Name: FormatJSON, Tool: tool,
		About:   "JSON of a HammerDB job: its output, timing or transaction count",
		Example: `{"NEWORD": {"elapsed_ms": "420772.0", "calls": "53589", "min_ms": "0.529", "avg_ms": "2.345"}}`,
		Match:   matchJSON, Read: reads(newJSONReader),
	},
	{
		Name: FormatNOPM, Tool: tool,
		About:   "samples of NOPM, one a second: time, NOPM and perhaps TPM",
		Example: "1:NOPM_SAMPLE:,1775304125,382080",
		Match:   matchNOPM, Read: reads(func(r *run) reader { return &nopmReader{run: r} }),
	},
}

// A reader reads the lines of one format.
type reader interface {
	line(b []byte)
	end()
}

func reads(begin func(*run) reader) func(*parse.Lines) iter.Seq2[parse.Record, error] {
	return func(in *parse.Lines) iter.Seq2[parse.Record, error] {
		return func(yield func(parse.Record, error) bool) {
			out := &run{in: in, yield: yield}
			r := begin(out)
			for !out.stopped {
				b, ok := in.Next()
				if !ok {
					r.end()
					out.close()
					return
				}
				if b = bytes.TrimSpace(b); len(b) > 0 {
					r.line(b)
				}
			}
		}
	}
}

func matchLog(head [][]byte) parse.Match {
	var likely parse.Match
	for i, line := range head {
		line = bytes.TrimSpace(line)
		if _, ok := readResult(cutVuser(line)); ok || bytes.HasPrefix(line, []byte(logBanner)) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		if likely.Score == parse.NoMatch {
			if _, _, ok := vuser(line); ok || bytes.HasPrefix(line, []byte("HammerDB CLI v")) {
				likely = parse.Match{Score: parse.Likely, Line: i}
			}
		}
	}
	return likely
}

// matchCounter is certain of the banner, and wants three lines and nothing else
// without it.
func matchCounter(head [][]byte) parse.Match {
	for i, line := range head {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte(counterBanner)) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
	}
	first, rows, others := parse.CountRows(head, func(line []byte) bool {
		_, ok := readCount(bytes.TrimSpace(line))
		return ok
	})
	if rows < 3 || others > 0 {
		return parse.Match{}
	}
	return parse.Match{Score: parse.Likely, Line: first}
}

func matchProfile(head [][]byte) parse.Match {
	for i, line := range head {
		if bytes.Contains(line, []byte(profileBanner)) {
			return parse.Match{Score: parse.Certain, Line: i}
		}
		if bytes.HasPrefix(line, []byte(">>>>> VIRTUAL USER ")) || bytes.HasPrefix(line, []byte(">>>>> SUMMARY OF ")) {
			return parse.Match{Score: parse.Likely, Line: i}
		}
	}
	return parse.Match{}
}

// matchJSON wants a document that this package makes a run of.
func matchJSON(head [][]byte) parse.Match {
	first := -1
	for i, line := range head {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if first < 0 {
			if line[0] != '{' && line[0] != '[' {
				return parse.Match{}
			}
			first = i
		}
	}
	if first < 0 {
		return parse.Match{}
	}
	in := parse.NewLines(bytes.NewReader(bytes.Join(head, []byte("\n"))))
	for rec, err := range reads(newJSONReader)(in) {
		if err != nil {
			return parse.Match{}
		}
		if h, ok := rec.(*parse.Header); ok {
			return parse.Match{Score: parse.Likely, Line: h.Line - 1}
		}
	}
	return parse.Match{}
}

// matchNOPM wants three samples and nothing but the heading beside them.
func matchNOPM(head [][]byte) parse.Match {
	headings := 0
	first, rows, others := parse.CountRows(head, func(line []byte) bool {
		line = bytes.TrimSpace(line)
		if string(line) == nopmHeading {
			headings++
		}
		_, ok := readSample(line)
		return ok
	})
	if rows < 3 || others > headings {
		return parse.Match{}
	}
	return parse.Match{Score: parse.Likely, Line: first}
}
