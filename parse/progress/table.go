package progress

import (
	"bytes"
	"maps"
	"strconv"
	"strings"

	"jitterlog/parse"
)

// mostSettings bounds what hostile input can make grow.
const mostSettings = 4096

// A table is the settings that stand before a run, as they are written.
type table struct {
	values map[string]string
	used   bool // by a run: the next row begins a new table
}

func (t *table) clear() { *t = table{} }

// A row is a setting.
type row struct{ name, value string }

// cutRow reads "name value description" in columns, a box or Markdown, or
// "name = value". The name is one that a server variable can have.
func cutRow(line []byte) (row, bool) {
	name, value, ok := splitRow(line)
	return row{name, value}, ok && isVariable(name) && value != ""
}

func (t *table) add(r row) {
	if t.used {
		t.clear()
	}
	if t.values == nil {
		t.values = map[string]string{}
	}
	if len(t.values) < mostSettings && !strings.Contains(r.name, "password") {
		t.values[r.name] = r.value
	}
}

// give puts the settings into a run.
func (t *table) give(sum *parse.Summary) {
	if t.used {
		return
	}
	t.used = true
	maps.Copy(sum.Settings, t.values)
	for name, written := range t.values {
		if bytes, ok := size(written); ok && bytes != written {
			sum.Settings[name] = bytes
			sum.Options["written."+name] = written
		}
	}
}

// inColumns says whether a line is a row of a table in clear columns, whatever
// numbers stand in it.
func inColumns(line []byte) bool {
	if bytes.IndexByte(line, '\t') < 0 && bytes.IndexByte(line, '|') < 0 {
		return false
	}
	name, _, ok := splitRow(line)
	return ok && isVariable(name)
}

// splitRow returns the first two cells of a row.
func splitRow(line []byte) (name, value string, ok bool) {
	text := strings.TrimSpace(string(line))
	for _, separator := range []string{"|", "\t", "="} {
		name, rest, found := strings.Cut(strings.TrimPrefix(text, "|"), separator)
		if !found {
			continue
		}
		value, _, _ := strings.Cut(rest, separator)
		if separator == "=" {
			value = rest
		}
		return strings.Trim(name, " \t`"), strings.Trim(value, " \t`"), true
	}
	name, rest, found := strings.Cut(text, " ")
	if !found {
		return "", "", false
	}
	value, _, wide := strings.Cut(strings.TrimLeft(rest, " "), "  ")
	if !wide {
		first, rest, _ := strings.Cut(value, " ")
		value = first
		word, _, _ := strings.Cut(rest, " ")
		if _, isSize := size(value + " " + word); isSize {
			value += " " + word
		}
	}
	return name, strings.TrimSpace(value), startsValue(value)
}

// startsValue says whether a word of a line without clear columns can be a value:
// text such as "insert some rows" has none.
func startsValue(value string) bool {
	if value == "" {
		return false
	}
	if c := value[0]; c-'0' <= 9 || c >= 'A' && c <= 'Z' {
		return true
	}
	return strings.ContainsAny(value, "0123456789") || value == "on" || value == "off"
}

// isVariable says whether a text can be the name of a server variable, which has
// an underscore but for a few.
func isVariable(name string) bool {
	if name == "autocommit" || name == "flush" || name == "port" {
		return true
	}
	if !strings.Contains(name, "_") || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; (c < 'a' || c > 'z') && c != '_' && c-'0' > 9 {
			return false
		}
	}
	return true
}

// size returns a size such as 10 M, 880M or 1GB in bytes.
func size(written string) (string, bool) {
	digits := 0
	for digits < len(written) && written[digits]-'0' <= 9 {
		digits++
	}
	n, err := strconv.ParseInt(written[:digits], 10, 64)
	if err != nil || n > 1<<40 {
		return "", false
	}
	shift := 0
	switch strings.ToUpper(strings.TrimSpace(written[digits:])) {
	case "":
	case "K", "KB", "KIB":
		shift = 10
	case "M", "MB", "MIB":
		shift = 20
	case "G", "GB", "GIB":
		shift = 30
	default:
		return "", false
	}
	if n<<shift>>shift != n {
		return "", false
	}
	return strconv.FormatInt(n<<shift, 10), true
}

var headings = map[string]bool{"name": true, "variable": true, "variable_name": true, "parameter": true, "setting": true,
	"参数": true, "参数名": true, "参数名称": true, "名称": true, "变量": true, "变量名": true}

// heading says whether a line heads a table of settings.
func heading(line []byte) bool {
	text := strings.TrimLeft(string(line), "| \t")
	end := strings.IndexAny(text, " \t|")
	return end > 0 && headings[strings.ToLower(text[:end])] && strings.TrimLeft(text[end:], " \t|") != ""
}

// frame says whether a line is drawn around a table.
func frame(line []byte) bool { return len(bytes.Trim(line, "+-=|: \t*#")) == 0 }
