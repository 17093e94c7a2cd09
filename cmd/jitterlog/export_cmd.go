package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jitterlog/analyze"
	"jitterlog/ingest/history"
	"jitterlog/report/doc"
)

type exportCmd struct {
	Runs   []string `arg:"" name:"run" help:"Runs: files, folders, names, ids, key=value."`
	To     string   `short:"o" name:"to" required:"" help:"A file of one table, by its ending .csv, .json, .jsonl or .parquet; or a folder for all tables." placeholder:"DIR|FILE"`
	Table  string   `help:"Table of a file: ${enum}." enum:"runs,intervals,headline,samples,events,histograms,warnings" default:"intervals"`
	Format string   `help:"Form of the files in a folder: ${enum}." enum:"csv,json,jsonl,parquet" default:"csv"`
}

func (exportCmd) Help() string {
	return `Examples:
  jitterlog export tpcc-binlog -o binlog.csv
  jitterlog export tool=sysbench -o all.parquet --table headline
  jitterlog export results/ -o exported/ --format parquet`
}

func (c *exportCmd) Run(e *env) error {
	o, err := e.open(c.Runs)
	if err != nil {
		return err
	}
	defer o.Close()
	runs := o.all()
	if ending := strings.TrimPrefix(filepath.Ext(c.To), "."); slices.Contains([]string{"csv", "json", "jsonl", "parquet"}, ending) {
		return exportTable(e, o.db, runs, c.Table, c.To, ending)
	}
	if ending := filepath.Ext(c.To); ending != "" && !strings.HasSuffix(c.To, string(filepath.Separator)) {
		return usage("-o %s: a file ends in .csv, .json, .jsonl or .parquet, and a folder of that name is written %s%c", c.To, c.To, filepath.Separator)
	}
	if err := os.MkdirAll(c.To, 0o777); err != nil {
		return err
	}
	for _, table := range analyze.UserTables {
		path := filepath.Join(c.To, table+"."+c.Format)
		if err := exportTable(e, o.db, runs, table, path, c.Format); err != nil {
			return err
		}
	}
	e.say("wrote %d tables of %s to %s", len(analyze.UserTables), count(int64(len(runs)), "run"), c.To)
	return nil
}

// exportTable writes a file whole or not at all.
func exportTable(e *env, db *analyze.DB, runs []history.Run, table, path, format string) error {
	if format == "parquet" {
		temp := path + ".tmp"
		if err := db.ExportParquet(e.ctx, table, runs, temp); err != nil {
			return errors.Join(err, removed(temp))
		}
		return os.Rename(temp, path)
	}
	query, err := analyze.TableOf(table, runs)
	if err != nil {
		return err
	}
	form, err := doc.ParseFormat(format)
	if err != nil {
		return err
	}
	return writeFile(path, func(w io.Writer) error {
		rows, err := db.Query(e.ctx, query)
		if err != nil {
			return err
		}
		defer rows.Close()
		return writeRows(w, rows, form, doc.Options{})
	})
}

// writeFile writes a file under a temporary name and gives it its own when all
// of it is there.
func writeFile(path string, write func(io.Writer) error) error {
	temp := path + ".tmp"
	f, err := os.Create(temp)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, errors.Unwrap(err))
	}
	buffered := bufio.NewWriterSize(f, 64<<10)
	err = write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", path, err), removed(temp))
	}
	return nil
}

func removed(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
