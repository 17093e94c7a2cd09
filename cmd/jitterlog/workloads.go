package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"jitterlog/ingest/load"
	"jitterlog/ingest/load/client"
	"jitterlog/ingest/workload/insert"
	"jitterlog/ingest/workload/oltp"
	"jitterlog/ingest/workload/script"
	"jitterlog/ingest/workload/statement"
	"jitterlog/ingest/workload/tpcc"
)

// workloadFlags say what the load does.
type workloadFlags struct {
	Workload   string        `arg:"" help:"What the load does: ${workloads}."`
	Warehouses int           `help:"tpcc: warehouses (a run: 0 for all that are there)." default:"0" group:"workload" placeholder:"N"`
	Compat     string        `help:"tpcc: follow the standard, or do what tpcc-mysql does: ${enum}." enum:"standard,tpcc-mysql" default:"standard" group:"workload"`
	Pace       float64       `help:"tpcc: share of the standard's keying and think times to wait." default:"0" group:"workload" placeholder:"SHARE"`
	Tables     int           `help:"oltp: tables." default:"1" group:"workload" placeholder:"N"`
	TableSize  int           `help:"oltp: rows of each table." default:"10000" group:"workload" placeholder:"N"`
	Rand       string        `name:"rand-type" help:"oltp: how rows are chosen: ${enum}." enum:"uniform,gaussian,special,pareto,zipfian" default:"special" group:"workload"`
	Text       bool          `help:"oltp, insert, script: send statements as text instead of prepared." group:"workload"`
	Rows       int           `help:"procedure: rows that one CALL inserts (default: 500000); insert-knee: end after so many rows." default:"0" group:"workload" placeholder:"N"`
	Knee       float64       `help:"insert-knee: end when the rate stays below this share of that in the beginning, such as 0.5." default:"0" group:"workload" placeholder:"SHARE"`
	KneeTime   time.Duration `help:"insert-knee: how long it has to stay there, and how long the beginning is." default:"1m" group:"workload" placeholder:"DURATION"`
	File       []string      `help:"script: files of your own SQL, as FILE or FILE@WEIGHT." group:"workload" placeholder:"FILE" sep:"none"`
	Loaders    int           `help:"Connections that load in parallel." default:"4" group:"workload" placeholder:"N"`
	Seed       uint64        `help:"Seed of everything drawn at random." default:"1" group:"workload" placeholder:"N"`
}

// workloadNames are the workloads, as the help lists them.
func workloadNames() string {
	return strings.Join(slices.Concat([]string{"tpcc"}, oltp.Names(), insert.Names, []string{"script"}), ", ")
}

// A chosenWorkload is a workload with what the log says of it.
type chosenWorkload struct {
	load.Workload
	threads int // where the user does not say
	scale   int64
	options map[string]string
}

const defaultThreads = 8

// choose makes the workload that the flags name. What it has to connect to it
// finds in server when it runs.
func (f *workloadFlags) choose(server *client.Config) (*chosenWorkload, error) {
	chosen := &chosenWorkload{threads: defaultThreads, options: map[string]string{"text": strconv.FormatBool(f.Text)}}
	switch {
	case slices.Contains(insert.Names, f.Workload):
		workload, err := insert.New(f.Workload, insert.Options{Mode: f.mode(), Rows: f.Rows,
			Until:   insert.Until{Rows: int64(f.Rows), Share: f.Knee, For: f.KneeTime},
			Connect: func(ctx context.Context) (*client.Conn, error) { return server.Connect(ctx) }})
		if err != nil {
			return nil, &codedError{exitUsage, err}
		}
		chosen.Workload, chosen.threads = workload, insert.Threads(f.Workload)
	case f.Workload == "script":
		workload, err := f.script()
		if err != nil {
			return nil, &codedError{exitUsage, err}
		}
		chosen.Workload = workload
		chosen.options["files"] = strings.Join(f.File, " ")
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
	options.Distribution.Type, options.Mode = f.Rand, f.mode()
	return options
}

func (f *workloadFlags) mode() statement.Mode {
	if f.Text {
		return statement.Text
	}
	return statement.Prepared
}

// script reads the user's files.
func (f *workloadFlags) script() (*script.Workload, error) {
	if len(f.File) == 0 {
		return nil, errors.New("which script? --file names it")
	}
	options := script.Options{Mode: f.mode()}
	for _, name := range f.File {
		weight := 1
		if path, number, ok := strings.Cut(name, "@"); ok {
			n, err := strconv.Atoi(number)
			if err != nil {
				return nil, fmt.Errorf("--file %s: %q is no weight", name, number)
			}
			name, weight = path, n
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		options.Files = append(options.Files, script.File{Name: name, Text: string(text), Weight: weight})
	}
	return script.New(options)
}

// ruled says whether the workload ends a run by a rule of its own.
func (w *chosenWorkload) ruled() bool {
	s, ok := w.Workload.(load.Stopper)
	return ok && s.Rule() != nil
}

// preparer is the workload as one that makes its tables.
func (w *chosenWorkload) preparer() (load.Preparer, error) {
	p, ok := w.Workload.(load.Preparer)
	if !ok {
		return nil, usage("the workload %s has no tables of its own", w.Name())
	}
	return p, nil
}
