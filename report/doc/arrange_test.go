package doc

import (
	"strings"
	"testing"
)

func TestWideTableIsTurned(t *testing.T) {
	table := Table{
		Columns: []Column{{Name: "run"}, {Name: "mean", Unit: "1/s", Kind: KindFloat}, {Name: "nothing", Kind: KindInt},
			{Name: "stalls", Kind: KindInt}, {Name: "verdict"}},
		Rows: [][]Value{
			{Text("a"), Float(316.5), {}, Int(3), Text("cannot tell").With(Neutral)},
			{Text("压测"), Float(366.6), {}, Int(0), Text("faster").With(Good)},
		},
	}
	for _, tc := range []struct {
		width int
		want  string
	}{
		{0, `
run   mean (1/s)  nothing  stalls  verdict
a          316.5        -       3  cannot tell
压测       366.6        -       0  faster
`}, {40, `
run   mean (1/s)  stalls  verdict
a          316.5       3  cannot tell
压测       366.6       0  faster
`}, {32, `
run                   a    压测
mean (1/s)        316.5   366.6
stalls                3       0
verdict     cannot tell  faster
`}, {28, `
run   mean (1/s)  stalls  verdict
a          316.5       3  cannot te…
压测       366.6       0  faster
`},
	} {
		var b strings.Builder
		if err := table.Encode(&b, FormatTable, Options{Width: tc.width}); err != nil {
			t.Fatal(err)
		}
		if got := "\n" + b.String(); got != tc.want {
			t.Errorf("%d columns:%s", tc.width, got)
		}
	}
}
