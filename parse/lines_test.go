package parse

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

var refTime = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func readAll(t *testing.T, r io.Reader) []string {
	t.Helper()
	in := NewLines(r)
	var got []string
	for line, ok := in.Next(); ok; line, ok = in.Next() {
		got = append(got, string(line))
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	if in.Number() != len(got) {
		t.Errorf("%d lines, number %d", len(got), in.Number())
	}
	return got
}

func TestLines(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"\n", []string{""}},
		{"a", []string{"a"}},
		{"a\nb\n", []string{"a", "b"}},
		{"a\r\n\r\nb", []string{"a", "", "b"}},
		{"\rVuser 1:TEST\n", []string{"Vuser 1:TEST"}},
		{"\xef\xbb\xbfsysbench 1.0\n\xef\xbb\xbf", []string{"sysbench 1.0", "\xef\xbb\xbf"}},
		{"\x1b[31;1m[ 1s ]\x1b[0m thds\n\x1b]0;title\x07x\n\x1b", []string{"[ 1s ] thds", "x", ""}},
	} {
		for name, reader := range map[string]func(io.Reader) io.Reader{
			"plain": func(r io.Reader) io.Reader { return r }, "one byte": iotest.OneByteReader, "data with err": iotest.DataErrReader,
		} {
			got := readAll(t, reader(strings.NewReader(tc.in)))
			if strings.Join(got, "|") != strings.Join(tc.want, "|") || len(got) != len(tc.want) {
				t.Errorf("%s: %q: got %q, want %q", name, tc.in, got, tc.want)
			}
		}
	}
}

func TestLast(t *testing.T) {
	in := NewLines(strings.NewReader("2026-12-01 00:00:01 a\n2026-12-01 00:00:02 b\n"))
	in.StripPrefixes()
	for number, want := range []string{"a", "b"} {
		line, ok := in.Next()
		if !ok || string(line) != want {
			t.Fatalf("%q, not %q", line, want)
		}
		for range 2 { // asking twice changes nothing
			if last := in.Last(); last != (want == "b") || in.Number() != number+1 || in.At().Second() != number+1 {
				t.Errorf("%s: last %v, number %d, at %v", want, last, in.Number(), in.At())
			}
		}
	}
	if line, ok := in.Next(); ok {
		t.Errorf("%q behind the last", line)
	}
}

func TestLongLine(t *testing.T) {
	const long = 5 * MaxLine
	in := NewLines(io.MultiReader(strings.NewReader("a\n"), bytes.NewReader(bytes.Repeat([]byte("x"), long)), strings.NewReader("\nb\n")))
	var sizes []int
	for line, ok := in.Next(); ok; line, ok = in.Next() {
		sizes = append(sizes, len(line))
	}
	if len(sizes) != 3 || sizes[1] != MaxLine || sizes[2] != 1 {
		t.Errorf("lines of %d bytes", sizes)
	}
	if count, first := in.LongLines(); count != 1 || first != 2 {
		t.Errorf("%d long lines, the first at %d", count, first)
	}
	if len(in.buf) > 4*MaxLine {
		t.Errorf("a buffer of %d bytes", len(in.buf))
	}
}

func TestSourceError(t *testing.T) {
	in := NewLines(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("abc\n"))))
	for _, ok := in.Next(); ok; _, ok = in.Next() {
	}
	if in.Err() != iotest.ErrTimeout {
		t.Errorf("error %v", in.Err())
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\r\n"), 3)
	f.Add([]byte("\x1b[31m\n2019-03-08T11:31:46.6Z stderr F x"), 1)
	f.Fuzz(func(t *testing.T, data []byte, chunk int) {
		whole := NewLines(bytes.NewReader(data))
		whole.SetClock(time.UTC, refTime)
		whole.StripPrefixes()
		pieces := NewLines(&chunkReader{data, 1 + chunk&0xff})
		pieces.SetClock(time.UTC, refTime)
		pieces.StripPrefixes()
		for {
			a, okA := whole.Next()
			b, okB := pieces.Next()
			if okA != okB || !bytes.Equal(a, b) || !whole.At().Equal(pieces.At()) {
				t.Fatalf("line %d: %q %v and %q %v", whole.Number(), a, okA, b, okB)
			}
			if !okA {
				return
			}
		}
	})
}

type chunkReader struct {
	data []byte
	size int
}

func (r *chunkReader) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.size)], r.data)
	r.data = r.data[n:]
	return n, nil
}
