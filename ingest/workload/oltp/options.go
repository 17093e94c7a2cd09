package oltp

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"jitterlog/ingest/workload/distribution"
	"jitterlog/ingest/workload/statement"
)

// Options are those of sysbench's scripts, under their names.
type Options struct {
	Tables    int // sbtest1, sbtest2 ...
	TableSize int // rows of each
	// How often a transaction does each of these.
	PointSelects, SimpleRanges, SumRanges, OrderRanges, DistinctRanges int
	IndexUpdates, NonIndexUpdates, DeleteInserts                       int

	RangeSize     int  // rows that a range spans
	NoRanges      bool // leave all four kinds of range out (--range_selects=off)
	SkipTrx       bool // no BEGIN and COMMIT
	RandomPoints  int  // of select_random_points
	RandomRanges  int  // of select_random_ranges (--number_of_ranges)
	Delta         int  // of select_random_ranges: a range is a number and so many above
	Mode          statement.Mode
	Distribution  distribution.Options
	Engine        string // of the tables
	NoAutoInc     bool   // ids are given by the client (--auto_inc=off)
	Secondary     bool   // a key in place of the primary key
	NoSecondIndex bool   // no index on k (--create_secondary=off)
	Loaders       int    // connections that prepare, a table each at a time
	Seed          uint64 // of the rows
}

// Default returns sysbench 1.0's options. Prepare uses 4 connections, where sysbench uses its threads.
func Default() Options {
	return Options{
		Tables: 1, TableSize: 10_000, RangeSize: 100,
		PointSelects: 10, SimpleRanges: 1, SumRanges: 1, OrderRanges: 1, DistinctRanges: 1,
		IndexUpdates: 1, NonIndexUpdates: 1, DeleteInserts: 1,
		RandomPoints: 10, RandomRanges: 10, Delta: 5,
		Distribution: distribution.Default(), Engine: "innodb", Loaders: 4,
	}
}

func (o Options) validate(s script) error {
	var errs []error
	within := func(name string, value, lo, hi int) {
		if value < lo || value > hi {
			errs = append(errs, fmt.Errorf("%s %d: want %d to %d", name, value, lo, hi))
		}
	}
	const many = 1_000_000
	within("tables", o.Tables, 1, many)
	within("table size", o.TableSize, 1, math.MaxInt32)
	within("range size", o.RangeSize, 1, math.MaxInt32)
	within("point selects", o.PointSelects, 0, many)
	within("simple ranges", o.SimpleRanges, 0, many)
	within("sum ranges", o.SumRanges, 0, many)
	within("order ranges", o.OrderRanges, 0, many)
	within("distinct ranges", o.DistinctRanges, 0, many)
	within("index updates", o.IndexUpdates, 0, many)
	within("non index updates", o.NonIndexUpdates, 0, many)
	within("delete inserts", o.DeleteInserts, 0, many)
	within("random points", o.RandomPoints, 1, math.MaxUint16)
	within("random ranges", o.RandomRanges, 1, math.MaxUint16/2)
	within("delta", o.Delta, 0, math.MaxInt32)
	within("loaders", o.Loaders, 1, 1000)
	if s.segments != nil && o.Tables != 1 {
		errs = append(errs, fmt.Errorf("%d tables: this workload is for 1", o.Tables))
	}
	if strings.Trim(o.Engine, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" || o.Engine == "" {
		errs = append(errs, fmt.Errorf("storage engine %q is no name", o.Engine))
	}
	return errors.Join(errs...)
}

// Names are the workloads, sorted.
func Names() []string { return slices.Sorted(maps.Keys(scripts)) }
