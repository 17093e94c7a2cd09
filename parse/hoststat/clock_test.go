package hoststat

import (
	"strings"
	"testing"
	"time"

	"jitterlog/parse"
)

func newTestClock(ref string) Clock {
	in := parse.NewLines(strings.NewReader(""))
	at, _ := time.Parse(time.RFC3339, ref)
	in.SetClock(time.FixedZone("", 2*3600), at)
	return NewClock(in)
}

func TestDateTime(t *testing.T) {
	for _, tc := range []struct{ ref, in, want string }{
		{"", "11/30/26 22:23:20", "2026-11-30T20:23:20Z"},
		{"", "04/09/2026 04:13:31 PM", "2026-04-09T14:13:31Z"},
		{"", "04/09/2026 12:13:31 AM", "2026-04-08T22:13:31Z"},
		{"", "04/09/2026 12:13:31 PM", "2026-04-09T10:13:31Z"},
		{"2026-05-01T00:00:00Z", "04/09/2026 16:13:31", "2026-04-09T14:13:31Z"},
		{"2026-05-01T00:00:00Z", "03/12/2025 16:13:31", "2025-03-12T14:13:31Z"},
		{"2026-05-01T00:00:00Z", "09/04/2026 16:13:31", "2026-04-09T14:13:31Z"}, // September is yet to come
		{"", "30/11/2026 16:13:31", "2026-11-30T14:13:31Z"},
		{"", "22.02.2012 13.01.01", "2012-02-22T11:01:01Z"},
		{"", "2012. 02. 22. 13:01:01", "2012-02-22T11:01:01Z"},
		{"", "30-11-26 13:01:01", "2026-11-30T11:01:01Z"},
		{"", "2026-11-30 22:24:12", "2026-11-30T20:24:12Z"},
		{"", "2026-11-30T22:24:12+0000", "2026-11-30T22:24:12Z"},
		{"", "2026-11-30T22:24:12.250-07:30", "2026-12-01T05:54:12.25Z"},
		{"", "2026-11-30 22:24:12 UTC", "2026-11-30T22:24:12Z"},
		{"", "2026年11月30日 22时24分12秒", "2026-11-30T20:24:12Z"},
		{"", "2026年11月30日 下午 10时24分12秒", "2026-11-30T20:24:12Z"},
		{"", "1796088746", "2026-12-01T01:32:26Z"},
	} {
		k := newTestClock(tc.ref)
		c := parse.Cursor{Line: []byte(tc.in)}
		at, ok := k.DateTime(&c)
		if got := at.Format(time.RFC3339Nano); !ok || !c.End() || got != tc.want {
			t.Errorf("%q: %s %v, rest %q, want %s", tc.in, got, ok, c.Rest(), tc.want)
		}
	}
	for _, in := range []string{"", "vda 1.00", "11/30 22:23:20", "13/13/2026 00:00:00", "11/30/26", "2026-11-30 25:00:00", "17960887", "1.2.3 00:00:00", "11/30/26 22:23", "1969-12-31 23:59:59", "9999-12-31 23:59:59-0100"} {
		k := newTestClock("")
		c := parse.Cursor{Line: []byte(in)}
		if at, ok := k.DateTime(&c); ok || c.Pos != 0 {
			t.Errorf("%q: taken as %v", in, at)
		}
	}
}

// A time in the minute of the one before is what it is by itself.
func TestSameMinute(t *testing.T) {
	loc := time.FixedZone("", 2*3600)
	kept := newTestClock("2026-12-01T00:00:00Z")
	for _, in := range []string{
		"2026-11-30 22:23:58", "2026-11-30 22:23:59", "2026-11-30 22:23:60", "2026-11-30 22:23:5", "2026-11-30 22:23:09", "2026-11-30 22:23:09.5", "2026-11-30 22:23:10 UTC",
		"2026-11-30 22:23:11", "2026-11-30 22:23:11Z", "2026-11-30 22:24:00", "2026-11-30T22:24:12+02:00", "2026-11-30T22:24:12+02:30", "2026-11-30T22:24:12", "2026-11-30T22:24:13",
		"11/30/26 10:23:20 PM", "11/30/26 10:23:20", "11/30/26 10:23:21", "11/30/26 10:23:21 PM", "30-11 22:23:20", "30-11 22:23:21", "01-12 00:00:00",
	} {
		fresh := newTestClock("2026-12-01T00:00:00Z")
		for _, read := range []func(*Clock, *parse.Cursor, *time.Location) (time.Time, bool){(*Clock).DateTimeIn, (*Clock).DayAndMonth} {
			a, b := parse.Cursor{Line: []byte(in)}, parse.Cursor{Line: []byte(in)}
			got, ok := read(&kept, &a, loc)
			want, wantOK := read(&fresh, &b, loc)
			if ok != wantOK || ok && !got.Equal(want) || a.Pos != b.Pos {
				t.Errorf("%s: %v %v behind others, %v %v by itself", in, got, ok, want, wantOK)
			}
		}
	}
}

