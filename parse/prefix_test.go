package parse

import (
	"testing"
	"time"
)

func TestPrefixes(t *testing.T) {
	ref := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	const line = "[ 10s ] thds: 8 tps: 1.00"
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, tc := range []struct {
		prefix string
		want   time.Time
	}{
		{"", time.Time{}},
		{"2019-03-08T11:31:46.679082406Z stderr F ", at("2019-03-08T11:31:46.679082406Z")},
		{"2024-04-09T17:33:12.238986028Z ", at("2024-04-09T17:33:12.238986028Z")},
		{"2020-03-01 01:19:57.674767\t", at("2020-03-01T01:19:57.674767Z")},
		{"2024-04-09T17:33:12+0200 ", at("2024-04-09T15:33:12Z")},
		{"[2026-11-30 23:56:54] ", at("2026-11-30T23:56:54Z")},
		{"Dec 01 00:31:50 ", at("2026-12-01T00:31:50Z")},
		{"Dec 31 23:59:59 ", at("2025-12-31T23:59:59Z")},
		{"Apr  9 17:33:12 db1 sysbench[1234]: ", at("2026-04-09T17:33:12Z")},
		{"bench-1  | ", time.Time{}},
		{"bench-1  | 2024-04-09T17:33:12Z ", at("2024-04-09T17:33:12Z")},
		{"[pod/bench-7d9/run] 2024-04-09T17:33:12Z ", at("2024-04-09T17:33:12Z")},
		{"00:00:05 ", time.Time{}},
		{"1796077804.216884 ", at("2026-11-30T22:30:04.216884Z")},
	} {
		p := clock{loc: time.UTC, ref: ref}
		rest, got := p.cutPrefixes([]byte(tc.prefix + line))
		if string(rest) != line {
			t.Errorf("%q: rest %q", tc.prefix, rest)
		}
		if !got.Equal(tc.want) {
			t.Errorf("%q: time %v, want %v", tc.prefix, got, tc.want)
		}
	}
}
