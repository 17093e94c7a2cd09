package doc

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// cell is a value as people see it.
type cell struct {
	text     string
	emphasis Emphasis
	null     bool
}

// grid is a table as people see it, before any format's escaping.
type grid struct {
	heads []string
	right []bool // aligned to the right
	cut   []bool // may be cut off where a terminal is too narrow: text only
	cells [][]cell
}

// grid formats all cells of the table. Numbers of a column share their decimals.
func (t Table) grid() (grid, error) {
	t = t.forPeople()
	g := grid{heads: make([]string, len(t.Columns)), right: make([]bool, len(t.Columns)), cut: make([]bool, len(t.Columns))}
	for row, err := range checked(t.stream(), len(t.Columns)) {
		if err != nil {
			return grid{}, err
		}
		g.cells = append(g.cells, make([]cell, len(row)))
	}
	values := make([]Value, len(t.Rows))
	for i, column := range t.Columns {
		g.heads[i], g.right[i], g.cut[i] = column.heading(), column.right(), column.Kind == KindText
		for r, row := range t.Rows {
			values[r] = row[i]
		}
		decimals := column.decimals(values)
		for r, v := range values {
			g.cells[r][i] = column.cell(v, decimals)
		}
	}
	return g, nil
}

// forPeople is the table without the columns that are for programs only.
func (t Table) forPeople() Table {
	if !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Code }) {
		return t
	}
	seen := Table{Title: t.Title, Notes: t.Notes, Rows: make([][]Value, len(t.Rows))}
	for i, column := range t.Columns {
		if column.Code {
			continue
		}
		seen.Columns = append(seen.Columns, column)
		for r, row := range t.Rows {
			if i < len(row) {
				seen.Rows[r] = append(seen.Rows[r], row[i])
			}
		}
	}
	return seen
}

const (
	significant  = 4 // digits shown of a column's largest value; a decimal more below 100,000
	leastDigits  = 2 // digits shown of its smallest
	mostDecimals = 6
	logDecimals  = 3 // up to which a column is shown as exactly as the logs have it
)

// decimals is the number of decimals for the numbers of one column.
func (c Column) decimals(values []Value) int {
	if c.Digits != 0 {
		return max(c.Digits, 0)
	}
	largest, smallest := 0.0, math.Inf(1)
	for _, v := range values {
		f, ok := v.number()
		ok = ok && !v.percent
		if f = math.Abs(c.scaled(f)); ok && f != 0 {
			largest, smallest = max(largest, f), min(smallest, f)
		}
	}
	if largest == 0 {
		return 0
	}
	d := max(significant-magnitude(largest), leastDigits-magnitude(smallest), 0)
	if largest < 1e5 {
		d = max(d, 1)
	}
	d = min(d, mostDecimals)
	if c.Kind == KindFloat && d < logDecimals && c.exact(values, logDecimals) {
		d = logDecimals
	}
	for d > 0 && c.fit(values, d-1, d) {
		d--
	}
	return d
}

// exact reports whether all numbers are whole at that many decimals, as figures
// are that a log prints and those that are computed are not.
func (c Column) exact(values []Value, decimals int) bool {
	for _, v := range values {
		f, ok := v.number()
		ok = ok && !v.percent
		if !ok {
			continue
		}
		text := strconv.FormatFloat(f, 'f', -1, 64)
		if point := strings.IndexByte(text, '.'); point >= 0 && len(text)-point-1 > decimals {
			return false
		}
	}
	return true
}

// fit reports whether all numbers lose nothing but zeros with fewer decimals.
func (c Column) fit(values []Value, fewer, more int) bool {
	for _, v := range values {
		f, ok := v.number()
		ok = ok && !v.percent
		if ok && !strings.HasSuffix(strconv.FormatFloat(c.scaled(f), 'f', more, 64), strings.Repeat("0", more-fewer)) {
			return false
		}
	}
	return true
}

// scaled is the number in the unit that people see.
func (c Column) scaled(f float64) float64 {
	if c.Kind == KindPercent {
		return f * 100
	}
	return f
}

// magnitude is the number of digits before the point; 0.05 has -1.
func magnitude(f float64) int { return int(math.Floor(math.Log10(f))) + 1 }

