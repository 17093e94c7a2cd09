package parse

import (
	"math"
	"strconv"
	"testing"
)

func TestFloat(t *testing.T) {
	for _, tc := range []struct {
		in   string
		rest string
	}{
		{"0", ""}, {"12.5,", ","}, {"-0.25 ", " "}, {"1733.24 per sec.", " per sec."}, {"9007199254740993", ""}, {"18446842801212211200.00", ""},
		{"0.0000000000000000000001", ""}, {"1e6", ""}, {"1e6x", "x"}, {"5e", "e"}, {"3.", ""}, {".5", ""}, {"9.99s", "s"}, {"123456789012345678.5", ""},
	} {
		c := Cursor{Line: []byte(tc.in)}
		got, ok := c.Float()
		if !ok || string(c.Rest()) != tc.rest {
			t.Errorf("%q: %v, rest %q", tc.in, ok, c.Rest())
		}
		want, err := strconv.ParseFloat(tc.in[:len(tc.in)-len(tc.rest)], 64)
		if err != nil || got != want {
			t.Errorf("%q: got %v, want %v (%v)", tc.in, got, want, err)
		}
	}
	for _, in := range []string{"nan", "-nan", "inf", "-inf"} {
		c := Cursor{Line: []byte(in)}
		if f, ok := c.Float(); !ok || !math.IsNaN(f) || !c.End() {
			t.Errorf("%q: %v %v", in, f, ok)
		}
	}
	for _, in := range []string{"", "-", ".", "x", "-x", "na", "e5"} {
		c := Cursor{Line: []byte(in)}
		if f, ok := c.Float(); ok || c.Pos != 0 {
			t.Errorf("%q: taken as %v", in, f)
		}
	}
}

func TestInt(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want int64
		ok   bool
	}{
		{"0", 0, true}, {"-12", -12, true}, {"9223372036854775807", math.MaxInt64, true}, {"000000000000000000012", 0, false},
		{"9223372036854775808", 0, false}, {"99999999999999999999999", 0, false}, {"", 0, false}, {"-", 0, false}, {"x", 0, false},
	} {
		c := Cursor{Line: []byte(tc.in)}
		if got, ok := c.Int(); got != tc.want || ok != tc.ok {
			t.Errorf("%q: %d %v", tc.in, got, ok)
		}
		if !tc.ok && c.Pos != 0 {
			t.Errorf("%q: position %d", tc.in, c.Pos)
		}
	}
}

func TestFigureAndCount(t *testing.T) {
	for in, want := range map[string]struct{ figure, count bool }{
		"12": {true, true}, "0.5": {true, true}, "1e30": {true, true}, "1.1e30": {false, true}, "1e999": {false, true}, "-1e999": {false, false}, "-1": {false, false}, "-0.001": {false, false},
		"-nan": {true, false}, "nan": {true, false}, "9223372036854775808": {true, false}, "": {false, false},
	} {
		c := Cursor{Line: []byte(in)}
		if _, ok := c.Figure(); ok != want.figure || !ok && c.Pos != 0 {
			t.Errorf("%q: figure %v, position %d", in, ok, c.Pos)
		}
		c.Pos = 0
		if _, ok := c.Count(); ok != want.count || !ok && c.Pos != 0 {
			t.Errorf("%q: count %v, position %d", in, ok, c.Pos)
		}
	}
}

func FuzzFloat(f *testing.F) {
	for _, s := range []string{"1733.24", "-0.5e-7", "18446842801212211200.00", "nan"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		c := Cursor{Line: in}
		got, ok := c.Float()
		if !ok || math.IsNaN(got) {
			return
		}
		want, err := strconv.ParseFloat(string(in[:c.Pos]), 64)
		if err != nil && !math.IsInf(want, 0) || got != want {
			t.Errorf("%q: got %v, want %v (%v)", in[:c.Pos], got, want, err)
		}
	})
}

func BenchmarkFloat(b *testing.B) {
	line := []byte("20658.13/")
	b.SetBytes(int64(len(line)))
	c := Cursor{Line: line}
	for b.Loop() {
		c.Pos = 0
		c.Float()
	}
}
