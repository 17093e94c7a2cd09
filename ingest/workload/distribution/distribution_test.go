package distribution

import (
	"bufio"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func mustNew(t *testing.T, change func(*Options)) *Distribution {
	t.Helper()
	o := Default()
	change(&o)
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestSameAsSysbench compares the distribution functions at quantiles of what sysbench drew.
func TestSameAsSysbench(t *testing.T) {
	f, err := os.Open("testdata/sysbench-1.0.20.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const n = 200_000
	const tolerance = 0.006 // above 1.9 sqrt(2/n): two such samples of one distribution differ by less
	cases := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if fields[0] == "#" {
			continue
		}
		cases++
		numbers := make([]int64, len(fields)-1)
		for i, field := range fields[1:] {
			if numbers[i], err = strconv.ParseInt(field, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		lo, hi, quantiles := numbers[0], numbers[1], numbers[2:]
		d := mustNew(t, func(o *Options) { o.Type = fields[0] })
		r := rand.New(rand.NewPCG(1, 2))
		drawn := make([]int64, n)
		for i := range drawn {
			drawn[i] = d.Draw(r, lo, hi)
		}
		slices.Sort(drawn)
		if drawn[0] < lo || drawn[n-1] > hi {
			t.Errorf("%s %d..%d: drew %d..%d", fields[0], lo, hi, drawn[0], drawn[n-1])
		}
		for i, q := range quantiles {
			p := float64(i) / float64(len(quantiles)-1)
			below, _ := slices.BinarySearch(drawn, q)
			upTo, _ := slices.BinarySearch(drawn, q+1)
			if float64(below)/n > p+tolerance || float64(upTo)/n < p-tolerance {
				t.Errorf("%s %d..%d: quantile %.3f of sysbench is %d; here %.4f are below and %.4f up to it",
					fields[0], lo, hi, p, q, float64(below)/n, float64(upTo)/n)
			}
		}
	}
	if cases != 12 {
		t.Errorf("%d cases in the file, want 12", cases)
	}
}

// TestZipfian compares with the weights of the definition.
func TestZipfian(t *testing.T) {
	for _, s := range []float64{0.5, 0.8, 1, 1.5, 3} {
		const ranks, n = 50, 200_000
		d := mustNew(t, func(o *Options) { o.Type, o.ZipfExponent = "zipfian", s })
		r := rand.New(rand.NewPCG(3, 4))
		var count [ranks + 1]float64
		for range n {
			count[d.Draw(r, 1, ranks)]++
		}
		sum := 0.0
		for k := 1.0; k <= ranks; k++ {
			sum += math.Pow(k, -s)
		}
		chi := 0.0
		for k := 1; k <= ranks; k++ {
			want := n * math.Pow(float64(k), -s) / sum
			chi += (count[k] - want) * (count[k] - want) / want
		}
		if chi > 94.6 { // 49 degrees of freedom: exceeded once in 10,000
			t.Errorf("exponent %g: chi square %.1f", s, chi)
		}
	}
}

func TestDrawStaysInBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, typ := range Types {
		d := mustNew(t, func(o *Options) { o.Type = typ })
		for _, b := range [][2]int64{{1, 1}, {0, 1}, {-5, 5}, {1, 1 << 40}} {
			for range 1000 {
				if v := d.Draw(r, b[0], b[1]); v < b[0] || v > b[1] {
					t.Fatalf("%s %d..%d drew %d", typ, b[0], b[1], v)
				}
			}
		}
	}
}

func TestOptionsOutOfRange(t *testing.T) {
	for want, change := range map[string]func(*Options){
		`"normal"`:         func(o *Options) { o.Type = "normal" },
		"0 iterations":     func(o *Options) { o.Iterations = 0 },
		"percent 101":      func(o *Options) { o.SpecialPercent = 101 },
		"share 100":        func(o *Options) { o.SpecialShare = 100 },
		"pareto h 1":       func(o *Options) { o.ParetoH = 1 },
		"pareto h NaN":     func(o *Options) { o.ParetoH = math.NaN() },
		"exponent 0":       func(o *Options) { o.ZipfExponent = 0 },
		"zipfian exponent": func(o *Options) { o.ZipfExponent = math.Inf(1) },
	} {
		o := Default()
		change(&o)
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New = %v, want an error that says %q", err, want)
		}
	}
}

func TestUnique(t *testing.T) {
	const n = 1 << 20
	u := NewUnique(42)
	seen := make(map[uint32]bool, n)
	high := 0
	for range n {
		v := u.Next()
		if seen[v] {
			t.Fatalf("%d came twice", v)
		}
		seen[v] = true
		if v >= 1<<31 {
			high++
		}
	}
	if high < n*49/100 || high > n*51/100 {
		t.Errorf("%d of %d are in the upper half", high, n)
	}
	if NewUnique(1).Next() == NewUnique(2).Next() {
		t.Error("two seeds begin with one number")
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, typ := range Types {
		b.Run(typ, func(b *testing.B) {
			o := Default()
			o.Type = typ
			d, err := New(o)
			if err != nil {
				b.Fatal(err)
			}
			r := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			for b.Loop() {
				d.Draw(r, 1, 100_000)
			}
		})
	}
}
