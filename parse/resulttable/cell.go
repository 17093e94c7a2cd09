package resulttable

import (
	"math"
	"strconv"
	"strings"

	"jitterlog/parse"
)

// A layout is how the rows of a table are written.
type layout int

const (
	text  layout = iota // no row at all
	pipes               // Markdown, or the client's box
	tabs
	commas
)

const mostColumns = 64

// split returns the cells of a line, and how they are written. Lines around a
// box and below the heading of a Markdown table have none.
func split(line string) (cells []string, l layout, rule bool) {
	trimmed := strings.TrimSpace(line)
	switch {
	case trimmed == "":
		return nil, text, false
	case trimmed[0] == '|' || trimmed[0] == '+':
		if strings.Trim(trimmed, "|+-: ") == "" {
			return nil, pipes, true
		}
		if trimmed[0] == '+' {
			return nil, text, false
		}
		cells, l = strings.SplitN(strings.TrimSuffix(trimmed[1:], "|"), "|", mostColumns+1), pipes
	case strings.Contains(line, "\t"):
		cells, l = strings.SplitN(line, "\t", mostColumns+1), tabs
	case strings.Contains(line, ","):
		cells, l = splitCommas(trimmed), commas
	default:
		return nil, text, false
	}
	for i := range cells {
		cells[i] = strings.Trim(strings.TrimSpace(cells[i]), "*`")
	}
	if len(cells) > mostColumns {
		return nil, text, false
	}
	return cells, l, false
}

// splitCommas splits a line of CSV; a quote in a quoted cell stands twice.
func splitCommas(line string) []string {
	var cells []string
	for len(cells) <= mostColumns {
		var cell strings.Builder
		quoted := false
		i := 0
		for ; i < len(line) && (quoted || line[i] != ','); i++ {
			switch {
			case line[i] != '"':
				cell.WriteByte(line[i])
			case quoted && i+1 < len(line) && line[i+1] == '"':
				cell.WriteByte('"')
				i++
			default:
				quoted = !quoted
			}
		}
		cells = append(cells, cell.String())
		if i >= len(line) {
			break
		}
		line = line[i+1:]
	}
	return cells
}

// empty says whether a cell says that there is no value.
func empty(cell string) bool {
	switch strings.ToLower(cell) {
	case "", "-", "--", "—", "/", "n/a", "na", "nan", "null", "无":
		return true
	}
	return false
}

// plainNumber reads 382.18 or 1,234.5.
func plainNumber(cell string) (float64, bool) {
	digits := cell
	if whole, _, _ := strings.Cut(cell, "."); strings.Contains(whole, ",") {
		for i, group := range strings.Split(strings.TrimPrefix(whole, "-"), ",") {
			if len(group) > 3 || i > 0 && len(group) != 3 {
				return 0, false
			}
		}
		digits = strings.ReplaceAll(cell, ",", "")
	}
	if digits == "" || strings.Trim(digits, "0123456789.-eE+") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(digits, 64)
	return n, err == nil && math.Abs(n) <= parse.MaxFigure
}

// quantity reads a number that may have a unit behind it: 2.61 ms, 1 min 0.35 s.
// One without has that of its column.
func (c *column) quantity(cell string) (float64, bool) {
	if n, ok := plainNumber(cell); ok {
		return n * c.unit, n >= 0
	}
	if c.role != elapsed && c.role != latency && c.role != latency95 {
		return 0, false
	}
	base := 1.0 // milliseconds in the unit of the result
	if c.role == elapsed {
		base = 1e3
	}
	whole := 0.0
	for rest := strings.TrimSpace(cell); rest != ""; {
		end := strings.IndexFunc(rest, func(r rune) bool { return !strings.ContainsRune("0123456789.", r) })
		if end <= 0 {
			return 0, false
		}
		number := rest[:end]
		rest = strings.TrimLeft(rest[end:], " ")
		end = strings.IndexAny(rest, " 0123456789")
		if end < 0 {
			end = len(rest)
		}
		u, ok := unitMS[strings.ToLower(rest[:end])]
		n, err := strconv.ParseFloat(number, 64)
		if !ok || err != nil || n > parse.MaxFigure {
			return 0, false
		}
		rest = strings.TrimLeft(rest[end:], " ")
		if rest == "" && u == base {
			return addDecimal(whole, number), true
		}
		whole += n * u / base
	}
	return whole, cell != ""
}

// addDecimal adds a whole number to a decimal text, so that the sum is the
// float64 nearest to what is written: 1020 and 21.91 are 1041.91.
func addDecimal(whole float64, number string) float64 {
	n, _ := strconv.ParseFloat(number, 64)
	before, fraction, _ := strings.Cut(number, ".")
	seconds, err := strconv.ParseInt(before, 10, 64)
	if whole == 0 || err != nil || whole != float64(int64(whole)) || whole > 1e12 {
		return whole + n
	}
	sum, err := strconv.ParseFloat(strconv.FormatInt(seconds+int64(whole), 10)+"."+fraction, 64)
	if err != nil {
		return whole + n
	}
	return sum
}
