// Package formats is the list of all formats that can be read, and finds the
// one of a file by its content.
package formats

import (
	"bytes"
	"slices"
	"strings"

	"jitterlog/parse"
	"jitterlog/parse/benchbase"
	"jitterlog/parse/dbt2"
	"jitterlog/parse/diskstats"
	"jitterlog/parse/dstat"
	"jitterlog/parse/errorlog"
	"jitterlog/parse/gotpc"
	"jitterlog/parse/hammerdb"
	"jitterlog/parse/iibench"
	"jitterlog/parse/innodbstatus"
	"jitterlog/parse/iostat"
	"jitterlog/parse/mycnf"
	"jitterlog/parse/mysqlcli"
	"jitterlog/parse/mysqlslap"
	"jitterlog/parse/mysqlstatus"
	"jitterlog/parse/pgbench"
	"jitterlog/parse/progress"
	"jitterlog/parse/rawlog"
	"jitterlog/parse/resulttable"
	"jitterlog/parse/sysbench"
	"jitterlog/parse/sysstat"
	"jitterlog/parse/tpccmysql"
	"jitterlog/parse/variables"
	"jitterlog/parse/vmstat"
	"jitterlog/parse/ycsb"
)

// All lists the formats. Of two that are equally sure of a file the first wins.
func All() []parse.Format {
	return slices.Concat(
		rawlog.Formats, tpccmysql.Formats, sysbench.Formats, gotpc.Formats, mysqlslap.Formats, hammerdb.Formats, dbt2.Formats,
		benchbase.Formats, pgbench.Formats, ycsb.Formats, iibench.Formats,
		mysqlcli.Formats, progress.Formats, resulttable.Formats,
		variables.Formats, mycnf.Formats,
		mysqlstatus.Formats, innodbstatus.Formats, errorlog.Formats, iostat.Formats, vmstat.Formats, dstat.Formats, sysstat.Formats, diskstats.Formats,
	)
}

// Named returns the format of that name.
func Named(name string) (parse.Format, bool) {
	for _, f := range All() {
		if f.Name == name {
			return f, true
		}
	}
	return parse.Format{}, false
}

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range All() {
		names = append(names, f.Name)
	}
	return names
}

// A Detection says what a file was recognised as.
type Detection struct {
	Format   parse.Format
	Score    int
	Line     int    // the line that tells, from 1
	Text     string // that line
	Prefixed bool   // each line has something in front of it that must be removed
}

// firstLook is how much of a file is looked at first: a banner is certain, and
// mostly stands there.
const firstLook = 16 << 10

// Detect finds the format of a file from its first bytes, which are UTF-8
// text. Only where two formats are equally sure does the file's name decide:
// the one whose tool stands in it wins.
func Detect(head []byte, name string) (Detection, bool) {
	if len(head) > firstLook {
		if found, _ := detect(head[:firstLook], name); found.Score == parse.Certain {
			return found, true
		}
	}
	return detect(head, name)
}

func detect(head []byte, name string) (Detection, bool) {
	plain := best(lines(head, false), name)
	if plain.Score >= parse.Likely {
		return plain, true
	}
	stripped := best(lines(head, true), name)
	if stripped.Score > plain.Score {
		stripped.Prefixed = true
		return stripped, true
	}
	return plain, plain.Score > parse.NoMatch
}

func best(head [][]byte, name string) Detection {
	var found Detection
	for _, f := range All() {
		m := f.Match(head)
		if m.Score > found.Score || m.Score > 0 && m.Score == found.Score && named(name, f) && !named(name, found.Format) {
			found = Detection{Format: f, Score: m.Score, Line: m.Line + 1, Text: parse.Shown(head[m.Line])}
		}
	}
	return found
}

func named(name string, f parse.Format) bool {
	return strings.Contains(strings.ToLower(name), f.Tool)
}

// lines returns the whole lines of head, or its only one.
func lines(head []byte, strip bool) [][]byte {
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 {
		head = head[:i+1]
	}
	in := parse.NewLines(bytes.NewReader(head))
	if strip {
		in.StripPrefixes()
	}
	var out [][]byte
	for line, ok := in.Next(); ok; line, ok = in.Next() {
		out = append(out, bytes.Clone(line))
	}
	return out
}
