// Package timeline reads the lines that hold nothing but a time, as loops print
// them between the reports of a program that has no clock of its own.
package timeline

import (
	"bytes"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

// Read reads one line as a time:
//
//	TS 1796083014.887056392 2026-11-30 23:56:54    (pt-stalk)
//	1796083014.887056392                           (date +%s.%N)
//	2026-11-30 23:56:54.887                        (and what hoststat.Clock reads)
//	Mon Nov 30 23:56:54 UTC 2026                   (date)
//
// Signs around it, as in "=== 2026-11-30 23:56:54 ===" or "# 1796083014", are
// passed over. Where the line names no zone the time is in that of the source.
func Read(in *parse.Lines, line []byte) (time.Time, bool) {
	line = bytes.Trim(line, " \t#=*-[]")
	c := parse.Cursor{Line: line}
	marked := c.Literal("TS ")
	c.Blanks()
	if c.Pos == len(line) {
		return time.Time{}, false
	}
	if first := line[c.Pos]; first >= 'A' && first <= 'Z' {
		return date(in, c.Rest())
	}
	clock := hoststat.NewClock(in)
	at, ok := clock.DateTime(&c)
	if !ok {
		return time.Time{}, false
	}
	if marked || c.End() {
		return at, true
	}
	c.Blanks()
	_, again := clock.DateTime(&c)
	return at, again && c.End()
}

// layouts are what date prints in the C locale and in English ones.
var layouts = [...]string{
	"Mon Jan _2 15:04:05 MST 2006",
	"Mon Jan _2 15:04:05 2006",
	"Mon _2 Jan 15:04:05 MST 2006",
	"Mon _2 Jan 2006 03:04:05 PM MST",
	"Mon _2 Jan 2006 15:04:05 MST",
}

const (
	shortest = len("Mon Jan _2 15:04:05 2006")
	longest  = 40
)

func date(in *parse.Lines, line []byte) (time.Time, bool) {
	if len(line) < shortest || len(line) > longest || line[3] != ' ' {
		return time.Time{}, false
	}
	text := string(line)
	for _, layout := range layouts {
		at, err := time.ParseInLocation(layout, text, in.Location())
		if err != nil {
			continue
		}
		// An abbreviation that the zone of the source does not know says
		// nothing: it was that zone's own where the file was written.
		if name, offset := at.Zone(); offset == 0 && name != "UTC" && name != "GMT" {
			at = time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, in.Location())
		}
		return at.UTC(), parse.IsDate(at)
	}
	return time.Time{}, false
}
