package oltp

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }

func TestFill(t *testing.T) {
	r := newRand(1)
	c := template(cGroups)
	shape := regexp.MustCompile(`^(\d{11}-){9}\d{11}$`)
	var seen [10]int
	const n = 2000
	for range n {
		fill(r, c)
		if !shape.Match(c) {
			t.Fatalf("c = %s", c)
		}
		for _, b := range c {
			if b != '-' {
				seen[b-'0']++
			}
		}
	}
	for digit, times := range seen {
		if times < n*11*95/100 || times > n*11*105/100 {
			t.Errorf("digit %d came %d times, want about %d", digit, times, n*11)
		}
	}
	if len(template(padGroups)) != 59 || len(c) != 119 {
		t.Errorf("lengths %d and %d, want 119 and 59", len(c), len(template(padGroups)))
	}
}

func TestOptionsOutOfRange(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"tables 0: want 1 to":   func(o *Options) { o.Tables = 0 },
		"table size -1":         func(o *Options) { o.TableSize = -1 },
		"delete inserts -1":     func(o *Options) { o.DeleteInserts = -1 },
		"loaders 0":             func(o *Options) { o.Loaders = 0 },
		`engine "a; DROP"`:      func(o *Options) { o.Engine = "a; DROP" },
		`distribution "normal"`: func(o *Options) { o.Distribution.Type = "normal" },
	} {
		o := Default()
		change(&o)
		if _, err := New("oltp_read_write", o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New = %v, want an error that says %q", err, want)
		}
	}
	o := Default()
	o.Tables = 2
	if _, err := New("select_random_points", o); err == nil {
		t.Error("select_random_points takes two tables")
	}
	if _, err := New("oltp_write", Default()); err == nil || !strings.Contains(err.Error(), "oltp_write_only") {
		t.Errorf("New of no workload = %v, want one that names those there are", err)
	}
}

func BenchmarkFill(b *testing.B) {
	r := newRand(1)
	c := template(cGroups)
	b.ReportAllocs()
	for b.Loop() {
		fill(r, c)
	}
}
