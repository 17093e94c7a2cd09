package chart

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean is text as one line that can be drawn and stands in XML: broken UTF-8 is
// marked, control characters turn into blanks, marks that turn the direction of
// writing are dropped.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r), r&0xfffe == 0xfffe, unicode.Is(unicode.Co, r):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

const dots3 = "…"

// shorten cuts the middle out of a text that is wider than the room: what tells
// names apart stands mostly at their ends.
func (m metrics) shorten(s string, f font, room float64) string {
	if m.width(s, f) <= room {
		return s
	}
	runes := []rune(s)
	// The longest cut that fits, by halving: keep is how many characters stay.
	lo, hi := 0, len(runes)-1
	cut := func(keep int) string {
		head := (keep + 1) / 2
		return strings.TrimSpace(string(runes[:head])) + dots3 + strings.TrimSpace(string(runes[len(runes)-(keep-head):]))
	}
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if m.width(cut(mid), f) <= room {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return cut(lo)
}

// wrap breaks a text into at most max lines that fit the room, at blanks or
// between characters that are written without them; the last is shortened.
func (m metrics) wrap(s string, f font, room float64, most int) []string {
	var result []string
	for s != "" && len(result) < most-1 && m.width(s, f) > room {
		cut, seen := 0, 0
		for i, r := range s {
			if m.width(s[:i], f) > room {
				break
			}
			seen = i
			if r == ' ' || r >= firstIdeograph {
				cut = i
			}
		}
		if cut == 0 {
			cut = seen
		}
		if cut == 0 {
			_, cut = utf8.DecodeRuneInString(s)
		}
		result = append(result, strings.TrimSpace(s[:cut]))
		s = strings.TrimSpace(s[cut:])
	}
	if s != "" {
		result = append(result, m.shorten(s, f, room))
	}
	return result
}

// firstIdeograph begins the characters between which a line may be broken.
const firstIdeograph = 0x2e80
