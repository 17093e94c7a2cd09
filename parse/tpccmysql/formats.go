package tpccmysql

import (
	"bytes"

	"jitterlog/parse"
)

// The names of the formats.
const (
	FormatLog    = "tpcc-mysql"
	FormatLoad   = "tpcc-load"
	FormatErrors = "tpcc-mysql-err"
	FormatReport = "tpcc-mysql-f"
	FormatTrx    = "tpcc-mysql-t"
)

// Formats are the files of tpcc-mysql.
var Formats = []parse.Format{
	{
		Name: FormatLog, Tool: tool,
		About:   "output of tpcc_start, any version since 2008",
		Example: "  10, trx: 12920, 95%: 9.483, 99%: 18.738, max_rt: 213.169, 12919|98.778, 1292|101.096, 1293|443.955, 1293|670.842",
		Match:   matchLog, Read: read(FormatLog),
	},
	{
		Name: FormatLoad, Tool: tool,
		About:   "output of tpcc_load",
		Example: "*** TPCC-mysql Data Loader        ***",
		Match:   matchLoad, Read: read(FormatLoad),
	},
	{
		Name: FormatErrors, Tool: tool, Attaches: true,
		About:   "standard error of tpcc_start, kept in a file of its own",
		Example: "1213, 40001, Deadlock found when trying to get lock; try restarting transaction",
		Match:   matchErrors, Read: read(FormatErrors),
	},
	{
		Name: FormatReport, Tool: tool, Attaches: true,
		About:   "tpcc_start -f: the response time of each new order",
		Example: "10 8.715",
		Match:   matchReport, Read: readReport,
	},
	{
		Name: FormatTrx, Tool: tool, Attaches: true,
		About:   "tpcc_start -t: start and finish of each new order",
		Example: "t_num: 1 finish: 1796077804 216884148 start: 1796077804 208185662",
		Match:   matchTrx, Read: readTrx,
	},
}

// matchLog is certain of the banner, and takes two report lines for a log
// whose head is missing.
func matchLog(head [][]byte) parse.Match {
	var report reportLine
	var found parse.Match
	for i, line := range head {
		switch {
		case bytes.Contains(line, []byte(loadBanner)):
			return parse.Match{}
		case bytes.Contains(line, []byte(startBanner)):
			return parse.Match{Score: parse.Certain, Line: i}
		}
		switch n := report.countIn(line); {
		case n == 0:
		case n > 1 || found.Score > 0:
			found.Score = parse.Likely
		default:
			found = parse.Match{Score: parse.Weak, Line: i}
		}
	}
	return found
}

// countIn returns how many report lines stand in a line: none, one, or where
// printf broke them off any number.
func (l *reportLine) countIn(b []byte) int {
	count, end := 0, 0
	for {
		_, pos, kind := numbered(b, end)
		var ok bool
		switch kind {
		case trxLine:
			end, ok = l.trx(b, pos)
		case countLine:
			end, ok = l.counts(b, pos)
		}
		if !ok || end < len(b) && b[end] != ' ' {
			return count
		}
		count++
	}
}

func matchLoad(head [][]byte) parse.Match {
	for i, line := range head {
		switch {
		case bytes.Contains(line, []byte(startBanner)):
			return parse.Match{}
		case bytes.Contains(line, []byte(loadBanner)):
			return parse.Match{Score: parse.Certain, Line: i}
		}
	}
	return parse.Match{}
}

// matchErrors wants nothing but errors, at least one of them of a transaction.
func matchErrors(head [][]byte) parse.Match {
	found := parse.Match{}
	contexts, errors := 0, 0
	for i, line := range head {
		if _, end, ok := context(line, 0); ok && skipBlanks(line, end) == len(line) {
			if contexts++; contexts == 1 {
				found.Line = i
			}
			continue
		}
		if _, _, kind := numbered(line, 0); kind == errorLine {
			errors++
		} else if len(bytes.TrimSpace(line)) > 0 {
			return parse.Match{}
		}
	}
	if contexts > 0 && errors > 0 {
		found.Score = parse.Likely
	}
	return found
}
