package history

import (
	"strconv"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// Version is the version of the schema that this package writes, and the
// newest that it reads. Version 2 brought the column attached of the runs, without
// which gc would remove what it refers to.
const Version = 2

// Key-value metadata of every Parquet file that the package writes.
const (
	versionKey    = "jitterlog.schema"
	supersedesKey = "jitterlog.supersedes" // only in runs files, see supersede.go
)

type kind uint8

const (
	text    kind = iota // utf8, dictionary encoded
	integer             // int64
	real                // float64
)

// A column is a column of a data table. NULL is the empty text, absent in
// integers and NaN in reals.
type column struct {
	name     string
	kind     kind
	nullable bool
}

// dataTables are the tables without runs, in the order in which their files
// appear at a commit.
var dataTables = []Table{Intervals, Samples, Events, Histograms}

var allTables = []Table{Runs, Intervals, Samples, Events, Histograms}

// columns are the columns of the data tables after run_id and import_id, which
// all of them begin with.
var columns = map[Table][]column{
	Intervals: {
		{"seq", integer, false}, {"op", text, false}, {"phase", text, false},
		{"t_start", real, false}, {"t_end", real, false},
		{"count", integer, true}, {"rate", real, true},
		{"late", integer, true}, {"failed", integer, true}, {"retried", integer, true},
		{"errors_per_s", real, true}, {"reconnects_per_s", real, true},
		{"threads", integer, true},
		{"lat_avg_ms", real, true}, {"lat_p50_ms", real, true}, {"lat_p90_ms", real, true},
		{"lat_p95_ms", real, true}, {"lat_p99_ms", real, true}, {"lat_p999_ms", real, true},
		{"lat_max_ms", real, true}, {"pct_rank", real, true}, {"pct_ms", real, true},
		{"bytes_per_s", real, true}, {"line", integer, false},
	},
	Samples: {
		{"t", real, true}, {"at", integer, true},
		{"source", text, false}, {"object", text, false}, {"metric", text, false}, {"unit", text, false},
		{"value", real, false}, {"line", integer, false},
	},
	Events: {
		{"t", real, true},
		{"severity", text, false}, {"kind", text, false}, {"code", text, true}, {"message", text, false},
		{"count", integer, false}, {"first_line", integer, false}, {"last_line", integer, false},
	},
	Histograms: {
		{"op", text, false}, {"seq", integer, true},
		{"lower_ms", real, false}, {"upper_ms", real, false}, {"count", integer, false},
	},
}

// writerProperties are those of every file. Dictionaries are for texts alone:
// on numbers they cost a third of the time. Pages of version 1 take a hundred
// times as long where there are NULLs, and zstd makes an encoder a page. The
// library cuts pages of a repeated column at multiples of batch values and
// hangs or cuts a row where one row has more, so runs files have one batch.
func writerProperties(cols []column, batch int64) *parquet.WriterProperties {
	props := []parquet.WriterProperty{
		parquet.WithVersion(parquet.V2_LATEST),
		parquet.WithDataPageVersion(parquet.DataPageV2),
		parquet.WithCompression(compress.Codecs.Snappy),
		parquet.WithCreatedBy("jitterlog"),
		parquet.WithBatchSize(batch),
	}
	for _, c := range cols {
		if c.kind != text {
			props = append(props, parquet.WithDictionaryFor(c.name, false))
		}
	}
	return parquet.NewWriterProperties(props...)
}

// parquetSchema is the schema of a data table's file.
func parquetSchema(cols []column) *schema.GroupNode {
	fields := schema.FieldList{textNode("run_id", false), textNode("import_id", false)}
	for _, c := range cols {
		switch c.kind {
		case text:
			fields = append(fields, textNode(c.name, c.nullable))
		case integer:
			fields = append(fields, schema.NewInt64Node(c.name, repetition(c.nullable), -1))
		case real:
			fields = append(fields, schema.NewFloat64Node(c.name, repetition(c.nullable), -1))
		}
	}
	return schema.Must(schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)).(*schema.GroupNode)
}

func textNode(name string, nullable bool) schema.Node {
	return schema.Must(schema.NewPrimitiveNodeLogical(name, repetition(nullable),
		schema.StringLogicalType{}, parquet.Types.ByteArray, -1, -1))
}

func repetition(nullable bool) parquet.Repetition {
	if nullable {
		return parquet.Repetitions.Optional
	}
	return parquet.Repetitions.Required
}

func versionText() string { return strconv.Itoa(Version) }
