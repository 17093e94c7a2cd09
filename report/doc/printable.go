package doc

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// printable is the text with every character that does not print as itself
// (control characters, direction marks, broken UTF-8) written as an escape: a
// name cannot move a terminal's cursor, reverse a line or end a table row.
func printable(s string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, hides) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if !hides(r) && (r != utf8.RuneError || n > 1) {
			b.WriteString(s[:n])
		} else {
			q := strconv.QuoteToASCII(s[:n])
			b.WriteString(q[1 : len(q)-1])
		}
		s = s[n:]
	}
	return b.String()
}

// hides reports whether the character does not print as itself. The two joiners
// do not, but pass: Persian, Hindi and emoji need them.
func hides(r rune) bool { return !strconv.IsGraphic(r) && r != 0x200c && r != 0x200d }

var lineEnds = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")

// oneLine is running text as one printable line.
func oneLine(s string) string { return printable(lineEnds.Replace(s)) }
