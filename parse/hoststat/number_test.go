package hoststat

import (
	"math"
	"testing"

	"jitterlog/parse"
)

func TestNumber(t *testing.T) {
	for _, tc := range []struct {
		in     string
		want   float64
		suffix byte
		rest   string
	}{
		{"12", 12, 0, ""}, {"0.24 x", 0.24, 0, " x"}, {"0,24", 0.24, 0, ""}, {"222.1k", 222.1, 'k', ""}, {"222,1k\t1", 222.1, 'k', "\t1"},
		{"39.9%", 39.9, '%', ""}, {"39,9% ", 39.9, '%', " "}, {"708B", 708, 'B', ""}, {"64.0s", 64, 's', ""}, {"-0.00", 0, 0, ""}, {"-1,00", -1, 0, ""}, {"101.20", 101.2, 0, ""}, {"1234567890123456789012,5", 1234567890123456789012.5, 0, ""},
	} {
		c := parse.Cursor{Line: []byte(tc.in)}
		v, suffix, ok := Number(&c)
		if !ok || v != tc.want || math.Signbit(v) != (tc.want < 0) || suffix != tc.suffix || string(c.Rest()) != tc.rest {
			t.Errorf("%q: %v %q %v, rest %q", tc.in, v, suffix, ok, c.Rest())
		}
	}
	for _, in := range []string{"", "x", "1.2.3", "1,2,3", "1.2,3", "12x", "12kk", "04:13:31", "11/30/26", "%", ","} {
		c := parse.Cursor{Line: []byte(in)}
		if v, _, ok := Number(&c); ok || c.Pos != 0 {
			t.Errorf("%q: taken as %v", in, v)
		}
	}
}

func TestMultiple(t *testing.T) {
	for _, tc := range []struct {
		suffix byte
		base   float64
		want   float64
	}{{0, 1024, 1}, {'%', 1024, 1}, {'B', 1024, 1}, {'k', 1000, 1000}, {'M', 1024, 1 << 20}, {'G', 1000, 1e9}} {
		if got := Multiple(tc.suffix, tc.base); got != tc.want {
			t.Errorf("%q of %v: %v", tc.suffix, tc.base, got)
		}
	}
}

func TestNamed(t *testing.T) {
	for column, want := range map[string]Metric{
		"%foo": {"foo_pct", "%", 1}, "LOC/s": {"loc_per_s", "1/s", 1}, "a b-c": {"a_b_c", "", 1},
	} {
		if got := Named(column); got != want {
			t.Errorf("%s: %+v", column, got)
		}
	}
}

func TestNamesForget(t *testing.T) {
	n := Names{}
	for i := range 3 * maxNames {
		if got := n.Of([]byte{byte(i), byte(i >> 8)}); len(got) != 2 {
			t.Fatal("a wrong name")
		}
	}
	if len(n) > maxNames {
		t.Errorf("%d names are kept", len(n))
	}
}