// The first date that can only be read one way decides for those after it.
func TestDayFirstIsKept(t *testing.T) {
	k := newTestClock("")
	for _, tc := range []struct{ in, want string }{
		{"30/11/2026 23:59:59", "2026-11-30T21:59:59Z"},
		{"01/12/2026 00:00:00", "2026-11-30T22:00:00Z"},
	} {
		at, ok := k.DateTime(&parse.Cursor{Line: []byte(tc.in)})
		if got := at.Format(time.RFC3339); !ok || got != tc.want {
			t.Errorf("%q: %s", tc.in, got)
		}
	}
}

func TestTimeOfDay(t *testing.T) {
	day := newTestClock("")
	if !day.Banner([]byte("Linux 5.4 (a (b) \t12/31/2025 \t_x86_64_\t(8 CPU)")) && !day.Banner([]byte("Linux 5.4 (host) \t12/31/2025 \t_x86_64_\t(8 CPU)")) {
		t.Fatal("no banner")
	}
	written := newTestClock("2026-03-01T00:30:00Z") // 02:30 in its zone
	for _, tc := range []struct {
		clock    *Clock
		in, want string
	}{
		{&day, "11:59:59 PM", "2025-12-31T21:59:59Z"},
		{&day, "11:59:58 PM", "2025-12-31T21:59:58Z"}, // a step, not a day
		{&day, "12:00:01 AM", "2025-12-31T22:00:01Z"},
		{&day, "11:00:00", "2026-01-01T09:00:00Z"},
		{&written, "23:00:00", "2026-02-28T21:00:00Z"},
		{&written, "02:00:00", "2026-03-01T00:00:00Z"},
	} {
		at, ok := tc.clock.Time(&parse.Cursor{Line: []byte(tc.in)})
		if got := at.Format(time.RFC3339); !ok || got != tc.want {
			t.Errorf("%s: %s %v, want %s", tc.in, got, ok, tc.want)
		}
	}
	unknown := newTestClock("0001-01-01T00:00:00Z")
	if at, ok := unknown.Time(&parse.Cursor{Line: []byte("23:00:00")}); !ok || !at.IsZero() {
		t.Errorf("without a date: %v %v", at, ok)
	}
}

func TestDayAndMonth(t *testing.T) {
	k := newTestClock("2026-02-01T00:00:00Z")
	for _, tc := range []struct{ in, want string }{
		{"31-12 23:59:59", "2025-12-31T23:59:59Z"},
		{"01-01 00:00:00", "2026-01-01T00:00:00Z"},
	} {
		at, ok := k.DayAndMonth(&parse.Cursor{Line: []byte(tc.in)}, time.UTC)
		if got := at.Format(time.RFC3339); !ok || got != tc.want {
			t.Errorf("%s: %s %v, want %s", tc.in, got, ok, tc.want)
		}
	}
}

func TestIsBanner(t *testing.T) {
	for line, want := range map[string]bool{
		"Linux 6.8.0-60-generic (host) \t04/09/2026 \t_x86_64_\t(80 CPU)": true,
		"Linux 2.6.9 (host) \t22.02.2012":                                 true,
		"Linux 6.8.0 (host) 2026-04-09 _x86_64_ (80 CPU)":                 true,
		"Linux 6.8.0 (host)":                                              false,
		"Linux host 6.8.0 #1 SMP (Debian) x86_64 GNU/Linux":               false,
		"": false,
	} {
		if got := IsBanner([]byte(line)); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
