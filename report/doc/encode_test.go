package doc_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"jitterlog/report/doc"
)

func TestParseFormat(t *testing.T) {
	for _, want := range doc.Formats() {
		if got, err := doc.ParseFormat(string(want)); err != nil || got != want {
			t.Errorf("ParseFormat(%q) = %q, %v", want, got, err)
		}
	}
	_, err := doc.ParseFormat("xlsx")
	if want := `unknown output format "xlsx": expected one of table, csv, json, jsonl, markdown`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestNumbers shows how one column of numbers is written for people.
func TestNumbers(t *testing.T) {
	signed := doc.Column{Kind: doc.KindFloat, Signed: true}
	for _, test := range []struct {
		name   string
		column doc.Column
		in     []float64
		want   string
	}{
		{"whole", doc.Column{Kind: doc.KindFloat}, []float64{3, 12000}, "3 12000"},
		{"same decimals", doc.Column{Kind: doc.KindFloat}, []float64{1.5, 12.25}, "1.50 12.25"},
		{"four digits and one", doc.Column{Kind: doc.KindFloat}, []float64{1234.5678, 98.7}, "1234.6 98.7"},
		{"large", doc.Column{Kind: doc.KindFloat}, []float64{123456.7891, 400000}, "123457 400000"},
		{"smallest counts", doc.Column{Kind: doc.KindFloat}, []float64{12.5, 0.0123}, "12.500 0.012"},
		{"too small", doc.Column{Kind: doc.KindFloat}, []float64{1, 1.2345e-9}, "1 1.2e-09"},
		{"too large", doc.Column{Kind: doc.KindFloat}, []float64{1.5e18}, "1.5e+18"},
		{"fixed", doc.Column{Kind: doc.KindFloat, Digits: 2}, []float64{1, 2.345678}, "1.00 2.35"},
		{"whole asked", doc.Column{Kind: doc.KindFloat, Digits: doc.Whole}, []float64{1.6, 2.4}, "2 2"},
		{"no negative zero", doc.Column{Kind: doc.KindFloat, Digits: 1}, []float64{-0.04, math.Copysign(0, -1)}, "0.0 0.0"},
		{"signed", signed, []float64{1.5, 0, -2}, "+1.5 0.0 -2.0"},
		{"percent", doc.Column{Kind: doc.KindPercent}, []float64{0.5, 0.125}, "50.0% 12.5%"},
		{"duration", doc.Column{Kind: doc.KindDuration}, []float64{0, 0.0000123, 0.00999, 0.9996, 5, 63.2411, 60.35}, "0 s 12.3 µs 9.99 ms 1 s 5 s 63.2 s 60.35 s"},
		{"as logged", doc.Column{Kind: doc.KindFloat}, []float64{60.35, 25.08, 1041.91}, "60.35 25.08 1041.91"},
		{"in full", doc.Column{Kind: doc.KindFloat, Digits: doc.Exact}, []float64{261.65, 1234.56789, 3}, "261.65 1234.56789 3"},
		{"long duration", doc.Column{Kind: doc.KindDuration}, []float64{-130.411, 3599.611, 7384, 1041.91}, "-2m10s 1h00m 2h03m 17m21.91s"},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := doc.Table{Columns: []doc.Column{test.column}}
			for _, f := range test.in {
				table.Rows = append(table.Rows, []doc.Value{doc.Float(f)})
			}
			lines := strings.Fields(encode(t, table, doc.FormatTable))
			if got := strings.Join(lines, " "); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestOf(t *testing.T) {
	n, hundred := 7, big.NewInt(100)
	huge, _ := new(big.Int).SetString("170141183460469231731687303715884105727", 10)
	var nothing *float64
	var noBig *big.Int
	for _, test := range []struct {
		in   any
		want string
	}{
		{nil, `null`}, {nothing, `null`}, {noBig, `null`}, {math.NaN(), `null`}, {float32(0.1), `0.1`}, {1e21, `1e+21`},
		{&n, `7`}, {uint64(math.MaxUint64), `"18446744073709551615"`}, {hundred, `100`}, {huge, `"` + huge.String() + `"`},
		{true, `true`}, {[]byte("a\"b"), `"a\"b"`}, {time.Unix(0, 0), `"1970-01-01T00:00:00Z"`}, {90 * time.Second, `"1m30s"`},
		{[]any{1, nil, "x"}, `[1,null,"x"]`}, {map[any]any{"b": 2, "a": []float64{1.5}}, `{"a":[1.5],"b":2}`}, {map[string]int{}, `{}`},
		{struct{ A int }{1}, `"{1}"`}, {doc.Int(3), `3`},
	} {
		table := doc.Table{Columns: []doc.Column{{Name: "v"}}, Rows: [][]doc.Value{{doc.Of(test.in)}}}
		if got, want := encode(t, table, doc.FormatJSONL), `{"v":`+test.want+"}\n"; got != want {
			t.Errorf("Of(%v): got %s, want %s", test.in, got, want)
		}
	}
}

func TestJSONKeys(t *testing.T) {
	table := doc.Table{
		Columns: []doc.Column{{Name: "z"}, {Name: "a"}, {Name: "a"}, {Name: "a_2"}, {Name: ""}},
		Rows:    [][]doc.Value{{doc.Int(1), doc.Int(2), doc.Int(3), doc.Int(4), {}}},
	}
	if got, want := encode(t, table, doc.FormatJSONL), `{"z":1,"a":2,"a_3":3,"a_2":4,"":null}`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEmptyTables(t *testing.T) {
	none := doc.Table{Columns: []doc.Column{{Name: "a_s", Title: "a", Unit: "s"}}}
	for format, want := range map[doc.Format]string{
		doc.FormatTable: "a (s)\n", doc.FormatCSV: "a_s\n", doc.FormatJSON: "[]\n", doc.FormatJSONL: "",
		doc.FormatMarkdown: "| a (s) |\n| ----- |\n",
	} {
		if got := encode(t, none, format); got != want {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
	}
	null := doc.Table{Columns: none.Columns, Rows: [][]doc.Value{{{}}}}
	if got, want := encode(t, null, doc.FormatCSV), "a_s\n\"\"\n"; got != want {
		t.Errorf("a lone NULL in CSV: got %q, want %q", got, want)
	}
}

func TestStream(t *testing.T) {
	columns := []doc.Column{{Name: "t", Kind: doc.KindInt}}
	failure := errors.New("disk gone")
	rows := func(yield func([]doc.Value, error) bool) {
		row := make([]doc.Value, 1) // used again, as the documentation allows
		for i := range int64(3) {
			row[0] = doc.Int(i)
			if !yield(row, nil) {
				return
			}
		}
		yield(nil, failure)
	}
	for format, want := range map[doc.Format]string{
		doc.FormatCSV: "t\n0\n1\n2\n", doc.FormatJSONL: "{\"t\":0}\n{\"t\":1}\n{\"t\":2}\n",
		doc.FormatJSON: "[\n{\"t\":0},\n{\"t\":1},\n{\"t\":2}", doc.FormatTable: "", doc.FormatMarkdown: "",
	} {
		var b strings.Builder
		if err := doc.EncodeRows(&b, columns, rows, format, doc.Options{}); !errors.Is(err, failure) {
			t.Errorf("%s: got error %v, want %v", format, err, failure)
		}
		if b.String() != want {
			t.Errorf("%s: got %q, want %q", format, b.String(), want)
		}
	}
	good := func(yield func([]doc.Value, error) bool) {
		rows(func(row []doc.Value, err error) bool { return err == nil && yield(row, nil) })
	}
	var b strings.Builder
	if err := doc.EncodeRows(&b, columns, good, doc.FormatTable, doc.Options{}); err != nil || b.String() != "t\n0\n1\n2\n" {
		t.Errorf("a table of a stream: %q, %v", b.String(), err)
	}
}

// TestStreamAllocations holds that a row costs no more than its cells: streaming
// a history must not fill the memory.
func TestStreamAllocations(t *testing.T) {
	row := []doc.Value{doc.Text("binlog, on"), doc.Int(12345), doc.Float(1234.5678), {}}
	rows := func(yield func([]doc.Value, error) bool) {
		for range 1000 {
			if !yield(row, nil) {
				return
			}
		}
	}
	columns := []doc.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}
	const limit = 3 // fewer than one per cell
	for _, format := range []doc.Format{doc.FormatCSV, doc.FormatJSONL, doc.FormatJSON} {
		allocations := testing.AllocsPerRun(5, func() {
			if err := doc.EncodeRows(io.Discard, columns, rows, format, doc.Options{}); err != nil {
				t.Fatal(err)
			}
		})
		if perRow := allocations / 1000; perRow > limit {
			t.Errorf("%s: %.1f allocations a row, want at most %d", format, perRow, limit)
		}
	}
}

func TestRowThatDoesNotFit(t *testing.T) {
	table := doc.Table{Columns: []doc.Column{{Name: "a"}, {Name: "b"}}, Rows: [][]doc.Value{{{}, {}}, {{}}}}
	const want = "row 2 has 1 cells for 2 columns"
	for _, format := range doc.Formats() {
		if err := table.Encode(io.Discard, format, doc.Options{}); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", format, err, want)
		}
	}
	if err := (doc.Document{Blocks: []doc.Block{table}}).WriteHTML(io.Discard); err == nil || err.Error() != want {
		t.Errorf("html: got %v, want %s", err, want)
	}
}

func TestWriteErrors(t *testing.T) {
	for _, format := range doc.Formats() {
		if err := hostile().Encode(fullDisk{}, format, doc.Options{}); !errors.Is(err, errFull) {
			t.Errorf("%s: got %v, want %v", format, err, errFull)
		}
	}
}

var errFull = errors.New("no space left on device")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestNotesAreNotLost holds that each format shows the footnotes or hands them on.
func TestNotesAreNotLost(t *testing.T) {
	for _, format := range doc.Formats() {
		var told []doc.Note
		var b strings.Builder
		table := hostile()
		if err := table.Encode(&b, format, doc.Options{Note: func(n doc.Note) { told = append(told, n) }}); err != nil {
			t.Fatal(err)
		}
		shown := strings.Contains(b.String(), "rates are weighted")
		if shown == slices.Equal(told, table.Notes) {
			t.Errorf("%s: shown %t, told %d notes of %d", format, shown, len(told), len(table.Notes))
		}
	}
}

func TestJSONIsValid(t *testing.T) {
	var objects []map[string]any
	if err := json.Unmarshal([]byte(encode(t, hostile(), doc.FormatJSON)), &objects); err != nil {
		t.Fatal(err)
	}
	if len(objects) != 4 || objects[0]["mean_tps"] != 1234.5678 || objects[1]["mean_tps"] != nil {
		t.Errorf("read back %v", objects)
	}
}

func TestCSVRoundTrip(t *testing.T) {
	records, err := csv.NewReader(strings.NewReader(encode(t, hostile(), doc.FormatCSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := records[2][0], "<script>alert('x')</script> | \"q\" & `c` *b* _i_ $m$ \\"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := records[1][3], "1234.5678"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestHTMLIsWellFormed reads the page as XML, allowing for the elements that HTML
// does not close, and holds that nothing of the text became markup.
func TestHTMLIsWellFormed(t *testing.T) {
	var b bytes.Buffer
	if err := sample(t).WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	elements, ids, targets := readHTML(t, &b)
	if elements["script"] > 0 {
		t.Error("a name became a script")
	}
	if elements["h1"] != 1 || elements["svg"] != 1 || elements["caption"] != 1 || elements["details"] != 2 {
		t.Errorf("elements: %v", elements)
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("id %q is used %d times", id, n)
		}
	}
	for _, target := range targets {
		if ids[strings.TrimPrefix(target, "#")] != 1 {
			t.Errorf("link to %s leads nowhere", target)
		}
	}
	if len(targets) < 8 {
		t.Errorf("%d links, want 4 to warnings and 4 to sections", len(targets))
	}
}

func TestMarkdownFigureFile(t *testing.T) {
	for file, want := range map[string]string{
		"":                    "*Figure: c*\n",
		"out/a.svg":           "![a](out/a.svg)\n\n*Figure: c*\n",
		"a (1) <日>.svg":       "![a](a%20%281%29%20%3C%E6%97%A5%3E.svg)\n\n*Figure: c*\n",
		"javascript:alert(1)": "![a](./javascript:alert%281%29)\n\n*Figure: c*\n",
	} {
		var b strings.Builder
		d := doc.Document{Blocks: []doc.Block{doc.Figure{File: file, Alt: "a", Caption: "c"}}}
		if err := d.WriteMarkdown(&b); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%q: got %q, want %q", file, b.String(), want)
		}
	}
}

// readHTML counts elements and ids and collects the targets of links.
func readHTML(t *testing.T, r io.Reader) (elements, ids map[string]int, targets []string) {
	t.Helper()
	d := xml.NewDecoder(r)
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta"}, xml.HTMLEntity
	elements, ids = map[string]int{}, map[string]int{}
	var open []string
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
			for _, a := range token.Attr {
				switch a.Name.Local {
				case "id":
					ids[a.Value]++
				case "href":
					targets = append(targets, a.Value)
				}
			}
			if token.Name.Local != "meta" {
				open = append(open, token.Name.Local)
			}
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != token.Name.Local {
				t.Fatalf("</%s> closes %v", token.Name.Local, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Fatalf("%v stay open", open)
	}
	return elements, ids, targets
}

func encode(t testing.TB, table doc.Table, f doc.Format) string {
	t.Helper()
	var b strings.Builder
	if err := table.Encode(&b, f, doc.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A share in a column of other numbers, a p value, and a code that people do not see.
func TestMixedCells(t *testing.T) {
	table := doc.Table{Columns: []doc.Column{{Name: "value", Kind: doc.KindFloat}, {Name: "p", Kind: doc.KindP}, {Name: "code", Code: true}},
		Rows: [][]doc.Value{{doc.Float(1234.5), doc.Float(0.0004), doc.Text("x")}, {doc.Float(0.03).Percent(), doc.Float(0.0412), doc.Text("y")}}}
	for format, want := range map[doc.Format]string{
		doc.FormatTable: "value   p       \n1234.5  <0.001  \n3.0%    0.041   \n",
		doc.FormatCSV:   "value,p,code\n1234.5,0.0004,x\n0.03,0.0412,y\n",
	} {
		var out strings.Builder
		if err := table.Encode(&out, format, doc.Options{}); err != nil {
			t.Fatal(err)
		}
		if squeezed := func(s string) string { return strings.Join(strings.Fields(s), " ") }; squeezed(out.String()) != squeezed(want) {
			t.Errorf("%s: got\n%s", format, out.String())
		}
	}
}
