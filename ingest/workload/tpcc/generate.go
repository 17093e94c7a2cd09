package tpcc

import (
	"math/rand/v2"
	"strconv"
)

// A generator makes the rows of initial data (clause 4.3.3.1) as the values of INSERT statements.
// Its texts hold letters, digits, blanks and colons only, so that none needs escaping.
type generator struct {
	scale  Scale
	compat Compat
	now    string // the date of all rows
	rand   *rand.Rand
}

// A row is under construction in a buffer: values appended one by one.
type row struct{ b []byte }

func (r *row) begin()               { r.b = append(r.b, '(') }
func (r *row) end()                 { r.b[len(r.b)-1] = ')' }
func (r *row) int(n int)            { r.b = append(strconv.AppendInt(r.b, int64(n), 10), ',') }
func (r *row) null()                { r.b = append(r.b, "NULL,"...) }
func (r *row) text(s string)        { r.b = append(append(append(r.b, '\''), s...), '\'', ',') }
func (r *row) hundredths(cents int) { r.b = append(appendHundredths(r.b, cents), ',') }

// random appends a text of lo to hi characters drawn from set.
func (r *row) random(rng *rand.Rand, set string, lo, hi int) {
	r.b = append(r.b, '\'')
	r.b = appendRandom(r.b, rng, set, between(rng, lo, hi))
	r.b = append(r.b, '\'', ',')
}

func (r *row) lastName(n int) {
	r.b = append(appendLastName(append(r.b, '\''), n), '\'', ',')
}

// appendHundredths appends a number of hundredths as a decimal: 1234 is 12.34.
func appendHundredths(b []byte, n int) []byte {
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = append(strconv.AppendInt(b, int64(n/100), 10), '.')
	return append(b, byte('0'+n/10%10), byte('0'+n%10))
}

// data appends i_data or s_data: 26 to 50 characters, which hold ORIGINAL in a tenth of the rows.
func (g *generator) data(r *row) {
	start := len(r.b) + 1
	r.random(g.rand, alphanumerics, 26, 50)
	if g.rand.IntN(10) > 0 {
		return
	}
	mark := "ORIGINAL"
	if g.compat == TPCCMySQL {
		mark = "original"
	}
	text := r.b[start : len(r.b)-2]
	copy(text[g.rand.IntN(len(text)-len(mark)+1):], mark)
}

func (g *generator) address(r *row) {
	r.random(g.rand, alphanumerics, 10, 20)
	r.random(g.rand, alphanumerics, 10, 20)
	r.random(g.rand, alphanumerics, 10, 20)
	r.random(g.rand, letters, 2, 2)
	// Clause 4.3.2.7: four random digits, then 11111.
	r.b = append(appendRandom(append(r.b, '\''), g.rand, digits, 4), "11111',"...)
}

func (g *generator) tax() int {
	if g.compat == TPCCMySQL {
		return between(g.rand, 10, 20)
	}
	return between(g.rand, 0, 20)
}

func (g *generator) item(r *row, i int) {
	r.begin()
	r.int(i)
	r.int(between(g.rand, 1, 10000))
	r.random(g.rand, alphanumerics, 14, 24)
	r.hundredths(between(g.rand, 100, 10000))
	g.data(r)
	r.end()
}

func (g *generator) warehouse(r *row, w int) {
	r.begin()
	r.int(w)
	r.random(g.rand, alphanumerics, 6, 10)
	g.address(r)
	r.hundredths(g.tax())
	r.hundredths(g.scale.initialYTD() * districtsPerWarehouse * 100)
	r.end()
}

func (g *generator) district(r *row, w, d int) {
	r.begin()
	r.int(d)
	r.int(w)
	r.random(g.rand, alphanumerics, 6, 10)
	g.address(r)
	r.hundredths(g.tax())
	r.hundredths(g.scale.initialYTD() * 100)
	r.int(g.scale.Customers + 1)
	r.end()
}

func (g *generator) stock(r *row, w, i int) {
	r.begin()
	r.int(i)
	r.int(w)
	r.int(between(g.rand, 10, 100))
	for range districtsPerWarehouse {
		r.random(g.rand, alphanumerics, 24, 24)
	}
	r.int(0)
	r.int(0)
	r.int(0)
	g.data(r)
	r.end()
}

func (g *generator) customer(r *row, w, d, c int) {
	r.begin()
	r.int(c)
	r.int(d)
	r.int(w)
	r.random(g.rand, alphanumerics, 8, 16)
	r.text("OE")
	if c <= 1000 {
		r.lastName(c - 1)
	} else {
		r.lastName(nuRand(g.rand, 255, loadLastC, 0, 999))
	}
	g.address(r)
	r.random(g.rand, digits, 16, 16)
	r.text(g.now)
	badCredit := 10
	if g.compat == TPCCMySQL {
		badCredit = 50
	}
	if g.rand.IntN(100) < badCredit {
		r.text("BC")
	} else {
		r.text("GC")
	}
	r.int(50000)
	r.hundredths(between(g.rand, 0, 50))
	r.hundredths(-1000)
	r.hundredths(1000)
	r.int(1)
	r.int(0)
	r.random(g.rand, alphanumerics, 300, 500)
	r.end()
}

func (g *generator) history(r *row, w, d, c int) {
	r.begin()
	r.int(c)
	r.int(d)
	r.int(w)
	r.int(d)
	r.int(w)
	r.text(g.now)
	r.hundredths(1000)
	r.random(g.rand, alphanumerics, 12, 24)
	r.end()
}

// order is followed by as many order lines as it returns.
func (g *generator) order(r *row, w, d, o, c int) (lines int) {
	lines = between(g.rand, 5, 15)
	r.begin()
	r.int(o)
	r.int(d)
	r.int(w)
	r.int(c)
	r.text(g.now)
	if g.delivered(o) {
		r.int(between(g.rand, 1, 10))
	} else {
		r.null()
	}
	r.int(lines)
	r.int(1)
	r.end()
	return lines
}

func (g *generator) delivered(o int) bool { return o <= g.scale.Customers-g.scale.undelivered() }

func (g *generator) newOrder(r *row, w, d, o int) {
	r.begin()
	r.int(o)
	r.int(d)
	r.int(w)
	r.end()
}

func (g *generator) orderLine(r *row, w, d, o, number int) {
	r.begin()
	r.int(o)
	r.int(d)
	r.int(w)
	r.int(number)
	r.int(between(g.rand, 1, g.scale.Items))
	r.int(w)
	if g.delivered(o) {
		r.text(g.now)
	} else {
		r.null()
	}
	r.int(5)
	switch {
	case g.delivered(o):
		r.hundredths(0)
	case g.compat == TPCCMySQL:
		r.hundredths(between(g.rand, 10, 10000))
	default:
		r.hundredths(between(g.rand, 1, 999999))
	}
	r.random(g.rand, alphanumerics, 24, 24)
	r.end()
}
