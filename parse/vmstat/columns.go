package vmstat

import (
	"bytes"
	"strings"
	"time"

	"jitterlog/parse"
	"jitterlog/parse/hoststat"
)

// columns are the headings of all versions; w is of Linux 2.4.
var columns = map[string]hoststat.Metric{
	"r":      hoststat.RunQueue,
	"b":      hoststat.Blocked,
	"w":      hoststat.Named("swapped_tasks"),
	"swpd":   hoststat.SwapUsed,
	"free":   hoststat.MemFree,
	"buff":   hoststat.MemBuffers,
	"cache":  hoststat.MemCache,
	"inact":  hoststat.MemInactive,
	"active": hoststat.MemActive,
	"si":     hoststat.SwapIn,
	"so":     hoststat.SwapOut,
	"bi":     hoststat.ReadKB,
	"bo":     hoststat.WriteKB,
	"in":     hoststat.Interrupts,
	"cs":     hoststat.ContextSwitches,
	"us":     hoststat.CPUUser,
	"sy":     hoststat.CPUSystem,
	"id":     hoststat.CPUIdle,
	"wa":     hoststat.CPUIOWait,
	"st":     hoststat.CPUSteal,
	"gu":     hoststat.CPUGuest,
}

// layout is the order of the columns; st and gu are not in all versions.
var layout = [...]string{"r", "b", "swpd", "free", "buff", "cache", "si", "so", "bi", "bo", "in", "cs", "us", "sy", "id", "wa", "st", "gu"}

const (
	memory  = 4 // buff and cache, or with -a inact and active
	oldest  = 16
	inPlace = 8 // words of a translated heading that must be those of the layout
)

// A heading says what the columns are.
type heading struct {
	text    []byte
	columns []hoststat.Metric
	zone    *time.Location // of the times behind the figures
}

// newHeading reads a line of column names. Times are in loc if they name no
// zone.
func newHeading(line []byte, loc *time.Location) (*heading, bool) {
	words := hoststat.Words(line)
	h := &heading{text: bytes.Clone(line), zone: loc}
	if n := len(words) - 1; n >= oldest && isZone(words[n]) {
		h.zone = hoststat.Zone(&parse.Cursor{Line: []byte(words[n])}, loc)
		words = words[:n]
	}
	if len(words) < oldest {
		return nil, false
	}
	for _, w := range words {
		m, ok := columns[w]
		if !ok {
			return h, h.translated(words)
		}
		h.columns = append(h.columns, m)
	}
	return h, true
}

// translated reads the columns by their order.
func (h *heading) translated(words []string) bool {
	h.columns = h.columns[:0]
	if len(words) > len(layout) {
		return false
	}
	right := 0
	for i, w := range words {
		if w == layout[i] {
			right++
		}
		h.columns = append(h.columns, columns[layout[i]])
	}
	if isInactive(words[memory]) {
		h.columns[memory], h.columns[memory+1] = hoststat.MemInactive, hoststat.MemActive
	}
	return right >= inPlace
}

// isInactive says whether a word is one of procps' translations of inact.
func isInactive(w string) bool {
	for _, prefix := range [...]string{"inac", "inak", "inat", "nieakt", "不活"} {
		if strings.HasPrefix(w, prefix) {
			return true
		}
	}
	return false
}

// isZone says whether a word is a time zone: CEST or +0200.
func isZone(w string) bool {
	if w[0] == '+' || w[0] == '-' {
		return len(w) > 1 && w[1]-'0' <= 9
	}
	return len(w) > 1 && strings.Trim(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// isTitle says whether a line is the one above the column names: groups between
// hyphens, before 3.0 between blanks.
func isTitle(line []byte) bool {
	return bytes.Count(line, []byte("--")) >= 3 && !bytes.ContainsAny(line, "0123456789") && bytes.IndexByte(line, '|') < 0 ||
		bytes.Contains(line, []byte("procs")) && bytes.Contains(line, []byte("memory")) && bytes.Contains(line, []byte("cpu"))
}
