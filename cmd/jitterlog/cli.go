package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"jitterlog/analyze"
)

// Exit codes, as in the design.
const (
	exitDone          = 0
	exitFailed        = 1
	exitUsage         = 2
	exitRegression    = 3
	exitNotUnderstood = 4
)

// cli is the command line. The order of its fields is the order of the help.
type cli struct {
	History  string           `help:"Folder of the history." default:"jitterlog-history" env:"JITTERLOG_HISTORY" placeholder:"DIR"`
	Timezone string           `help:"Zone of times that a log gives without one, such as Asia/Shanghai." default:"UTC" placeholder:"ZONE"`
	Version  kong.VersionFlag `help:"Print the version."`

	Import  importCmd  `cmd:"" group:"history" help:"Bring logs into the history."`
	Formats formatsCmd `cmd:"" group:"history" help:"The formats that can be read; what a file is read as."`
	List    listCmd    `cmd:"" group:"history" help:"List runs."`
	Show    showCmd    `cmd:"" group:"history" help:"All that is known of one run."`
	Tag     tagCmd     `cmd:"" group:"history" help:"Put your own words on runs."`
	Rm      rmCmd      `cmd:"" group:"history" help:"Remove a run."`
	GC      gcCmd      `cmd:"" name:"gc" group:"history" help:"Free the room of what was removed."`
	Prepare prepareCmd `cmd:"" group:"load" help:"Make the tables of a workload."`
	Run     runCmd     `cmd:"" group:"load" help:"Make load, write a raw interval log and import it."`
	Cleanup cleanupCmd `cmd:"" group:"load" help:"Drop the tables of a workload."`
	Buckets bucketsCmd `cmd:"" group:"answers" help:"Averages over equal stretches of time, runs side by side."`
	Jitter  jitterCmd  `cmd:"" group:"answers" help:"How steady each run was: CV, stalls, lost work, warm-up."`
	Compare compareCmd `cmd:"" group:"answers" help:"Difference and ratio of runs, with an interval and a verdict in words."`
	Check   checkCmd   `cmd:"" group:"answers" help:"Compare for a script: exit code 3 on a regression."`
	Chart   chartCmd   `cmd:"" group:"answers" help:"Draw runs as a PNG or SVG picture."`
	Report  reportCmd  `cmd:"" group:"answers" help:"The whole story of some runs in one file."`
	Export  exportCmd  `cmd:"" group:"answers" help:"Write runs as CSV, JSON or Parquet."`
	SQL     sqlCmd     `cmd:"" name:"sql" group:"answers" help:"Ask the history in SQL."`
}

// env is what a command has of the world around it.
type env struct {
	ctx      context.Context
	stdin    io.Reader
	stdout   io.Writer
	stderr   io.Writer
	history  string
	location *time.Location
}

// say writes a message for people, which is never data.
func (e *env) say(format string, args ...any) {
	fmt.Fprintf(e.stderr, "jitterlog: "+format+"\n", args...)
}

// width returns the columns of the terminal that w is, and false if it is none.
func width(w io.Writer) (int, bool) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	return columns, err == nil && columns > 0
}

// A codedError ends the program with a code of its own.
type codedError struct {
	code int
	err  error
}

func (e *codedError) Error() string { return e.err.Error() }
func (e *codedError) Unwrap() error { return e.err }

// usage marks an error as one of how the command was called.
func usage(format string, args ...any) error {
	return &codedError{exitUsage, fmt.Errorf(format, args...)}
}

// A hintedError says what to do about it.
type hintedError struct {
	err  error
	hint string
}

func (e *hintedError) Error() string { return e.err.Error() }
func (e *hintedError) Unwrap() error { return e.err }

// exited is what kong's own exits (--help, --version) become.
type exited int

// run is the program: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case exited:
			code = int(p)
		default:
			panic(p)
		}
	}()
	var line cli
	parser, err := kong.New(&line,
		kong.Name("jitterlog"),
		kong.Description("Read the logs of MySQL and MariaDB benchmarks, keep them as a history, and see why the throughput jitters."),
		kong.Writers(stdout, stderr),
		kong.Vars{"version": "jitterlog " + version(), "workloads": workloadNames(), "threads": strconv.Itoa(defaultThreads)},
		kong.Exit(func(code int) { panic(exited(code)) }),
		kong.WithHyphenPrefixedParameters(true), // --offset -10
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(lengthOfTime)),
		kong.ExplicitGroups([]kong.Group{
			{Key: "history", Title: "The history of runs:"},
			{Key: "load", Title: "Load:"},
			{Key: "answers", Title: "What it says:"},
			{Key: "server", Title: "The server:"},
			{Key: "workload", Title: "The workload:"},
		}),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
	)
	if err != nil {
		panic(err)
	}
	e := &env{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr}
	command, err := parser.Parse(args)
	if err != nil {
		e.say("%v", err)
		e.say("hint: see jitterlog %s--help", commandOf(err))
		return exitUsage
	}
	e.history = line.History
	if e.location, err = time.LoadLocation(line.Timezone); err != nil {
		e.say("--timezone: %v", err)
		return exitUsage
	}
	return e.report(command.Run(e))
}

// lengthOfTime reads a duration; a bare number is seconds, as the benchmarks'
// own options have it.
func lengthOfTime(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("duration", &text); err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if seconds, number := strconv.ParseFloat(text, 64); number == nil && math.Abs(seconds) < math.MaxInt64/1e9 {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil {
		return fmt.Errorf("%q is no length of time: expected seconds, or a number with a unit such as 500ms, 90s, 10m", text)
	}
	target.SetInt(int64(d))
	return nil
}

// commandOf is the command, and a space, in which the reading of the arguments
// ended; empty if it came to none.
func commandOf(err error) string {
	var wrong *kong.ParseError
	if errors.As(err, &wrong) && wrong.Context != nil {
		if node := wrong.Context.Selected(); node != nil {
			return node.Path() + " "
		}
	}
	return ""
}

// version is what the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return info.Main.Version + " " + s.Value
		}
	}
	return info.Main.Version
}

// report tells the user of an error and returns the code that it ends with.
func (e *env) report(err error) int {
	if err == nil {
		return exitDone
	}
	var hinted *hintedError
	var coded *codedError
	if e.ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	e.say("%v", err)
	if errors.As(err, &hinted) {
		e.say("hint: %s", hinted.hint)
	}
	var question *analyze.UsageError
	switch {
	case errors.As(err, &coded):
		return coded.code
	case errors.As(err, &question):
		return exitUsage
	}
	return exitFailed
}
