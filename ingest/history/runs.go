package history

import (
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"jitterlog/parse"
)

// A runColumn is a column of the table runs: field gives the address of a run's
// value, whose type says how it is stored: *string as utf8, *int64, *float64
// and *bool as such, *time.Time as int64 microseconds, a *map as map<utf8,utf8>.
type runColumn struct {
	name     string
	nullable bool
	field    func(*Run) any
}

var runColumns = []runColumn{
	{"run_id", false, func(r *Run) any { return &r.RunID }},
	{"import_id", false, func(r *Run) any { return &r.ImportID }},
	{"name", false, func(r *Run) any { return &r.Name }},
	{"tool", false, func(r *Run) any { return &r.Tool }},
	{"tool_version", true, func(r *Run) any { return &r.ToolVersion }},
	{"format", false, func(r *Run) any { return &r.Format }},
	{"workload", true, func(r *Run) any { return &r.Workload }},
	{"headline_op", true, func(r *Run) any { return &r.HeadlineOp }},
	{"server", true, func(r *Run) any { return &r.Server }},
	{"server_version", true, func(r *Run) any { return &r.ServerVersion }},
	{"started_at", true, func(r *Run) any { return &r.StartedAt }},
	{"imported_at", false, func(r *Run) any { return &r.ImportedAt }},
	{"source_mtime", true, func(r *Run) any { return &r.SourceMtime }},
	{"source", false, func(r *Run) any { return &r.Source }},
	{"source_sha256", false, func(r *Run) any { return &r.SourceSHA256 }},
	{"raw_sha256", false, func(r *Run) any { return &r.RawSHA256 }},
	{"own_sha256", false, func(r *Run) any { return &r.OwnSHA256 }},
	{"own_bytes", false, func(r *Run) any { return &r.OwnBytes }},
	{"section", false, func(r *Run) any { return &r.Section }},
	{"first_line", false, func(r *Run) any { return &r.FirstLine }},
	{"last_line", false, func(r *Run) any { return &r.LastLine }},
	{"threads", true, func(r *Run) any { return &r.Threads }},
	{"scale", true, func(r *Run) any { return &r.Scale }},
	{"interval_s", true, func(r *Run) any { return &r.IntervalS }},
	{"warmup_s", true, func(r *Run) any { return &r.WarmupS }},
	{"duration_s", true, func(r *Run) any { return &r.DurationS }},
	{"elapsed_s", true, func(r *Run) any { return &r.ElapsedS }},
	{"complete", false, func(r *Run) any { return &r.Complete }},
	{"lat_clock", false, func(r *Run) any { return (*string)(&r.LatClock) }},
	{"tpmc", true, func(r *Run) any { return &r.TpmC }},
	{"tps", true, func(r *Run) any { return &r.TPS }},
	{"qps", true, func(r *Run) any { return &r.QPS }},
	{"lat_avg_ms", true, func(r *Run) any { return &r.LatAvgMS }},
	{"lat_p95_ms", true, func(r *Run) any { return &r.LatP95MS }},
	{"errors", true, func(r *Run) any { return &r.Errors }},
	{"options", false, func(r *Run) any { return &r.Options }},
	{"settings", false, func(r *Run) any { return &r.Settings }},
	{"tags", false, func(r *Run) any { return &r.Tags }},
	{"reported", false, func(r *Run) any { return &r.Reported }},
	{"attached", false, func(r *Run) any { return &r.Attached }}, // since version 2
}

// knownColumns are what the index of known runs needs, and gc.
var knownColumns = []string{"run_id", "import_id", "source_sha256", "raw_sha256", "own_sha256", "own_bytes", "complete", "attached"}

func arrowSchema() *arrow.Schema {
	fields := make([]arrow.Field, len(runColumns))
	for i, c := range runColumns {
		fields[i] = arrow.Field{Name: c.name, Type: arrowType(c.field(new(Run))), Nullable: c.nullable}
	}
	return arrow.NewSchema(fields, nil)
}

func arrowType(field any) arrow.DataType {
	switch field.(type) {
	case *string:
		return arrow.BinaryTypes.String
	case *float64:
		return arrow.PrimitiveTypes.Float64
	case *bool:
		return arrow.FixedWidthTypes.Boolean
	case *map[string]string:
		m := arrow.MapOf(arrow.BinaryTypes.String, arrow.BinaryTypes.String)
		m.SetItemNullable(false)
		return m
	default: // *int64, *time.Time
		return arrow.PrimitiveTypes.Int64
	}
}

// record makes an Arrow record of runs. The caller releases it.
func record(schema *arrow.Schema, runs []Run) arrow.Record {
	b := array.NewRecordBuilder(allocator, schema)
	defer b.Release()
	for i := range runs {
		for j, c := range runColumns {
			appendValue(b.Field(j), c.field(&runs[i]), c.nullable)
		}
	}
	return b.NewRecord()
}

func appendValue(b array.Builder, field any, nullable bool) {
	switch v := field.(type) {
	case *string:
		if nullable && *v == "" {
			b.AppendNull()
			return
		}
		b.(*array.StringBuilder).Append(valid(*v))
	case *int64:
		if nullable && *v == parse.Absent {
			b.AppendNull()
			return
		}
		b.(*array.Int64Builder).Append(*v)
	case *float64:
		if !finite(*v) {
			b.AppendNull()
			return
		}
		b.(*array.Float64Builder).Append(*v)
	case *time.Time:
		if nullable && v.IsZero() {
			b.AppendNull()
			return
		}
		b.(*array.Int64Builder).Append(v.UnixMicro())
	case *bool:
		b.(*array.BooleanBuilder).Append(*v)
	case *map[string]string:
		appendMap(b.(*array.MapBuilder), *v)
	}
}

// appendMap appends a map in the order of its keys. Keys that differ in invalid
// UTF-8 alone are one key: readers refuse a map with a key twice.
func appendMap(b *array.MapBuilder, m map[string]string) {
	b.Append(true)
	keys, items := b.KeyBuilder().(*array.StringBuilder), b.ItemBuilder().(*array.StringBuilder)
	last := ""
	for i, k := range slices.Sorted(maps.Keys(m)) {
		if key := valid(k); i == 0 || key != last {
			keys.Append(key)
			items.Append(valid(m[k]))
			last = key
		}
	}
}

// valid is a text as Parquet demands it.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// readColumn stores a column of an Arrow record in runs, one a row.
func readColumn(c runColumn, column arrow.Array, runs []Run) {
	for i := range runs {
		null := column.IsNull(i)
		switch field := c.field(&runs[i]).(type) {
		case *string:
			if !null {
				*field = strings.Clone(column.(*array.String).Value(i))
			}
		case *int64:
			*field = parse.Absent
			if !null {
				*field = column.(*array.Int64).Value(i)
			}
		case *float64:
			*field = math.NaN()
			if !null {
				*field = column.(*array.Float64).Value(i)
			}
		case *time.Time:
			if !null {
				*field = time.UnixMicro(column.(*array.Int64).Value(i)).UTC()
			}
		case *bool:
			*field = !null && column.(*array.Boolean).Value(i)
		case *map[string]string:
			*field = readMap(column.(*array.Map), i)
		}
	}
}

func readMap(column *array.Map, i int) map[string]string {
	m := make(map[string]string)
	keys, items := column.Keys().(*array.String), column.Items().(*array.String)
	from, to := column.ValueOffsets(i)
	for j := int(from); j < int(to); j++ {
		m[strings.Clone(keys.Value(j))] = strings.Clone(items.Value(j))
	}
	return m
}
