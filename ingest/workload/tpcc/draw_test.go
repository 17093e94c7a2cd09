package tpcc

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func TestLastNames(t *testing.T) {
	for n, want := range map[int]string{0: "BARBARBAR", 371: "PRICALLYOUGHT", 999: "EINGEINGEING"} {
		if got := string(appendLastName(nil, n)); got != want {
			t.Errorf("name %d is %s, want %s", n, got, want)
		}
	}
}

// TestNuRandAgainstItsDefinition counts all pairs of the two draws, which is the exact distribution.
func TestNuRandAgainstItsDefinition(t *testing.T) {
	const a, c, x, y, draws = 255, 123, 0, 999, 1_000_000
	probability := make([]float64, y+1)
	for i := 0; i <= a; i++ {
		for j := x; j <= y; j++ {
			probability[((i|j)+c)%(y-x+1)+x] += 1.0 / float64((a+1)*(y-x+1))
		}
	}
	r, count := newRand(1), make([]int, y+1)
	for range draws {
		count[nuRand(r, a, c, x, y)]++
	}
	chi2, cells := 0.0, 0
	for i, p := range probability {
		if p == 0 {
			if count[i] > 0 {
				t.Fatalf("%d was drawn and cannot be", i)
			}
			continue
		}
		cells++
		chi2 += (float64(count[i]) - p*draws) * (float64(count[i]) - p*draws) / (p * draws)
	}
	// The mean of chi-squared is its degrees of freedom, the variance twice that: 6 standard deviations.
	if limit := float64(cells) + 6*45; chi2 > limit {
		t.Errorf("chi-squared %.0f over %d cells, want below %.0f", chi2, cells, limit)
	}
}

func TestConstantsKeepTheirDistance(t *testing.T) {
	free := 0
	for seed := range uint64(2000) {
		c := drawConstants(newRand(seed), Standard)
		delta := max(c.last-loadLastC, loadLastC-c.last)
		if delta < 65 || delta > 119 || delta == 96 || delta == 112 || c.last < 0 || c.last > 255 {
			t.Fatalf("C of the last names %d, the loader's is %d", c.last, loadLastC)
		}
		if tool := drawConstants(newRand(seed), TPCCMySQL); !lastCAllowed(tool.last) {
			free++
		}
	}
	if free == 0 {
		t.Error("tpcc-mysql draws its constant freely")
	}
}

func TestDeckDealsExactShares(t *testing.T) {
	d, r := newDeck(StandardMix), newRand(5)
	var first, all Mix
	for i := range 23 * 100 {
		op := d.deal(r)
		all[op]++
		if i < 23 {
			first[op]++
		}
	}
	if first != StandardMix || all != (Mix{1000, 1000, 100, 100, 100}) {
		t.Errorf("one deck dealt %v, a hundred %v", first, all)
	}
}

// TestDraws holds the inputs to the standard's ranges and shares, with one warehouse and with several.
func TestDraws(t *testing.T) {
	const draws = 40_000
	for _, warehouses := range []int{1, 3} {
		for _, compat := range []Compat{Standard, TPCCMySQL} {
			tool := compat == TPCCMySQL
			term := &terminal{rand: newRand(2), database: &database{Scale: Scale{Warehouses: warehouses}.withDefaults()}, tool: tool}
			order, pay := &newOrder{tool: tool}, &payment{tool: tool}
			lines, remote, notLocal, rollbacks, away, byName := 0, 0, 0, 0, 0, 0
			for range draws {
				order.draw(term)
				hasRemote := false
				for i, line := range order.lines {
					lines++
					if line.supplier != order.w {
						remote++
						hasRemote = true
					}
					if line.supplier < 1 || line.supplier > warehouses || line.quantity < 1 || line.quantity > 10 || line.item < 1 || line.item > 100_001 {
						t.Fatalf("line %+v", line)
					}
					if line.item == 100_001 {
						if rollbacks++; i != len(order.lines)-1 {
							t.Fatalf("the item that does not exist is line %d of %d", i+1, len(order.lines))
						}
					} else if i > 0 && (line.supplier < order.lines[i-1].supplier || line.supplier == order.lines[i-1].supplier && line.item < order.lines[i-1].item) &&
						order.lines[len(order.lines)-1].item != 100_001 {
						t.Fatalf("lines are not sorted: %v", order.lines)
					}
				}
				if !tool && order.allLocal == hasRemote {
					t.Fatalf("all local is %v for %v in warehouse %d", order.allLocal, order.lines, order.w)
				}
				if !order.allLocal {
					notLocal++
				}
				pay.draw(term)
				if pay.customerW != pay.w {
					away++
				}
				if pay.last >= 0 {
					byName++
				}
				if pay.cents < 100 || pay.cents > 500_000 || tool && pay.cents%100 != 0 {
					t.Fatalf("payment of %d cents", pay.cents)
				}
			}
			name := fmt.Sprintf("%s, %d warehouses: ", compat, warehouses)
			share(t, name+"lines an order / 15", lines, 15*draws, 10./15)
			share(t, name+"orders rolled back", rollbacks, draws, 0.01)
			share(t, name+"payments by name", byName, draws, 0.6)
			if warehouses == 1 {
				share(t, name+"remote lines", remote, lines, 0)
				share(t, name+"payments away", away, draws, 0)
				want := 0.0
				if tool { // its fault: a line that would be remote makes the order not local
					want = 0.0953
				}
				share(t, name+"orders not local", notLocal, draws, want)
			} else {
				share(t, name+"remote lines", remote, lines, 0.01)
				share(t, name+"payments away", away, draws, 0.15)
			}
		}
	}
}

