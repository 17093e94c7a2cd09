package mysqlstatus

import (
	"time"

	"jitterlog/parse"
)

// isTime says whether a line is the time of the snapshot that follows.
func isTime(line []byte) bool {
	_, ok := timeOf(line, time.UTC)
	return ok
}

// timeOf reads "TS 1796083014.887056392 2026-11-30 23:56:54", as pt-stalk and
// its imitators write it, of which the first number counts, or a date and time
// alone.
func timeOf(line []byte, loc *time.Location) (time.Time, bool) {
	c := parse.Cursor{Line: line}
	if c.Literal("TS ") {
		seconds, ok := c.Int()
		if !ok {
			return time.Time{}, false
		}
		nanoseconds := int64(0)
		if c.Byte('.') {
			digits, ok := c.Word()
			if !ok {
				return time.Time{}, false
			}
			unit := int64(100_000_000)
			for _, d := range digits {
				if d-'0' > 9 {
					return time.Time{}, false
				}
				nanoseconds += int64(d-'0') * unit
				unit /= 10
			}
		}
		return time.Unix(seconds, nanoseconds).UTC(), true
	}
	if len(line) < len(time.DateTime) || line[0] < '0' || line[0] > '9' {
		return time.Time{}, false
	}
	t, err := time.ParseInLocation(time.DateTime, string(line[:len(time.DateTime)]), loc)
	if err != nil || len(line) > len(time.DateTime) && line[len(time.DateTime)] != '.' {
		return time.Time{}, false
	}
	return t.UTC(), true
}
