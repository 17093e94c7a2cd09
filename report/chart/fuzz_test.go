package chart

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"unicode"
)

// FuzzRender draws whatever numbers and names there are: it must end without a
// panic in a picture whose coordinates are numbers, or in an error.
func FuzzRender(f *testing.F) {
	numbers := func(values ...float64) []byte {
		var b []byte
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		return b
	}
	for kind := range uint8(len(kindNames)) {
		f.Add(kind, kind, "name", numbers(1, 2, 3, 4, 5, 6))
		f.Add(kind, uint8(15), hostile[int(kind)%len(hostile)], numbers(nan, math.Inf(1), -1e308, 5e-324, 0, 1e100))
		f.Add(kind, uint8(3), "", numbers(1e15, 1e15+0.125, 1e15))
	}
	f.Fuzz(func(t *testing.T, kind, flags uint8, name string, data []byte) {
		if len(data) > 4096 || len(name) > 4096 {
			return
		}
		c := Chart{Kind: Kind(kind), Title: name, Width: 320, Height: 240, Theme: Theme(flags >> 6),
			X: Axis{Label: name, Log: flags&1 != 0, Clock: flags&2 != 0, Fit: flags&4 != 0}, Y: Axis{Log: flags&8 != 0, Fit: flags&4 != 0}}
		s := Series{Name: name, Warmup: flags&16 != 0}
		var v [3]float64
		for len(data) >= 8 {
			v[0], v[1], v[2] = math.Float64frombits(binary.LittleEndian.Uint64(data)), v[0], v[1]
			data = data[8:]
			s.Values = append(s.Values, v[0])
			s.Points = append(s.Points, Point{v[0], v[1], v[2]})
			s.Buckets = append(s.Buckets, Point{v[1], v[0], v[2]})
			s.Stalls = append(s.Stalls, Span{v[0], v[1]})
			s.Bars = append(s.Bars, Estimate{v[0], v[1], v[2]})
			c.Groups = append(c.Groups, name)
			s.WarmupEnd = v[0]
		}
		c.Series = []Series{s, s}
		var b bytes.Buffer
		if _, err := c.Render(&b, SVG); err != nil {
			return
		}
		if bytes.Contains(b.Bytes(), []byte("-9223372036854775808")) {
			t.Error("a coordinate is no number")
		}
		checkXML(t, b.Bytes())
		// The library's raster pen never ends at a place that is no number. Characters that
		// make it search all fonts of the system would leave time for little else.
		if !t.Failed() && !strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }) {
			if _, err := c.Render(&b, PNG); err != nil {
				t.Errorf("an SVG, but no PNG: %v", err)
			}
		}
	})
}