// share fails unless n of total is the share that is wanted, within about five standard errors.
func share(t *testing.T, name string, n, total int, want float64) {
	t.Helper()
	got := float64(n) / float64(total)
	if tolerance := want * 0.12; got < want-tolerance || got > want+tolerance {
		t.Errorf("%s: %.4f, want %.4f", name, got, want)
	}
}

func TestStockAfter(t *testing.T) {
	for _, test := range []struct{ stock, quantity, standard, tool int }{
		{50, 5, 45, 45}, {15, 5, 10, 10}, {14, 5, 100, 9}, {6, 5, 92, 1}, {5, 5, 91, 91}, {10, 10, 91, 91},
	} {
		if got := (&newOrder{}).stockAfter(test.stock, test.quantity); got != test.standard {
			t.Errorf("%d less %d is %d, want %d", test.stock, test.quantity, got, test.standard)
		}
		if got := (&newOrder{tool: true}).stockAfter(test.stock, test.quantity); got != test.tool {
			t.Errorf("%d less %d is %d in tpcc-mysql, want %d", test.stock, test.quantity, got, test.tool)
		}
	}
}

func TestBadCreditData(t *testing.T) {
	p := &payment{w: 1, d: 2, customerW: 3, customerD: 4, cents: 1234}
	if got := string(p.newData(5, []byte("old"))); got != "5,4,3,2,1,12.34,old" {
		t.Errorf("data %q", got)
	}
	if got := p.newData(5, []byte(strings.Repeat("x", 500))); len(got) != 500 {
		t.Errorf("%d characters kept, want 500", len(got))
	}
	p.tool = true
	if got := string(p.newData(5, []byte("old"))); got != "old" {
		t.Errorf("tpcc-mysql writes %q, want the old data", got)
	}
}

func TestDecimals(t *testing.T) {
	for text, want := range map[string]int{"0.15": 15, "12.30": 1230, "12.3": 1230, "7": 700, "-10.05": -1005, "300000.00": 30_000_000, "1.239": 123} {
		if got := hundredths([]byte(text)); got != want {
			t.Errorf("%s is %d hundredths, want %d", text, got, want)
		}
	}
	for n, want := range map[int]string{0: "0.00", 5: "0.05", 1234: "12.34", -1000: "-10.00"} {
		if got := string(appendHundredths(nil, n)); got != want {
			t.Errorf("%d hundredths are %s, want %s", n, got, want)
		}
	}
	argument := newText(amountLength)
	argument.hundredths(123_456)
	if got := string(argument.value.([]byte)); got != "0001234.56" {
		t.Errorf("argument %s", got)
	}
	argument.hundredths(7)
	if got := string(argument.value.([]byte)); got != "0000000.07" {
		t.Errorf("argument %s", got)
	}
}

func TestOptions(t *testing.T) {
	for _, test := range []struct {
		opts Options
		want string
	}{
		{Options{Scale: Scale{Warehouses: -1}}, "-1 warehouses: want 1 to 32767"},
		{Options{Scale: Scale{Items: 7}}, "7 items: want 100 to 100000"},
		{Options{Scale: Scale{Customers: 3001}}, "3001 customers in a district: want 10 to 3000"},
		{Options{Mix: Mix{0, -1, 0, 0, 0}}, "want 0 to 1000 cards"},
		{Options{Loaders: -2}, "-2 connections to load with: want 1 or more"},
		{Options{Pace: -1}, "pace -1: want 0"},
	} {
		if _, err := New(test.opts); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %q", test.opts, err, test.want)
		}
	}
	for _, c := range []Compat{Standard, TPCCMySQL} {
		if got, err := ParseCompat(c.String()); got != c || err != nil {
			t.Errorf("%s is read as %s, %v", c, got, err)
		}
	}
	if _, err := ParseCompat("sysbench"); err == nil {
		t.Error("an unknown mode is taken")
	}
}
