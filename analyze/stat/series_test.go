package stat

import (
	"math"
	"reflect"
	"testing"
)

var nan = math.NaN()

func TestCheck(t *testing.T) {
	s := Series{
		{0, 1, 10}, {1, 2, nan}, {4, 5, 10}, // a gap of two seconds
		{5, 5, 10},         // the same time again, no length
		{3, 4, 10},         // the clock stepped back
		{4.0000004, 5, 10}, // rounding is no gap
		{4.5, 6, 10},
	}
	want := Faults{
		Gaps: []Span{{2, 4}}, Backward: []int{4}, Duplicate: []int{3}, Overlap: []int{6}, Missing: []int{1, 3},
	}
	if got := s.Check(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if !constant(10, 5).Check().None() {
		t.Error("a sound series has faults")
	}
	if want.None() {
		t.Error("None is true with faults")
	}
}

func TestMeanIsWeightedByLength(t *testing.T) {
	s := Series{{0, 1, 100}, {1, 2, nan}, {2, 11, 200}}
	near(t, "mean", s.Mean(), 190, 1e-12)
	near(t, "work", s.Work(), 1900, 1e-9)
	near(t, "seconds", s.Seconds(), 10, 0)
}

func TestSplit(t *testing.T) {
	before, after := constant(10, 1).Split(4)
	if len(before) != 4 || len(after) != 6 || after[0].Start != 4 {
		t.Errorf("got %v and %v", before, after)
	}
	before, after = every(10, 1, 2, 3).Split(15)
	if len(before) != 1 || len(after) != 2 {
		t.Errorf("an interval across the cut: got %v and %v", before, after)
	}
}

func TestTrim(t *testing.T) {
	s := everySecond(9, 9, 0, 9, 0, 0, nan, 0)
	for _, c := range []struct {
		name     string
		deadline float64
		kept     int
	}{
		{"deadline before the zeros", 4, 4},
		{"zeros up to the deadline are a freeze", 6, 6},
		{"work after the deadline stays", 1, 4},
		{"deadline not reached", 100, 8},
		{"deadline unknown", nan, 8},
	} {
		kept, tail := s.Trim(c.deadline)
		if len(kept) != c.kept || len(kept)+len(tail) != len(s) {
			t.Errorf("%s: kept %d points, want %d", c.name, len(kept), c.kept)
		}
	}
}

func TestBlocks(t *testing.T) {
	rates := func(s Series) []float64 {
		var x []float64
		for _, p := range s {
			x = append(x, math.Round(p.Rate*1e6)/1e6)
		}
		return x
	}
	for _, c := range []struct {
		name string
		s    Series
		k    float64
		want []float64
	}{
		{"partial block at the end", everySecond(1, 3, 5, 7, 100), 2, []float64{2, 6}},
		{"a gap spoils its blocks only", Series{{0, 1, 1}, {1, 2, 3}, {3, 4, 9}, {4, 5, 5}, {5, 6, 7}}, 2, []float64{2, 6}},
		{"a missing value likewise", everySecond(1, 3, nan, 9, 5, 7), 2, []float64{2, 6}},
		{"one long interval counts in each block it covers", Series{{0, 1, 1}, {1, 4, 5}}, 2, []float64{3, 5}},
		{"weighted by length", Series{{0, 1.5, 10}, {1.5, 2, 50}}, 2, []float64{20}},
		{"uneven labels", Series{{0, 1.0003, 4}, {1.0003, 2.0001, 8}, {2.0001, 3, 4}, {3, 4.0002, 8}}, 2, []float64{5.9994, 6.0002}},
		{"block of 0", everySecond(1, 2), 0, nil},
	} {
		got := rates(c.s.Blocks(c.k))
		if len(got) != len(c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
			continue
		}
		for i := range got {
			near(t, c.name, got[i], c.want[i], 1e-6)
		}
	}
}

func TestGridKeepsNeighboursInTime(t *testing.T) {
	x := Series{{0, 1, 1}, {1, 2, 2}, {4, 5, 3}, {5, 6, 4}}.grid()
	if len(x) != 6 || !math.IsNaN(x[2]) || !math.IsNaN(x[3]) || x[4] != 3 {
		t.Errorf("got %v", x)
	}
	if x := (Series{{0, 1, 1}, {1, 2, 2}, {1e15, 1e15 + 1, 3}}).grid(); len(x) > 10 {
		t.Errorf("a broken clock made %d cells", len(x))
	}
}
