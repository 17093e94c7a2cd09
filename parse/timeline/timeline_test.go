package timeline

import (
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
)

func TestRead(t *testing.T) {
	shanghai := time.FixedZone("CST", 8*3600)
	for _, tc := range []struct {
		line string
		loc  *time.Location
		want string
	}{
		{"TS 1796083014.887056392 2026-11-30 23:56:54", time.UTC, "2026-11-30T23:56:54.887056392Z"},
		{"TS 1796083014.887056392 2026-12-01 07:56:54", shanghai, "2026-11-30T23:56:54.887056392Z"},
		{"1796083014", time.UTC, "2026-11-30T23:56:54Z"},
		{"# 1796083014.5", time.UTC, "2026-11-30T23:56:54.5Z"},
		{"1796083014 2026-11-30 23:56:54", time.UTC, "2026-11-30T23:56:54Z"},
		{"=== 2026-11-30 23:56:54 ===", time.UTC, "2026-11-30T23:56:54Z"},
		{"2026-11-30 23:56:54", shanghai, "2026-11-30T15:56:54Z"},
		{"2026-11-30T23:56:54.25+0100", time.UTC, "2026-11-30T22:56:54.25Z"},
		{"Mon Nov 30 23:56:54 UTC 2026", shanghai, "2026-11-30T23:56:54Z"},
		{"Mon Nov 30 23:56:54 CST 2026", shanghai, "2026-11-30T15:56:54Z"},
		{"Tue Dec  1 07:56:54 PDT 2026", shanghai, "2026-11-30T23:56:54Z"},
		{"Mon Nov 30 23:56:54 2026", time.UTC, "2026-11-30T23:56:54Z"},
		{"Mon 30 Nov 2026 11:56:54 PM UTC", time.UTC, "2026-11-30T23:56:54Z"},
		{"", time.UTC, ""}, {"-----", time.UTC, ""}, {"TS", time.UTC, ""}, {"12", time.UTC, ""}, {"Aborted_clients\t0", time.UTC, ""},
		{"2026-11-30 23:56:54 0 [Note] ready", time.UTC, ""}, {"Mon Nov 30 at five in the morning", time.UTC, ""}, {"1796083014 queries", time.UTC, ""},
	} {
		in := parse.NewLines(strings.NewReader(""))
		in.SetClock(tc.loc, time.Time{})
		at, ok := Read(in, []byte(tc.line))
		if got := at.Format(time.RFC3339Nano); ok != (tc.want != "") || ok && got != tc.want {
			t.Errorf("%q: %s %v, want %s", tc.line, got, ok, tc.want)
		}
	}
}

func TestServer(t *testing.T) {
	in := parse.NewLines(strings.NewReader(""))
	in.SetClock(time.FixedZone("", 8*3600), time.Time{})
	for line, want := range map[string]string{
		"2026-11-30T23:56:54.123456Z 0 [Note]": "2026-11-30T23:56:54.123456Z",
		"2026-12-01T07:56:54.5+08:00 0 [Note]": "2026-11-30T23:56:54.5Z",
		"2026-11-30T18:26:54-05:30 0":          "2026-11-30T23:56:54Z",
		"2026-12-01  0:02:04 0 [Note]":         "2026-11-30T16:02:04Z",
		"261201  0:02:04 [Note]":               "2026-11-30T16:02:04Z",
		"261201 10:02:04":                      "2026-12-01T02:02:04Z",
		"2026-13-01 10:02:04":                  "", "2026-12-01": "", "261201": "", "": "", "2026": "", "x": "", "2026-12-01T10:02": "", "2026-12-01 10:99:00": "", "2026-12-01 10:02:04+8": "",
	} {
		c := parse.Cursor{Line: []byte(line)}
		at, ok := Server(in, &c)
		if got := at.Format(time.RFC3339Nano); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %s %v, want %s", line, got, ok, want)
		}
		if !ok && c.Pos != 0 {
			t.Errorf("%q: position %d", line, c.Pos)
		}
	}
}
