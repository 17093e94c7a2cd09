package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jitterlog/ingest/load"
	"jitterlog/ingest/workload/oltp"
	"jitterlog/ingest/workload/statement"
	"jitterlog/ingest/workload/tpcc"
)

// workloadFlags say what the load does.
type workloadFlags struct {
	Workload   string  `arg:"" help:"What the load does: ${workloads}."`
	Warehouses int     `help:"tpcc: warehouses (a run: 0 for all that are there)." default:"0" group:"workload" placeholder:"N"`
	Compat     string  `help:"tpcc: follow the standard, or do what tpcc-mysql does: ${enum}." enum:"standard,tpcc-mysql" default:"standard" group:"workload"`
	Pace       float64 `help:"tpcc: share of the standard's keying and think times to wait." default:"0" group:"workload" placeholder:"SHARE"`
	Tables     int     `help:"oltp: tables." default:"1" group:"workload" placeholder:"N"`
	TableSize  int     `help:"oltp: rows of each table." default:"10000" group:"workload" placeholder:"N"`
	Rand       string  `name:"rand-type" help:"oltp: how rows are chosen: ${enum}." enum:"uniform,gaussian,special,pareto,zipfian" default:"special" group:"workload"`
	Text       bool    `help:"oltp: send statements as text instead of prepared." group:"workload"`
	Loaders    int     `help:"Connections that load in parallel." default:"4" group:"workload" placeholder:"N"`
	Seed       uint64  `help:"Seed of everything drawn at random." default:"1" group:"workload" placeholder:"N"`
}

// workloadNames are the workloads, as the help lists them.
func workloadNames() string { return strings.Join(append([]string{"tpcc"}, oltp.Names()...), ", ") }

// A chosenWorkload is a workload with what the log says of it.
type chosenWorkload struct {
	load.Workload
	scale   int64
	options map[string]string
}

// choose makes the workload that the flags name.
func (f *workloadFlags) choose() (*chosenWorkload, error) {
	chosen := &chosenWorkload{options: map[string]string{}}
	switch {
	case slices.Contains(oltp.Names(), f.Workload):
		options := f.oltp()
		workload, err := oltp.New(f.Workload, options)
		if err != nil {
			return nil, &codedError{exitUsage, err}
		}
		chosen.Workload, chosen.scale = workload, int64(f.Tables)*int64(f.TableSize)
		chosen.options["tables"] = strconv.Itoa(f.Tables)
		chosen.options["table-size"] = strconv.Itoa(f.TableSize)
		chosen.options["rand-type"] = f.Rand
		chosen.options["text"] = strconv.FormatBool(f.Text)
	case f.Workload == "tpcc":
		compat, err := tpcc.ParseCompat(f.Compat)
		if err != nil {
			return nil, &codedError{exitUsage, err}
		}
		workload, err := tpcc.New(tpcc.Options{Scale: tpcc.Scale{Warehouses: f.Warehouses}, Compat: compat,
			Seed: f.Seed, Loaders: f.Loaders, Pace: f.Pace})
		if err != nil {
			return nil, &codedError{exitUsage, err}
		}
		chosen.Workload, chosen.scale = workload, int64(f.Warehouses)
		chosen.options["compat"] = f.Compat
		chosen.options["pace"] = strconv.FormatFloat(f.Pace, 'g', -1, 64)
	default:
		return nil, usage("no workload is called %q; there are %s", f.Workload, workloadNames())
	}
	return chosen, nil
}

// oltp are sysbench's options, as far as there are flags for them.
func (f *workloadFlags) oltp() oltp.Options {
	options := oltp.Default()
	options.Tables, options.TableSize, options.Loaders, options.Seed = f.Tables, f.TableSize, f.Loaders, f.Seed
	options.Distribution.Type = f.Rand
	if f.Text {
		options.Mode = statement.Text
	}
	return options
}

// preparer is the workload as one that makes its tables.
func (w *chosenWorkload) preparer() (load.Preparer, error) {
	p, ok := w.Workload.(load.Preparer)
	if !ok {
		return nil, fmt.Errorf("the workload %s has no tables of its own", w.Name())
	}
	return p, nil
}
