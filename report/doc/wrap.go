package doc

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// terminal measures text in terminal columns. Chinese takes two; characters of
// ambiguous width take one whatever the locale, as in today's terminals.
var terminal = &runewidth.Condition{StrictEmojiNeutral: true}

// wrap breaks printable text into lines of at most width columns, at blanks where
// possible; a width of 0 breaks nothing.
func wrap(s string, width int) []string {
	if width <= 0 {
		return []string{strings.Join(strings.Fields(s), " ")}
	}
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(s) {
		size := terminal.StringWidth(word)
		if used > 0 && used+1+size <= width {
			line, used = line+" "+word, used+1+size
			continue
		}
		if used > 0 {
			lines = append(lines, line)
		}
		if size > width {
			var full []string
			full, word = breakWord(word, width)
			lines = append(lines, full...)
			size = terminal.StringWidth(word)
		}
		line, used = word, size
	}
	if used > 0 || len(lines) == 0 {
		lines = append(lines, line)
	}
	return lines
}

// breakWord breaks a word that is wider than a line into full lines and a rest.
func breakWord(word string, width int) (full []string, rest string) {
	start, used := 0, 0
	for i, r := range word {
		size := terminal.RuneWidth(r)
		if used+size > width && used > 0 {
			full = append(full, word[start:i])
			start, used = i, 0
		}
		used += size
	}
	return full, word[start:]
}
