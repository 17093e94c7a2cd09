package doc_test

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"jitterlog/report/doc"
)

// FuzzCells holds that any text in a cell stays a cell in each format.
func FuzzCells(f *testing.F) {
	for _, row := range hostile().Rows {
		for _, v := range row {
			f.Add(encode(f, doc.Table{Columns: []doc.Column{{}}, Rows: [][]doc.Value{{v}}}, doc.FormatCSV), "b")
		}
	}
	f.Add("a|b\\", "\\|")
	f.Add("\x1b]0;title\a", "\r\n")
	f.Add("</table><script>", "\" onload=\"x")
	f.Fuzz(func(t *testing.T, a, b string) {
		table := doc.Table{
			Title:   a,
			Columns: []doc.Column{{Name: "a", Title: b}, {Name: "b", Kind: doc.KindFloat}},
			Rows:    [][]doc.Value{{doc.Text(a), doc.Text(b)}, {doc.Text(b), doc.Float(1)}},
			Notes:   []doc.Note{{Severity: doc.SeverityWarning, Code: b, Text: a}},
		}
		checkJSON(t, table, a, b)
		checkCSV(t, table, a, b)

		table.Notes, table.Title = nil, ""
		checkMarkdown(t, encode(t, table, doc.FormatMarkdown))
		for _, width := range []int{0, 1, 40} {
			checkTerminal(t, table, width)
		}
		var page strings.Builder
		d := doc.Document{Title: a, Subtitle: b, Blocks: []doc.Block{
			doc.Heading{Text: a}, doc.Heading{Text: b}, doc.Paragraph{Text: b}, doc.Facts{{Label: a, Value: doc.Text(b), Unit: a}},
			doc.Details{Summary: a, Blocks: []doc.Block{table, doc.Note{Code: a, Text: b}, doc.Code{Text: a}, doc.List{Items: []string{b}}}},
			doc.Figure{Alt: a, Caption: b, SVG: []byte("<svg></svg>")},
		}}
		if err := d.WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		elements, ids, _ := readHTML(t, strings.NewReader(page.String()))
		if elements["script"] > 0 || elements["table"] != 1 || elements["td"] != 2 {
			t.Errorf("text became markup: %v", elements)
		}
		for id, n := range ids {
			if n > 1 {
				t.Errorf("id %q is used %d times", id, n)
			}
		}
	})
}

func checkJSON(t *testing.T, table doc.Table, a, b string) {
	t.Helper()
	var rows []struct{ A, B any }
	if err := json.Unmarshal([]byte(encode(t, table, doc.FormatJSON)), &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || utf8.ValidString(a) && rows[0].A != a || utf8.ValidString(b) && rows[0].B != b {
		t.Errorf("JSON read back as %v", rows)
	}
	if lines := strings.Count(encode(t, table, doc.FormatJSONL), "\n"); lines != 2 {
		t.Errorf("%d JSON lines for 2 rows", lines)
	}
}

func checkCSV(t *testing.T, table doc.Table, a, b string) {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(encode(t, table, doc.FormatCSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	// The reader, not the writer, turns "\r\n" inside of quotes into "\n".
	unix := strings.NewReplacer("\r\n", "\n").Replace
	if len(records) != 3 || records[1][0] != unix(a) || records[1][1] != unix(b) {
		t.Errorf("CSV read back as %q", records)
	}
}

// checkMarkdown holds that a row is one line with its two cells.
func checkMarkdown(t *testing.T, table string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d Markdown lines, want 4:\n%s", len(lines), table)
	}
	for _, line := range lines {
		bars, escaped := 0, false
		for _, r := range line {
			if r == '|' && !escaped {
				bars++
			}
			escaped = r == '\\' && !escaped
			if r == '<' || r < ' ' {
				t.Errorf("%q stays in %q", r, line)
			}
		}
		if bars != 3 {
			t.Errorf("%d bars for 2 cells: %s", bars, line)
		}
	}
}

// checkTerminal holds that no control character reaches a terminal.
func checkTerminal(t *testing.T, table doc.Table, width int) {
	t.Helper()
	var b strings.Builder
	table.Notes = []doc.Note{{Text: table.Columns[0].Title}}
	if err := table.Encode(&b, doc.FormatTable, doc.Options{Width: width}); err != nil {
		t.Fatal(err)
	}
	for _, r := range b.String() {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e {
			t.Errorf("%U reaches the terminal: %q", r, b.String())
		}
	}
}