// cell is the value as people see it in this column.
func (c Column) cell(v Value, decimals int) cell {
	shown := cell{emphasis: v.emphasis}
	f, numeric := v.number()
	switch {
	case v.kind == holdsNull:
		shown.null = true
	case numeric && v.percent:
		shown.text = c.signed(f, c.fixed(f*100, 1)+"%")
	case numeric && c.Kind == KindP && f < 0.001:
		shown.text = "<0.001"
	case numeric && c.Kind == KindP:
		shown.text = c.fixed(f, 3)
	case numeric && c.Kind == KindPercent:
		shown.text = c.signed(f, c.fixed(c.scaled(f), decimals)+"%")
	case numeric && c.Kind == KindDuration:
		shown.text = c.signed(f, duration(f))
	case v.kind == holdsInt && decimals == 0: // exact beyond 2^53, too
		shown.text = c.signed(f, plain(v))
	case numeric && c.Digits == Exact:
		shown.text = c.signed(f, plain(v))
	case numeric:
		shown.text = c.signed(f, c.fixed(f, decimals))
	case v.kind == holdsTime:
		shown.text = moment(v.time())
	default:
		shown.text = printable(plain(v))
	}
	return shown
}

func (c Column) signed(f float64, number string) string {
	if c.Signed && f > 0 {
		return "+" + number
	}
	return number
}

// fixed is the number with that many decimals. Where they were chosen here, a
// number too small for them is not shown as zero.
func (c Column) fixed(f float64, decimals int) string {
	if math.Abs(f) >= 1e15 {
		return strconv.FormatFloat(f, 'g', significant, 64)
	}
	s := strconv.FormatFloat(f, 'f', decimals, 64)
	if strings.Trim(s, "-0.") != "" {
		return s
	}
	if c.Digits == 0 && f != 0 {
		return strconv.FormatFloat(f, 'g', leastDigits, 64)
	}
	return strings.TrimPrefix(s, "-")
}

// duration is a number of seconds in the unit that suits it.
func duration(seconds float64) string {
	sign := ""
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	short := func(f float64) string {
		return sign + strconv.FormatFloat(f, 'g', 3, 64)
	}
	// A time that a log gave to the hundredth, as the mysql client prints, is shown as it is.
	hundredths := math.Abs(seconds*100-math.Round(seconds*100)) < 1e-6
	// The limits of ms and µs are where rounding reaches the next unit.
	switch whole := int64(math.Round(seconds)); {
	case seconds == 0:
		return "0 s"
	case seconds < 0.9995e-3:
		return short(seconds*1e6) + " µs"
	case seconds < 0.9995:
		return short(seconds*1e3) + " ms"
	case seconds < 120:
		decimals := 1
		if hundredths {
			decimals = 2
		}
		s := strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(seconds, 'f', decimals, 64), "0"), ".")
		return sign + s + " s"
	case seconds < 3600 && hundredths:
		n := int64(math.Round(seconds * 100))
		text := sign + strconv.FormatInt(n/6000, 10) + "m" + twoDigits(n/100%60)
		if part := n % 100; part != 0 {
			text += "." + strings.TrimSuffix(twoDigits(part), "0")
		}
		return text + "s"
	case whole < 3600:
		return sign + strconv.FormatInt(whole/60, 10) + "m" + twoDigits(whole%60) + "s"
	case seconds < 1e12:
		minutes := int64(math.Round(seconds / 60))
		return sign + strconv.FormatInt(minutes/60, 10) + "h" + twoDigits(minutes%60) + "m"
	}
	return sign + strconv.FormatFloat(seconds, 'g', significant, 64) + " s"
}

func twoDigits(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

// moment is a time with as many decimals of a second as it needs.
func moment(t time.Time) string { return t.Format("2006-01-02 15:04:05.999999") }

// plain is the value without rounding or unit: what CSV holds.
func plain(v Value) string {
	switch v.kind {
	case holdsText:
		return v.text
	case holdsInt:
		return strconv.FormatInt(int64(v.bits), 10)
	case holdsFloat:
		var b [32]byte
		return string(appendFloat(b[:0], math.Float64frombits(v.bits)))
	case holdsBool:
		return strconv.FormatBool(v.bits == 1)
	case holdsTime:
		return v.time().Format(time.RFC3339Nano)
	case holdsList, holdsMap:
		return jsonText(v)
	}
	return ""
}
