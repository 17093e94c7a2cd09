package doc

import (
	"slices"
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		in    string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"one two three", 0, []string{"one two three"}},
		{"one two  three", 7, []string{"one two", "three"}},
		{"a abcdefghij b", 4, []string{"a", "abcd", "efgh", "ij b"}},
		{"二进制日志 关闭", 5, []string{"二进", "制日", "志", "关闭"}},
		{"二进", 1, []string{"二", "进"}},
	} {
		if got := wrap(test.in, test.width); !slices.Equal(got, test.want) {
			t.Errorf("wrap(%q, %d) = %q, want %q", test.in, test.width, got, test.want)
		}
	}
}

// TestWrapLongWord would take minutes if each line looked at the whole rest.
func TestWrapLongWord(t *testing.T) {
	if lines := wrap(strings.Repeat("日", 1<<19), 80); len(lines) != 1<<19/40+1 {
		t.Errorf("%d lines", len(lines))
	}
}
