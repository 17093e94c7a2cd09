package resulttable

import (
	"slices"
	"strings"
)

// A role is what a column holds.
type role int

const (
	label    role = iota // says what the row is about
	setting              // name = value
	variable             // its heading is the name
	threads
	rowCount
	tps
	tpmC
	qps
	elapsed
	latency // mean
	latency95
	figure // any other
	note
)

// A column of a table of results.
type column struct {
	role    role
	heading string
	name    string  // as Reported has it
	unit    float64 // what a number without unit is multiplied by
}

// Words by which headings are told, in lower case.
var (
	responseWords = []string{"response", "latency", "响应", "延迟", "时延"}
	tpsWords      = []string{"tps", "transactions/s", "transactions per s", "trx/s", "tx/s", "rows/s", "rows per s", "inserts/s", "ops/s", "事务/秒", "行/秒", "每秒事务", "每秒插入", "每秒行", "吞吐"}
	qpsWords      = []string{"qps", "queries/s", "queries per s", "每秒查询"}
	elapsedWords  = []string{"elapsed", "total time", "run time", "耗时", "用时", "总时间", "运行时间", "执行时间", "花费时间"}
	extremeWords  = []string{"max", "min ", "最大", "最小", "最高", "最低", "stddev", "p99", "99%", "99th", "p50", "median", "p90", "90%", "90th"}
	threadWords   = []string{"threads", "thread", "thds", "num threads", "clients", "connections", "concurrency", "线程", "线程数", "并发", "并发数", "连接数"}
	rowWords      = []string{"rows", "row count", "count", "records", "inserts", "transactions", "行数", "总行数", "记录数", "条数", "事务数", "插入行数"}
	settingWords  = []string{"setting", "settings", "parameter", "parameters", "config", "configuration", "参数", "参数设置", "设置", "配置"}
	noteWords     = []string{"note", "notes", "remark", "remarks", "comment", "description", "备注", "说明", "描述"}
)

// columnOf tells a column by its heading.
func columnOf(heading string) column {
	c := column{heading: heading, unit: 1}
	text := strings.ToLower(strings.TrimSpace(heading))
	words := strings.ReplaceAll(text, "_", " ")
	extreme := containsAny(words, extremeWords)
	switch {
	case containsAny(words, responseWords) || slices.Contains(fields(words), "rt"):
		c.role, c.name, c.unit = latency, "lat_avg_ms", headingUnit(words, 1)
		if strings.Contains(words, "95") {
			c.role, c.name = latency95, "lat_p95_ms"
		} else if extreme {
			c.role, c.name, c.unit = figure, text, 1
		}
	case strings.Contains(words, "tpmc"):
		c.role, c.name = tpmC, "tpmc"
	case containsAny(words, tpsWords) && !extreme:
		c.role, c.name = tps, "tps"
	case containsAny(words, qpsWords) && !extreme:
		c.role, c.name = qps, "qps"
	case containsAny(words, elapsedWords) || bareTime(words):
		c.role, c.name, c.unit = elapsed, "elapsed_s", headingUnit(words, 1000)/1000
	case slices.Contains(threadWords, words):
		c.role, c.name = threads, "threads"
	case slices.Contains(rowWords, words):
		c.role, c.name = rowCount, "rows"
	case slices.Contains(settingWords, words):
		c.role = setting
	case slices.Contains(noteWords, words):
		c.role = note
	case isVariable(text):
		c.role, c.name = variable, fullName(text)
	case extreme && (containsAny(words, tpsWords) || containsAny(words, qpsWords)):
		c.role, c.name = figure, text
	}
	return c
}

// bareTime says whether a heading is no more than "time" with its unit. Other
// tables have such a column too, so that it alone makes no table of results.
func bareTime(words string) bool {
	for _, word := range []string{"time", "时间"} {
		if rest, ok := strings.CutPrefix(words, word); ok && (rest == "" || strings.ContainsAny(rest[:1], " (/[（")) {
			return true
		}
	}
	return false
}

// headingUnit returns how many milliseconds the unit in a heading is: "elapsed
// s", "耗时(秒)", "response/ms".
func headingUnit(words string, without float64) float64 {
	for _, field := range fields(words) {
		if u, ok := unitMS[field]; ok {
			return u
		}
	}
	return without
}

func fields(words string) []string {
	return strings.FieldsFunc(words, func(r rune) bool { return strings.ContainsRune(" ()[]/,:（）", r) })
}

var unitMS = map[string]float64{
	"us": 1e-3, "µs": 1e-3, "微秒": 1e-3, "ms": 1, "msec": 1, "millisecond": 1, "milliseconds": 1, "毫秒": 1,
	"s": 1e3, "sec": 1e3, "secs": 1e3, "second": 1e3, "seconds": 1e3, "秒": 1e3,
	"min": 6e4, "mins": 6e4, "minute": 6e4, "minutes": 6e4, "分": 6e4, "分钟": 6e4,
	"h": 36e5, "hour": 36e5, "hours": 36e5, "小时": 36e5,
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

const longestHeading = 60 // bytes; a longer cell is text

// columnsOf tells the columns of a heading, and whether it is one of a table of
// results.
func columnsOf(cells []string) ([]column, bool) {
	columns := make([]column, len(cells))
	seen := map[role]bool{}
	figures, about, result := 0, false, false
	for i, cell := range cells {
		if _, isNumber := plainNumber(cell); isNumber || len(cell) > longestHeading {
			return nil, false
		}
		c := columnOf(cell)
		switch c.role {
		case tps, tpmC, qps, elapsed, latency, latency95, rowCount:
			if seen[c.role] {
				c.role, c.name, c.unit = figure, strings.ToLower(strings.TrimSpace(cell)), 1
			}
			result = result || c.role == tps || c.role == tpmC || c.role == elapsed && !bareTime(strings.ToLower(cell))
			figures++
		case label:
			if figures > 0 {
				c.role, c.name = figure, strings.ToLower(strings.TrimSpace(cell))
			} else if strings.TrimSpace(cell) != "" {
				about = true
			}
		case setting, variable, threads:
			about = true
		}
		seen[c.role] = true
		columns[i] = c
	}
	return columns, len(cells) >= 2 && about && result
}
